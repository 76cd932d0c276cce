public import FlipcashCore

/// A reminder whose time has come (goals specification §15).
public struct DueReminder: Hashable, Sendable {
    /// What a reminder is about.
    public enum Subject: Hashable, Sendable {
        /// The deadline is in this many days; 0 on the day itself.
        case deadline(days: Int)
        /// A contribution.
        case contribution
    }

    /// The id of the notice, or of the contribution with its day.
    public let id: String
    /// The goal.
    public let goal: GoalID
    /// The goal's name.
    public let name: String
    /// What the reminder is about.
    public let subject: Subject
    /// When the reminder became due.
    public let date: Instant

    /// The reminders of active goals after `since` until `now`, in order of time.
    public static func due(
        _ goals: [Goal], since: Instant, now: Instant, calendar: GoalCalendar,
        leadDays: Int = DeadlineNotice.leadDays
    ) -> [DueReminder] {
        goals.filter { $0.lifecycle == .active }.flatMap { goal in
            let notices = DeadlineNotice.all(
                goal: goal.id, deadline: goal.deadline, time: goal.reminder?.time ?? .nine, calendar: calendar,
                leadDays: leadDays)
            let deadlines = notices.map { notice in
                DueReminder(
                    id: notice.id, goal: goal.id, name: goal.name,
                    subject: .deadline(days: notice.kind == .reminder ? leadDays : 0), date: notice.date)
            }
            guard let schedule = ReminderSchedule(goal, calendar: calendar) else { return deadlines }
            return deadlines
                + zip(schedule.dates, schedule.times).map { date, time in
                    DueReminder(
                        id: "goal-contribution-\(goal.id)-\(date.compactText)", goal: goal.id, name: goal.name,
                        subject: .contribution, date: time)
                }
        }
        .filter { $0.date > since && $0.date <= now }
        .sorted { ($0.date, $0.id) < ($1.date, $1.id) }
    }

    /// The reminder in words, without amounts.
    public var text: String {
        switch subject {
        case .deadline(days: 0): "\(name): the deadline is today"
        case .deadline(days: 1): "\(name): 1 day until the deadline"
        case .deadline(let days): "\(name): \(days) days until the deadline"
        case .contribution: "\(name): time to save"
        }
    }
}
