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
