import FlipcashCore

/// A table of one group's expenses from Splitwise, Tricount or Spliit: one column for each person, with what the person
/// paid minus the share (expense specification §14.3).
public struct GroupTable: Hashable, Sendable {
    /// The names of the columns, compared without regard to case.
    public struct Columns: Hashable, Sendable, Codable {
        /// The column with the date.
        public var date: String
        /// The column with the text that says what the money was for.
        public var description: String
        /// The column with the total.
        public var cost: String
        /// The column with the currency; nil when the file has one currency.
        public var currency: String?
        /// The column with the category; nil when the file has no categories.
        public var category: String?
        /// The columns of the people; nil for all other columns.
        public var people: [String]?

        /// Names the columns. The defaults are those of Splitwise.
        public init(
            date: String = "Date", description: String = "Description", cost: String = "Cost",
            currency: String? = "Currency", category: String? = "Category", people: [String]? = nil
        ) {
            self.date = date
            self.description = description
            self.cost = cost
            self.currency = currency
            self.category = category
            self.people = people
        }
    }

    /// A row that was read.
    public struct Entry: Hashable, Sendable {
        /// The number of the record in the file. The header is record 1.
        public var row: Int
        /// The date of the expense.
        public var date: SplitTime
        /// What the money was for; may be empty.
        public var description: String
        /// The category; may be empty.
        public var category: String
        /// The cost, above 0.
        public var total: ExpenseAmount
        /// What each person paid, by the name of the column.
        public var paid: [String: Int64]
        /// Each person's share, by the name of the column.
        public var shares: [String: Int64]

        /// Whether one person gave money to another one.
        public var isPayment: Bool {
            category.foldedName == "payment" && paid.count == 1 && shares.filter { $0.value != 0 }.count == 1
        }
    }

    /// A row that is not imported, and why.
    public struct Rejection: Hashable, Sendable {
        /// The reasons.
        public enum Reason: String, Error, Hashable, Sendable {
            /// The date is not in ISO 8601 form.
            case date
            /// The cost is not above 0, or a cell is not a number.
            case amount
            /// The currency is not supported.
            case currency
            /// The people's values do not add up to 0.
            case unbalanced
        }

        /// The number of the record in the file.
        public var row: Int
        /// What is wrong with it.
        public var reason: Reason
    }

    /// The names of the people, in the order of the columns.
    public private(set) var people: [String] = []
    /// The rows that can be imported.
    public private(set) var entries: [Entry] = []
    /// The rows that cannot be imported.
    public private(set) var rejected: [Rejection] = []

    /// Reads a file.
    ///
    /// - Parameter currency: the currency of rows that do not name one.
    /// - Throws: ``SplitFailure`` `not_an_export` when a column is missing or there are no people.
    public init(text: String, columns: Columns = Columns(), currency: ExpenseCurrency) throws(SplitFailure) {
        let records = CSVText.lenientRecords(text).map(\.cells)
        guard let head = records.first else { throw SplitFailure(.notAnExport) }
        let places = try Places(columns, head: head.map { $0.trimmingBlanks() })
        people = places.people.map { head[$0].trimmingBlanks() }
        guard !people.isEmpty, Set(people).count == people.count else { throw SplitFailure(.notAnExport) }
        for (index, cells) in records.enumerated().dropFirst() {
            let row = Row(number: index + 1, cells: cells, places: places)
            // Splitwise ends with the balances of the group, which have no cost.
            if row[places.cost].isEmpty { continue }
            switch entry(row, currency: currency) {
            case .success(let entry): entries.append(entry)
            case .failure(let reason): rejected.append(Rejection(row: row.number, reason: reason))
            }
        }
    }

    /// The positions of the columns in a row.
    private struct Places {
        let date: Int
        let description: Int
        let cost: Int
        let currency: Int?
        let category: Int?
        let people: [Int]

        init(_ columns: Columns, head: [String]) throws(SplitFailure) {
            func place(_ name: String?) -> Int? {
                name.flatMap { name in head.firstIndex { $0.foldedName == name.foldedName } }
            }
            guard let date = place(columns.date), let description = place(columns.description),
                let cost = place(columns.cost)
            else { throw SplitFailure(.notAnExport) }
            (self.date, self.description, self.cost) = (date, description, cost)
            (currency, category) = (place(columns.currency), place(columns.category))
            guard let names = columns.people else {
                let taken = Set([date, description, cost, currency, category].compactMap { $0 })
                people = head.indices.filter { !taken.contains($0) && !head[$0].isEmpty }
                return
            }
            var people: [Int] = []
            for name in names {
                guard let place = place(name) else { throw SplitFailure(.notAnExport, ["column": .text(name)]) }
                people.append(place)
            }
            self.people = people
        }
    }

    private struct Row {
        let number: Int
        let cells: [String]
        let places: Places

        /// The text at a place; empty when the row is too short or has no such column.
        subscript(place: Int?) -> String {
            place.flatMap { $0 < cells.count ? cells[$0].trimmingBlanks() : nil } ?? ""
        }
    }

    private func entry(_ row: Row, currency: ExpenseCurrency) -> Result<Entry, Rejection.Reason> {
        let places = row.places
        guard let date = SplitTime(iso8601: row[places.date]) else { return .failure(.date) }
        let code = row[places.currency]
        guard let used = code.isEmpty ? currency : try? ExpenseCurrency(code) else { return .failure(.currency) }
        let values = places.people.map { row[$0].isEmpty ? 0 : PayBackFile.units(row[$0], used) }
        guard let total = PayBackFile.units(row[places.cost], used), total > 0, !values.contains(nil) else {
            return .failure(.amount)
        }
        guard let (paid, shares) = Self.divide(total, values.compactMap { $0 }, people) else {
            return .failure(.unbalanced)
        }
        return .success(
            Entry(
                row: row.number, date: date, description: row[places.description], category: row[places.category],
                total: ExpenseAmount(total, used), paid: paid, shares: shares))
    }

    /// Returns what each person paid and each person's share, computed from the differences of the two. Nil when the
    /// differences do not add up to 0.
    ///
    /// People with a positive difference are payers. A single payer paid the whole cost. Several payers also divide the
    /// rest of the cost among themselves, in proportion to their differences, which stay the same.
    private static func divide(
        _ total: Int64, _ values: [Int64], _ people: [String]
    ) -> (paid: [String: Int64], shares: [String: Int64])? {
        guard let lent = try? values.filter({ $0 > 0 }).checkedSum(), (try? values.checkedSum()) == 0, lent > 0,
            lent <= total
        else { return nil }
        let payers = people.indices.filter { values[$0] > 0 }
        let own = try? Apportionment.parts(
            of: total - lent, weights: payers.map { ExactRational(values[$0].magnitude) },
            ids: payers.map { MemberID(people[$0]) })
        guard let own else { return nil }
        var (paid, shares): ([String: Int64], [String: Int64]) = ([:], [:])
        for (payer, part) in zip(payers, own) {
            paid[people[payer]] = values[payer] + part
            shares[people[payer]] = part
        }
        for index in people.indices where values[index] < 0 { shares[people[index]] = -values[index] }
        return (paid, shares)
    }

    /// The changes that put the table into a group.
    ///
    /// - Parameter members: the member of each person.
    public func changes(
        group: EntityID, members: [String: MemberID], makeID: () -> EntityID
    ) throws(SplitFailure) -> [SplitChange] {
        var changes: [SplitChange] = []
        for entry in entries {
            var payers: [Expense.Payer] = []
            var splits: [Expense.Split] = []
            for name in people {
                guard let member = members[name] else {
                    throw SplitFailure(.unknownMember, ["member": .text(name)])
                }
                if let units = entry.paid[name] { payers.append(Expense.Payer(member, units)) }
                if let units = entry.shares[name], units != 0 {
                    splits.append(Expense.Split(id: makeID(), member: member, units: units))
                }
            }
            if entry.isPayment, let from = payers.first?.member, let to = splits.first?.member, from != to {
                changes.append(
                    .putPayment(
                        SplitPayment(
                            id: makeID(), from: from, to: to, amount: entry.total, groupID: group, method: .external,
                            state: .completed, note: entry.description, createdAt: entry.date, completedAt: entry.date))
                )
                continue
            }
            let expense = Expense(
                id: makeID(), context: .group, groupID: group,
                description: entry.description.isEmpty ? "Imported" : entry.description, date: entry.date,
                total: entry.total, payers: payers, splits: splits, involved: splits.map(\.member),
                category: String(entry.category.prefix(32)))
            try expense.checkSums()
            changes.append(.putExpense(ExpensePut(expense)))
        }
        return changes
    }
}
