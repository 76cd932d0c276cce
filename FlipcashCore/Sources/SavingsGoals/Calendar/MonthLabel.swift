public import FlipcashCore

/// A month in UTC, as plans and execution records are labelled: `2026-12` (goals specification §1).
public struct MonthLabel: Hashable, Comparable, Sendable {
    /// Months since year 0.
    private let number: Int

    private init(number: Int) { self.number = number }

    /// Reads `YYYY-MM` in ASCII digits; nil for any other text.
    public init?(_ text: String) {
        guard text.utf8.count == 7, let first = CalendarDate(text + "-01") else { return nil }
        self.init(of: first)
    }

    /// The month of `date`.
    public init(of date: CalendarDate) {
        let (year, month, _) = date.components
        number = year * 12 + month - 1
    }

    /// The month of `instant` in UTC.
    public init(_ instant: Instant) { self.init(of: GoalCalendar.utc.date(of: instant)) }

    /// The month after this one.
    public var next: MonthLabel { MonthLabel(number: number + 1) }

    /// Whether `left` is the earlier month.
    public static func < (left: MonthLabel, right: MonthLabel) -> Bool { left.number < right.number }
}

extension MonthLabel: CustomStringConvertible {
    /// The month as `YYYY-MM`.
    public var description: String {
        "\(TimestampText.pad(number / 12, 4))-\(TimestampText.pad(number % 12 + 1, 2))"
    }
}
