public import FlipcashCore

/// Where a goal's total will be at its deadline, from its totals of the past (goals specification §11).
public struct Forecast: Hashable, Sendable {
    /// The total of one day.
    public struct Point: Hashable, Sendable {
        /// The day.
        public let date: CalendarDate
        /// The total in units.
        public let total: ExactInteger

        /// Creates a point.
        public init(date: CalendarDate, total: ExactInteger) {
            self.date = date
            self.total = total
        }
    }

    /// Whether the goal will be reached.
    public enum Status: String, Hashable, Sendable {
        /// The goal will be reached.
        case onTrack = "on_track"
        /// At least 90 % of the goal will be reached.
        case atRisk = "at_risk"
        /// Less than 90 % of the goal will be reached.
        case offTrack = "off_track"
    }

    /// How much the past supports a forecast.
    public enum Confidence: String, Hashable, Sendable {
        /// Fewer than 4 points, or less than 21 days.
        case low
        /// Fewer than 8 points, or less than 45 days.
        case medium
        /// More.
        case high
    }

    /// The total at the deadline if saving goes on as it did.
    public let base: ExactInteger
    /// The total with half the pace more.
    public let optimistic: ExactInteger
    /// The total with half the pace less.
    public let pessimistic: ExactInteger
    /// Whether the goal will be reached.
    public let status: Status
    /// How much the past supports the forecast.
    public let confidence: Confidence
    /// The days until the target is reached; 0 when it is, nil when it will not be.
    public let daysToTarget: Int?

    /// Extends the line from the first to the last point to the deadline.
    ///
    /// - Throws: `GoalsError.notEnoughPoints` unless there are points of two days.
    public init(
        points: [Point], target: ExactInteger, deadline: CalendarDate, today: CalendarDate
    ) throws(GoalsError) {
        let ordered = points.enumerated().sorted { ($0.element.date, $0.offset) < ($1.element.date, $1.offset) }
            .map(\.element)
        guard let first = ordered.first, let last = ordered.last,
            let slope = ExactRational(last.total - first.total)
                .divided(by: ExactRational(ExactInteger(first.date.days(until: last.date))))
        else { throw .notEnoughPoints }
        let days = ExactRational(ExactInteger(max(0, today.days(until: deadline))))
        func projection(_ slope: ExactRational) -> ExactInteger {
            max(0, (ExactRational(last.total) + slope * days).whole(.floor))
        }
        let half = slope.magnitude * ExactRational(units: 5, places: 1)
        base = projection(slope)
        optimistic = projection(slope + half)
        pessimistic = projection(slope - half)
        status = base >= target ? .onTrack : base * 10 >= target * 9 ? .atRisk : .offTrack
        let span = first.date.days(until: last.date)
        confidence = points.count < 4 || span < 21 ? .low : points.count < 8 || span < 45 ? .medium : .high
        if last.total >= target {
            daysToTarget = 0
        } else if slope.signum > 0 {
            daysToTarget = ExactRational(target - last.total).divided(by: slope)?.whole(.ceiling).int
        } else {
            daysToTarget = nil
        }
    }
}
