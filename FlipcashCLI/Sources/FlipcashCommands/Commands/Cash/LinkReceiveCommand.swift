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

    func run(in call: Invocation) async throws {
        let money = try call.moneyText()
        let secret = try CashLinkSecret.read(link, call)
        try await call.withWallet { wallet in
            let info = try await wallet.linkInfo(secret)
            try check(info, call)
            if call.options.isDryRun {
                return call.printer.answer(info.document(money)) { $0.facts(info.facts(money)) }
            }
            let transfer = try await ProgressLine(call).during("Collecting \(money.text(info.amount))") {
                try await wallet.receiveLink(secret)
            }
            call.printer.answer(transfer.document(money)) { transfer.print(to: $0, money) }
        }
    }

    private func check(_ info: LinkView, _ call: Invocation) throws {
        switch info.state {
        case .unclaimed, .unknown: break
        case .claimed, .expired, .cancelled:
            throw CashLinkFailure.claimed
        }
        guard info.isMine, !allowOwn, !call.options.isDryRun else { return }
        if call.options.assumesYes { return }
        guard try call.prompt.confirm("This link is your own. Collect your own cash?", option: "--allow-own") else {
            throw CommandFailure("link_own", .declined, "The link is left as it is.")
        }
    }
}

/// Reads what somebody gives to collect cash.
enum CashLinkSecret {
    /// - Throws: `CommandFailure` when it is no cash link; the link itself is not repeated.
    static func read(_ argument: LinkArgument, _ call: Invocation) throws -> Mnemonic {
        let text = try argument.resolved(call.console.input).trimmingBlanks()
        switch DeepLink(cashLinkOrSecret: text, hosts: try call.linkHosts()) {
        case .cashLink(let secret?): return secret
        case .cashLink(nil):
            throw CommandFailure.badInput(
                "This cash link is incomplete: its end, from # on, is missing or damaged. Copy the whole link.",
                code: "bad_link")
        case .login:
            throw CommandFailure.badInput(
                "This link logs in to an account; it carries no cash. Use: flipcash account login --link",
                code: "bad_link")
        case .verifyEmail, .token, .give, .balance, .discover, .unknown, nil:
            throw CommandFailure.badInput("This is not a cash link.", code: "bad_link")
        }
    }
}
