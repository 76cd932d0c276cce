import ArgumentParser
import FlipcashCore
import FlipcashDrawing

/// `flipcash give AMOUNT`
struct GiveCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "give", abstract: "Show a bill; the first person who scans it gets the cash.",
        discussion: """
            While it is shown: q takes it back, l turns it into a link, p writes a picture.
            Anyone who sees the picture can collect the cash.
            """)

    @Argument(help: "Amount such as 5, 5.50cad or max.")
    var amount: AmountText

    @OptionGroup(title: "Bill options")
    var money: MoneyOptions

    @OptionGroup(title: "Bill options")
    var showing: BillShowOptions

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var isWaiting: Bool { true }

    var needsService: Bool { true }

    var lostAnswerAdvice: String? { "Check what happened with: flipcash history and, for a link, flipcash link list" }

    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        let text = try call.moneyText()
        // Report a mistyped amount before anything is started or created.
        _ = try amount.amount(in: call.entryCurrency(), locale: text.locale)
        try await call.withWallet { wallet in
            let order = SpendingOrder(amount: amount, token: money.token, form: .bill)
            guard let cash = try await order.agreed(in: wallet, text, call) else { return }
            let bill = try await wallet.showBill(cash)
            let session = GiveSession(options: showing, call: call, money: text, cash: cash, bill: bill)
            let end = try await session.run()
            try finish(end, text, call)
            if case .link = end.outcome { try call.noteOwnNode() }
            // The link holds money and has been shown, so the refresh may take its time.
            if case .link = end.outcome { await wallet.refresh() }
        }
    }

    private func finish(_ end: GiveSession.End, _ money: MoneyText, _ call: Invocation) throws(CommandFailure) {
        let printer = call.printer
        switch end.outcome {
        case .given(var transfer):
            transfer.files = end.files
            printer.answer(transfer.document(money)) { transfer.print(to: $0, money) }
        case .link(let link):
            printer.answer(link.document(money)) { printer in
                if let url = link.url { printer.line(printer.link(url)) }
                printer.hint("The bill is a link now. If it is not collected, its cash returns after 7 days.")
                // A QR code may fit even if the bill did not.
                if let url = link.url, let code = try? call.terminalQRCode(url) { printer.line(code) }
            }
        case .takenBack:
            throw CommandFailure("cancelled", .declined, "The bill was taken back. The cash is in your wallet.")
        case .notScannedInTime:
            throw CommandFailure(
                "bill_gone", .network,
                "The bill was not scanned in time. The cash is in your wallet. To try again, show a new bill.",
                isRetryable: true)
        }
    }
}
