import FlipcashCore
import FlipcashWallet
import ArgumentParser

/// `flipcash link info LINK`
struct LinkInfoCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "info", abstract: "Show what a link is worth and whether it still has its cash; collects nothing.")

    @Argument(
        help: ArgumentHelp(
            "The link, its bare secret, or the id of your own link; - reads it from standard input.",
            valueName: "link"))
    var link: LinkArgument

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var onlyLooks: Bool { true }

    var needsService: Bool { true }

    func run(in call: Invocation) async throws {
        let money = try call.moneyText()
        let text = try link.resolved(call.console.input.readLine).trimmingBlanks()
        let secret = Result { try CashLinkSecret.read(text, hosts: call.linkHosts()) }
        // A text that cannot be an id either is refused without a wallet.
        if try !mayBeID(text, call) { _ = try secret.get() }
        let info = try await call.withWallet { wallet in
            if let own = try await wallet.knownLink(text) { return own }
            return try await wallet.linkInfo(secret.get())
        }
        call.printer.answer(info.document(money)) { $0.facts(info.facts(money)) }
    }

    /// Whether `text` may name a link of this account. An account that does not exist yet has no links.
    private func mayBeID(_ text: String, _ call: Invocation) throws -> Bool {
        guard IDPrefix(text) != nil else { return false }
        return try call.options.wordsSource != nil || !call.accountManager().accounts().isEmpty
    }
}

/// `flipcash link list`
struct LinkListCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the links you made.",
        discussion: "The link itself is shown only if it was made on this machine.")

    @Flag(help: "Also show collected and returned links.")
    var all = false

    @Option(help: ArgumentHelp("Show at most this many.", valueName: "number"))
    var limit: Int = 50

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var onlyLooks: Bool { true }

    mutating func validate() throws {
        guard (1...10_000).contains(limit) else { throw ValidationError("--limit must be between 1 and 10000.") }
    }

    func run(in call: Invocation) async throws {
        let money = try call.moneyText()
        let (listing, skippedCount) = try await call.withWallet { wallet in
            (try await wallet.links(all: all, limit: limit), wallet.skippedEntryCount)
        }
        if !listing.isComplete {
            call.printer.warning(
                "The history service did not answer. Links that were made on other machines may be missing.")
        }
        call.printer.mentionSkipped(skippedCount)
        let links = listing.links
        let objects = links.map { $0.document(money) }
        var document = OutputObject(schema: "links")
        document["links"] = .array(objects.map(OutputValue.object))
        call.printer.answer(list: objects, document: document) { printer in
            var table = Table([
                .amount("AMOUNT"), .text("TOKEN", usual: "Dollars"), .text("STATE", usual: "unclaimed"),
                .exact("RETURNS"), .id("ID"), .link("LINK"),
            ])
            for link in links {
                table.add([
                    .init(money.text(link.amount)), .init(link.token.displayName), .init(link.state.rawValue),
                    .init(link.returnText, .secondary), .init(link.name), .init(link.url ?? "", printer.linkTone),
                ])
            }
            printer.table(table)
        }
        if links.isEmpty { call.printer.hint(all ? "You have made no links." : "No link is waiting to be collected.") }
    }
}

/// `flipcash link cancel ID|LINK`
struct LinkCancelCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: "Take back the cash of a link that has not been collected.",
        discussion:
            "On a terminal you are asked first, unless --yes is given. Otherwise nothing is asked: no cash can be lost."
    )

    @Argument(
        help: ArgumentHelp(
            "The link, its id or the first characters of its id; - reads it from standard input.", valueName: "link"))
    var link: LinkArgument

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var needsService: Bool { true }

    var lostAnswerAdvice: String? { "The link may have been taken back; see: flipcash link list --all" }

    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        let money = try call.moneyText()
        let selector = try link.resolved(call.console.input.readLine).trimmingBlanks()
        try await call.withWallet { wallet in
            let link = try await wallet.ownLink(selector)
            try link.requireCancellable()
            if !call.options.isDryRun {
                try call.confirmWherePossible("Take back \(money.text(link.amount))? The link will stop working.")
                try await wallet.cancelLink(link)
            }
            let result = link.with(state: call.options.isDryRun ? link.state : .cancelled)
            call.printer.answer(result.document(money)) {
                let verb = call.options.isDryRun ? "would be" : "is"
                $0.line("\(money.text(link.amount)) \(verb) back in your wallet.")
            }
            if !call.options.isDryRun { await wallet.refresh() }
        }
    }
}

extension LinkView {
    /// Checks before asking that there may still be cash to take back.
    ///
    /// - Throws: `CommandFailure`, exit 9, which says where the cash went.
    fileprivate func requireCancellable() throws(CommandFailure) {
        let reason: String
        switch state {
        case .unclaimed, .unknown: return
        case .claimed:
            reason = "This cash has already been collected, so the link cannot be cancelled. See the history."
        case .cancelled: reason = "This link has already been cancelled. The cash is in your wallet."
        case .expired: reason = "This link has expired. Cash that was not collected returns to your wallet."
        }
        throw CommandFailure("link_claimed", .conflict, reason)
    }
}
