/// A person in a group.
public struct GroupMember: Hashable, Sendable, Codable {
    public var id: MemberID
    public var name: String
    /// The account of the person. The server sets it.
    public var account: AccountID?
    /// The friend row that the member was made of. After an import it differs from ``id``.
    public var accountFriendMemberID: MemberID?
    /// Whether the member is the viewer. It is never stored.
    public var isSelf: Bool

    public init(
        id: MemberID, name: String, account: AccountID? = nil, accountFriendMemberID: MemberID? = nil,
        isSelf: Bool = false
    ) {
        self.id = id
        self.name = name
        self.account = account
        self.accountFriendMemberID = accountFriendMemberID
        self.isSelf = isSelf
    }

    /// The id to look a friend up with.
    public var friendID: MemberID { accountFriendMemberID ?? id }
}

/// People who share expenses.
public struct SplitGroup: Hashable, Sendable, Codable {
    /// The largest number of members.
    public static let memberLimit = 64

    public var id: EntityID
    public var name: String
    public var members: [GroupMember]
    /// Whether it stands for two people only.
    public var isDirect: Bool
    public var currency: ExpenseCurrency
    public var isArchived: Bool
    /// The account that manages the group. The server sets it.
    public var owner: AccountID?
    public var version: UInt64
    public var createdAt: SplitTime
    public var updatedAt: SplitTime

    public init(
        id: EntityID, name: String, members: [GroupMember], isDirect: Bool = false,
        currency: ExpenseCurrency = .usd, isArchived: Bool = false, owner: AccountID? = nil,
        version: UInt64 = 0, createdAt: SplitTime = SplitTime(milliseconds: 0),
        updatedAt: SplitTime = SplitTime(milliseconds: 0)
    ) {
        self.id = id
        self.name = name
        self.members = members
        self.isDirect = isDirect
        self.currency = currency
        self.isArchived = isArchived
        self.owner = owner
        self.version = version
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }
}
