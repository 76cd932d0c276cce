extension Expense {
    /// The expense after ids of one person were replaced by another id (expense specification §11.4).
    ///
    /// Splits of the person are added up only when their settled flags agree. The total does not change.
    public func rewriting(_ sources: Set<MemberID>, to target: MemberID) -> Expense {
        guard !namedMembers.isDisjoint(with: sources) else { return self }
        func renamed(_ member: MemberID) -> MemberID { sources.contains(member) ? target : member }
        func unique(_ members: [MemberID]) -> [MemberID] {
            var seen: Set<MemberID> = []
            return members.map(renamed).filter { seen.insert($0).inserted }
        }
        var expense = self
        expense.involved = unique(involved)
        expense.inactive = unique(inactive).filter { !expense.involved.contains($0) }
        expense.payers = []
        for payer in payers {
            let member = renamed(payer.member)
            if let index = expense.payers.firstIndex(where: { $0.member == member }) {
                expense.payers[index].units += payer.units
            } else {
                expense.payers.append(Payer(member, payer.units))
            }
        }
        expense.splits = []
        for var split in splits {
            split.member = renamed(split.member)
            let same = expense.splits.firstIndex { $0.member == split.member && $0.isSettled == split.isSettled }
            if split.member == target, let same {
                expense.splits[same].units += split.units
            } else {
                expense.splits.append(split)
            }
        }
        for index in expense.participants.indices {
            expense.participants[index].member = renamed(expense.participants[index].member)
        }
        expense.input = nil
        return expense
    }
}

extension SplitWorld {
    /// What a merge did.
    public struct MergeReport: Hashable, Sendable {
        /// Groups that hold an expense of somebody else about the person; they were left alone.
        public var skippedGroups: [EntityID] = []
        /// Whether both rows were one person already.
        public var isUnchanged = false
    }

    /// Binds a friend row to an account, with everything that follows (expense specification §11.1).
    mutating func link(
        _ target: MemberID, of creator: AccountID, to claimer: AccountID, merging merge: MemberID?, at now: SplitTime
    ) throws(SplitFailure) -> LinkContract {
        guard let account = accounts[claimer], account.state == .active, let other = accounts[creator] else {
            throw SplitFailure(.accountNotFound)
        }
        let key = FriendKey(owner: creator, memberID: target)
        guard var row = friends[key] else { throw SplitFailure(.targetUnavailable) }
        if let merge {
            guard let own = friends[FriendKey(owner: claimer, memberID: merge)], !own.isLinked else {
                throw SplitFailure(.targetUnavailable)
            }
        }
        guard aliasIDs(of: claimer).count < SplitLimits.aliases else { throw SplitFailure(.limitExceeded) }
        try aliases.insert(target, canonical: account.memberID)
        let name = Friend.isRealName(account.displayName) ? account.displayName : row.name
        if row.name != name { row.originalName = row.name }
        row.name = name
        if row.nickname.lowercased() == name.lowercased() { row.nickname = "" }
        row.linkState = .linked
        row.linkedAccount = claimer
        row.linkedMemberID = account.memberID
        row.status = .friend
        row.updatedAt = now
        friends[key] = row
        addReciprocal(other, for: claimer, at: now)
        rewrite([target], to: account.memberID, name: name, account: claimer, ownedBy: creator)
        if let merge { _ = try mergeFriends(merge, into: other.memberID, of: claimer) }
        return LinkContract(
            target: target, canonical: account.memberID, aliases: aliasIDs(of: claimer), account: claimer,
            displayName: account.displayName)
    }

    private mutating func addReciprocal(_ other: SplitAccount, for owner: AccountID, at now: SplitTime) {
        let known = friends(of: owner).contains {
            $0.linkedAccount == other.id || $0.memberID == other.memberID
        }
        guard !known else { return }
        let row = Friend(
            owner: owner, memberID: other.memberID,
            name: other.displayName.isEmpty ? "Unknown" : other.displayName, status: .friend, linkState: .linked,
            linkedAccount: other.id, linkedMemberID: other.memberID, updatedAt: now)
        friends[FriendKey(owner: owner, memberID: other.memberID)] = row
    }

    /// Replaces ids of a person in the groups and expenses of one owner.
    private mutating func rewrite(
        _ sources: Set<MemberID>, to target: MemberID, name: String?, account: AccountID?, ownedBy owner: AccountID,
        except skipped: Set<EntityID> = []
    ) {
        for var group in groups.values where group.owner == owner && !skipped.contains(group.id) {
            guard group.members.contains(where: { sources.contains($0.id) }) else { continue }
            var members: [GroupMember] = []
            for var member in group.members {
                if sources.contains(member.id) {
                    member.id = target
                    if let name { member.name = name }
                    if let account { member.account = account }
                    member.accountFriendMemberID = nil
                }
                if !members.contains(where: { $0.id == member.id }) { members.append(member) }
            }
            group.members = members
            groups[group.id] = group
        }
        for expense in expenses.values where expense.owner == owner {
            if let group = expense.groupID, skipped.contains(group) { continue }
            expenses[expense.id] = expense.rewriting(sources, to: target)
        }
    }

    /// Makes one row of two rows of the caller (expense specification §11.3).
    public mutating func mergeFriends(
        _ source: MemberID, into target: MemberID, of caller: AccountID
    ) throws(SplitFailure) -> MergeReport {
        guard source != target else { throw SplitFailure(.aliasCycle) }
        let sourceKey = FriendKey(owner: caller, memberID: source)
        guard var row = friends[FriendKey(owner: caller, memberID: target)] else {
            throw SplitFailure(.friendNotFound)
        }
        guard let old = friends[sourceKey] else {
            guard row.aliases.contains(source) else { throw SplitFailure(.friendNotFound) }
            return MergeReport(isUnchanged: true)
        }
        guard !old.isLinked else { throw SplitFailure(.targetLinked) }
        guard old.isEligible, account(of: source) == nil else { throw SplitFailure(.forbidden) }
        guard !old.aliases.contains(target) else { throw SplitFailure(.aliasCycle) }
        let sources = Set(old.aliases + [source]).subtracting(row.linkedMemberID.map { [$0] } ?? [])
        let foreign = expenses.values.filter {
            $0.owner != caller && $0.groupID != nil && !$0.namedMembers.isDisjoint(with: sources)
        }
        let skipped = Set(foreign.compactMap(\.groupID)).filter { groups[$0]?.owner == caller }
        try checkSize(of: sources, ownedBy: caller)
        rewrite(sources, to: target, name: nil, account: nil, ownedBy: caller, except: skipped)
        if row.nickname.isEmpty { row.nickname = old.nickname.isEmpty ? "" : old.nickname }
        if row.nickname.lowercased() == row.name.lowercased() { row.nickname = "" }
        if row.originalName.isEmpty, old.name != row.name { row.originalName = old.name }
        row.aliases = Set(row.aliases).union(sources).subtracting([target]).sorted()
        guard row.aliases.count <= SplitLimits.aliases else { throw SplitFailure(.limitExceeded) }
        friends[FriendKey(owner: caller, memberID: target)] = row
        friends[sourceKey] = nil
        return MergeReport(skippedGroups: skipped.sorted())
    }

    /// Checks the number of groups and of expenses that a merge would change.
    private func checkSize(of sources: Set<MemberID>, ownedBy owner: AccountID) throws(SplitFailure) {
        let groups = groups.values.count { group in
            group.owner == owner && group.members.contains { sources.contains($0.id) }
        }
        let expenses = expenses.values.count { $0.owner == owner && !$0.namedMembers.isDisjoint(with: sources) }
        guard max(groups, expenses) <= SplitLimits.mergedEntities else { throw SplitFailure(.limitExceeded) }
    }
}
