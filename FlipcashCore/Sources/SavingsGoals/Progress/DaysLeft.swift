public import FlipcashCore

/// The time until a deadline in calendar days (goals specification §3.2).
public struct DaysLeft: Hashable, Sendable {
    /// The days from today to the deadline; negative when it has passed. The day of the deadline is still in time.
    public let signed: Int

    /// Counts the days from the date of `now` to `deadline`.
    public init(until deadline: CalendarDate, now: Instant, calendar: GoalCalendar) {
        signed = calendar.date(of: now).days(until: deadline)
    }

    /// The days, at least 0.
    public var days: Int { max(0, signed) }

    /// Whether the deadline has passed.
    public var isOverdue: Bool { signed < 0 }

    /// The time that is left, in words.
    public var text: String {
        switch signed {
        case ..<0: "Overdue by \(-signed) \(signed == -1 ? "day" : "days")"
        case 0: "Due today"
        case 1: "1 day left"
        case ..<14: "\(signed) days left"
        case ..<60: "\(signed / 7) weeks left"
        case ..<730: "\(signed / 30) months left"
        default: "\(signed / 365).\(signed % 365 * 10 / 365) years left"
        }
    }
}
