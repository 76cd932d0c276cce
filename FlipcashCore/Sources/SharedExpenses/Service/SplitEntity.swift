/// Something that a person can see.
public enum SplitEntity: Hashable, Sendable {
    /// A group that the person owns or is a member of.
    case group(SplitGroup)
    /// An expense that names the person or is in a group of the person.
    case expense(Expense)
    /// A friend row of the person's own.
    case friend(Friend)
    /// A payment to or from the person, or in a group of the person.
    case payment(SplitPayment)
    /// The closing of a group of the person.
    case closing(GroupClosing)
    /// An invitation that the person made.
    case invite(SplitInvite)
    /// A link request to or from the person.
    case request(LinkRequest)

    /// The key of the entity. Friend rows have the id of the person.
    public var key: EntityKey {
        switch self {
        case .group(let group): EntityKey(.group, group.id.text)
        case .expense(let expense): EntityKey(.expense, expense.id.text)
        case .friend(let friend): EntityKey(.friend, friend.memberID.text)
        case .payment(let payment): EntityKey(.payment, payment.id.text)
        case .closing(let closing): EntityKey(.closing, closing.id.text)
        case .invite(let invite): EntityKey(.invite, invite.id.text)
        case .request(let request): EntityKey(.request, request.id.text)
        }
    }
}

/// The kind and the id of an entity.
public struct EntityKey: Hashable, Comparable, Sendable {
    /// The kinds, in the order in which a snapshot has them.
    public enum Kind: Int, Hashable, Sendable, CaseIterable {
        /// A friend row.
        case friend
        /// A group.
        case group
        /// An expense.
        case expense
        /// A payment between people.
        case payment
        /// A closing of a group.
        case closing
        /// An invitation.
        case invite
        /// A link request.
        case request
    }

    /// The kind.
    public let kind: Kind
    /// The id; of a friend row, that of the person.
    public let id: String

    /// Creates a key.
    public init(_ kind: Kind, _ id: String) {
        self.kind = kind
        self.id = id
    }

    /// Orders by the name of the kind, then by the bytes of the id.
    public static func < (left: Self, right: Self) -> Bool {
        if left.kind != right.kind { return left.kind.rawValue < right.kind.rawValue }
        return left.id.utf8.lexicographicallyPrecedes(right.id.utf8)
    }
}

extension SplitWorld {
    /// Everything that an account can see (expense specification §10.3).
    public func visible(to account: AccountID) -> [EntityKey: SplitEntity] {
        var entities: [SplitEntity] = []
        guard accounts[account]?.state == .active else { return [:] }
        let own = ids(of: account)
        entities += Friend.deduplicated(friends(of: account)).map(SplitEntity.friend)
        let seen = groups.values.filter { $0.owner == account || isMember(account, of: $0) }
        for var group in seen {
            for index in group.members.indices {
                // Only the owner uses these friend rows. Other accounts would take two people for one.
                if group.owner != account { group.members[index].accountFriendMemberID = nil }
                let id = group.members[index].id
                group.members[index].isSelf = own.contains(id) || own.contains(aliases.resolve(id))
            }
            entities.append(.group(group))
        }
        let groupIDs = Set(seen.map(\.id))
        for expense in expenses.values
        where !cleared.contains(ClearedExpense(account: account, expense: expense.id)) {
            let isInGroup = expense.groupID.map(groupIDs.contains) ?? false
            if isInGroup || viewers(of: expense).contains(account) { entities.append(.expense(expense)) }
        }
        var closed = groupIDs
        for payment in payments.values {
            let isInGroup = payment.groupID.map(groupIDs.contains) ?? false
            guard isInGroup || viewers(of: payment).contains(account) else { continue }
            entities.append(.payment(payment))
            // The closing of a deleted group still says that its credits have ended.
            if let group = payment.groupID { closed.insert(group) }
        }
        entities += closings.values.filter { closed.contains($0.groupID) }.map(SplitEntity.closing)
        entities += invites.values.filter { $0.creator == account }.map(SplitEntity.invite)
        entities += requests.values.filter { $0.requester == account || $0.recipient == account }
            .map(SplitEntity.request)
        return Dictionary(entities.map { ($0.key, $0) }) { first, _ in first }
    }
}
