public import FlipcashCore

/// The order in which goals receive money that other goals could not take, or give it up.
public enum FlexStrategy: String, CaseIterable, Hashable, Sendable {
    /// All alike.
    case balanced
    /// Goals with few months first.
    case urgent
    /// By the monthly amounts.
    case largest
    /// Endangered goals first.
    case risk
}

/// Adjusts the monthly amounts of all goals by one factor (goals specification §8.3).
public struct Flex: Hashable, Sendable {
    /// The adjusted amount of one goal.
    public struct Adjustment: Hashable, Sendable {
        /// The goal's id.
        public let id: String
        /// The amount of this month.
        public let amount: ExactInteger
        /// How hard it hits the goal.
        public let impact: FlexGoal.Level
        /// How endangered the goal is.
        public let risk: FlexGoal.Level
        /// How many months it adds; negative when the goal is reached earlier, nil when it is never reached.
        public let extraMonths: ExactInteger?
    }

    /// The amounts in the order of the goals.
    public let adjustments: [Adjustment]
    /// The part of the change that no goal could take; negative if the goals could not give up enough.
    public let unplaced: ExactInteger

    /// The sum of all amounts.
    public var total: ExactInteger { adjustments.reduce(0) { $0 + $1.amount } }

    private struct Range {
        let raw: ExactInteger
        let low: ExactInteger
        let high: ExactInteger

        init(_ goal: FlexGoal, factor: ExactRational) {
            raw = (ExactRational(goal.required) * factor).whole(.halfAwayFromZero)
            high = max(0, min((goal.required * 3).divided(by: 2, .floor) ?? 0, goal.remaining))
            low = factor.signum > 0 ? min(high, max(0, goal.required.divided(by: 10, .floor) ?? 0)) : 0
        }

        var clamped: ExactInteger { min(max(raw, low), high) }
    }

    /// Multiplies the required amounts of flexible goals by `factor`, within a tenth and one and a half of them. What
    /// does not fit goes to other goals.
    ///
    /// - Throws: `GoalsError.factorRange` unless `factor` is between 0 and 2.
    public init(
        factor: ExactRational, strategy: FlexStrategy, goals: [FlexGoal]
    ) throws(GoalsError) {
        guard factor.signum >= 0, factor <= ExactRational(2 as UInt64) else { throw .factorRange }
        let flexible = goals.filter { $0.flex == .flexible }
        let ranges = flexible.map { Range($0, factor: factor) }
        let net = ranges.reduce(0 as ExactInteger) { $0 + $1.raw - $1.clamped }
        let isTaking = net.signum < 0
        let places = zip(flexible, ranges).map { goal, range in
            FlexPool.Place(goal: goal, room: isTaking ? range.clamped - range.low : range.high - range.clamped)
        }
        let outcome = FlexPool.distribute(net.absolute, over: places, strategy, isTaking: isTaking)
        var amounts: [String: ExactInteger] = [:]
        for (goal, range) in zip(flexible, ranges) {
            let moved = outcome.given[goal.id] ?? 0
            amounts[goal.id] = isTaking ? range.clamped - moved : range.clamped + moved
        }
        adjustments = goals.map { goal in
            let amount: ExactInteger =
                switch goal.flex {
                case .skipped: 0
                case .protected: goal.custom ?? goal.required
                case .flexible: amounts[goal.id] ?? 0
                }
            return Adjustment(
                id: goal.id, amount: amount, impact: goal.impact(of: amount), risk: goal.risk(with: amount),
                extraMonths: goal.extraMonths(with: amount))
        }
        unplaced = isTaking ? -outcome.unplaced : outcome.unplaced
    }
}

/// Monthly amounts of all goals that fit one sum (goals specification §8.3).
public struct BudgetFit: Hashable, Sendable {
    /// The amount of each goal by id.
    public let amounts: [String: ExactInteger]
    /// The sum of the protected goals.
    public let protected: ExactInteger
    /// By how much the protected goals exceed the sum.
    public let shortfall: ExactInteger
    /// What no goal can take.
    public let leftover: ExactInteger

    /// Serves protected goals first, and shares the rest among flexible ones by their required amounts.
    public init(budget: ExactInteger, goals: [FlexGoal]) {
        var amounts: [String: ExactInteger] = [:]
        for goal in goals { amounts[goal.id] = goal.flex == .protected ? goal.custom ?? goal.required : 0 }
        protected = goals.filter { $0.flex == .protected }.reduce(0) { $0 + ($1.custom ?? $1.required) }
        shortfall = max(0, protected - budget)
        let places = goals.filter { $0.flex == .flexible }.map { FlexPool.Place(goal: $0, room: max(0, $0.remaining)) }
        let outcome = FlexPool.distribute(max(0, budget - protected), over: places, .largest, isTaking: false)
        for (id, units) in outcome.given { amounts[id] = units }
        self.amounts = amounts
        leftover = outcome.unplaced
    }
}
