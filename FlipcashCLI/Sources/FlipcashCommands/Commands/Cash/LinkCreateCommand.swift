import FlipcashCore
import ArgumentParser
import FlipcashWallet

/// `flipcash link create AMOUNT`
struct LinkCreateCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Make a link; the first person who opens it gets the cash.",
        discussion: """
            Cash that is not collected returns after 7 days. Only the link is printed, so it can be piped. On a \
            terminal you are asked first, unless --yes is given.
            """)

    @Argument(help: "Amount such as 5, 5.50cad or max.")
    var amount: AmountText

    @OptionGroup(title: "Money options")
    var money: MoneyOptions

    @Option(help: ArgumentHelp("How many links of this amount to make.", valueName: "number"))
    var count: Int = 1

    @Flag(help: "Also show each link as a QR code.")
    var qr = false

    @Flag(help: "Print the message to send: the amount and the link.")
    var message = false

    @Option(
        help: ArgumentHelp("Wait this long, then take back the links that are not collected.", valueName: "duration"))
    var voidAfter: DurationArgument?

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var isWaiting: Bool { true }

    var lostAnswerAdvice: String? { "Check which links were made with: flipcash link list" }

    mutating func validate() throws {
        guard (1...100).contains(count) else { throw ValidationError("--count must be between 1 and 100.") }
    }

    var needsService: Bool { true }

    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        let text = try call.moneyText()
        // Report a mistyped amount before anything is started or created.
        if case .max = try amount.amount(in: call.entryCurrency(), locale: text.locale), count > 1 {
            throw CommandFailure.usage("\"max\" puts the whole balance into one link. Leave --count out.")
        }
        // Before the question and the payment, so that the person can still stop.
        if !call.options.isDryRun { call.warnIfLinksAreOpenToOthers() }
        try await call.withWallet { wallet in
            let now = call.runtime.clock.now()
            let expires = now.advanced(by: CashLink.lifetime)
            let order = SpendingOrder(
                amount: amount, token: money.token, form: .links(count: count, expires: expires))
            guard let cash = try await order.agreed(in: wallet, text, call) else { return }
            let links = try await make(order, agreed: cash, wallet, text, call)
            if call.options.output == .json { call.printer.answer(document(links, text)) { _ in } }
            // One link is enough: the service's clock affects all of them in the same way.
            if let link = links.first { await LinkPromise.check(link, made: now, wallet: wallet, call: call) }
            do {
                try call.noteOwnNode()
                if let voidAfter {
                    let limit = voidAfter.duration
                    try await LinkWatch(links: links, limit: limit, wallet: wallet, money: text, call: call).run()
                } else {
                    try await afterwards(links, text, wallet, call)
                }
            } catch {
                throw Self.afterMaking(CommandFailure(describing: error), links)
            }
            // The links hold money and have been shown, so the refresh may take its time.
            await wallet.refresh()
        }
    }

    /// The failure after the links were made and shown. It must not read as if nothing had been submitted.
    static func afterMaking(_ failure: CommandFailure, _ links: [LinkView]) -> CommandFailure {
        switch failure {
        case .declined,
            _ where failure.isBareCancellation:
            let message: String
            if let link = links.first, links.count == 1 {
                message = """
                    Stopped. The link still works. If it is not collected, its cash returns after 7 days. To take it back \
                    now, run: flipcash link cancel \(link.name)
                    """
            } else {
                message = """
                    Stopped. The \(links.count) links still work. Cash that is not collected returns after 7 days. See \
                    them with: flipcash link list
                    """
            }
            return CommandFailure("cancelled", .declined, message, details: failure.details, hasEffect: true)
        case _ where failure.status == .network:
            return CommandFailure(
                failure.code, .unexpected,
                "The service did not answer. The links still work; see: flipcash link list",
                details: failure.details, hasEffect: true)
        default: return failure.afterEffect()
        }
    }

    /// Makes the links. Each one is written out before the next one is paid for.
    ///
    /// - Throws: the error of the first link; after that, a failure that reports the links already made (see
    ///   ``PartialLinks``).
    private func make(
        _ order: SpendingOrder, agreed: PreparedCash, _ wallet: any WalletAccess, _ money: MoneyText, _ call: Invocation
    ) async throws -> [LinkView] {
        var links: [LinkView] = []
        var cash = agreed
        do {
            for number in 1...count {
                if !links.isEmpty {
                    try Task.checkCancellation()
                    try requireReader(call)
                    cash = try await order.another(quote: cash, agreed: agreed, in: wallet, call.runtime.clock)
                }
                let quoted = cash
                let link = try await ProgressLine(call).during(
                    count == 1 ? "Making the link" : "Making link \(number) of \(count)"
                ) { try await wallet.createLink(quoted) }
                links.append(link)
                call.printer.event(document(link, money))
                if call.options.output == .human, let url = link.url {
                    let shown = call.printer.link(url)
                    call.printer.line(message ? link.shareText(url: shown, money) : shown)
                    if qr { showQRCode(link, call) }
                }
            }
            return links
        } catch {
            guard !links.isEmpty else { throw error }
            let made = call.options.output == .json ? document(links, money) : nil
            throw PartialLinks(
                made: links.count, wanted: count, document: made, cause: CommandFailure(describing: error)
            )
            .failure
        }
    }

    /// Checks that the output still works: no link is paid for that could not be written out.
    ///
    /// - Throws: `CommandFailure`, exit 74.
    private func requireReader(_ call: Invocation) throws(CommandFailure) {
        guard let failure = call.console.output.failure else { return }
        throw CommandFailure(
            "cannot_write", .inputOutput,
            "The links could not be written: \(failure.reason). See them with: flipcash link list")
    }

    private func document(_ link: LinkView, _ money: MoneyText) -> OutputObject {
        var document = link.document(money)
        if message { document["message"] = link.shareText(money).map(OutputValue.string) }
        return document
    }

    private func document(_ links: [LinkView], _ money: MoneyText) -> OutputObject {
        if count == 1, let link = links.first { return document(link, money) }
        var document = OutputObject(schema: "links")
        document["links"] = .array(links.map { .object(self.document($0, money)) })
        return document
    }

    /// Shows the QR code on standard error, because the link may be piped. If that fails, only warns.
    private func showQRCode(_ link: LinkView, _ call: Invocation) {
        guard let url = link.url else { return }
        do {
            call.prompt.show(try call.terminalQRCode(url, on: call.console.errors))
        } catch {
            call.printer.warning("\((error as? CommandFailure)?.message ?? "The QR code cannot be shown.")")
        }
    }

    /// Says what a link is worth, and lets a person take it back at once.
    private func afterwards(
        _ links: [LinkView], _ money: MoneyText, _ wallet: any WalletAccess, _ call: Invocation
    ) async throws {
        guard let link = links.first, links.count == 1 else { return }
        call.printer.hint(
            "The first person who opens it gets \(money.text(link.amount)). Take it back with: flipcash link cancel "
                + link.name)
        guard call.options.output == .human, call.console.output.isTerminal, call.prompt.isPossible,
            !call.options.assumesYes
        else { return }
        guard try isToBeTakenBack(call) else { return }
        try await wallet.cancelLink(link)
        await wallet.refresh()
        throw CommandFailure("cancelled", .declined, "The link was taken back. The cash is in your wallet.")
    }

    /// Asks whether the link was sent. The end of the input keeps it, as Enter does.
    ///
    /// - Throws: `CancellationError` when the person stops the command instead of answering.
    private func isToBeTakenBack(_ call: Invocation) throws -> Bool {
        let answer: String
        do throws(CommandFailure) {
            answer = try call.prompt.line("Did you send the link? Enter keeps it, n takes it back:", option: "--yes")
        } catch {
            guard error == .declined else { throw error }
            answer = ""
        }
        try Task.checkCancellation()
        guard ["n", "no"].contains(answer.lowercased()) else { return false }
        let isSure = try call.prompt.confirm("Are you sure? The link will stop working.")
        try Task.checkCancellation()
        return isSure
    }
}
