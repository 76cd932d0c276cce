/// Which ids belong to one person, as one owner of friend rows sees it (expense specification §3).
///
/// An id of a group's member may differ from the friend's, and a linked friend has the account's ids as well. This
/// collects them from the friend rows and from the members of groups.
public struct PersonIdentity: Sendable {
    /// Sets of ids that name the same person.
    private var classes: [MemberID: Set<MemberID>] = [:]
    /// The smallest id of each set, for each of its ids.
    private var smallest: [MemberID: MemberID] = [:]

    /// Collects the ids of friend rows and of members of groups.
    public init(friends: [Friend] = [], members: [GroupMember] = []) {
        for friend in friends { join(friend.identityIDs) }
        for member in members { join([member.id] + (member.accountFriendMemberID.map { [$0] } ?? [])) }
    }

    /// All ids of the person with this id.
    public func ids(of id: MemberID) -> Set<MemberID> { classes[id] ?? [id] }

    /// Whether both ids name one person.
    public func areSamePerson(_ first: MemberID, _ second: MemberID) -> Bool { ids(of: first).contains(second) }

    /// The smallest id of the person. It is the same for all ids of the person.
    public func representative(of id: MemberID) -> MemberID { smallest[id] ?? id }

    /// Records that all these ids name one person.
    public mutating func join(_ ids: some Sequence<MemberID>) {
        let merged = ids.reduce(into: Set<MemberID>()) { $0.formUnion(self.ids(of: $1)) }
        guard merged.count > 1 else { return }
        let first = merged.min()
        for id in merged { (classes[id], smallest[id]) = (merged, first) }
    }
}

/// The caller's own account, as the server sent it.
public struct OwnIdentity: Hashable, Sendable {
    /// The account's own id.
    public let memberID: MemberID
    /// The id that the account is linked with, if the server names one.
    public let linkedMemberID: MemberID?
    /// The other ids of the account. Balances of claimed rows depend on them.
    public let equivalentMemberIDs: Set<MemberID>

    /// Creates the identity of an account.
    public init(memberID: MemberID, linkedMemberID: MemberID? = nil, equivalentMemberIDs: Set<MemberID> = []) {
        self.memberID = memberID
        self.linkedMemberID = linkedMemberID
        self.equivalentMemberIDs = equivalentMemberIDs
    }

    /// All own ids.
    public var ids: Set<MemberID> {
        equivalentMemberIDs.union([memberID]).union(linkedMemberID.map { [$0] } ?? [])
    }

    /// Whether an id is the caller's.
    public func isMe(_ id: MemberID) -> Bool { ids.contains(id) }
}
