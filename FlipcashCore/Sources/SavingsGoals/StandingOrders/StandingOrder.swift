public import FlipcashCore

/// The id of a standing order.
public typealias StandingOrderID = Identifier<StandingOrder>

/// A goal that saves without its owner: a fixed amount or a share of what comes in, at regular times or whenever money
/// arrives (goals specification §15.1).
public struct StandingOrder: Hashable, Sendable, Identifiable {
    /// How much a run sets aside.
    public enum Measure: Hashable, Sendable {
        /// This many units of the asset.
        case amount(ExactInteger)
        /// This share of what came in, in ten-thousandths.
        case share(basisPoints: UInt64)
    }

    /// When the order runs.
    public enum Rhythm: String, CaseIterable, Hashable, Sendable {
        /// Once a week, from the first day on.
        case weekly
        /// Once a month, from the first day on.
        case monthly
        /// For every arrival of money.
        case arrival
    }

    /// The id, which never changes.
    public let id: StandingOrderID
    /// The goal.
    public let goal: GoalID
    /// The asset whose money the order sets aside for the goal.
    public let asset: AssetID
    /// How much a run sets aside.
    public let measure: Measure
    /// When the order runs.
    public let rhythm: Rhythm
    /// The first day.
    public let first: CalendarDate
    /// When the order was made. Money that came earlier does not count.
    public let created: Instant

    /// Creates an order.
    public init(
        id: StandingOrderID, goal: GoalID, asset: AssetID, measure: Measure, rhythm: Rhythm, first: CalendarDate,
        created: Instant
    ) {
        self.id = id
        self.goal = goal
        self.asset = asset
        self.measure = measure
        self.rhythm = rhythm
        self.first = first
        self.created = created
    }
}

/// What one run of a standing order did.
public struct StandingRun: Hashable, Sendable {
    /// What a run did, and why it did nothing.
    public enum Outcome: String, CaseIterable, Hashable, Sendable {
        /// The run set money aside.
        case saved
        /// The goal is reached.
        case goalReached = "goal_reached"
        /// The goal is not active.
        case goalNotActive = "goal_not_active"
        /// No money came in of which a share could be taken.
        case nothingCameIn = "nothing_came_in"
        /// The asset has too little free money.
        case notEnoughFree = "not_enough_free"
    }

    /// The order.
    public let order: StandingOrderID
    /// The period or the arrival for which the order ran. An order runs once for each.
    public let period: String
    /// When the order ran.
    public let date: Instant
    /// What the run did.
    public let outcome: Outcome
    /// The units that were set aside.
    public let units: ExactInteger

    /// Creates a run.
    public init(order: StandingOrderID, period: String, date: Instant, outcome: Outcome, units: ExactInteger) {
        self.order = order
        self.period = period
        self.date = date
        self.outcome = outcome
        self.units = units
    }
}
