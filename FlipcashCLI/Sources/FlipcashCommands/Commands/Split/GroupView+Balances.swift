import FlipcashCore
import SharedExpenses

extension GroupView {
    /// What a member gets or owes in the group.
    struct Net: Sendable {
        let member: MemberID
        let name: String
        /// Positive when the member gets it.
        let amount: ExpenseAmount
    }

    /// The expenses of the group, newest first.
    var expenses: [Expense] { overview.expenses.filter { $0.groupID == group.id } }

    /// The members with a balance, by currency and name.
    func nets() throws -> [Net] {
        var found: [Net] = []
        for (currency, people) in try overview.view.ledger(of: group.id).nets().sorted(by: { $0.key < $1.key }) {
            let rows = people.filter { $0.value != 0 }.map { person, units in
                Net(member: person, name: overview.name(of: person), amount: ExpenseAmount(units, currency))
            }
            found += rows.sorted { ($1.amount.units, $0.name) < ($0.amount.units, $1.name) }
        }
        return found
    }

    /// What the viewer has open in the group; nil when nothing is.
    var openText: String? {
        let own = ((try? nets()) ?? []).filter { overview.isMe($0.member) }
        guard !own.isEmpty else { return nil }
        return own.map { net in
            "you \(net.amount.units > 0 ? "are owed" : "owe") \(overview.money.text(net.amount.magnitude))"
        }.joined(separator: ", ")
    }

    /// Prints the group.
    func print(_ nets: [Net], to printer: Printer) {
        printer.line(group.name)
        printer.facts([
            ("Id", group.id.text), ("Currency", group.currency.code.uppercased()), ("Members", memberNames),
            ("Managed by", isOwn ? "you" : "another member"), ("Expenses", String(expenses.count)),
        ])
        guard !nets.isEmpty else {
            printer.line(expenses.isEmpty ? "No expenses yet." : "Everybody is even.")
            return
        }
        var table = Table([.text("MEMBER"), .exact("STATE"), .amount("AMOUNT")])
        for net in nets {
            let isMe = overview.isMe(net.member)
            let verb = net.amount.units > 0 ? (isMe ? "get" : "gets") : (isMe ? "owe" : "owes")
            table.add([.init(isMe ? "you" : net.name), .init(verb), .init(overview.money.text(net.amount.magnitude))])
        }
        printer.table(table)
    }
}
