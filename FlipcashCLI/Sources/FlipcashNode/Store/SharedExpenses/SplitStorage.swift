import FlipcashCore
import SharedExpenses

/// The numbers that the tables have for kinds and states.
extension EntityKey.Kind {
    var stored: Int { rawValue + 1 }

    init?(stored: Int64) { self.init(rawValue: Int(stored) - 1) }
}

extension SplitAccount.State {
    var stored: Int {
        switch self {
        case .active: 1
        case .deleting: 2
        case .deleted: 3
        }
    }

    init(stored: Int64) throws(StoreError) {
        switch stored {
        case 1: self = .active
        case 2: self = .deleting
        case 3: self = .deleted
        default: throw .invalidValue(column: "state", reason: "\(stored)")
        }
    }
}

/// What an account sees of an entity.
enum SplitVisibilityState: Int {
    case shown = 0
    /// No longer visible.
    case gone = 1
    /// The account has cleared it.
    case cleared = 2
}

/// The key of an entity: its kind and id, and for a friend row its owner.
struct SplitPlace: Hashable {
    let kind: EntityKey.Kind
    /// The number of a friend row's owner; 0 for all other entities.
    let space: Int64
    let id: String
}

extension MemberID {
    /// The id as the database stores it.
    func blob() throws(StoreError) -> SQLValue {
        guard let bytes else { throw .invalidValue(column: "member", reason: "not a UUID") }
        return .bytes(bytes)
    }
}

extension EntityID {
    /// The id as the database stores it.
    func blob() throws(StoreError) -> SQLValue {
        guard let bytes else { throw .invalidValue(column: "uuid", reason: "not a UUID") }
        return .bytes(bytes)
    }
}

extension AccountID {
    /// The user id as the database stores it.
    func blob() throws(StoreError) -> SQLValue {
        guard let userID else { throw .invalidValue(column: "user_id", reason: "not a user id") }
        return .bytes(userID)
    }
}

extension SQLRow {
    func memberID(_ column: String) throws(StoreError) -> MemberID {
        guard let id = MemberID(bytes: try bytes(column)) else {
            throw .invalidValue(column: column, reason: "not a UUID")
        }
        return id
    }

    func entityID(_ column: String) throws(StoreError) -> EntityID {
        guard let id = EntityID(bytes: try bytes(column)) else {
            throw .invalidValue(column: column, reason: "not a UUID")
        }
        return id
    }

    func accountID(_ column: String) throws(StoreError) -> AccountID {
        guard let id = AccountID(userID: try bytes(column)) else {
            throw .invalidValue(column: column, reason: "not a user id")
        }
        return id
    }
}

extension SplitEntity {
    /// A row of `split_named`.
    struct Naming: Hashable {
        let member: MemberID
        let kind: Int
    }

    /// In `split_named`, a friend row that a member of a group was made of.
    static let madeOfFriend = 8

    /// The people whom the entity names.
    var named: Set<Naming> {
        func all(_ members: some Sequence<MemberID>) -> Set<Naming> {
            Set(members.map { Naming(member: $0, kind: key.kind.stored) })
        }
        switch self {
        case .friend(let friend): return all(friend.identityIDs)
        case .group(let group):
            let sources = group.members.compactMap(\.accountFriendMemberID)
            return all(group.members.map(\.id)).union(
                sources.map { Naming(member: $0, kind: Self.madeOfFriend) })
        case .expense(let expense): return all(expense.namedMembers)
        case .payment(let payment): return all([payment.from, payment.to])
        case .closing, .invite, .request: return []
        }
    }

    /// The group that the entity belongs to.
    var groupID: EntityID? {
        switch self {
        case .expense(let expense): expense.groupID
        case .payment(let payment): payment.groupID
        case .closing(let closing): closing.groupID
        case .friend, .group, .invite, .request: nil
        }
    }

    /// The account that owns the entity.
    var owner: AccountID? {
        switch self {
        case .friend(let friend): friend.owner
        case .group(let group): group.owner
        case .expense(let expense): expense.owner
        case .invite(let invite): invite.creator
        case .payment, .closing, .request: nil
        }
    }

    /// When the entity was changed last.
    var updatedAt: SplitTime {
        switch self {
        case .friend(let friend): friend.updatedAt
        case .group(let group): group.updatedAt
        case .expense(let expense): expense.updatedAt
        case .payment(let payment): payment.completedAt ?? payment.createdAt
        case .closing(let closing): closing.at
        case .invite(let invite): invite.createdAt
        case .request(let request): request.createdAt
        }
    }

    /// Whether it is an expense with a split that is not settled.
    var isOpen: Bool {
        if case .expense(let expense) = self { !expense.isSettled } else { false }
    }
}

extension SplitWorld {
    /// All entities with their owners, by place.
    func entities(_ number: (AccountID) -> Int64?) -> [SplitPlace: SplitEntity] {
        var found: [SplitPlace: SplitEntity] = [:]
        func add(_ entity: SplitEntity, space: Int64 = 0) {
            found[SplitPlace(kind: entity.key.kind, space: space, id: entity.key.id)] = entity
        }
        for friend in friends.values { add(.friend(friend), space: number(friend.owner) ?? 0) }
        for group in groups.values { add(.group(group)) }
        for expense in expenses.values { add(.expense(expense)) }
        for payment in payments.values { add(.payment(payment)) }
        for closing in closings.values { add(.closing(closing)) }
        for invite in invites.values { add(.invite(invite)) }
        for request in requests.values { add(.request(request)) }
        return found
    }

    /// Adds an entity.
    mutating func insert(_ entity: SplitEntity) {
        switch entity {
        case .friend(let friend): friends[FriendKey(owner: friend.owner, memberID: friend.memberID)] = friend
        case .group(let group): groups[group.id] = group
        case .expense(let expense): expenses[expense.id] = expense
        case .payment(let payment): payments[payment.id] = payment
        case .closing(let closing): closings[closing.id] = closing
        case .invite(let invite): invites[invite.id] = invite
        case .request(let request): requests[request.id] = request
        }
    }
}

extension SplitPayment {
    /// The bytes that identify the payment's cash link in `split_payments`.
    var linkProof: [UInt8]? { giftCardVaultBytes.map(Self.linkProof) }

    /// Not the vault itself: an intent may have any 32 bytes as its id, also those of another person's vault.
    static func linkProof(of vault: [UInt8]) -> [UInt8] {
        Hash(sha256: Array("split-cash-link".utf8) + vault).bytes
    }
}

extension PaymentAdvance {
    /// The bytes that identify the cash link in `split_payments`.
    var linkProof: [UInt8]? { giftCardVaultBytes.map(SplitPayment.linkProof) }
}
