import ArgumentParser
import FlipcashCore

/// `flipcash limits`
struct LimitsCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "limits", abstract: "Show how much you may still send.",
        discussion: """
            Limits hold for giving, links and sending, not for withdrawals. They are counted since midnight. A service \
            may count the last 24 hours instead, and refuse a payment that is within the limits shown here.
            """)

    @Flag(help: "Ask the service, even if the stored limits are recent.")
    var refresh = false

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var onlyLooks: Bool { true }

    var needsService: Bool { true }

    func run(in call: Invocation) async throws {
        let text = try call.moneyText()
        let currency = try call.entryCurrency()
        let view = try await call.withWallet { wallet in try await wallet.limits(in: currency, refreshes: refresh) }
        call.printer.answer(view.document(text)) { view.print(to: $0, text) }
    }
}
