public import FlipcashCore

/// The days on which a goal is paid into (goals specification §8.1).
public struct PaymentDates: Hashable, Sendable {
    /// The days in order; today alone when no payment day is left.
    public let dates: [CalendarDate]
    /// Whether no payment day is left before the deadline.
    public let isImmediate: Bool

    /// The days of a month on which payments are possible.
    public static let days = 1...28

    /// Lists the payment days that begin after `now` and before the day of `deadline`.
    ///
    /// - Parameter day: the day of each month.
    /// - Throws: `GoalsError.paymentDay` when `day` is not between 1 and 28.
    public init(
        now: Instant, deadline: CalendarDate, day: Int, calendar: GoalCalendar
    ) throws(GoalsError) {
        let today = calendar.date(of: now)
        guard Self.days.contains(day) else { throw .paymentDay(day) }
        let (year, month, _) = today.components
        guard let first = CalendarDate(year: year, month: month, day: day) else { throw .paymentDay(day) }
        let end = calendar.startOfDay(deadline)
        var found: [CalendarDate] = []
        var index = 0
        while true {
            let date = first.adding(months: index)
            let start = calendar.startOfDay(date)
            guard start < end else { break }
            if start > now { found.append(date) }
            index += 1
        }
        isImmediate = found.isEmpty
        dates = found.isEmpty ? [today] : found
    }

    /// The number of payments, at least 1.
    public var months: Int { dates.count }
}
