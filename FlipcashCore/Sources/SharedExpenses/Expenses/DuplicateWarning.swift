import FlipcashCore

/// Finds an expense that a new one probably repeats (expense specification §6.2).
public enum DuplicateWarning {
    /// Expenses are duplicates only if they are less than this number of seconds apart.
    public static let window: Int64 = 3600

    /// The first of the stored expenses that looks like `candidate`; nil when none does.
    public static func original(of candidate: Expense, in stored: some Sequence<Expense>) -> Expense? {
        stored.first { other in
            other.id != candidate.id && other.groupID == candidate.groupID && other.total == candidate.total
                && (candidate.groupID != nil || Set(other.involved) == Set(candidate.involved))
                && other.description.trimmingBlanks().lowercased()
                    == candidate.description.trimmingBlanks().lowercased()
                && other.date.isWithin(seconds: window, of: candidate.date)
        }
    }
}
