import FlipcashCore
import SharedExpenses

/// Reads the entities that operations on friends, invitations and link requests can affect.
extension SplitLoader {
    /// Reads friend rows of an owner with all other rows of the same people, which are shown as one.
    mutating func load(personsOf members: Set<MemberID>, ofFriendsOf owner: AccountID) throws {
        var known: Set<MemberID> = []
        var next = members
        while !next.isEmpty {
            known.formUnion(next)
            try load(.friend, naming: next, ownedBy: owner)
            let rows = world.friends(of: owner).filter { !known.isDisjoint(with: $0.identityIDs) }
            try load(friendsLinkedTo: Set(rows.compactMap(\.linkedAccount)), of: owner)
            let linked = world.friends(of: owner).filter { row in
                rows.contains { $0.linkedAccount != nil && $0.linkedAccount == row.linkedAccount }
            }
            next = Set((rows + linked).flatMap(\.identityIDs)).subtracting(known)
        }
    }

    private mutating func load(friendsLinkedTo accounts: Set<AccountID>, of owner: AccountID) throws {
        guard !accounts.isEmpty, let number = accountNumbers[owner] else { return }
        let list = SQLList(try accounts.sorted().map { try $0.blob() })
        try load(
            where: """
                e.id IN (SELECT f.entity FROM split_friends f
                    WHERE f.linked_user IN (\(list.placeholders)) AND f.owner = ?)
                """, SQLArguments(list.values) + [number])
    }

    mutating func load(_ put: FriendPut, _ caller: AccountID) throws {
        let member = put.friend.memberID
        try load(friends: [member], of: caller)
        try load(personsOf: [member], ofFriendsOf: caller)
        guard let space = accountNumbers[caller] else { return }
        guard world.friends[FriendKey(owner: caller, memberID: member)] != nil else {
            // One friend row, group or expense of somebody else is enough to refuse a new row.
            try load(people: [member])
            try load(
                where: """
                    e.id = (SELECT n.entity FROM split_named n WHERE n.member = ? AND n.kind IN (1, 2, 3)
                        AND n.owner <> ? LIMIT 1)
                    """, [try member.blob(), space])
            return
        }
        try load(.group, naming: [member], ownedBy: caller)
        try loadStamps(
            of: SplitPlace(kind: .friend, space: space, id: member.text), prefix: "\(caller)/\(member)")
    }

    mutating func load(deletedFriend member: MemberID, _ caller: AccountID) throws {
        try load(friends: [member], of: caller)
        guard let row = world.friends[FriendKey(owner: caller, memberID: member)] else { return }
        try load(idsOf: row.identityIDs)
        try load(personsOf: Set(row.identityIDs), ofFriendsOf: caller)
        let person = ids(of: row.identityIDs)
        try load(.group, naming: person, ownedBy: caller)
        try load(.expense, naming: person, ownedBy: caller)
        for group in world.groups.values.sorted(by: { $0.id < $1.id }) where group.owner == caller {
            let left = group.members.count { !person.contains($0.id) }
            let isDeleted = row.isLinked ? group.isDirect : left <= 1
            if isDeleted, let number = groupNumber(group.id) { try loadDependents(of: number) }
        }
    }

    mutating func load(_ merge: FriendMerge, _ caller: AccountID) throws {
        try load(friends: [merge.source, merge.target], of: caller)
        try load(idsOf: [merge.source, merge.target])
        try load(personsOf: [merge.source, merge.target], ofFriendsOf: caller)
        guard let old = world.friends[FriendKey(owner: caller, memberID: merge.source)] else { return }
        let sources = Set(old.aliases + [merge.source])
        try load(.group, naming: sources, ownedBy: caller)
        try load(.expense, namingAny: sources)
        try loadGroups()
    }

    // MARK: Links

    mutating func load(_ draft: InviteDraft, _ caller: AccountID) throws {
        try load(.invite, [draft.id])
        try load(friends: [draft.target], of: caller)
        try load(inviteWithHash: draft.tokenHash)
        guard let number = accountNumbers[caller] else { return }
        try load(
            where: "e.id IN (SELECT i.entity FROM split_invites i WHERE i.creator = ? AND i.target = ?)",
            [number, try draft.target.blob()])
    }

    /// Reads the invitation whose token has a digest.
    mutating func load(inviteWithHash hash: [UInt8]) throws {
        try load(where: "e.id = (SELECT i.entity FROM split_invites i WHERE i.token_hash = ?)", [hash.blob])
    }

    mutating func load(_ claim: InviteClaim, _ caller: AccountID) throws {
        let hash = Hash(sha256: claim.token)
        try load(inviteWithHash: hash.bytes)
        guard let invite = world.invites.values.first(where: { $0.tokenHash == hash }) else { return }
        try load(linkOf: invite.target, of: invite.creator, to: caller, merging: claim.merging)
    }

    mutating func load(_ draft: RequestDraft, _ caller: AccountID) throws {
        try load(.request, [draft.id])
        try load(friends: [draft.target], of: caller)
        try load(accounts: [draft.recipient])
        guard let number = accountNumbers[caller] else { return }
        let recipient = accountNumbers[draft.recipient] ?? 0
        try load(
            where: """
                e.id IN (SELECT r.entity FROM split_requests r
                        WHERE r.requester = ?1 AND r.recipient = ?2 AND r.is_pending = 1)
                    OR e.id IN (SELECT r.entity FROM split_requests r
                        WHERE r.requester = ?1 AND r.target = ?3 AND r.is_pending = 1)
                """, [number, recipient, try draft.target.blob()])
    }

    mutating func load(_ response: RequestResponse, _ caller: AccountID) throws {
        try load(.request, [response.id])
        guard response.isAccepted, let request = world.requests[response.id], request.recipient == caller else {
            return
        }
        try load(linkOf: request.target, of: request.requester, to: caller, merging: response.merging)
    }

    /// Reads what binding a friend row to an account touches: both people's rows, what the creator owns about the row,
    /// and the groups of others that name it.
    private mutating func load(
        linkOf target: MemberID, of creator: AccountID, to claimer: AccountID, merging merge: MemberID?
    ) throws {
        try load(caller: creator)
        try load(idsOf: [target])
        try load(friends: [target], of: creator)
        try load(personsOf: world.ids(of: claimer).union([target]), ofFriendsOf: creator)
        try load(.expense, naming: [target], ownedBy: creator)
        try load(.group, namingAny: [target])
        guard let other = world.accounts[creator] else { return }
        try load(personsOf: world.ids(of: creator), ofFriendsOf: claimer)
        if let merge { try load(FriendMerge(source: merge, target: other.memberID), claimer) }
    }
}
