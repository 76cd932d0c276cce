import ArgumentParser
import FlipcashCore
import FlipcashDrawing

/// `flipcash give AMOUNT`
struct GiveCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "give", abstract: "Show a bill; whoever scans it first gets the cash.",
        discussion: """
            The cash stays yours until somebody scans the bill. While it is shown: q takes it back, l turns it into a \
            link. Whoever sees the picture can collect the cash. On a terminal you are asked first; --yes answers.
            """)

    @Argument(help: "Amount such as 5, 5.50cad or max.")
    var amount: AmountText

    @OptionGroup(title: "Money options")
    var money: MoneyOptions

    @OptionGroup(title: "Bill options")
    var showing: BillShowOptions

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var isWaiting: Bool { true }

    var needsService: Bool { true }

    var lostAnswerAdvice: String? { "See what came of it with: flipcash history, and flipcash link list for a link" }

    func run(in call: Invocation) async throws {
        let text = try call.moneyText()
        // A mistyped amount is told before anything is started or made.
        _ = try amount.amount(in: call.entryCurrency())
        try await call.withWallet { wallet in
            let order = SpendingOrder(amount: amount, token: money.token, form: .bill)
            guard let cash = try await order.agreed(in: wallet, text, call) else { return }
            let bill = try await wallet.showBill(cash)
            let session = GiveSession(options: showing, call: call, money: text, cash: cash, bill: bill)
            try finish(await session.run(), text, call.printer)
        }
    }

    private func finish(_ end: GiveSession.End, _ money: MoneyText, _ printer: Printer) throws(CommandFailure) {
        switch end.outcome {
        case .given(var transfer):
            transfer.files = end.files
            printer.answer(transfer.document(money)) { transfer.print(to: $0, money) }
        case .link(let link):
            printer.answer(link.document(money)) { printer in
                if let url = link.url { printer.line(printer.link(url)) }
                printer.hint("The bill is a link now. It comes back by itself after 7 days.")
            }
        case .takenBack:
            throw CommandFailure("cancelled", .declined, "The bill was taken back. The cash is in your wallet.")
        case .nobodyCame:
            throw CommandFailure(
                "bill_gone", .network, "Nobody scanned the bill in time. The cash is in your wallet.", isRetryable: true
            )
        }
    }
}
