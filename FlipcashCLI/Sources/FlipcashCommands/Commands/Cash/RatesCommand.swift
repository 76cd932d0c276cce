import ArgumentParser
import FlipcashCore

/// `flipcash rates [CODE…]`
struct RatesCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "rates", abstract: "Show exchange rates: units of a currency for one dollar.")

    @Argument(help: ArgumentHelp("Currencies such as cad or eur; all if left out.", valueName: "code"))
    var codes: [CurrencyArgument] = []

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    func run(in call: Invocation) async throws {
        let currencies = try codes.map { try $0.currency() }
        let rows = try await call.withService { service in try await service.rates() }
        let wanted = Set(currencies)
        let shown = wanted.isEmpty ? rows : rows.filter { wanted.contains($0.rate.currency) }
        if let missing = currencies.first(where: { code in !shown.contains { $0.rate.currency == code } }) {
            throw CommandFailure(
                "rate_unavailable", .rateUnavailable,
                "There is no rate for \(missing.rawValue.uppercased()) at the moment.", isRetryable: true)
        }
        let view = RatesView(rows: shown, now: call.runtime.clock.now())
        call.printer.answer(list: view.objects(), document: view.document()) { view.print(to: $0) }
    }
}
