public import FlipcashCore

/// When a person is reminded to contribute (goals specification §7.2).
public struct ReminderSchedule: Hashable, Sendable {
    /// The days, in order.
    public let dates: [CalendarDate]
    /// The times, in order.
    public let times: [Instant]

    /// The largest number of reminders.
    public static let countMax = 100

    /// Lists the reminders until `deadline`. Months are counted from the first date.
    public init(
        first: CalendarDate, frequency: Goal.Frequency, time: TimeOfDay, deadline: CalendarDate, calendar: GoalCalendar
    ) {
        dates = (0..<Self.countMax).lazy.map { index in
            switch frequency {
            case .weekly: first.adding(days: 7 * index)
            case .biweekly: first.adding(days: 14 * index)
            case .monthly: first.adding(months: index)
            }
        }.prefix { $0 <= deadline }.map { $0 }
        times = dates.map { calendar.instant($0, time) }
    }

    /// The schedule of `goal`; nil when it has no reminder.
    public init?(_ goal: Goal, calendar: GoalCalendar) {
        guard let reminder = goal.reminder else { return nil }
        self.init(
            first: reminder.first ?? goal.start, frequency: reminder.frequency, time: reminder.time,
            deadline: goal.deadline, calendar: calendar)
    }

    /// The reminders after `now`.
    public func future(now: Instant) -> [Instant] { times.filter { $0 > now } }

    /// The amount to contribute each time, rounded up; 0 when no reminder is left.
    public func suggestion(remaining: ExactInteger, now: Instant) -> ExactInteger {
        remaining.divided(by: ExactInteger(future(now: now).count), .ceiling) ?? 0
    }
}
