import FlipcashCore

/// Finds what is missing before an expense can be saved (expense specification §6.1).
///
/// The same function decides whether saving is possible and what the message says, so that the two always agree.
public enum SaveGuard {
    /// What can be missing. The message names it in the order of the cases.
    public enum Missing: String, Hashable, Sendable, CaseIterable {
        /// The description is empty or white space.
        case description
        /// The total is missing or not above 0.
        case amount
        /// No participant is selected.
        case participants
        /// No share is set.
        case split
    }

    /// Everything that is missing; empty when the expense can be saved.
    ///
    /// - Parameter total: the total as typed, positive also for a refund; nil if nothing was typed.
    public static func missing(
        description: String, total: Int64?, participantCount: Int, splitCount: Int
    ) -> [Missing] {
        var missing: [Missing] = []
        if description.trimmingBlanks().isEmpty { missing.append(.description) }
        if (total ?? 0) <= 0 { missing.append(.amount) }
        if participantCount == 0 { missing.append(.participants) }
        if splitCount == 0 { missing.append(.split) }
        return missing
    }

    /// The message about what is missing; nil when nothing is.
    public static func message(_ missing: [Missing]) -> String? {
        missing.isEmpty ? nil : "Cannot save, missing: " + missing.map(\.rawValue).joined(separator: ", ")
    }
}
