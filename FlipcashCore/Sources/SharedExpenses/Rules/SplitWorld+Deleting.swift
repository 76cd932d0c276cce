extension SplitWorld {
    /// Deletes a group with all of its expenses. Money that was paid stays paid: completed payments are kept, and with
    /// them the closings that ended their credits. So are payments of wallets whose money may be on its way.
    public mutating func removeGroup(_ id: EntityID) {
        groups[id] = nil
        expenses = expenses.filter { $0.value.groupID != id }
        payments = payments.filter { _, payment in
            guard payment.groupID == id, payment.state != .completed else { return true }
            let isOfWallet = payment.method == .direct || payment.method == .cashLink
            return isOfWallet && (payment.state == .proposed || payment.state == .submitted)
        }
        if !payments.values.contains(where: { $0.groupID == id }) {
            closings = closings.filter { $0.value.groupID != id }
        }
    }

    /// Deletes a friend row and what follows from it (expense specification §12).
    public mutating func deleteFriend(_ member: MemberID, of caller: AccountID) throws(SplitFailure) {
        let key = FriendKey(owner: caller, memberID: member)
        guard let row = friends[key] else { throw SplitFailure(.friendNotFound) }
        let ids = Set(row.identityIDs.flatMap { aliases.equivalents(of: $0) })
        if row.isLinked {
            try deleteLinked(ids, of: caller)
        } else {
            deleteUnlinked(ids, of: caller)
        }
        friends[key] = nil
    }

    private mutating func deleteLinked(_ person: Set<MemberID>, of caller: AccountID) throws(SplitFailure) {
        let direct = groups.values.filter {
            $0.isDirect && $0.owner == caller && $0.members.contains { person.contains($0.id) }
        }
        let doomed = Set(direct.map(\.id))
        for expense in expenses.values {
            if let group = expense.groupID, doomed.contains(group), expense.owner != caller {
                throw SplitFailure(.foreignExpense)
            }
        }
        for group in doomed { removeGroup(group) }
        for expense in expenses.values
        where expense.owner == caller && expense.context == .adHoc && !expense.namedMembers.isDisjoint(with: person) {
            expenses[expense.id] = nil
        }
    }

    private mutating func deleteUnlinked(_ person: Set<MemberID>, of caller: AccountID) {
        for var group in groups.values where group.owner == caller {
            let count = group.members.count
            group.members.removeAll { person.contains($0.id) }
            guard group.members.count < count else { continue }
            if group.members.count <= 1 { removeGroup(group.id) } else { groups[group.id] = group }
        }
        for var expense in expenses.values
        where expense.owner == caller && !expense.namedMembers.isDisjoint(with: person) {
            let removed = expense.involved.filter(person.contains)
            expense.involved.removeAll(where: person.contains)
            for member in removed where !expense.inactive.contains(member) { expense.inactive.append(member) }
            let paid = expense.payers.contains { person.contains($0.member) }
            expenses[expense.id] = paid || expense.involved.count <= 1 ? nil : expense
        }
    }

    /// Takes a person out of a group, with the expenses that name the person (expense specification §5).
    public mutating func removeMember(
        _ member: MemberID, from id: EntityID, by caller: SplitCaller, force: Bool
    ) throws(SplitFailure) {
        guard let group = groups[id] else { throw SplitFailure(.groupNotFound) }
        guard group.owner == caller.account else { throw SplitFailure(.forbidden) }
        guard !caller.isSelf(member) else { throw SplitFailure(.cannotRemoveSelf) }
        guard group.members.contains(where: { $0.id == member }) else { throw SplitFailure(.memberNotFound) }
        if !force {
            let balances = try ledger(of: id).balances(of: aliases.resolve(member))
            guard balances.allSatisfy({ $0.net == 0 }) else { throw SplitFailure(.outstandingBalance) }
        }
        let person = aliases.equivalents(of: member)
        for expense in expenses(in: id) where !expense.namedMembers.isDisjoint(with: person) {
            expenses[expense.id] = nil
        }
        groups[id]?.members.removeAll { person.contains($0.id) }
        if (groups[id]?.members.count ?? 0) <= 1 { removeGroup(id) }
    }

    /// Takes the caller out of a group. An owner passes it to a steward (expense specification §5).
    public mutating func leaveGroup(_ id: EntityID, by caller: SplitCaller) throws(SplitFailure) {
        guard var group = groups[id] else { throw SplitFailure(.groupNotFound) }
        let count = group.members.count
        group.members.removeAll { caller.isSelf($0.id) || caller.isSelf(aliases.resolve($0.id)) }
        guard group.members.count < count else { throw SplitFailure(.notMember) }
        if group.owner == caller.account {
            guard let steward = steward(among: group.members.map(\.id), except: caller.account) else {
                removeGroup(id)
                return
            }
            group.owner = steward
        }
        groups[id] = group
    }

    /// The active account with the smallest id among people; nil if none of them has an active account.
    public func steward(among members: some Sequence<MemberID>, except account: AccountID) -> AccountID? {
        members.compactMap { activeAccount(of: $0)?.id }.filter { $0 != account }.min()
    }

    /// Removes what an account owns and its part in other things (expense specification §12).
    ///
    /// - Parameter cutoff: what was changed later stays; nil for everything.
    public mutating func clearAll(of caller: AccountID, cutoff: SplitTime? = nil) {
        func isOld(_ time: SplitTime) -> Bool { cutoff.map { time <= $0 } ?? true }
        for expense in expenses.values where expense.owner == caller && isOld(expense.updatedAt) {
            expenses[expense.id] = nil
        }
        let own = ids(of: caller)
        for var group in groups.values where isOld(group.updatedAt) {
            if group.owner == caller {
                removeGroup(group.id)
                continue
            }
            let count = group.members.count
            group.members.removeAll { own.contains($0.id) }
            guard group.members.count < count else { continue }
            groups[group.id] = group
            for expense in expenses.values where expense.groupID == group.id {
                cleared.insert(ClearedExpense(account: caller, expense: expense.id))
            }
        }
        friends = friends.filter { $0.key.owner != caller || !isOld($0.value.updatedAt) }
    }
}
