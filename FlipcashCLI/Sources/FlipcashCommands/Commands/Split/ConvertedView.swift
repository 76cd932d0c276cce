import FlipcashCore
import SharedExpenses

/// Debts in one currency, by the rates that are kept with the expenses. For showing only: debts are settled in their
/// own currencies.
struct ConvertedView: Sendable {
    /// What one person gets or owes.
    struct Row: Sendable {
        let person: MemberID
        let value: KeptValues.Value
    }

    let base: ExpenseCurrency
    let rows: [Row]
    let total: KeptValues.Value
    let overview: SplitOverview
    let now: SplitTime

    /// What the viewer gets from people.
    init(
        of balances: [DebtLedger.Balance], in group: EntityID?, to base: ExpenseCurrency, _ overview: SplitOverview,
        at now: SplitTime
    ) throws(SplitFailure) {
        let ledger = try overview.view.ledger(of: group)
        let values = try KeptValues(of: ledger, expenses: overview.view.world.expenses, in: base)
        let me = overview.view.people.representative(of: overview.me)
        var sums: [MemberID: KeptValues.Value] = [:]
        var total = KeptValues.Value()
        for balance in balances {
            let value = values.value(of: me, with: balance.person, from: balance.currency)
            try sums[balance.person, default: KeptValues.Value()].add(value)
            try total.add(value)
        }
        self.init(sums, total, base, overview, now)
    }

    /// What the members of a group get or owe. The total is what stands behind all of it.
    init(
        of group: EntityID, to base: ExpenseCurrency, _ overview: SplitOverview, at now: SplitTime
    ) throws(SplitFailure) {
        let ledger = try overview.view.ledger(of: group)
        let nets = try KeptValues(of: ledger, expenses: overview.view.world.expenses, in: base).nets()
        var total = KeptValues.Value()
        for (_, value) in nets { try total.add(value) }
        self.init(nets, total, base, overview, now)
    }

    private init(
        _ sums: [MemberID: KeptValues.Value], _ total: KeptValues.Value, _ base: ExpenseCurrency,
        _ overview: SplitOverview, _ now: SplitTime
    ) {
        self.base = base
        self.total = total
        self.overview = overview
        self.now = now
        rows = sums.map { (name: overview.name(of: $0.key).lowercased(), row: Row(person: $0.key, value: $0.value)) }
            .filter { $0.row.value.units != 0 || !$0.row.value.leftOut.isEmpty }
            .sorted { ($0.name, $0.row.person) < ($1.name, $1.row.person) }.map { $0.row }
    }

    /// What has no kept rate, of everybody.
    private var leftOut: [(currency: ExpenseCurrency, units: Int64)] {
        var found: [ExpenseCurrency: Int64] = [:]
        // A group's nets cancel out, so each currency counts with what people get.
        for row in rows {
            for (currency, units) in row.value.leftOut { found[currency, default: 0] &+= abs(units) }
        }
        return found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// - Parameters:
    ///   - person: the name of the field with the id of a person.
    ///   - hasTotal: whether the sum of the rows says something.
    func object(person: String, hasTotal: Bool) -> OutputObject {
        var object = OutputObject()
        object["currency"] = .string(base.code)
        object["approximate"] = .boolean(true)
        object["rows"] = .array(
            rows.map { row in
                .fields([
                    person: .string(row.person.text), "name": .string(overview.name(of: row.person)),
                    "net": .string(ExpenseAmount(row.value.units, base).decimalText),
                    "left_out": .object(Self.object(row.value.leftOut)),
                ])
            })
        object["total"] = hasTotal ? .string(ExpenseAmount(total.units, base).decimalText) : nil
        if let times = total.rateTimes {
            object["oldest_rate"] = .string(TimeText.rfc3339(times.lowerBound.instant))
            object["newest_rate"] = .string(TimeText.rfc3339(times.upperBound.instant))
        }
        return object
    }

    private static func object(_ amounts: [ExpenseCurrency: Int64]) -> OutputObject {
        var object = OutputObject()
        for (currency, units) in amounts.sorted(by: { $0.key < $1.key }) {
            object[currency.code] = .string(ExpenseAmount(units, currency).decimalText)
        }
        return object
    }

    /// Prints what the viewer gets or owes, on one line.
    func printTotal(to printer: Printer) {
        let amount = overview.money.text(ExpenseAmount(total.units, base).magnitude)
        let state =
            total.units == 0
            ? "are about even in \(base.code.uppercased())"
            : total.units > 0 ? "are owed about \(amount)" : "owe about \(amount)"
        printer.line("In one currency you \(state)\(ages). Debts are settled in their own currencies.")
        printLeftOut(to: printer)
    }

    /// Prints what the members of a group get or owe.
    func printMembers(to printer: Printer) {
        printer.line(
            "About the same in \(base.code.uppercased())\(ages). Debts are settled in their own currencies.")
        var table = Table([.text("MEMBER"), .exact("STATE"), .amount("ABOUT")])
        for row in rows where row.value.units != 0 {
            let isMe = overview.isMe(row.person)
            let verb = row.value.units > 0 ? (isMe ? "get" : "gets") : (isMe ? "owe" : "owes")
            let amount = overview.money.text(ExpenseAmount(row.value.units, base).magnitude)
            table.add([.init(isMe ? "you" : overview.name(of: row.person)), .init(verb), .init(amount)])
        }
        printer.table(table)
        printLeftOut(to: printer)
    }

    private func printLeftOut(to printer: Printer) {
        let codes = leftOut.map { $0.currency.code.uppercased() }
        guard !codes.isEmpty else { return }
        printer.line(
            "Left out, because no rate to \(base.code.uppercased()) is kept: debts in \(codes.joined(separator: ", "))."
        )
    }

    /// The age of the rates, in words.
    private var ages: String {
        guard let times = total.rateTimes else { return "" }
        let (oldest, newest) = (days(since: times.lowerBound), days(since: times.upperBound))
        let days = oldest == newest ? CountText.of(oldest, "day") : "\(newest) to \(CountText.of(oldest, "day"))"
        return ", by kept rates that are \(days) old"
    }

    private func days(since time: SplitTime) -> Int {
        let (seconds, overflow) = now.seconds.subtractingReportingOverflow(time.seconds)
        return overflow ? 0 : Int(max(0, seconds) / 86_400)
    }
}

extension ExpenseCurrency {
    /// Reads the currency of `--total-in`.
    init(totalIn code: String) throws(CommandFailure) {
        do throws(SplitFailure) { try self.init(code.lowercased()) } catch { throw CommandFailure(split: error) }
    }
}
