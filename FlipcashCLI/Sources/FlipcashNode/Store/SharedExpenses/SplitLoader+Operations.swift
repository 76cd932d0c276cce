import FlipcashCore
import SharedExpenses

/// A part of the world is larger than one operation may change.
struct SplitTooLarge: Error, Hashable {}

/// Reads the entities that each operation can affect.
extension SplitLoader {
    /// Reads what a client's operation can touch.
    ///
    /// - Throws: ``SplitTooLarge`` when more than `SplitLimits.cascade` entities would change.
    mutating func load(for request: SplitRequest) throws {
        let caller = request.caller
        try load(caller: caller)
        switch request.operation.change {
        case .putGroup(let put): try load(put, caller)
        case .deleteGroup(let id): try load(wholeGroup: id)
        case .leaveGroup(let id): try load(leaving: id, caller)
        case .removeMember(let removal): try load(removal)
        case .putExpense(let put): try load(put, caller)
        case .deleteExpense(let id): try load(expense: id)
        case .setSettlement(let settlement): try load(expense: settlement.expense)
        case .putFriend(let put): try load(put, caller)
        case .deleteFriend(let member): try load(deletedFriend: member, caller)
        case .mergeFriends(let merge): try load(merge, caller)
        case .putPayment(let payment): try load(new: payment, caller)
        case .advancePayment(let advance): try load(advance)
        case .putClosing(let closing): try load(closing)
        case .createInvite(let draft): try load(draft, caller)
        case .revokeInvite(let id): try load(.invite, [id])
        case .claimInvite(let claim): try load(claim, caller)
        case .createRequest(let draft): try load(draft, caller)
        case .respondRequest(let response): try load(response, caller)
        case .cancelRequest(let id): try load(.request, [id])
        case .clearAll, .deleteAccount: break
        }
        try loadGroups()
    }

    /// Reads the groups of everything that was read: their members see it.
    mutating func loadGroups() throws {
        let groups = Set(world.expenses.values.compactMap(\.groupID))
            .union(world.payments.values.compactMap(\.groupID)).union(world.closings.values.map(\.groupID))
        try load(.group, groups)
    }

    // MARK: Groups

    /// The number of a group that was read; nil when the group does not exist.
    func groupNumber(_ id: EntityID) -> Int64? {
        world.groups[id] == nil ? nil : entityNumbers[SplitPlace(kind: .group, space: 0, id: id.text)]
    }

    private mutating func load(_ put: GroupPut, _ caller: AccountID) throws {
        try load(.group, [put.group.id])
        try load(people: put.group.members.map(\.id))
        if put.group.isDirect, world.groups[put.group.id] == nil {
            let ids = put.group.members.prefix(SplitGroup.memberLimit).map(\.id)
            try load(idsOf: ids)
            let others = self.ids(of: ids).subtracting(world.ids(of: caller))
            try load(.group, naming: others, ownedBy: caller)
            let own = world.ids(of: caller)
            for owner in Set(ids.compactMap { world.account(of: $0)?.id }).subtracting([caller]).sorted() {
                try load(.group, naming: own, ownedBy: owner)
            }
        }
        try loadStamps(of: SplitPlace(kind: .group, space: 0, id: put.group.id.text), prefix: put.group.id.text)
    }

    /// Reads a group with everything in it.
    mutating func load(wholeGroup id: EntityID) throws {
        try load(.group, [id])
        guard let number = groupNumber(id) else { return }
        try loadDependents(of: number)
    }

    /// Reads expenses, payments and closings of a group.
    mutating func loadDependents(of number: Int64) throws {
        let found = try load(
            where: "e.grp = ? ORDER BY e.kind, e.id LIMIT ?", [number, limit + 1])
        guard found.count <= limit else { throw SplitTooLarge() }
    }

    /// Reads payments and closings of a group without expenses, however many there are: they are deleted together.
    mutating func loadAllDependents(of number: Int64) throws {
        try load(where: "e.grp = ? ORDER BY e.kind, e.id", [number])
    }

    private mutating func load(leaving id: EntityID, _ caller: AccountID) throws {
        try load(.group, [id])
        guard let group = world.groups[id], group.owner == caller, let number = groupNumber(id),
            world.steward(among: group.members.map(\.id), except: caller) == nil
        else { return }
        try loadDependents(of: number)
    }

    mutating func load(_ removal: MemberRemoval) throws {
        try load(.group, [removal.group])
        try load(idsOf: [removal.member])
        guard let group = world.groups[removal.group], let number = groupNumber(removal.group) else { return }
        let person = ids(of: [removal.member])
        guard group.members.count(where: { !person.contains($0.id) }) > 1 else {
            return try loadDependents(of: number)
        }
        let list = SQLList(try person.sorted().map { try $0.blob() })
        let found = try load(
            where: """
                e.id IN (SELECT n.entity FROM split_named n WHERE n.grp = ? AND n.member IN (\(list.placeholders)))
                ORDER BY e.id LIMIT ?
                """, [number] + list + [limit + 1])
        guard found.count <= limit else { throw SplitTooLarge() }
        try load(where: "e.grp = ? AND e.kind = ?", [number, EntityKey.Kind.closing.stored])
    }

    // MARK: Expenses

    private mutating func load(expense id: EntityID) throws {
        try load(.expense, [id])
        if let group = world.expenses[id]?.groupID { try load(.group, [group]) }
    }

    private mutating func load(_ put: ExpensePut, _ caller: AccountID) throws {
        let expense = put.expense
        try load(expense: expense.id)
        if let group = expense.groupID { try load(.group, [group]) }
        let stored = world.expenses[expense.id]
        let named = expense.namedMembers.union(stored?.namedMembers ?? [])
        guard named.count <= 4 * SplitLimits.splits else { throw SplitTooLarge() }
        if expense.context == .group { try load(people: named) } else { try load(idsOf: named) }
        try load(.friend, naming: ids(of: named), ownedBy: caller)
        if expense.context == .direct { try load(namesakesIn: expense.groupID, caller) }
        if let stored {
            let splits = SQLList(try stored.splits.map { try $0.id.blob() })
            try load(
                where: "e.id IN (SELECT s.payment FROM split_settles s WHERE s.split IN (\(splits.placeholders)))",
                SQLArguments(splits.values))
        }
        try loadStamps(of: SplitPlace(kind: .expense, space: 0, id: expense.id.text), prefix: expense.id.text)
    }

    /// Reads the caller's friends who have the names of a group's members.
    private mutating func load(namesakesIn group: EntityID?, _ caller: AccountID) throws {
        guard let members = group.flatMap({ world.groups[$0] })?.members, let number = accountNumbers[caller] else {
            return
        }
        let names = SQLList(members.map { Friend.folded($0.name).sqlValue })
        try load(
            where: """
                e.id IN (SELECT f.entity FROM split_friends f WHERE f.owner = ? AND f.folded_name
                    IN (\(names.placeholders)) LIMIT 64)
                """, [number] + names)
    }

    // MARK: Payments

    private mutating func load(new payment: SplitPayment, _ caller: AccountID) throws {
        try load(.payment, [payment.id] + (payment.reverses.map { [$0] } ?? []))
        let groups = Set(
            [payment.groupID, payment.reverses.flatMap { world.payments[$0]?.groupID }].compactMap(\.self))
        try load(.group, groups)
        try load(idsOf: [payment.from, payment.to])
        guard payment.groupID == nil, let number = accountNumbers[caller] else { return }
        let others = ids(of: [payment.from, payment.to]).subtracting(world.ids(of: caller))
        guard !others.isEmpty else { return }
        try load(.friend, naming: others, ownedBy: caller)
        let list = SQLList(try others.sorted().map { try $0.blob() })
        try load(
            where: """
                e.id = (SELECT n.entity FROM split_named n WHERE n.member IN (\(list.placeholders)) AND n.kind = ?
                    AND EXISTS (SELECT 1 FROM split_visibility v
                        WHERE v.entity = n.entity AND v.account = ? AND v.state = 0) LIMIT 1)
                """, SQLArguments(list.values) + [EntityKey.Kind.group.stored, number])
    }

    private mutating func load(_ advance: PaymentAdvance) throws {
        try load(.payment, [advance.payment])
        if let group = world.payments[advance.payment]?.groupID { try load(.group, [group]) }
        guard let stored = world.payments[advance.payment] else { return }
        // The rules decide which of them counts.
        let named = [advance.intentBytes, advance.linkProof]
        let known = [stored.intentBytes, stored.linkProof].filter { !named.contains($0) }
        for proof in (named + known).compactMap(\.self) {
            try load(where: "e.id = (SELECT p.entity FROM split_payments p WHERE p.proved_by = ?)", [proof.blob])
        }
    }

    /// Reads what the balances of a group rest on: the open expenses, the newest closing, the payments that count since
    /// then, and the earlier payments that have paid a split of an open expense. A closing ends all credits before it.
    private mutating func load(_ closing: GroupClosing) throws {
        try load(.group, [closing.groupID])
        try load(.closing, [closing.id])
        guard let number = groupNumber(closing.groupID) else { return }
        let found = try load(
            where: "e.grp = ? AND e.is_open = 1 ORDER BY e.id LIMIT ?", [number, limit + 1])
        guard found.count <= limit else { throw SplitTooLarge() }
        // The kinds are part of the text, because the indexes hold one kind each.
        let (paymentKind, closingKind) = (EntityKey.Kind.payment.stored, EntityKey.Kind.closing.stored)
        let newest = try load(
            where: "e.grp = ? AND e.kind = \(closingKind) ORDER BY e.updated_at DESC, e.id DESC LIMIT 1", [number])
        let since = newest.first.flatMap { world.closings[EntityID($0.id)]?.at.milliseconds } ?? .min
        try load(where: "e.grp = ? AND e.kind = \(paymentKind) AND e.updated_at >= ?", [number, since])
        let splits = found.flatMap { world.expenses[EntityID($0.id)]?.splits.filter { !$0.isSettled } ?? [] }
        for start in stride(from: 0, to: splits.count, by: Self.splitsAtOnce) {
            let part = splits[start..<min(start + Self.splitsAtOnce, splits.count)]
            let list = SQLList(try part.map { try $0.id.blob() })
            try load(
                where: """
                    e.grp = ? AND e.kind = \(paymentKind) AND e.id IN (SELECT s.payment FROM split_settles s
                        WHERE s.split IN (\(list.placeholders)))
                    """, [number] + list)
        }
    }

    /// How many splits one statement looks up.
    private static var splitsAtOnce: Int { 512 }

    // MARK: By people

    /// Reads entities of an owner that name one of several members.
    mutating func load(_ kind: EntityKey.Kind, naming members: Set<MemberID>, ownedBy owner: AccountID) throws {
        guard let number = accountNumbers[owner], !members.isEmpty else { return }
        let list = SQLList(try members.sorted().map { try $0.blob() })
        let kinds = kind == .group ? [kind.stored, SplitEntity.madeOfFriend] : [kind.stored, kind.stored]
        let found = try load(
            where: """
                e.id IN (SELECT n.entity FROM split_named n WHERE n.member IN (\(list.placeholders))
                    AND n.kind IN (?, ?) AND n.owner = ?) ORDER BY e.id LIMIT ?
                """,
            SQLArguments(list.values) + [kinds[0], kinds[1], number, limit + 1])
        guard found.count <= limit else { throw SplitTooLarge() }
    }

    /// Reads entities of any owner that name one of several members.
    mutating func load(_ kind: EntityKey.Kind, namingAny members: Set<MemberID>) throws {
        guard !members.isEmpty else { return }
        let list = SQLList(try members.sorted().map { try $0.blob() })
        let found = try load(
            where: """
                e.id IN (SELECT n.entity FROM split_named n WHERE n.member IN (\(list.placeholders)) AND n.kind = ?)
                ORDER BY e.id LIMIT ?
                """, SQLArguments(list.values) + [kind.stored, limit + 1])
        guard found.count <= limit else { throw SplitTooLarge() }
    }
}
