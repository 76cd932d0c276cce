/// The service of shared expenses, as one account sees it (expense specification §15).
///
/// A node implements it, and `SharedExpensesFixtures` has one in memory. Every call is made by the account that the
/// service was made for: a request does not name its author.
public protocol SharedExpensesService: Sendable {
    /// The caller's account. The first call creates it.
    func account() async throws(ServiceFailure) -> OwnAccount

    /// Carries out changes in order, at most ``SharedExpensesLimits/operations``.
    func apply(_ operations: [SplitOperation], at time: SplitTime) async throws(ServiceFailure) -> AppliedOperations

    /// A page of everything that the caller can see; nil is the first page.
    func snapshot(cursor: String?) async throws(ServiceFailure) -> SnapshotPage

    /// A page of the changes after a revision.
    func changes(since revision: UInt64) async throws(ServiceFailure) -> ChangePage

    /// The accounts of ids; ids that the caller cannot know are left out.
    func resolve(_ ids: [MemberID]) async throws(ServiceFailure) -> [ResolvedMember]

    /// The names and the balance behind an invitation.
    func preview(token: [UInt8]) async throws(ServiceFailure) -> InvitePreview

    /// The key and the name of the account that is paid for a member.
    func payee(_ member: MemberID) async throws(ServiceFailure) -> Payee
}

/// Bounds of calls.
public enum SharedExpensesLimits {
    /// Operations of one call.
    public static let operations = 64
    /// Entities of one page.
    public static let pageSize = 64
    /// How far the time of a call may differ from the server's, in seconds.
    public static let clockTolerance: Int64 = 300
}

/// Errors from calling the service.
public enum ServiceFailure: Error, Hashable, Sendable {
    /// The account does not take part.
    case denied
    /// The time of the call is too far from the server's.
    case invalidTimestamp
    /// The account is being cleared.
    case clearing
    /// This service did not issue the cursor of the snapshot.
    case invalidCursor
    /// The changes go too far back: fetch a snapshot.
    case resync
    /// The entity does not exist, or the caller cannot see it.
    case notFound
    /// An invitation that cannot be claimed, with the rule.
    case refused(SplitFailure.Code)
    /// The server does not accept the form of the request, and has carried nothing of it out; the reason says where.
    case invalidRequest(String)
    /// The response is malformed, or the call failed in another way; the reason says where.
    case malformed(String)
    /// The server was not reached. The same call may succeed later.
    case unreachable(String)
    /// The server does not have this service.
    case notOffered

    /// Whether the same call may succeed later.
    public var isRetryable: Bool {
        switch self {
        case .unreachable: true
        case .denied, .invalidTimestamp, .clearing, .invalidCursor, .resync, .notFound, .refused, .invalidRequest,
            .malformed, .notOffered:
            false
        }
    }
}

/// The caller's account.
public struct OwnAccount: Hashable, Sendable {
    /// The account.
    public var account: SplitAccount
    /// The other ids of the account. They are equivalent to its own id everywhere.
    public var aliases: [MemberID]
    /// The revision of what the account sees.
    public var revision: UInt64

    /// Creates the answer.
    public init(account: SplitAccount, aliases: [MemberID], revision: UInt64) {
        self.account = account
        self.aliases = aliases
        self.revision = revision
    }

    /// The caller's ids.
    public var identity: OwnIdentity {
        OwnIdentity(memberID: account.memberID, equivalentMemberIDs: Set(aliases))
    }
}

/// The outcome of a call with operations.
public struct AppliedOperations: Hashable, Sendable {
    /// One result for each operation, in their order.
    public var results: [OperationResult]
    /// The revision after the operations.
    public var revision: UInt64

    /// Creates the answer.
    public init(results: [OperationResult], revision: UInt64) {
        self.results = results
        self.revision = revision
    }
}

/// A page of a snapshot.
public struct SnapshotPage: Hashable, Sendable {
    /// The revision of the snapshot, the same for all its pages.
    public var revision: UInt64
    /// The entities of the page.
    public var entities: [SplitEntity]
    /// The next page; nil for the last one.
    public var next: String?

    /// Creates a page.
    public init(revision: UInt64, entities: [SplitEntity], next: String?) {
        self.revision = revision
        self.entities = entities
        self.next = next
    }
}

/// A page of changes.
public struct ChangePage: Hashable, Sendable {
    /// The revision up to which the page goes.
    public var revision: UInt64
    /// The entities that are new or changed.
    public var entities: [SplitEntity]
    /// The entities that the caller can no longer see.
    public var tombstones: [EntityKey]
    /// Whether there is another page after ``revision``.
    public var hasMore: Bool

    /// Creates a page.
    public init(revision: UInt64, entities: [SplitEntity], tombstones: [EntityKey], hasMore: Bool) {
        self.revision = revision
        self.entities = entities
        self.tombstones = tombstones
        self.hasMore = hasMore
    }
}

/// The account behind a member id.
public struct ResolvedMember: Hashable, Sendable {
    /// The id that was asked for.
    public var id: MemberID
    /// The id that stands for the person.
    public var canonical: MemberID
    /// The account of the person.
    public var account: AccountID
    /// The other ids of the person.
    public var aliases: [MemberID]
    /// The name of the account.
    public var displayName: String

    /// Creates the answer.
    public init(id: MemberID, canonical: MemberID, account: AccountID, aliases: [MemberID], displayName: String) {
        self.id = id
        self.canonical = canonical
        self.account = account
        self.aliases = aliases
        self.displayName = displayName
    }
}

/// What an invitation is about.
public struct InvitePreview: Hashable, Sendable {
    /// The name of the person who invites.
    public var creatorName: String
    /// The name of the row to claim.
    public var targetName: String
    /// When the invitation ends.
    public var expiresAt: SplitTime
    /// The groups that the row is in.
    public var groupNames: [String]
    /// How many expenses involve the row.
    public var expenseCount: Int
    /// What the target is owed, by currency.
    public var balances: [ExpenseAmount]

    /// Creates a preview.
    public init(
        creatorName: String, targetName: String, expiresAt: SplitTime, groupNames: [String], expenseCount: Int,
        balances: [ExpenseAmount]
    ) {
        self.creatorName = creatorName
        self.targetName = targetName
        self.expiresAt = expiresAt
        self.groupNames = groupNames
        self.expenseCount = expenseCount
        self.balances = balances
    }
}

/// The account that is paid.
public struct Payee: Hashable, Sendable {
    /// The 32 bytes of the account's key.
    public var owner: [UInt8]
    /// The name of the account.
    public var displayName: String

    /// Creates the answer.
    public init(owner: [UInt8], displayName: String) {
        self.owner = owner
        self.displayName = displayName
    }
}
