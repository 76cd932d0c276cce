extension SplitWorld {
    /// Checks the people of an expense in a group, and of one between two people (expense specification §6.5).
    ///
    /// - Throws: ``SplitFailure`` `group_not_found`, `context_mismatch`, `not_member`, `unknown_member` and
    ///   `not_confirmed_friend`, in this order.
    public func checkGroupExpense(
        by caller: SplitCaller, group id: EntityID, involved: [MemberID], payers: [MemberID], context: Expense.Context
    ) throws(SplitFailure) {
        guard let group = groups[id] else { throw SplitFailure(.groupNotFound) }
        guard group.isDirect == (context == .direct), context != .adHoc else { throw SplitFailure(.contextMismatch) }
        guard isMember(caller.account, of: group) || group.members.contains(where: { caller.isSelf($0.id) }) else {
            throw SplitFailure(.notMember)
        }
        let members = Set(group.members.map(\.id)).union(group.members.map { aliases.resolve($0.id) })
        for member in involved + payers
        where !members.contains(member) && !members.contains(aliases.resolve(member)) && !caller.isSelf(member) {
            throw SplitFailure(.unknownMember, ["member": .text(member.text)])
        }
        guard context == .direct else { return }
        for member in involved where !caller.isSelf(member) { try checkFriend(member, of: caller, in: group) }
    }

    /// Checks the people of an expense without a group (expense specification §6.6).
    ///
    /// - Parameter known: people whom the stored expense names already; they are not checked again.
    public func checkAdHocExpense(
        by caller: SplitCaller, involved: [MemberID], participants: [MemberID], splits: [MemberID],
        payers: [MemberID], known: Set<MemberID> = []
    ) throws(SplitFailure) {
        for list in [involved, participants, splits] where Set(list).count != list.count {
            throw SplitFailure(.duplicateParticipant)
        }
        guard Set(involved) == Set(participants), Set(involved) == Set(splits) else {
            throw SplitFailure(.participantsMismatch)
        }
        guard involved.contains(where: caller.isSelf) else { throw SplitFailure(.callerNotParticipant) }
        let others = involved.filter { !caller.isSelf($0) }
        guard !others.isEmpty else { throw SplitFailure(.tooFewParticipants) }
        guard !payers.isEmpty, payers.allSatisfy(involved.contains) else {
            throw SplitFailure(.payerNotParticipant)
        }
        for member in others where !known.contains(member) { try checkFriend(member, of: caller, in: nil) }
    }

    /// Checks that a person is a confirmed friend of the caller.
    private func checkFriend(
        _ member: MemberID, of caller: SplitCaller, in group: SplitGroup?
    ) throws(SplitFailure) {
        let canonical = aliases.resolve(member)
        let rows = friends(of: caller.account)
        let matching = rows.filter { row in
            row.identityIDs.contains(member) || row.identityIDs.contains { aliases.resolve($0) == canonical }
                || row.linkedAccount.map { ids(of: $0).contains(member) } ?? false
        }
        let isConfirmed: Bool
        if let account = activeAccount(of: member) {
            // Only a row that the server linked proves that this account agreed.
            isConfirmed = matching.contains { $0.linkedAccount == account.id }
        } else {
            isConfirmed =
                matching.contains(where: \.isEligible)
                || group.map { isOnlyCounterparty(member, of: caller, in: $0) || hasOneNamesake(member, rows, $0) }
                    ?? false
        }
        guard isConfirmed else {
            let name = group?.members.first { $0.id == member }?.name
            throw SplitFailure(.notConfirmedFriend, ["member": .text(name ?? member.text)])
        }
    }

    private func isOnlyCounterparty(_ member: MemberID, of caller: SplitCaller, in group: SplitGroup) -> Bool {
        let others = group.members.filter { !caller.isSelf($0.id) && !caller.isSelf(aliases.resolve($0.id)) }
        return others.count == 1 && aliases.resolve(others[0].id) == aliases.resolve(member)
    }

    private func hasOneNamesake(_ member: MemberID, _ rows: [Friend], _ group: SplitGroup) -> Bool {
        guard let name = group.members.first(where: { $0.id == member })?.name.foldedName, !name.isEmpty else {
            return false
        }
        return rows.filter { $0.isEligible && $0.name.foldedName == name }.count == 1
    }

    /// The accounts that see an expense (expense specification §10.3).
    public func viewers(of expense: Expense) -> Set<AccountID> {
        var members = expense.namedMembers
        if let group = expense.groupID.flatMap({ groups[$0] }) { members.formUnion(group.members.map(\.id)) }
        var viewers = Set(members.compactMap { activeAccount(of: $0)?.id })
        if let owner = expense.owner, accounts[owner]?.state == .active { viewers.insert(owner) }
        return viewers
    }

    /// The accounts that see a payment: both people, and the members of its group.
    public func viewers(of payment: SplitPayment) -> Set<AccountID> {
        var members: Set<MemberID> = [payment.from, payment.to]
        if let group = payment.groupID.flatMap({ groups[$0] }) { members.formUnion(group.members.map(\.id)) }
        return Set(members.compactMap { activeAccount(of: $0)?.id })
    }

    /// The most ids that can be looked up at once.
    public static let lookupLimit = 65

    /// The accounts of ids that the caller can know; other ids are left out (expense specification §3).
    public func resolveMembers(
        _ ids: [MemberID], for caller: AccountID
    ) throws(SplitFailure) -> [MemberID: SplitAccount] {
        guard ids.count <= Self.lookupLimit else { throw SplitFailure(.tooManyIDs) }
        let surface = surface(of: caller)
        var found: [MemberID: SplitAccount] = [:]
        for id in ids where surface.contains(id) { found[id] = account(of: id) }
        return found
    }

    /// The ids that an account can know: its own, its groups' and its friends'.
    public func surface(of caller: AccountID) -> Set<MemberID> {
        var surface = ids(of: caller)
        for group in groups.values where group.owner == caller || isMember(caller, of: group) {
            surface.formUnion(group.members.map(\.id))
        }
        for friend in friends.values where friend.owner == caller { surface.formUnion(friend.identityIDs) }
        return surface
    }
}
