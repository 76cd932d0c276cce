/// The account of a person who uses the service.
public struct SplitAccount: Hashable, Sendable, Codable {
    /// Whether the account takes part.
    public enum State: String, Hashable, Sendable, Codable {
        /// Takes part.
        case active
        /// The deletion has begun; calls are denied.
        case deleting
        /// Deleted; calls are denied.
        case deleted
    }

    /// The id of the account.
    public var id: AccountID
    /// The person's own id. It never changes.
    public var memberID: MemberID
    /// The name that others see; may be empty.
    public var displayName: String
    /// Whether the account takes part.
    public var state: State

    /// Creates an account.
    public init(id: AccountID, memberID: MemberID, displayName: String = "", state: State = .active) {
        self.id = id
        self.memberID = memberID
        self.displayName = displayName
        self.state = state
    }
}

/// The key of a friend row.
public struct FriendKey: Hashable, Comparable, Sendable {
    /// The account whose row it is.
    public let owner: AccountID
    /// The id of the person in the row.
    public let memberID: MemberID

    /// Creates a key.
    public init(owner: AccountID, memberID: MemberID) {
        self.owner = owner
        self.memberID = memberID
    }

    /// Orders by owner, then by person.
    public static func < (left: Self, right: Self) -> Bool {
        (left.owner, left.memberID) < (right.owner, right.memberID)
    }
}

/// An expense that an account no longer wants to see.
public struct ClearedExpense: Hashable, Sendable {
    /// The account that cleared the expense from its own view.
    public let account: AccountID
    /// The expense, which other accounts still see.
    public let expense: EntityID

    /// Creates the mark of one account about one expense.
    public init(account: AccountID, expense: EntityID) {
        self.account = account
        self.expense = expense
    }
}

/// The entities to which the rules apply: all entities of the service, or those that one operation can affect.
///
/// The rules of the service are functions of this value, of the caller and of the time. A client and a server that run
/// the same operation on the same world get the same result.
public struct SplitWorld: Sendable, Equatable {
    /// The accounts.
    public var accounts: [AccountID: SplitAccount]
    /// Which ids stand for which others.
    public var aliases: AliasTable
    /// The friend rows of all accounts.
    public var friends: [FriendKey: Friend]
    /// The groups.
    public var groups: [EntityID: SplitGroup]
    /// The expenses.
    public var expenses: [EntityID: Expense]
    /// The payments.
    public var payments: [EntityID: SplitPayment]
    /// The closings of groups.
    public var closings: [EntityID: GroupClosing]
    /// The invitations.
    public var invites: [EntityID: SplitInvite]
    /// The link requests.
    public var requests: [EntityID: LinkRequest]
    /// Ids of groups, expenses and payments that were deleted. They are never used again.
    public var removed: Set<EntityID>
    /// Expenses that an account has hidden by clearing everything. The account sees such an expense again when it
    /// changes.
    public var cleared: Set<ClearedExpense>
    /// When texts were written last. The keys are `ID/FIELD` of the entity.
    public var textStamps: [String: ClockStamp]

    /// Creates a world without entities.
    public init() {
        accounts = [:]
        aliases = AliasTable()
        friends = [:]
        groups = [:]
        expenses = [:]
        payments = [:]
        closings = [:]
        invites = [:]
        requests = [:]
        removed = []
        cleared = []
        textStamps = [:]
    }
}

extension SplitWorld {
    /// Adds or replaces an account, and makes its id known.
    public mutating func insert(_ account: SplitAccount) {
        accounts[account.id] = account
        aliases.accounts.insert(account.memberID)
    }

    /// The account that an id belongs to, also through aliases; nil for a person without an account.
    public func account(of member: MemberID) -> SplitAccount? {
        let canonical = aliases.resolve(member)
        return accounts.values.first { $0.memberID == canonical }
    }

    /// The account that an id belongs to, also through aliases; nil unless the account is active.
    public func activeAccount(of member: MemberID) -> SplitAccount? {
        account(of: member).flatMap { $0.state == .active ? $0 : nil }
    }

    /// Every id of an account.
    public func ids(of account: AccountID) -> Set<MemberID> {
        guard let member = accounts[account]?.memberID else { return [] }
        return aliases.equivalents(of: member)
    }

    /// The account's other ids, which clients call equivalent.
    public func aliasIDs(of account: AccountID) -> [MemberID] {
        guard let member = accounts[account]?.memberID else { return [] }
        return aliases.equivalents(of: member).subtracting([member]).sorted()
    }

    /// The friend rows of an account, in the order of their ids.
    public func friends(of owner: AccountID) -> [Friend] {
        friends.values.filter { $0.owner == owner }.sorted { $0.memberID < $1.memberID }
    }

    /// The expenses of a group, in the order of date and id.
    public func expenses(in group: EntityID) -> [Expense] {
        expenses.values.filter { $0.groupID == group }.sorted { ($0.date, $0.id) < ($1.date, $1.id) }
    }

    /// Who owes whom in a group, with one id for each account.
    ///
    /// - Throws: ``SplitFailure`` when an expense's sums differ or do not fit.
    public func ledger(of group: EntityID) throws(SplitFailure) -> DebtLedger {
        let aliases = aliases
        return try DebtLedger(
            expenses: expenses(in: group), payments: payments.values.filter { $0.groupID == group },
            closings: closings.values.filter { $0.groupID == group }
        ) { aliases.resolve($0) }
    }

    /// Whether an account is a member of a group, with any of its ids.
    public func isMember(_ account: AccountID, of group: SplitGroup) -> Bool {
        let own = ids(of: account)
        return group.members.contains { own.contains($0.id) || own.contains(aliases.resolve($0.id)) }
    }
}
