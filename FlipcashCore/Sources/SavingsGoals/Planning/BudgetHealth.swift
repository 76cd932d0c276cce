public import FlipcashCore

/// Whether a budget is still enough and up to date (goals specification §9).
public enum BudgetHealth: String, CaseIterable, Hashable, Sendable {
    /// There is no budget.
    case noBudget = "no_budget"
    /// The rates are stale.
    case staleRates = "stale_rates"
    /// The budget is much too small, or many goals are at risk.
    case severeRisk = "severe_risk"
    /// The budget is too small, or a goal is at risk.
    case atRisk = "at_risk"
    /// The budget was not applied this month.
    case notApplied = "not_applied"
    /// The goals changed after the budget was applied.
    case needsRecalculation = "needs_recalculation"
    /// None of these.
    case healthy

    /// The facts from which the health of a budget is found.
    public struct Facts: Sendable {
        /// The monthly sum.
        public var budget: ExactInteger?
        /// The smallest sum with which no goal is late.
        public var minimum: ExactInteger
        /// Whether rates are stale.
        public var areRatesStale: Bool
        /// The number of goals at risk.
        public var riskyGoalCount: Int
        /// The number of goals.
        public var goalCount: Int
        /// The month for which the budget was applied.
        public var appliedMonth: String?
        /// The current month.
        public var currentMonth: String
        /// The signature of the goals when the budget was applied.
        public var appliedSignature: String?
        /// The signature of the goals now.
        public var signature: String

        /// Creates facts.
        public init(
            budget: ExactInteger?, minimum: ExactInteger, areRatesStale: Bool, riskyGoalCount: Int, goalCount: Int,
            appliedMonth: String?, currentMonth: String, appliedSignature: String?, signature: String
        ) {
            self.budget = budget
            self.minimum = minimum
            self.areRatesStale = areRatesStale
            self.riskyGoalCount = riskyGoalCount
            self.goalCount = goalCount
            self.appliedMonth = appliedMonth
            self.currentMonth = currentMonth
            self.appliedSignature = appliedSignature
            self.signature = signature
        }
    }

    /// The first finding that applies.
    public init(_ facts: Facts) {
        guard let budget = facts.budget, budget.signum > 0 else {
            self = .noBudget
            return
        }
        if facts.areRatesStale {
            self = .staleRates
        } else if (facts.minimum - budget) * 4 > facts.minimum
            || facts.goalCount > 0 && facts.riskyGoalCount * 5 >= facts.goalCount * 2
        {
            self = .severeRisk
        } else if budget < facts.minimum || facts.riskyGoalCount > 0 {
            self = .atRisk
        } else if facts.appliedMonth != facts.currentMonth {
            self = .notApplied
        } else if facts.appliedSignature != facts.signature {
            self = .needsRecalculation
        } else {
            self = .healthy
        }
    }
}
