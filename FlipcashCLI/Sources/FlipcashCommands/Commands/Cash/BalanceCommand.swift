import ArgumentParser
import FlipcashCore
import FlipcashWallet

/// `flipcash balance`
struct BalanceCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "balance", abstract: "Show your balance.",
        discussion: "Tokens whose value rounds to zero are left out, except with --all.")

    @Flag(help: "Also show tokens whose value rounds to zero.")
    var all = false

    @Option(help: ArgumentHelp("Show only this token.", valueName: "token"))
    var token: TokenArgument?

    @Flag(help: "Ask the service (the default without --offline).")
    var refresh = false

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var onlyLooks: Bool { true }

    mutating func validate() throws {
        if refresh, global.offline {
            throw ValidationError(
                "--refresh and --offline cannot be combined. Use only one.")
        }
    }

    func run(in call: Invocation) async throws {
        let money = try call.moneyText()
        let stored = call.options.isOffline ? try call.storedBalance(all: all, token: token) : nil
        let view: BalanceView
        if let stored {
            view = stored
        } else {
            view = try await call.withWallet { wallet in try await wallet.balance(all: all, token: token) }
        }
        call.printer.answer(view.document(money)) { view.print(to: $0, money) }
        if view.isStale { call.printer.hint("As of \(TimeText.local(view.asOf)): the service was not asked.") }
        if view.hasNothing, try call.endpoint(call.settings()).isOwnNode {
            call.printer.hint("Get play money with: flipcash node faucet 20")
        }
    }
}
