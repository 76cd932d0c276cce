public import FlipcashCore

/// The payment into one goal that a person plans for one month (goals specification §8.2).
public struct Plan: Hashable, Sendable {
    /// The states of a plan.
    public enum State: String, CaseIterable, Hashable, Sendable {
        /// Follows the goal's figures.
        case draft
        /// Frozen, because the month is being carried out.
        case executing
        /// Frozen, because the month is over.
        case completed
    }

    /// How a plan reacts when all plans are adjusted.
    public enum Flex: String, CaseIterable, Hashable, Sendable {
        /// The plan keeps its amount.
        case protected
        /// The plan's amount changes.
        case flexible
        /// Nothing is paid this month.
        case skipped
    }

    /// The goal.
    public let goal: GoalID
    /// The month.
    public let month: MonthLabel
    /// The figures.
    public var figures: PlanFigures
    /// The state.
    public var state: State
    /// When the figures were computed.
    public var computed: Instant

    /// Creates a plan.
    public init(goal: GoalID, month: MonthLabel, figures: PlanFigures, state: State = .draft, computed: Instant) {
        self.goal = goal
        self.month = month
        self.figures = figures
        self.state = state
        self.computed = computed
    }

    /// Takes over new figures and keeps the person's choices. A frozen plan does not change.
    public mutating func recompute(_ requirement: Requirement, currency: AssetCurrency, at now: Instant) {
        guard state == .draft else { return }
        figures.required = requirement.required
        figures.remaining = requirement.remaining
        figures.months = requirement.months
        figures.currency = currency
        computed = now
    }

    /// The plan as it enters a month's execution: frozen, and skipped when it has nothing to pay.
    public func executing() -> Plan {
        var plan = self
        if plan.figures.effective.signum <= 0 { plan.figures.flex = .skipped }
        plan.state = .executing
        return plan
    }

    /// The draft of a past month moved to `month`; a plan of `existing` wins, with the newer choices.
    public func rolled(to month: MonthLabel, existing: Plan?) -> Plan {
        guard var plan = existing else {
            return Plan(goal: goal, month: month, figures: figures, state: .draft, computed: computed)
        }
        guard plan.state == .draft, computed > plan.computed else { return plan }
        plan.figures.flex = figures.flex
        plan.figures.custom = figures.custom
        return plan
    }
}

/// The amounts of a plan in units of its currency, and the person's choices.
public struct PlanFigures: Hashable, Sendable {
    /// Why a plan is not valid.
    public enum Problem: String, CaseIterable, Hashable, Sendable {
        /// The monthly amount is negative.
        case negativeRequired = "negative_required"
        /// The remaining amount is negative.
        case negativeRemaining = "negative_remaining"
        /// The number of months is not above zero.
        case badMonths = "bad_months"
        /// There is no currency.
        case emptyCurrency = "empty_currency"
        /// The person's amount is negative.
        case negativeCustom = "negative_custom"
        /// The person's amount is more than ten times what is required.
        case customTooLarge = "custom_too_large"
    }

    /// The amount that the goal needs this month.
    public var required: ExactInteger
    /// What the goal needs in all.
    public var remaining: ExactInteger
    /// The number of months that are left.
    public var months: Int
    /// The currency.
    public var currency: AssetCurrency?
    /// How the plan reacts when all plans are adjusted.
    public var flex: Plan.Flex
    /// The amount that the person chose instead of ``required``.
    public var custom: ExactInteger?

    /// Creates figures.
    public init(
        required: ExactInteger, remaining: ExactInteger, months: Int, currency: AssetCurrency?,
        flex: Plan.Flex = .flexible, custom: ExactInteger? = nil
    ) {
        self.required = required
        self.remaining = remaining
        self.months = months
        self.currency = currency
        self.flex = flex
        self.custom = custom
    }

    /// The amount to pay this month.
    public var effective: ExactInteger {
        switch flex {
        case .skipped: 0
        case .protected, .flexible: custom ?? required
        }
    }

    /// Everything that is wrong.
    public var problems: [Problem] {
        var found: [Problem] = []
        if required.signum < 0 { found.append(.negativeRequired) }
        if remaining.signum < 0 { found.append(.negativeRemaining) }
        if months <= 0 { found.append(.badMonths) }
        if currency == nil { found.append(.emptyCurrency) }
        if let custom {
            if custom.signum < 0 { found.append(.negativeCustom) }
            if required.signum > 0, custom > required * 10 { found.append(.customTooLarge) }
        }
        return found
    }
}
