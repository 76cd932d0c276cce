/// Limits of one account or one operation (expense specification §2).
public enum SplitLimits {
    /// Accounts that see one expense.
    public static let viewers = 65
    /// Splits of one expense.
    public static let splits = 128
    /// Expenses or friend rows that one step of an operation changes.
    public static let cascade = 512
    /// Other ids of one account or of one friend row.
    public static let aliases = 256
    /// Groups, and expenses, that a merge of two friends changes.
    public static let mergedEntities = 64
    /// New friends of one import.
    public static let importedFriends = 256
    /// New groups of one import.
    public static let importedGroups = 256
    /// New expenses of one import.
    public static let importedExpenses = 512
}

/// Operations that are counted together in one window (expense specification §2).
public enum SplitRateClass: Int, Hashable, Sendable, CaseIterable {
    /// New expenses.
    case expenses = 1
    /// Marks of splits as settled or open, and new payments.
    case settlements
    /// New invitations and link requests.
    case invitations
}

/// Requests of one call that count once (expense specification §2).
///
/// No field says that an operation belongs to an import. But what one command makes has the same time in its stamps, and
/// is sent in few calls. So the new expenses of one call that were made at the same millisecond count as one request, and
/// so do the new payments and marks. A call has at most ``SharedExpensesLimits/operations`` operations.
public struct CountedMoments: Hashable, Sendable {
    private struct Moment: Hashable {
        let milliseconds: UInt64
        let rate: SplitRateClass
    }

    private var moments: Set<Moment> = []

    /// Creates the moments of a call that begins.
    public init() {}

    /// Whether a request that this one counts with was allowed in this call.
    public func contain(_ operation: SplitOperation, _ rate: SplitRateClass) -> Bool {
        moments.contains(Moment(milliseconds: operation.stamp.milliseconds, rate: rate))
    }

    /// Notes a request that was counted and allowed. Invitations always count one by one.
    public mutating func note(_ operation: SplitOperation, _ rate: SplitRateClass) {
        guard rate != .invitations else { return }
        moments.insert(Moment(milliseconds: operation.stamp.milliseconds, rate: rate))
    }
}
