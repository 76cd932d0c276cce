import FlipcashCore
import SharedExpenses

/// The work of one unit on the shared expenses.
///
/// The unit reads the part of the world that the order can touch, lets the rules of `SharedExpenses` judge it, and
/// writes what has changed: all of it in the unit's own savepoint, so that no other unit runs in between.
enum SplitOrder: Hashable, Sendable {
    /// The first call of an account.
    case join(SplitJoining)
    /// An operation of a client.
    case perform(SplitRequest)
    /// The next step of a deletion that goes on in the background.
    case proceed(SplitProceeding)
    /// The next step of the deletion of everything of an account, by the operator.
    case erase(SplitErasure)
    /// The next step after a user has got another name.
    case rename(SplitRenaming)
    /// Deletes results and removals that are older than ``SplitRetention`` requires.
    case forget(Instant)
}

/// A new account.
struct SplitJoining: Hashable, Sendable {
    let account: AccountID
    /// A random id for it.
    let member: MemberID
    let now: Instant
}

/// An operation and the account that signed it.
struct SplitRequest: Hashable, Sendable {
    let operation: SplitOperation
    let caller: AccountID
    let now: SplitTime
    /// What was counted before in the same call.
    var counted = CountedMoments()
}

/// Where a deletion goes on.
struct SplitProceeding: Hashable, Sendable {
    /// What is being deleted.
    enum Target: Hashable, Sendable {
        /// The number of a group.
        case group(Int64)
        case account(AccountID)
    }

    let target: Target
    let now: SplitTime
}

/// An account that the operator removes.
struct SplitErasure: Hashable, Sendable {
    let account: AccountID
    let now: SplitTime
}

/// A user with a new name, which the linked friend rows of others get, too.
struct SplitRenaming: Hashable, Sendable {
    /// The maximum number of owners whose rows one unit changes.
    static let batch = 64

    let account: AccountID
    /// The number of the last owner whose rows have the name; 0 at first.
    var owner: Int64 = 0
    let now: SplitTime
}

/// How long a server keeps results of operations and records of removals (expense specification §13.4).
enum SplitRetention {
    /// Results of operations.
    static let results = Duration.seconds(45 * 86_400)
    /// Removals that `GetChanges` reports.
    static let tombstones = Duration.seconds(90 * 86_400)
    /// The maximum number of rows that one unit deletes.
    static let batch = 512
}

/// What a unit of shared expenses answered.
struct SplitReceipt: Hashable, Sendable {
    /// The result of an operation; nil for other orders.
    var result: OperationResult?
    /// What is counted now in the call of the operation.
    var counted = CountedMoments()
    /// Whether another step is due.
    var hasMore = false
    /// The next step of a renaming; nil when no rows are left.
    var renaming: SplitRenaming?
}

extension SplitTime {
    init(_ instant: Instant) {
        let (milliseconds, rest) = instant.nanosecondsSinceEpoch.quotientAndRemainder(dividingBy: 1_000_000)
        self.init(milliseconds: rest < 0 ? milliseconds - 1 : milliseconds)
    }

    /// The moment as ledger records have it.
    var instant: Instant {
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        return Instant(seconds: seconds, nanoseconds: rest * 1_000_000)
    }
}
