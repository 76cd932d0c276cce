import FlipcashCore
import SharedExpenses

extension ExpenseView {
    /// The day in this machine's time zone.
    var day: String { String(TimeText.local(expense.date.instant).prefix(10)) }

    var payerNames: String { expense.payers.map { name(of: $0.member) }.joined(separator: ", ") }

    /// The viewer's share; nil if the viewer takes no part.
    var ownShare: Int64? {
        let own = expense.splits.filter { overview.isMe($0.member) }
        return own.isEmpty ? nil : own.reduce(0) { $0 + $1.units }
    }

    /// How far it is settled, and whether it waits to be sent.
    var state: String {
        if overview.queued.contains(expense.id.text) { return "not sent" }
        if expense.isSettled { return "settled" }
        let payers = Set(expense.payers.map(\.member))
        let debts = expense.splits.filter { !payers.contains($0.member) }
        let settled = debts.filter(\.isSettled).count
        return settled == 0 ? "open" : "\(settled) of \(debts.count) settled"
    }

    /// Prints everything about the expense.
    func print(to printer: Printer) {
        printer.line("\(expense.description)  \(text(expense.total.units))")
        var facts: [(String, String)] = [
            ("Id", expense.id.text), ("Date", TimeText.local(expense.date.instant)), ("Split", label),
            ("State", state),
        ]
        if let group = expense.groupID.flatMap({ overview.view.world.groups[$0] }) {
            facts.insert(("Group", group.name), at: 2)
        }
        if expense.isRefund { facts.append(("Kind", "refund")) }
        for payer in expense.payers {
            facts.append(
                (expense.isRefund ? "Received by" : "Paid by", "\(name(of: payer.member)) \(text(payer.units))"))
        }
        if !expense.category.isEmpty { facts.append(("Category", expense.category)) }
        if !expense.notes.isEmpty { facts.append(("Notes", expense.notes)) }
        if let rate = expense.rate {
            let base = (try? rate.baseUnits(of: expense.total.units)).map {
                " = \(overview.money.text(ExpenseAmount($0, rate.base)))"
            }
            facts.append(("Rate", "\(rate.value) \(rate.base.code.uppercased())\(base ?? "")"))
        }
        if let series = expense.recurrence { facts.append(("Repeats", series.words)) }
        printer.facts(facts)
        printShares(to: printer)
    }
}

extension Recurrence {
    /// The series in words: `every 2 weeks until 2027-01-01`.
    var words: String {
        let unit =
            switch frequency {
            case .daily: "day"
            case .weekly: "week"
            case .monthly: "month"
            case .yearly: "year"
            }
        let period = interval == 1 ? "every \(unit)" : "every \(interval) \(unit)s"
        return until.map { "\(period) until \($0)" } ?? period
    }
}
