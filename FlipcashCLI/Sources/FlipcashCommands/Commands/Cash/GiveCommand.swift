import ArgumentParser
import FlipcashCore
import FlipcashDrawing

/// `flipcash give AMOUNT`
struct GiveCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "give", abstract: "Show a bill; whoever scans it first gets the cash.",
        discussion: """
            The cash stays yours until somebody scans the bill. While it is shown: q takes it back, l turns it into a \
            link. Whoever sees the picture can collect the cash.
            """)

    @Argument(help: "Amount such as 5, 5.50cad or max.")
    var amount: AmountText

    @OptionGroup(title: "Money options")
    var money: MoneyOptions

    @Option(help: ArgumentHelp("How the terminal shows the bill: auto, graphics, blocks or none.", valueName: "mode"))
    var show: ShowMode = .auto

    @OptionGroup(title: "Picture options")
    var picture: PictureOptions

    @OptionGroup(title: "Picture options")
    var look: BillOptions

    @Option(help: ArgumentHelp("Take the bill back if nobody scanned it after this long.", valueName: "duration"))
    var wait: DurationArgument?

    @Option(
        help: ArgumentHelp("Turn the bill into a link if nobody scanned it after this long.", valueName: "duration"))
    var linkAfter: DurationArgument?

    @Flag(help: "Never turn the bill into a link.")
    var noLink = false

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var isWaiting: Bool { true }

    mutating func validate() throws {
        if linkAfter != nil, noLink { throw ValidationError("--link-after and --no-link contradict each other.") }
    }

    func run(in call: Invocation) async throws {
        let text = try call.moneyText()
        // A mistyped amount is told before anything is started or made.
        _ = try amount.amount(in: call.entryCurrency())
        try await call.withWallet { wallet in
            let cash = try await wallet.prepare(amount, token: money.token)
            if call.options.isDryRun { return printPlan(cash, text, call) }
            let bill = try await wallet.showBill(cash)
            let session = GiveSession(command: self, call: call, money: text, cash: cash, bill: bill)
            try await session.run()
        }
    }

    private func printPlan(_ cash: PreparedCash, _ money: MoneyText, _ call: Invocation) {
        var document = OutputObject(schema: "bill")
        document["state"] = .string("planned")
        document["amount"] = money.value(cash.amount)
        document["token"] = cash.token.value
        call.printer.answer(document) {
            $0.line("Would show a bill of \(money.text(cash.amount)) of \(cash.token.displayName).")
        }
    }
}
