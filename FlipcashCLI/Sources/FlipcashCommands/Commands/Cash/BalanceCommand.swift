import ArgumentParser
import FlipcashCore
import FlipcashWallet

/// `flipcash balance`
struct BalanceCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "balance", abstract: "Show what you have.",
        discussion: "Values too small for the currency are left out; --all shows them too.")

    @Flag(help: "Show tokens whose value rounds to nothing, too.")
    var all = false

    @Option(help: ArgumentHelp("Show this token alone.", valueName: "token"))
    var token: TokenArgument?

    @Flag(help: "Ask the service, which is what happens unless --offline is given.")
    var refresh = false

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var onlyLooks: Bool { true }

    mutating func validate() throws {
        if refresh, global.offline { throw ValidationError("--refresh and --offline contradict each other.") }
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
