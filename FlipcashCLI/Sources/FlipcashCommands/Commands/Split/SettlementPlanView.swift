import FlipcashCore
import FlipcashWallet
import SharedExpenses

/// The figures of a payment between people before it is made: shown in the question, and as the answer of a dry run.
struct SettlementPlanView: Sendable {
    let plan: SettlementPlan
    let method: SplitPayment.Method
    let overview: SplitOverview
    /// The payment that the wallet has prepared; nil if a payment is only recorded.
    var cash: PreparedCash?
    /// The amount as it was entered in another currency.
    var entered: ExpenseAmount?

    private var isPayer: Bool { overview.isMe(plan.from) }
    private var other: MemberID { isPayer ? plan.to : plan.from }
    private var name: String { overview.name(of: other) }
    private func text(_ units: Int64) -> String {
        overview.money.text(ExpenseAmount(units, plan.amount.currency).magnitude)
    }

    /// The figures, one per line.
    var table: Table {
        var table = Table([.exact(""), .amount(""), .text("")])
        func add(_ name: String, _ figure: String, _ remark: String = "") {
            table.add([.init(name, .secondary), .init(figure, .strong), .init(remark)])
        }
        add(isPayer ? "You pay" : "\(name) paid", text(plan.amount.units), isPayer ? "to \(name), \(way)" : way)
        if let entered { add("Entered", overview.money.text(entered), "at \(plan.rate?.value ?? "")") }
        if let cash, cash.token.mint != .usdf || cash.amount.currency != .usd {
            let name = cash.token.symbol.isEmpty ? cash.token.displayName : cash.token.symbol
            let digits = TokenView.decimal(quarks: cash.token.quarks, decimals: cash.token.mint.mintDecimals)
            add("Paid with", digits, name)
        }
        if plan.underWay > 0 { add("On its way", text(plan.underWay), "a link that waits to be collected") }
        add("Clears", CountText.of(plan.settles.count, "item"), items)
        add("Left", text(plan.left), leftRemark)
        return table
    }

    private var way: String { method.words }

    /// The names of the expenses that are settled.
    private var items: String {
        let splits = Set(plan.settles)
        let names = overview.view.world.expenses.values.filter { expense in
            expense.splits.contains { splits.contains($0.id) }
        }.sorted { ($0.date, $0.id) < ($1.date, $1.id) }.map { DisplayText.sanitized($0.description) }
        let shown = names.prefix(3).joined(separator: ", ")
        return names.count > 3 ? "\(shown) and \(names.count - 3) more" : shown
    }

    private var leftRemark: String {
        if plan.excess > 0 {
            let excess = text(plan.excess)
            return isPayer ? "you pay \(excess) more than you owe" : "\(name) paid \(excess) more than was owed"
        }
        if plan.left == 0 { return "nothing is owed then" }
        return isPayer ? "you still owe" : "\(name) still owes you"
    }

    /// The line of a dry run above the figures.
    var intention: String {
        switch method {
        case .direct: "Would pay this:"
        case .cashLink: "Would make this link:"
        case .cash, .external: "Would record this payment:"
        }
    }

    private var question: String {
        let warning = plan.excess > 0 ? "This is \(text(plan.excess)) more than is owed. " : ""
        switch method {
        case .direct: return warning + "Sent cash cannot be taken back. Continue?"
        case .cashLink: return warning + "You can take it back until somebody collects it. Continue?"
        case .cash, .external: return warning + "Record this payment?"
        }
    }

    /// Shows the figures and asks. Money that cannot be taken back, and more than is owed, need an answer or `--yes`.
    ///
    /// - Throws: `CommandFailure.declined`, or a usage error without a terminal.
    func ask(_ call: Invocation) throws {
        guard !call.options.assumesYes else { return }
        let mustAsk = method == .direct || plan.excess > 0
        guard call.prompt.isPossible else {
            if mustAsk { throw CommandFailure.cannotAsk(question, option: "--yes") }
            return
        }
        let width = call.console.errors.size?.columns
        for line in table.lines(header: false, limit: width, style: call.printer.errorStyle) { call.prompt.show(line) }
        guard try call.prompt.confirm(question) else { throw CommandFailure.declined }
    }

    /// Prints the answer of a dry run.
    func printDryRun(_ payment: SplitPayment, _ call: Invocation) {
        let planned = SettledPayment(payment: payment, link: nil, intent: nil, isQueued: false)
        call.printer.answer(planned.document(overview.money, state: "planned")) { printer in
            printer.line(intention)
            printer.table(table)
        }
        call.printer.hint("Nothing was submitted.")
    }

    /// Prints what was done.
    func print(_ done: SettledPayment, to call: Invocation) {
        call.printer.answer(done.document(overview.money)) { printer in
            switch method {
            case .direct: printer.line("Paid \(text(plan.amount.units)) to \(name).", .positive)
            case .cashLink: if let url = done.link?.url { printer.line(printer.link(url)) }
            case .cash, .external:
                printer.line(
                    isPayer
                        ? "Recorded: you paid \(name) \(text(plan.amount.units)) \(way). Not verified."
                        : "Recorded: \(name) paid you \(text(plan.amount.units)) \(way). Not verified.", .positive)
            }
        }
        if method == .cashLink {
            call.printer.hint(
                "Send this link to \(name). The debt of \(text(plan.amount.units)) is cleared when it is collected; "
                    + "after 7 days its cash is back.")
        } else {
            call.printer.hint("Cleared \(CountText.of(plan.settles.count, "item")). \(leftText)")
        }
    }

    private var leftText: String {
        let left = text(plan.left)
        if plan.left == 0 { return "Nothing is owed." }
        if plan.left > 0 { return isPayer ? "You still owe \(left)." : "\(name) still owes you \(left)." }
        return isPayer ? "\(name) now owes you \(left)." : "You now owe \(name) \(left)."
    }
}
