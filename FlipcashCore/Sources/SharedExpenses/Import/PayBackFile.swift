import FlipcashCore

/// An export of PayBack (expense specification §14.1).
public struct PayBackFile: Hashable, Sendable {
    /// A friend in the file.
    public struct Person: Hashable, Sendable {
        /// The id in the file.
        public var id: MemberID
        /// The name.
        public var name: String
        /// Another name; may be empty.
        public var nickname: String
        /// The status that the file gives.
        public var status: Friend.Status

        /// Creates a friend.
        public init(id: MemberID, name: String, nickname: String = "", status: Friend.Status = .none) {
            self.id = id
            self.name = name
            self.nickname = nickname
            self.status = status
        }
    }

    /// A group in the file.
    public struct Group: Hashable, Sendable {
        /// The id in the file.
        public var id: EntityID
        /// The name.
        public var name: String
        /// Whether the group stands for two people only.
        public var isDirect: Bool

        /// Creates a group.
        public init(id: EntityID, name: String, isDirect: Bool = false) {
            self.id = id
            self.name = name
            self.isDirect = isDirect
        }
    }

    /// A member of a group in the file.
    public struct Member: Hashable, Sendable {
        /// The group.
        public var group: EntityID
        /// The id of the person.
        public var id: MemberID
        /// The name in this group.
        public var name: String

        /// Creates a member.
        public init(group: EntityID, id: MemberID, name: String) {
            self.group = group
            self.id = id
            self.name = name
        }
    }

    /// An expense. Its splits may differ from its total when ``isBalanced`` is false.
    public struct Entry: Hashable, Sendable {
        /// The id in the file.
        public var id: EntityID
        /// The group; nil for an expense without one.
        public var group: EntityID?
        /// What the money was for; may be empty.
        public var description: String
        /// The date as the file has it.
        public var date: String
        /// The total in smallest units.
        public var total: Int64
        /// Who paid.
        public var payer: MemberID
        /// Whether the file marks it as settled.
        public var isSettled: Bool
        /// Who takes part.
        public var involved: [MemberID] = []
        /// Each person's share.
        public var splits: [Expense.Split] = []
        /// The bare amounts of a receipt; kept when there are at least two.
        public var items: [Int64] = []
        /// Whether the splits add up to the total, after a small repair.
        public var isBalanced = true
    }

    /// The lines before the first section.
    public var meta: [String: String] = [:]
    /// The friends.
    public var friends: [Person] = []
    /// The groups.
    public var groups: [Group] = []
    /// The members of the groups.
    public var members: [Member] = []
    /// The expenses.
    public var expenses: [Entry] = []
    /// The names of people in expenses.
    public var names: [MemberID: String] = [:]
    /// What was repaired or is missing, such as `no_splits:ID` and `split_sum:ID:DIFFERENCE`.
    public var warnings: [String] = []

    /// Creates a file without content.
    public init() {}
}

extension PayBackFile {
    private static let firstLines = ["===PAYBACK_EXPORT===", "===PAYBACK_EXPORT_V1==="]
    private static let lastLine = "===END_PAYBACK_EXPORT==="
    /// The sections and the least number of cells in a row.
    private static let widths: [String: Int] = [
        "FRIENDS": 6, "GROUPS": 6, "GROUP_MEMBERS": 3, "EXPENSES": 8, "EXPENSE_INVOLVED_MEMBERS": 2,
        "EXPENSE_SPLITS": 5, "EXPENSE_SUBEXPENSES": 3, "PARTICIPANT_NAMES": 3,
    ]

    /// Reads a file whose amounts are in one currency.
    ///
    /// - Throws: ``SplitFailure`` `not_an_export`, `truncated`, `bad_row` with section and row.
    public init(text: String, currency: ExpenseCurrency) throws(SplitFailure) {
        self.init()
        var records = CSVText.lenientRecords(text)[...]
        guard let first = records.popFirst(), Self.firstLines.contains(first.cells[0].trimmingBlanks()) else {
            throw SplitFailure(.notAnExport)
        }
        var section: String?
        var row: Int64 = 0
        for record in records {
            let head = record.cells[0].trimmingBlanks()
            if !record.isFirstQuoted {
                if head == Self.lastLine {
                    finish()
                    return
                }
                if head.hasPrefix("#") { continue }
                if head.hasPrefix("["), head.hasSuffix("]"), record.cells.count == 1 {
                    section = String(head.dropFirst().dropLast()).uppercased()
                    row = 0
                    continue
                }
            }
            guard let section else {
                readMeta(record.cells.joined(separator: ","))
                continue
            }
            row += 1
            guard let width = Self.widths[section] else { continue }
            guard record.cells.count >= width,
                read(record.cells.map { $0.trimmingBlanks() }, of: section, raw: record.cells, currency)
            else { throw SplitFailure(.badRow, ["section": .text(section), "row": .number(row)]) }
        }
        throw SplitFailure(.truncated)
    }

    private mutating func readMeta(_ line: String) {
        guard let colon = line.firstIndex(of: ":") else { return }
        meta[String(line[..<colon]).trimmingBlanks()] = String(line[line.index(after: colon)...]).trimmingBlanks()
    }

    /// Reads a row; false when a cell cannot be read.
    private mutating func read(
        _ cells: [String], of section: String, raw: [String], _ currency: ExpenseCurrency
    ) -> Bool {
        switch section {
        case "FRIENDS":
            guard !cells[0].isEmpty else { return false }
            let status = Friend.Status(word: cells.count > 8 ? cells[8] : nil)
            friends.append(
                Person(id: MemberID(cells[0]), name: cells[1], nickname: cells[2], status: status))
        case "GROUPS":
            groups.append(Group(id: EntityID(cells[0]), name: cells[1], isDirect: Self.isTrue(cells[2])))
        case "GROUP_MEMBERS":
            members.append(Member(group: EntityID(cells[0]), id: MemberID(cells[1]), name: cells[2]))
        case "EXPENSES":
            guard let total = Self.units(cells[4], currency) else { return false }
            expenses.append(
                Entry(
                    id: EntityID(cells[0]), group: cells[1].isEmpty ? nil : EntityID(cells[1]), description: cells[2],
                    date: cells[3], total: total, payer: MemberID(cells[5]), isSettled: Self.isTrue(cells[6])))
        case "PARTICIPANT_NAMES":
            names[MemberID(cells[1])] = cells[2]
        default:
            guard let index = expenses.firstIndex(where: { $0.id == EntityID(cells[0]) }) else { return true }
            switch section {
            case "EXPENSE_INVOLVED_MEMBERS": expenses[index].involved.append(MemberID(cells[1]))
            case "EXPENSE_SPLITS":
                guard let units = Self.units(cells[3], currency) else { return false }
                expenses[index].splits.append(
                    Expense.Split(
                        id: EntityID(cells[1]), member: MemberID(cells[2]), units: units,
                        isSettled: Self.isTrue(cells[4])))
            default:
                guard let units = Self.units(cells[2], currency) else { return false }
                expenses[index].items.append(units)
            }
        }
        return true
    }

    /// Adds the splits that are missing, and repairs those that are off by rounding.
    private mutating func finish() {
        for index in expenses.indices {
            var entry = expenses[index]
            if entry.items.count < 2 { entry.items = [] }
            if entry.splits.isEmpty {
                warnings.append("no_splits:\(entry.id)")
                entry.splits = [
                    Expense.Split(id: entry.id, member: entry.payer, units: entry.total, isSettled: entry.isSettled)
                ]
            }
            let sum = entry.splits.reduce(0) { $0 &+ $1.units }
            let difference = entry.total &- sum
            if difference != 0 {
                warnings.append("split_sum:\(entry.id):\(difference)")
                entry.isBalanced = difference.magnitude <= UInt64(entry.splits.count)
                if entry.isBalanced {
                    let order = entry.splits.indices.sorted { entry.splits[$0].member < entry.splits[$1].member }
                    for place in order.prefix(Int(difference.magnitude)) {
                        entry.splits[place].units += difference < 0 ? -1 : 1
                    }
                }
            }
            expenses[index] = entry
        }
    }

    private static func isTrue(_ text: String) -> Bool { text.lowercased() == "true" }

    /// Units of a decimal number, rounded half up; nil for other text and for amounts out of range.
    static func units(_ text: String, _ currency: ExpenseCurrency) -> Int64? {
        guard let value = PlainDecimal(text)?.value,
            let units = (value * .init(powerOfTen: currency.digits)).units(.halfUp),
            units.magnitude <= UInt64(ExpenseAmount.unitsLimit)
        else { return nil }
        return units
    }
}
