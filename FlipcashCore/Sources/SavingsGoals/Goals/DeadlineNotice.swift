public import FlipcashCore

/// A notice about a goal's deadline (goals specification §7.1).
public struct DeadlineNotice: Hashable, Sendable {
    /// The two notices of a goal.
    public enum Kind: String, Hashable, Sendable {
        /// Some days before the deadline.
        case reminder
        /// On the day of the deadline.
        case deadline

        /// The id of this notice of `goal`.
        public func id(of goal: GoalID) -> String { "goal-\(rawValue)-\(goal.text)" }
    }

    /// Which of the two notices.
    public let kind: Kind
    /// The notice's id.
    public let id: String
    /// When the notice is due.
    public let date: Instant

    /// How many days before the deadline the first notice is due.
    public static let leadDays = 3

    /// The notices of a goal, in order of time, whether they are due or not.
    public static func all(
        goal: GoalID, deadline: CalendarDate, time: TimeOfDay = .nine, calendar: GoalCalendar, leadDays: Int = leadDays
    ) -> [DeadlineNotice] {
        [(Kind.reminder, leadDays), (.deadline, 0)].map { kind, lead in
            DeadlineNotice(
                kind: kind, id: kind.id(of: goal), date: calendar.instant(deadline.adding(days: -lead), time))
        }
    }

    /// The notices that are still to come at `now`.
    public static func upcoming(
        goal: GoalID, deadline: CalendarDate, time: TimeOfDay = .nine, now: Instant, calendar: GoalCalendar,
        leadDays: Int = leadDays
    ) -> [DeadlineNotice] {
        all(goal: goal, deadline: deadline, time: time, calendar: calendar, leadDays: leadDays)
            .filter { $0.date > now }
    }
}
