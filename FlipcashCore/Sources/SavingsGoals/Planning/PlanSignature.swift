public import FlipcashCore

/// Short names of a set of goals and of a set of rates, which change when the set changes (goals specification §9).
public enum PlanSignature {
    /// What a budget depends on in one goal.
    public struct GoalRow: Sendable {
        /// The goal's id.
        public let id: String
        /// The sum to reach.
        public let target: AssetAmount
        /// The deadline.
        public let deadline: CalendarDate
        /// Whether the goal is skipped this month.
        public let isSkipped: Bool

        /// Creates a row.
        public init(id: String, target: AssetAmount, deadline: CalendarDate, isSkipped: Bool) {
            self.id = id
            self.target = target
            self.deadline = deadline
            self.isSkipped = isSkipped
        }
    }

    /// The signature of `goals`, independent of their order.
    public static func goals(_ goals: [GoalRow]) -> String {
        digest(
            goals.map { "\($0.id)|\($0.target.currency.code)|\($0.target.text)|\($0.deadline)|\($0.isSkipped ? 1 : 0)" }
        )
    }

    /// The id of a set of rates.
    public static func rates(_ entries: [RateEntry]) -> String {
        digest(entries.map { "\($0.pair.from.code)->\($0.pair.to.code)=\($0.rate)@\(TimestampText.rfc3339($0.date))" })
    }

    private static func digest(_ rows: [String]) -> String {
        let text = rows.sorted { $0.precedesInBytes($1) }.joined(separator: ";")
        return Hexadecimal.encode(Hash(sha256: text.utf8).bytes)
    }
}
