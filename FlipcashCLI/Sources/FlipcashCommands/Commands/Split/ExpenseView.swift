import FlipcashCore
import SharedExpenses

/// An expense as it is shown.
struct ExpenseView: Sendable {
    let expense: Expense
    let overview: SplitOverview

    init(_ expense: Expense, _ overview: SplitOverview) {
        self.expense = expense
        self.overview = overview
    }

    private var group: SplitGroup? { expense.groupID.flatMap { overview.view.world.groups[$0] } }

    /// How it is split, in a few words.
    var label: String {
        let selected = expense.involved
        return SplitLabel.text(
            mode: expense.input?.mode ?? .exact, selected: selected,
            memberCount: group?.members.count ?? selected.count, isMe: overview.isMe, name: name)
    }

    /// The viewer's role in the expense.
    var role: String {
        let caller = SplitCaller(account: overview.account, ids: overview.view.me.ids)
        return switch ExpenseRole.of(caller, in: expense) {
        case .owner: "owner"
        case .payer: "payer"
        case .participant: "participant"
        case .none: "none"
        }
    }

    /// An expense that this one probably repeats.
    var duplicate: Expense? { DuplicateWarning.original(of: expense, in: overview.expenses.reversed()) }

    func name(of member: MemberID) -> String {
        overview.name(of: member, cached: expense.participants.first { $0.member == member }?.name)
    }

    func text(_ units: Int64) -> String { overview.money.text(ExpenseAmount(units, expense.total.currency)) }

    /// The expense in one line: what, how much, who paid, how it is split.
    var summary: String {
        let payers = expense.payers.map { payer in
            expense.payers.count == 1
                ? name(of: payer.member) : "\(name(of: payer.member)) \(text(abs(payer.units)))"
        }
        let kind = expense.isRefund ? " back" : ""
        let verb = expense.isRefund ? "received by" : "paid by"
        let split = label.prefix(1).lowercased() + label.dropFirst()
        return "\(expense.description): \(text(abs(expense.total.units)))\(kind), \(verb) "
            + "\(payers.joined(separator: ", ")), \(split)"
    }

    /// Prints what everybody bears.
    func printShares(to printer: Printer) {
        var table = Table([.text("PERSON"), .amount("SHARE"), .exact("STATE")])
        for split in expense.splits {
            table.add([
                .init("  " + name(of: split.member)), .init(text(split.units)),
                .init(split.isSettled ? "settled" : "", .secondary),
            ])
        }
        printer.table(table)
    }
}
