/// What was spent, added up by category, person or month. Refunds subtract, and payments between people do not count.
public struct Spending: Hashable, Sendable {
    /// What the rows stand for.
    public enum Key: String, Hashable, Sendable, CaseIterable {
        /// The category of the expense; may be empty.
        case category
        /// A person; each payer and each participant has a row.
        case person
        /// The month of the expense's date.
        case month
    }

    /// One sum.
    public struct Row: Hashable, Sendable {
        /// The category, the id of the person, or the month.
        public let key: String
        /// What was spent; for a person, what the person paid.
        public let total: Int64
        /// The viewer's share of it; for a person, the person's share of everything.
        public let share: Int64

        /// Creates a row; both sums are in the smallest units of the currency.
        public init(key: String, total: Int64, share: Int64) {
            self.key = key
            self.total = total
            self.share = share
        }
    }

    /// The rows by currency: months in order, all others by the largest total, then by key.
    public let rows: [ExpenseCurrency: [Row]]

    /// Adds up expenses.
    ///
    /// - Parameters:
    ///   - viewer: whose share is added up, as `person` names the viewer.
    ///   - person: one id for all ids of a person.
    ///   - month: the month of a moment, such as `2026-07`.
    /// - Throws: ``SplitFailure`` `amount_out_of_range`.
    public init(
        of expenses: some Sequence<Expense>, by key: Key, viewer: MemberID,
        person: (MemberID) -> MemberID, month: (SplitTime) -> String
    ) throws(SplitFailure) {
        var sums: [ExpenseCurrency: [String: Sums]] = [:]
        for expense in expenses {
            let currency = expense.total.currency
            func add(_ key: String, total: Int64, share: Int64) throws(SplitFailure) {
                let before = sums[currency]?[key] ?? Sums()
                sums[currency, default: [:]][key] = Sums(
                    total: try [before.total, total].checkedSum(), share: try [before.share, share].checkedSum())
            }
            let own = try expense.splits.filter { person($0.member) == viewer }.map(\.units).checkedSum()
            switch key {
            case .category: try add(expense.category, total: expense.total.units, share: own)
            case .month: try add(month(expense.date), total: expense.total.units, share: own)
            case .person:
                for payer in expense.payers { try add(person(payer.member).text, total: payer.units, share: 0) }
                for split in expense.splits { try add(person(split.member).text, total: 0, share: split.units) }
            }
        }
        rows = sums.mapValues { sums in
            let rows = sums.map { Row(key: $0.key, total: $0.value.total, share: $0.value.share) }
            return rows.sorted { left, right in
                key == .month || left.total == right.total ? left.key < right.key : left.total > right.total
            }
        }
    }

    private struct Sums {
        var total: Int64 = 0
        var share: Int64 = 0
    }
}
