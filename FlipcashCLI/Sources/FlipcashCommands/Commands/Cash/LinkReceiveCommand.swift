import ArgumentParser
import FlipcashCore
import FlipcashWallet

/// `flipcash link receive LINK`
struct LinkReceiveCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "receive", abstract: "Collect the cash of a link.")

    @Argument(help: ArgumentHelp("The link, its bare secret, or - to read it from standard input.", valueName: "link"))
    var link: LinkArgument

    @Flag(help: "Collect a link of your own without asking.")
    var allowOwn = false

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var needsService: Bool { true }

    var lostAnswerAdvice: String? { "The cash may have been received; see: flipcash history" }

    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        let money = try call.moneyText()
        let secret = try CashLinkSecret.read(link, call)
        try await call.withWallet { wallet in
            let collection = LinkCollection(
                secret: secret, allowsOwn: allowOwn, option: "--allow-own", money: money, call: call)
            guard let transfer = try await collection.run(in: wallet) else { return }
            call.printer.answer(transfer.document(money)) { transfer.print(to: $0, money) }
        }
    }
}

/// Reads cash links that people enter.
enum CashLinkSecret {
    /// - Throws: `CommandFailure` if it is not a cash link; the link itself is not repeated.
    static func read(_ argument: LinkArgument, _ call: Invocation) throws -> Mnemonic {
        try read(argument.resolved(call.console.input.readLine).trimmingBlanks(), hosts: call.linkHosts())
    }

    /// - Throws: `CommandFailure` if the text is not a cash link; the text is not repeated.
    static func read(_ text: String, hosts: LinkHosts) throws(CommandFailure) -> Mnemonic {
        switch DeepLink(cashLinkOrSecret: text, hosts: hosts) {
        case .cashLink(let secret?): return secret
        case .cashLink(nil):
            throw .badInput(
                "This cash link is incomplete: its end, from # on, is missing or damaged. Copy the whole link.",
                code: "bad_link")
        case .login:
            throw .badInput(
                "This is a login link, not a cash link. Log in with: flipcash account login --link -",
                code: "bad_link")
        case .verifyEmail, .token, .give, .balance, .discover, .unknown, nil:
            throw .badInput("This is not a cash link. Copy the whole link.", code: "bad_link")
        }
    }
}
