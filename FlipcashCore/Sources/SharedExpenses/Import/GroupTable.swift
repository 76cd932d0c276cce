import FlipcashCore

/// A table of one group's expenses from Splitwise, Tricount or Spliit: one column for each person, with what the person
/// paid minus the share (expense specification §14.3).
public struct GroupTable: Hashable, Sendable {
    /// Which column is what. Names are compared without regard to case.
    public struct Columns: Hashable, Sendable, Codable {
        public var date: String
        public var description: String
        public var cost: String
        /// Nil when the file has one currency.
        public var currency: String?
        public var category: String?
        /// The columns of the people; nil for all columns that are none of the others.
        public var people: [String]?

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
        /// The number of the record in the file; the one with the columns is 1.
        public var row: Int
        public var date: SplitTime
        public var description: String
        public var category: String
        public var total: ExpenseAmount
        /// What people paid, by the name of the column.
        public var paid: [String: Int64]
        /// What people bear.
        public var shares: [String: Int64]

        /// Whether one person gave money to another one.
        public var isPayment: Bool {
            category.foldedName == "payment" && paid.count == 1 && shares.filter { $0.value != 0 }.count == 1
        }
    }

    /// A row that is not imported, and why.
    public struct Rejection: Hashable, Sendable {
        /// The reasons.
        public enum Reason: String, Hashable, Sendable {
            case date, amount, currency, unbalanced
        }

        public var row: Int
        public var reason: Reason
    }

    /// The names of the people, in the order of the columns.
    public private(set) var people: [String] = []
    public private(set) var entries: [Entry] = []
    public private(set) var rejected: [Rejection] = []

    /// Reads a file.
    ///
    /// - Parameter currency: of rows without one.
    /// - Throws: ``SplitFailure`` `not_an_export` when a column is missing or there are no people.
    public init(text: String, columns: Columns = Columns(), currency: ExpenseCurrency) throws(SplitFailure) {
        let records = CSVReader.records(text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text).map(\.cells)
        guard let head = records.first?.map(\.trimmedText) else { throw SplitFailure(.notAnExport) }
        func place(_ name: String?) -> Int? {
            name.flatMap { name in head.firstIndex { $0.foldedName == name.foldedName } }
        }
        guard let date = place(columns.date), let description = place(columns.description),
            let cost = place(columns.cost)
        else { throw SplitFailure(.notAnExport) }
        let (unit, category) = (place(columns.currency), place(columns.category))
        var places: [Int] = []
        if let names = columns.people {
            for name in names {
                guard let place = place(name) else { throw SplitFailure(.notAnExport, ["column": .text(name)]) }
                places.append(place)
            }
        } else {
            let taken = Set([date, description, cost, unit, category].compactMap { $0 })
            places = head.indices.filter { !taken.contains($0) && !head[$0].isEmpty }
        }
        people = places.map { head[$0] }
        guard !people.isEmpty, Set(people).count == people.count else { throw SplitFailure(.notAnExport) }
        for (index, cells) in records.enumerated().dropFirst() {
            func cell(_ place: Int?) -> String {
                place.flatMap { $0 < cells.count ? cells[$0].trimmedText : nil } ?? ""
            }
            // Splitwise ends with the balances of the group, which have no cost.
            if cell(cost).isEmpty { continue }
            let row = index + 1
            guard let when = SplitTime(iso8601: cell(date)) else {
                rejected.append(Rejection(row: row, reason: .date))
                continue
            }
            guard let used = cell(unit).isEmpty ? currency : try? ExpenseCurrency(cell(unit)) else {
                rejected.append(Rejection(row: row, reason: .currency))
                continue
            }
            let values = places.map { cell($0).isEmpty ? 0 : PayBackFile.units(cell($0), used) }
            guard let total = PayBackFile.units(cell(cost), used), total > 0, !values.contains(nil) else {
                rejected.append(Rejection(row: row, reason: .amount))
                continue
            }
            guard let (paid, shares) = Self.divide(total, values.compactMap { $0 }, people) else {
                rejected.append(Rejection(row: row, reason: .unbalanced))
                continue
            }
            entries.append(
                Entry(
                    row: row, date: when, description: cell(description), category: cell(category),
                    total: ExpenseAmount(total, used), paid: paid, shares: shares))
        }
    }

    /// What people paid and bear, from what they paid minus their shares. Nil when the values do not add up to 0.
    ///
    /// One positive value is the payer of everything. Several payers have paid their values and, in proportion, what the
    /// payers bear themselves: the nets are the same.
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
