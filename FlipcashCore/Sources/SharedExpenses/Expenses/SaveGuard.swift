import FlipcashCore

/// Finds what is missing before an expense can be saved (expense specification §6.1).
///
/// The same function decides whether saving is possible and what the message says, so that the two always agree.
public enum SaveGuard {
    /// A thing that is missing, in the order of the message.
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

/// The short description of how an expense is split (expense specification §6.4).
public enum SplitLabel {
    /// - Parameters:
    ///   - isMe: whether an id is the viewer's.
    ///   - memberCount: the number of people that could take part.
    public static func text(
        mode: SplitMode, selected: [MemberID], memberCount: Int, isMe: (MemberID) -> Bool, name: (MemberID) -> String
    ) -> String {
        guard let first = selected.first else { return "No participants" }
        if selected.count == 1 { return isMe(first) ? "Only me" : "Only \(name(first))" }
        let label =
            switch mode {
            case .equal: "Split equally"
            case .percent: "Split by percent"
            case .shares: "Split by shares"
            case .itemized: "Split by receipt"
            case .exact, .scaled: "Split by amount"
            case .adjusted: "Split with adjustments"
            }
        return selected.count < memberCount ? "\(label) (\(selected.count) people)" : label
    }
}

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

/// Chooses who paid when the caller does not say (expense specification §6.3).
public enum DefaultPayer {
    /// Returns the only member that is the viewer; nil if no member or more than one is. The person then has to choose.
    public static func choose(among members: [GroupMember], isMe: (MemberID) -> Bool) -> MemberID? {
        let marked = members.filter(\.isSelf)
        if marked.count == 1 { return marked[0].id }
        let own = members.filter { isMe($0.id) }
        return own.count == 1 ? own[0].id : nil
    }
}
