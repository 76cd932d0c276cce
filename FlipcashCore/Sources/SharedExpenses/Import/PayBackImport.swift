import FlipcashCore

/// The changes that import a PayBack file, with the ids of its mapping (expense specification §14.2).
///
/// Friends come first, then groups, then expenses. Leaves out what the store has already, so a second import changes
/// nothing.
public struct PayBackImport: Sendable {
    /// The changes, in order.
    public private(set) var changes: [SplitChange] = []
    /// Expenses that are in the store already.
    public private(set) var duplicates: [EntityID] = []
    /// Expenses whose splits do not add up to their totals; somebody has to decide about them.
    public private(set) var undecided: [EntityID] = []
    /// Expenses whose date or people cannot be read, or whose group is not in the file.
    public private(set) var unreadable: [EntityID] = []

    /// Dates closer than this, in seconds, can be the same expense.
    public static let duplicateWindow: Int64 = 300

    /// - Parameters:
    ///   - existing: the expenses of the store.
    ///   - owner: the caller's account.
    ///   - makeID: makes an unused id.
    public init(
        file: PayBackFile, mapping: ImportMapping, currency: ExpenseCurrency, existing: [Expense], owner: AccountID,
        makeID: () -> EntityID
    ) {
        for id in mapping.newFriendOrder {
            let person = file.friends.first { mapping.members[$0.id] == id }
            changes.append(
                .putFriend(
                    FriendPut(
                        Friend(
                            owner: owner, memberID: id, name: mapping.newFriends[id] ?? "Unknown",
                            nickname: person?.nickname ?? "", status: .friend))))
        }
        for group in file.groups {
            guard let id = mapping.groups[group.id] else { continue }
            let members = file.members.filter { $0.group == group.id }.compactMap { member in
                mapping.members[member.id].map { GroupMember(id: $0, name: member.name, accountFriendMemberID: $0) }
            }
            let put = SplitGroup(
                id: id, name: group.name, members: members, isDirect: group.isDirect && members.count == 2,
                currency: currency)
            changes.append(.putGroup(GroupPut(put)))
        }
        for entry in file.expenses {
            guard entry.isBalanced else {
                undecided.append(entry.id)
                continue
            }
            guard let expense = Self.expense(entry, file, mapping, currency, makeID) else {
                unreadable.append(entry.id)
                continue
            }
            if existing.contains(where: { Self.isSame($0, expense) }) {
                duplicates.append(entry.id)
            } else {
                changes.append(.putExpense(ExpensePut(expense)))
            }
        }
    }

    private static func expense(
        _ entry: PayBackFile.Entry, _ file: PayBackFile, _ mapping: ImportMapping, _ currency: ExpenseCurrency,
        _ makeID: () -> EntityID
    ) -> Expense? {
        guard let date = SplitTime(iso8601: entry.date), let payer = mapping.members[entry.payer] else { return nil }
        let group = entry.group.flatMap { mapping.groups[$0] }
        guard group != nil || entry.group == nil else { return nil }
        var splits: [Expense.Split] = []
        for split in entry.splits {
            guard let member = mapping.members[split.member] else { return nil }
            splits.append(
                Expense.Split(id: makeID(), member: member, units: split.units, isSettled: split.isSettled))
        }
        var involved = entry.involved.compactMap { mapping.members[$0] }
        if involved.isEmpty { involved = splits.map(\.member) }
        let isDirect = file.groups.first { $0.id == entry.group }?.isDirect ?? false
        if group == nil {
            // Without a group, everybody who is named takes part, and all who take part have a share.
            for member in splits.map(\.member) + [payer] where !involved.contains(member) { involved.append(member) }
            let isSettled = splits.allSatisfy(\.isSettled)
            for member in involved where !splits.contains(where: { $0.member == member }) {
                splits.append(Expense.Split(id: makeID(), member: member, units: 0, isSettled: isSettled))
            }
        }
        let context: Expense.Context = group == nil ? .adHoc : isDirect ? .direct : .group
        var expense = Expense(
            id: makeID(), context: context, groupID: group, description: entry.description,
            date: date, total: ExpenseAmount(entry.total, currency), payers: [Expense.Payer(payer, entry.total)],
            splits: splits, involved: involved, isRefund: entry.total < 0)
        if !entry.items.isEmpty {
            expense.input = SplitInput(
                mode: .itemized, items: entry.items.map { SplitInput.Item(units: $0, members: involved) })
        }
        return expense
    }

    private static func isSame(_ left: Expense, _ right: Expense) -> Bool {
        left.groupID == right.groupID && left.total == right.total && left.payers == right.payers
            && left.description.foldedName == right.description.foldedName
            && Set(left.involved) == Set(right.involved)
            && left.date.isWithin(seconds: duplicateWindow, of: right.date)
    }
}

extension SplitTime {
    /// Reads an ISO 8601 date in UTC: `yyyy-MM-dd`, with or without `THH:mm:ss`, a fraction and `Z`. Nil for other
    /// text.
    public init?(iso8601 text: String) {
        let parts = text.trimmingBlanks().split(separator: "T", maxSplits: 1)
        guard let head = parts.first, let day = CalendarDate(String(head)) else { return nil }
        var seconds = Int64(day.dayNumber) * 86_400
        if parts.count == 2 {
            var clock = parts[1]
            if clock.hasSuffix("Z") { clock = clock.dropLast() }
            let units = (clock.split(separator: ".").first ?? "").split(separator: ":").map { Int64($0) }
            guard units.count == 3, let hour = units[0], let minute = units[1], let second = units[2],
                (0..<24).contains(hour), (0..<60).contains(minute), (0...60).contains(second)
            else { return nil }
            seconds += hour * 3600 + minute * 60 + second
        }
        self.init(seconds: seconds)
    }
}
