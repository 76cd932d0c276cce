import FlipcashCore

/// What an operation did to the world.
struct OperationEffect {
    var isUnchanged = false
    var version: UInt64 = 0
    var contract: LinkContract?
}

/// Answers whether the money of a payment has moved, which only a server knows.
public typealias PaymentProof = @Sendable (SplitPayment) -> Bool

extension SplitWorld {
    /// Carries out an operation. Leaves the world unchanged if a rule is broken, so that a caller needs no copy of it.
    ///
    /// - Parameters:
    ///   - caller: the account that signed the operation. The operation itself does not name its author.
    ///   - proof: whether the money of a payment between wallets has moved.
    /// - Throws: ``SplitFailure`` with the rule that is broken. Ids that the caller cannot see are `not_found`.
    mutating func carryOut(
        _ operation: SplitOperation, by caller: AccountID, at now: SplitTime, proof: PaymentProof
    ) throws(SplitFailure) -> OperationEffect {
        switch operation.change {
        case .mergeFriends, .claimInvite, .respondRequest:
            // These rules can fail halfway. They are rare, so they work on a copy.
            var copy = self
            let effect = try copy.apply(operation, by: caller, at: now, proof: proof)
            self = copy
            return effect
        case .putGroup, .putExpense, .putFriend:
            // These rules note when texts were written before their last check, and nothing else.
            let stamps = textStamps
            do throws(SplitFailure) {
                return try apply(operation, by: caller, at: now, proof: proof)
            } catch {
                textStamps = stamps
                throw error
            }
        case .deleteGroup, .leaveGroup, .removeMember, .deleteExpense, .setSettlement, .deleteFriend, .putPayment,
            .advancePayment, .putClosing, .createInvite, .revokeInvite, .createRequest, .cancelRequest, .clearAll,
            .deleteAccount:
            // These rules check everything before they change anything.
            return try apply(operation, by: caller, at: now, proof: proof)
        }
    }

    private mutating func apply(
        _ operation: SplitOperation, by caller: AccountID, at now: SplitTime, proof: PaymentProof
    ) throws(SplitFailure) -> OperationEffect {
        guard let account = accounts[caller], account.state == .active else { throw SplitFailure(.denied) }
        let actor = SplitCaller(account: caller, ids: ids(of: caller))
        switch operation.change {
        case .putGroup(let put): return try putGroup(put, operation.stamp, by: actor, at: now)
        case .deleteGroup(let id):
            guard try visibleGroup(id, to: actor).owner == caller else { throw SplitFailure(.forbidden) }
            removeGroup(id)
        case .leaveGroup(let id):
            _ = try visibleGroup(id, to: actor)
            try leaveGroup(id, by: actor)
        case .removeMember(let removal):
            _ = try visibleGroup(removal.group, to: actor)
            try removeMember(removal.member, from: removal.group, by: actor, force: removal.force)
        case .putExpense(let put): return try putExpense(put, operation.stamp, by: actor, at: now)
        case .deleteExpense(let id): return try deleteExpense(id, by: actor)
        case .setSettlement(let settlement): return try settle(settlement, by: actor, at: now)
        case .putFriend(let put): return try putFriend(put, operation.stamp, by: actor, at: now)
        case .deleteFriend(let member): try deleteFriend(member, of: caller)
        case .mergeFriends(let merge):
            let report = try mergeFriends(merge.source, into: merge.target, of: caller)
            return OperationEffect(isUnchanged: report.isUnchanged)
        case .putPayment(let payment): return try putPayment(payment, by: actor, at: now)
        case .advancePayment(let advance): return try advancePayment(advance, by: actor, at: now, proof: proof)
        case .putClosing(let closing): return try close(closing, by: actor, at: now)
        case .createInvite(let draft):
            guard let hash = Hash(exactly: draft.tokenHash) else { throw SplitFailure(.malformed) }
            let invite = SplitInvite(
                id: draft.id, creator: caller, target: draft.target, tokenHash: hash, createdAt: now)
            return OperationEffect(isUnchanged: try !createInvite(invite))
        case .revokeInvite(let id): try revokeInvite(id, by: caller)
        case .claimInvite(let claim):
            let hash = Hash(sha256: claim.token)
            return OperationEffect(contract: try claimInvite(hash, by: caller, merging: claim.merging, at: now))
        case .createRequest(let draft):
            let request = LinkRequest(
                id: draft.id, requester: caller, recipient: draft.recipient, target: draft.target, createdAt: now,
                requesterName: account.displayName)
            _ = try createRequest(request)
        case .respondRequest(let response):
            let contract = try respond(
                to: response.id, by: caller, accepting: response.isAccepted, merging: response.merging, at: now)
            return OperationEffect(contract: contract)
        case .cancelRequest(let id): try cancelRequest(id, by: caller)
        case .clearAll(let cutoff): clearAll(of: caller, cutoff: cutoff)
        case .deleteAccount(let confirmation):
            guard confirmation == account.memberID else { throw SplitFailure(.unknownMember) }
            try deleteAccount(caller, .soft)
        }
        return OperationEffect()
    }

    /// A group that the caller can see. Other groups do not exist for the caller.
    private func visibleGroup(_ id: EntityID, to caller: SplitCaller) throws(SplitFailure) -> SplitGroup {
        guard let group = groups[id], group.owner == caller.account || isMember(caller.account, of: group) else {
            throw SplitFailure(.groupNotFound)
        }
        return group
    }

    /// An expense that the caller can see.
    private func visibleExpense(_ id: EntityID, to caller: SplitCaller) throws(SplitFailure) -> Expense {
        guard let expense = expenses[id], viewers(of: expense).contains(caller.account) else {
            throw SplitFailure(.notFound)
        }
        return expense
    }

    /// Keeps the stored value of a text when it was written later than the operation (expense specification §13.3).
    private mutating func latest<Value: Equatable>(
        _ incoming: Value, _ stored: Value, _ field: String, of id: String, _ stamp: ClockStamp
    ) -> Value {
        guard incoming != stored else { return stored }
        let key = "\(id)/\(field)"
        if let written = textStamps[key], stamp < written { return stored }
        textStamps[key] = stamp
        return incoming
    }

    private mutating func putGroup(
        _ put: GroupPut, _ stamp: ClockStamp, by caller: SplitCaller, at now: SplitTime
    ) throws(SplitFailure) -> OperationEffect {
        let incoming = put.group
        let name = incoming.name.trimmingBlanks()
        guard (1...64).contains(name.count) else { throw SplitFailure(.nameLength) }
        guard !removed.contains(incoming.id) else { throw SplitFailure(.notFound) }
        var group = incoming
        if let stored = groups[incoming.id] {
            guard stored.owner == caller.account else { throw SplitFailure(.forbidden) }
            group = stored
            group.name = latest(name, stored.name, "name", of: stored.id.text, stamp)
            group.isArchived = latest(incoming.isArchived, stored.isArchived, "archived", of: stored.id.text, stamp)
            group.currency = latest(incoming.currency, stored.currency, "currency", of: stored.id.text, stamp)
            // Members leave through another operation, which also handles their expenses.
            group.members = stored.isDirect ? stored.members : stored.members + incoming.members
        } else {
            group.name = name
            group.owner = caller.account
            group.createdAt = now
            group.version = 0
        }
        group.members = members(group.members, of: group)
        guard group.members.count <= SplitGroup.memberLimit else { throw SplitFailure(.limitExceeded) }
        guard group.members.contains(where: { caller.isSelf($0.id) }) else { throw SplitFailure(.notMember) }
        if groups[group.id] == nil, group.isDirect {
            guard group.members.count == 2 else { throw SplitFailure(.directGroupSize) }
            let pair = Set(group.members.map { aliases.resolve($0.id) })
            // Either of the two may have made it.
            let exists = groups.values.contains { stored in
                stored.isDirect && Set(stored.members.map { aliases.resolve($0.id) }) == pair
            }
            guard !exists else { throw SplitFailure(.directGroupExists) }
        }
        guard groups[group.id] != group else { return OperationEffect(isUnchanged: true, version: group.version) }
        group.version += 1
        group.updatedAt = now
        groups[group.id] = group
        return OperationEffect(version: group.version)
    }

    /// Members with canonical ids, one for each account.
    private func members(_ members: [GroupMember], of group: SplitGroup) -> [GroupMember] {
        var kept: [GroupMember] = []
        for var member in members {
            let account = account(of: member.id)
            if let account, !groups.contains(where: { $0.key == group.id && $0.value.members.contains(member) }) {
                member.id = account.memberID
            }
            member.account = account?.id
            member.isSelf = false
            member.name =
                member.name.trimmingBlanks().isEmpty ? "Unknown" : String(member.name.trimmingBlanks().prefix(64))
            if let account, account.state != .active {
                member.name = Friend.deletedName
                member.account = nil
            }
            let canonical = aliases.resolve(member.id)
            if !kept.contains(where: { aliases.resolve($0.id) == canonical }) { kept.append(member) }
        }
        return kept
    }

    private mutating func putExpense(
        _ put: ExpensePut, _ stamp: ClockStamp, by caller: SplitCaller, at now: SplitTime
    ) throws(SplitFailure) -> OperationEffect {
        guard !removed.contains(put.expense.id) else { throw SplitFailure(.notFound) }
        var expense = put.expense
        if put.expense.description.trimmingBlanks().isEmpty { throw SplitFailure(.nameLength) }
        guard expenses[expense.id] != nil else {
            expense.inactive = []
            expense.owner = caller.account
            try expense.checkSums()
            try checkPeople(of: expense, by: caller, known: [])
            return store(expense, version: 1, at: now)
        }
        let stored = try visibleExpense(expense.id, to: caller)
        if put.keepsNotes { expense.notes = stored.notes }
        let text = expense.id.text
        expense.description = latest(expense.description, stored.description, "description", of: text, stamp)
        expense.notes = latest(expense.notes, stored.notes, "notes", of: text, stamp)
        expense.category = latest(expense.category, stored.category, "category", of: text, stamp)
        expense.date = latest(expense.date, stored.date, "date", of: text, stamp)
        let hasPayment = payments.values.contains { payment in
            payment.state != .voided && stored.splits.contains { payment.settles.contains($0.id) }
        }
        let edit = try ExpenseAccess.checkEdit(of: stored, to: expense, by: caller, hasPayment: hasPayment)
        if edit == .unchanged { return OperationEffect(isUnchanged: true, version: stored.version) }
        if edit == .updated, ExpenseAccess.changesMoney(stored, expense) {
            guard put.baseVersion == stored.version else { throw SplitFailure(.conflict) }
            try checkPeople(of: expense, by: caller, known: stored.namedMembers)
        }
        expense.owner = stored.owner
        expense.inactive = stored.inactive
        return store(expense, version: stored.version + 1, at: now)
    }

    private func checkPeople(
        of expense: Expense, by caller: SplitCaller, known: Set<MemberID>
    ) throws(SplitFailure) {
        let payers = expense.payers.map(\.member)
        let splits = expense.splits.map(\.member)
        guard splits.count <= SplitLimits.splits, expense.namedMembers.count <= SplitGroup.memberLimit,
            viewers(of: expense).count <= SplitLimits.viewers
        else { throw SplitFailure(.limitExceeded) }
        // Only a merge can give one person several splits.
        guard !known.isEmpty || Set(splits).count == splits.count,
            Set(expense.involved).count == expense.involved.count
        else { throw SplitFailure(.duplicateParticipant) }
        if let group = expense.groupID {
            try checkGroupExpense(
                by: caller, group: group, involved: expense.involved + splits.filter { !known.contains($0) },
                payers: payers, context: expense.context)
        } else {
            guard expense.context == .adHoc else { throw SplitFailure(.contextMismatch) }
            try checkAdHocExpense(
                by: caller, involved: expense.involved, participants: expense.involved,
                splits: Array(Set(splits)), payers: payers, known: known)
        }
    }

    private mutating func store(_ expense: Expense, version: UInt64, at now: SplitTime) -> OperationEffect {
        var expense = expense
        expense.version = version
        expense.updatedAt = now
        let names = expense.groupID.flatMap { groups[$0] }?.members ?? []
        let own = expense.owner.map { friends(of: $0) } ?? []
        expense.participants = expense.namedMembers.sorted().map { member in
            let account = activeAccount(of: member)
            let known = [
                account?.displayName, names.first { $0.id == member }?.name,
                own.first { $0.identityIDs.contains(member) }?.name,
            ]
            let name = known.compactMap(\.self).first { !$0.trimmingBlanks().isEmpty } ?? "Unknown"
            return Expense.Participant(member: member, account: account?.id, name: name)
        }
        expenses[expense.id] = expense
        return OperationEffect(version: version)
    }

    private mutating func deleteExpense(_ id: EntityID, by caller: SplitCaller) throws(SplitFailure) -> OperationEffect
    {
        guard let expense = expenses[id], viewers(of: expense).contains(caller.account) else {
            return OperationEffect(isUnchanged: true)
        }
        _ = try ExpenseAccess.checkDeletion(of: expense, by: caller)
        expenses[id] = nil
        return OperationEffect()
    }

    private mutating func settle(
        _ settlement: SettlementMark, by caller: SplitCaller, at now: SplitTime
    ) throws(SplitFailure) -> OperationEffect {
        let stored = try visibleExpense(settlement.expense, to: caller)
        var expense = try ExpenseAccess.settling(
            stored, by: caller, members: settlement.members, settled: settlement.isSettled)
        guard expense != stored else { return OperationEffect(isUnchanged: true, version: stored.version) }
        expense.version += 1
        expense.updatedAt = now
        expenses[expense.id] = expense
        return OperationEffect(version: expense.version)
    }

    private mutating func putFriend(
        _ put: FriendPut, _ stamp: ClockStamp, by caller: SplitCaller, at now: SplitTime
    ) throws(SplitFailure) -> OperationEffect {
        var incoming = put.friend
        incoming.owner = caller.account
        guard !incoming.memberID.text.isEmpty else { throw SplitFailure(.invalidMemberID) }
        guard !caller.isSelf(incoming.memberID) else { throw SplitFailure(.samePerson) }
        for name in [incoming.name, incoming.nickname] where name.count > Friend.nameLimit {
            throw SplitFailure(.nameLength)
        }
        let key = FriendKey(owner: caller.account, memberID: incoming.memberID)
        let stored = friends[key]
        if stored == nil { try requireUnclaimed(incoming.memberID, by: caller.account) }
        if let stored {
            let text = "\(caller.account)/\(stored.memberID)"
            incoming.name = latest(incoming.name, stored.name, "name", of: text, stamp)
            incoming.nickname = latest(incoming.nickname, stored.nickname, "nickname", of: text, stamp)
            incoming.preference = latest(incoming.preference, stored.preference, "preference", of: text, stamp)
        }
        var row = Friend.upserted(stored: stored, incoming: incoming)
        guard row != stored else { return OperationEffect(isUnchanged: true, version: row.version) }
        row.version += 1
        row.updatedAt = now
        if let stored, stored.name != row.name { renameMember(row, of: caller.account, at: now) }
        friends[key] = row
        return OperationEffect(version: row.version)
    }

    /// Refuses a new friend row for a person without an account whom another account already names.
    ///
    /// All members of a group can see the id of such a person. A member who had a row for it could invite another
    /// account to take it over. That account would then see the person's expenses and receive the person's payments.
    private func requireUnclaimed(_ id: MemberID, by owner: AccountID) throws(SplitFailure) {
        guard account(of: id) == nil else { return }
        let isTaken =
            groups.values.contains { group in group.owner != owner && group.members.contains { $0.id == id } }
            || friends.values.contains { $0.owner != owner && $0.identityIDs.contains(id) }
            || expenses.values.contains { $0.owner != owner && $0.namedMembers.contains(id) }
        if isTaken { throw SplitFailure(.invalidMemberID) }
    }

    /// Renames an unlinked friend in the owner's groups.
    private mutating func renameMember(_ row: Friend, of owner: AccountID, at now: SplitTime) {
        for var group in groups.values where group.owner == owner {
            let places = group.members.indices.filter { group.members[$0].friendID == row.memberID }
            guard !places.isEmpty else { continue }
            for place in places { group.members[place].name = row.name }
            group.version += 1
            group.updatedAt = now
            groups[group.id] = group
        }
    }
}
