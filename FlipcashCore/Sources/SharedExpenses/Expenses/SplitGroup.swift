/// A person in a group.
public struct GroupMember: Hashable, Sendable, Codable {
    /// The id of the person in this group.
    public var id: MemberID
    /// The name to show.
    public var name: String
    /// The account of the person. The server sets it.
    public var account: AccountID?
    /// The id of the friend row from which the member was made. After an import it differs from ``id``.
    public var accountFriendMemberID: MemberID?
    /// Whether the member is the viewer. It is never stored.
    public var isSelf: Bool

    /// Creates a member.
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

    /// The id of the group.
    public var id: EntityID
    /// The name to show.
    public var name: String
    /// The people, at most ``memberLimit``.
    public var members: [GroupMember]
    /// Whether the group stands for two people only.
    public var isDirect: Bool
    /// The currency of new expenses.
    public var currency: ExpenseCurrency
    /// Whether the group is hidden from lists.
    public var isArchived: Bool
    /// The account that manages the group. The server sets it.
    public var owner: AccountID?
    /// Counts the changes. The server sets it.
    public var version: UInt64
    /// When the group was created. The server sets this time.
    public var createdAt: SplitTime
    /// When the group was changed last. The server sets this time.
    public var updatedAt: SplitTime

    /// Creates a group. The server sets the owner, the version and the times.
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
