public import FlipcashCore

/// The series that an expense repeats in (expense specification §7.8).
public struct Recurrence: Hashable, Sendable, Codable {
    /// How often it repeats.
    public enum Frequency: String, Hashable, Sendable, Codable {
        /// The interval counts days.
        case daily
        /// The interval counts weeks of seven days.
        case weekly
        /// The interval counts months; a missing day becomes the last day of the month.
        case monthly
        /// The interval counts years; 29 February is 28 February in common years.
        case yearly
    }

    /// The id of the series.
    public var series: EntityID
    /// The unit of the interval.
    public var frequency: Frequency
    /// The number of days, weeks, months or years between two expenses, 1 to 36.
    public var interval: Int
    /// The day of the first expense.
    public var first: CalendarDate
    /// The last day, or nil for a series without an end.
    public var until: CalendarDate?
    /// The position of this expense in the series, from 0.
    public var index: Int

    /// Creates a series, as one of its expenses holds it.
    public init(
        series: EntityID, frequency: Frequency, interval: Int = 1, first: CalendarDate, until: CalendarDate? = nil,
        index: Int = 0
    ) {
        self.series = series
        self.frequency = frequency
        self.interval = interval
        self.first = first
        self.until = until
        self.index = index
    }

    /// Returns the day of an occurrence, counted from the first day so that short months cause no drift.
    ///
    /// Returns nil after the end of the series, and for an interval or an occurrence outside its range.
    public func day(of occurrence: Int) -> CalendarDate? {
        guard (1...36).contains(interval), (0...100_000).contains(occurrence) else { return nil }
        let steps = occurrence * interval
        let day =
            switch frequency {
            case .daily: first.advanced(days: steps)
            case .weekly: first.advanced(days: steps * 7)
            case .monthly: first.advanced(months: steps)
            case .yearly: first.advanced(months: steps * 12)
            }
        guard let day, until.map({ day <= $0 }) ?? true else { return nil }
        return day
    }

    /// Returns the occurrences after this expense that are due on or before `today`, at most 512 of them.
    public func due(on today: CalendarDate) -> [(index: Int, day: CalendarDate)] {
        var found: [(index: Int, day: CalendarDate)] = []
        var next = index + 1
        while let day = day(of: next), day <= today, found.count < 512 {
            found.append((next, day))
            next += 1
        }
        return found
    }
}
