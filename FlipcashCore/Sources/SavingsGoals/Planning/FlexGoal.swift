public import FlipcashCore

/// A goal among those whose monthly amounts are adjusted together. Amounts are units of the display currency.
public struct FlexGoal: Hashable, Sendable {
    /// The level of an impact or of a risk.
    public enum Level: Int, Comparable, Hashable, Sendable {
        /// A small impact or risk.
        case low
        /// A noticeable impact or risk.
        case medium
        /// A large impact or risk.
        case high

        /// Orders from ``low`` to ``high``.
        public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }

        /// The name in files and answers.
        public var name: String {
            switch self {
            case .low: "low"
            case .medium: "medium"
            case .high: "high"
            }
        }
    }

    /// The goal's id.
    public let id: String
    /// What the goal needs this month.
    public let required: ExactInteger
    /// The number of months that are left.
    public let months: Int
    /// What the goal needs in all.
    public let remaining: ExactInteger
    /// How the goal's plan reacts when all plans are adjusted.
    public let flex: Plan.Flex
    /// The saved share of the goal, in whole per cent.
    public let progress: Int
    /// The amount that the person chose; used only for protected goals.
    public let custom: ExactInteger?

    /// Creates a goal.
    public init(
        id: String, required: ExactInteger, months: Int, remaining: ExactInteger, flex: Plan.Flex, progress: Int,
        custom: ExactInteger? = nil
    ) {
        self.id = id
        self.required = required
        self.months = months
        self.remaining = remaining
        self.flex = flex
        self.progress = progress
        self.custom = custom
    }

    /// The impact of paying `amount` on the goal.
    func impact(of amount: ExactInteger) -> Level {
        if amount * 2 < required { return .high }
        return amount * 4 < required * 3 ? .medium : .low
    }

    /// The risk that the goal is late if it gets `amount`.
    func risk(with amount: ExactInteger) -> Level {
        if amount * 2 < required || months <= 2 { return .high }
        return amount * 4 < required * 3 || months <= 4 ? .medium : .low
    }

    /// How many months late the goal is if it gets `amount` each month; negative if it is early, nil if it is never
    /// reached.
    func extraMonths(with amount: ExactInteger) -> ExactInteger? {
        amount.signum > 0 ? remaining.divided(by: amount, .ceiling).map { $0 - ExactInteger(months) } : nil
    }
}
