public import FlipcashCore

/// A month as it was started, carried out and closed (goals specification §10).
public struct ExecutionRecord: Hashable, Sendable {
    /// The contribution of one asset to one goal during the month.
    public struct Contribution: Hashable, Sendable {
        /// The goal.
        public let goal: GoalID
        /// The asset.
        public let asset: AssetID
        /// The currency of the asset.
        public let currency: AssetCurrency
        /// The net change of the goal's money, in units of the asset.
        public let units: ExactInteger
        /// The value of the change in units of the goal's currency, rounded down; nil without a rate.
        public let value: ExactInteger?

        /// Creates a contribution.
        public init(
            goal: GoalID, asset: AssetID, currency: AssetCurrency, units: ExactInteger, value: ExactInteger?
        ) {
            self.goal = goal
            self.asset = asset
            self.currency = currency
            self.units = units
            self.value = value
        }
    }

    /// The month's label, as stored.
    public var month: String
    /// The state.
    public var status: ExecutionCycle.Record.Status
    /// When the month was started.
    public var started: Instant
    /// When the state changed last.
    public var changed: Instant
    /// The rates that were pinned at the start.
    public var rates: [RateEntry]
    /// The contributions; empty until the month is closed.
    public var contributions: [Contribution]
    /// The plans at the time of closing; empty until then. The record keeps the plan of a goal that is deleted later.
    public var plans: [Plan]

    /// Creates a record.
    public init(
        month: String, status: ExecutionCycle.Record.Status, started: Instant, changed: Instant,
        rates: [RateEntry] = [], contributions: [Contribution] = [], plans: [Plan] = []
    ) {
        self.month = month
        self.status = status
        self.started = started
        self.changed = changed
        self.rates = rates
        self.contributions = contributions
        self.plans = plans
    }

    /// The part of the record that the cycle uses.
    public var cycleRecord: ExecutionCycle.Record { .init(month: month, status: status, changed: changed) }

    /// The contributions of `events` between the start and `end`, at the pinned rates.
    ///
    /// - Parameter currencies: the currency of each asset, and of each goal.
    public static func contributions(
        of events: ContributionEvents, rates: RateTable, pinned: Instant,
        assets: [AssetID: AssetCurrency], goals: [GoalID: AssetCurrency]
    ) -> [Contribution] {
        events.totals.sorted { $0.key < $1.key }.flatMap { goal, totals in
            totals.sorted { $0.key < $1.key }.compactMap { asset, units -> Contribution? in
                guard let from = assets[asset], let to = goals[goal] else { return nil }
                let rate = rates.rate(from: from, to: to, now: pinned)
                let value = rate.map { AssetAmount(units: units, from).converted(to: to, at: $0.value).units }
                return Contribution(goal: goal, asset: asset, currency: from, units: units, value: value)
            }
        }
    }
}

/// One closing of a month. A closing that was undone is kept, with the time of the undoing.
public struct CompletionEvent: Hashable, Sendable {
    /// The number of the closing, from 1, in the order of time.
    public let sequence: Int64
    /// The month's label.
    public let month: String
    /// When the month was closed.
    public let date: Instant
    /// When the closing was undone; nil if it was not.
    public let undone: Instant?

    /// Creates an event.
    public init(sequence: Int64, month: String, date: Instant, undone: Instant?) {
        self.sequence = sequence
        self.month = month
        self.date = date
        self.undone = undone
    }
}

/// Errors from starting, closing or reopening a month.
public enum ExecutionFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The state of the cycle refuses the step.
    case refused(ExecutionAction.Refusal)
    /// A plan of the month is not valid, with the goal's id and the code of each problem.
    case invalidPlan(InvalidPlan)
    /// No plan of the month has an amount to pay.
    case nothingPlanned

    /// A plan that cannot be carried out.
    public struct InvalidPlan: Hashable, Sendable {
        /// The goal.
        public let goal: GoalID
        /// What is wrong.
        public let problems: [PlanFigures.Problem]
    }

    /// The stable name of the error.
    public var code: String {
        switch self {
        case .refused(let refusal): refusal.rawValue
        case .invalidPlan(let plan): plan.problems.first?.rawValue ?? "invalid_plan"
        case .nothingPlanned: "nothing_planned"
        }
    }

    /// What is wrong, in lower case and without a full stop.
    public var description: String {
        switch self {
        case .refused(.startAlreadyExecuting): "a month is being carried out already"
        case .refused(.startClosedMonth):
            "the month was just closed; the next one can start when the closing can no longer be undone"
        case .refused(.finishNotExecuting): "no month is being carried out"
        case .refused(.undoStartExpired): "there is no start that can be undone"
        case .refused(.undoCompletionExpired): "there is no closed month that can be opened again"
        case .refused(.recordConflict): "the records of the months contradict each other"
        case .invalidPlan(let plan):
            "the plan of goal \(plan.goal) is not valid: \(plan.problems.map(\.rawValue).joined(separator: ", "))"
        case .nothingPlanned: "no plan of this month has anything to pay"
        }
    }
}
