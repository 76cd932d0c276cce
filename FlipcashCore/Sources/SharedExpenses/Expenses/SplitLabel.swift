/// The short description of how an expense is split (expense specification §6.4).
public enum SplitLabel {
    /// Returns the description, such as "Split equally (3 people)".
    ///
    /// - Parameters:
    ///   - mode: how the expense is divided.
    ///   - selected: the people that take part.
    ///   - isMe: whether an id is the viewer's.
    ///   - memberCount: the number of people that could take part.
    ///   - name: the name to show for an id.
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
