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

    /// A day of the calendar.
    public struct Day: Hashable, Comparable, Sendable, Codable {
        /// The year, 1 to 9999.
        public let year: Int
        /// The month, 1 to 12.
        public let month: Int
        /// The day of the month, from 1.
        public let day: Int

        /// A day of the years 1 to 9999; nil when the calendar has no such day.
        public init?(year: Int, month: Int, day: Int) {
            guard (1...9999).contains(year), (1...12).contains(month),
                (1...Day.count(year: year, month: month)).contains(day)
            else { return nil }
            (self.year, self.month, self.day) = (year, month, day)
        }

        /// Reads `yyyy-mm-dd`.
        public init?(text: String) {
            let parts = text.split(separator: "-", omittingEmptySubsequences: false)
            guard parts.count == 3, parts.map(\.utf8.count) == [4, 2, 2],
                let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
            else { return nil }
            self.init(year: year, month: month, day: day)
        }

        /// The day as `yyyy-mm-dd`.
        public var text: String {
            func padded(_ value: Int, _ width: Int) -> String {
                let digits = String(value)
                return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
            }
            return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
        }

        public static func < (left: Day, right: Day) -> Bool {
            (left.year, left.month, left.day) < (right.year, right.month, right.day)
        }

        static func count(year: Int, month: Int) -> Int {
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
        }

        /// The day `months` later. A day that the month does not have becomes the last day of the month.
        func adding(months: Int) -> Day? {
            let index = year * 12 + month - 1 + months
            let (year, month) = (index / 12, index % 12 + 1)
            guard (1...9999).contains(year) else { return nil }
            return Day(year: year, month: month, day: min(day, Day.count(year: year, month: month)))
        }

        /// The day `days` later.
        func adding(days: Int) -> Day? {
            var (year, month, day) = (year, month, day + days)
            while day > Day.count(year: year, month: month) {
                day -= Day.count(year: year, month: month)
                month += 1
                if month > 12 { (year, month) = (year + 1, 1) }
                guard year <= 9999 else { return nil }
            }
            return Day(year: year, month: month, day: day)
        }
    }

    /// The id of the series.
    public var series: EntityID
    /// The unit of the interval.
    public var frequency: Frequency
    /// The number of days, weeks, months or years between two expenses, 1 to 36.
    public var interval: Int
    /// The day of the first expense.
    public var first: Day
    /// The last day, or nil for a series without an end.
    public var until: Day?
    /// The position of this expense in the series, from 0.
    public var index: Int

    /// Creates a series, as one of its expenses holds it.
    public init(
        series: EntityID, frequency: Frequency, interval: Int = 1, first: Day, until: Day? = nil, index: Int = 0
    ) {
        self.series = series
        self.frequency = frequency
        self.interval = interval
        self.first = first
        self.until = until
        self.index = index
    }

    /// The day of an occurrence, counted from the first day so that short months cause no drift; nil after the end.
    public func day(of occurrence: Int) -> Day? {
        guard (1...36).contains(interval), (0...100_000).contains(occurrence) else { return nil }
        let steps = occurrence * interval
        let day =
            switch frequency {
            case .daily: first.adding(days: steps)
            case .weekly: first.adding(days: steps * 7)
            case .monthly: first.adding(months: steps)
            case .yearly: first.adding(months: steps * 12)
            }
        guard let day, until.map({ day <= $0 }) ?? true else { return nil }
        return day
    }

    /// The occurrences after this expense's that are due on a day.
    public func due(on today: Day) -> [(index: Int, day: Day)] {
        var found: [(index: Int, day: Day)] = []
        var next = index + 1
        while let day = day(of: next), day <= today, found.count < 512 {
            found.append((next, day))
            next += 1
        }
        return found
    }
}
