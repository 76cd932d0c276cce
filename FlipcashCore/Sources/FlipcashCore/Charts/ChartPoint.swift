/// A value at a point in time on a chart (money specification §10).
///
/// Chart values are doubles: they are only displayed, never paid.
public struct ChartPoint: Hashable, Sendable {
    /// The time of the value.
    public let date: Instant
    /// Units of the display currency.
    public let value: Double

    /// Creates a point from a time and a value.
    public init(date: Instant, value: Double) {
        self.date = date
        self.value = value
    }
}

/// How far back a chart of market capitalisation reaches. Raw values are the wire's.
public enum ChartRange: Int, CaseIterable, Hashable, Sendable {
    /// The whole history.
    case allTime = 0
    /// 24 hours.
    case lastDay = 1
    /// 7 days.
    case lastWeek = 2
    /// 30 days.
    case lastMonth = 3
    /// 365 days.
    case lastYear = 4

    /// The length of the range, from its start to its end.
    public var span: Duration {
        switch self {
        case .allTime: .seconds(100 * 365 * 86_400)
        case .lastDay: .seconds(86_400)
        case .lastWeek: .seconds(7 * 86_400)
        case .lastMonth: .seconds(30 * 86_400)
        case .lastYear: .seconds(365 * 86_400)
        }
    }

    /// The time between two samples.
    public var interval: Duration {
        switch self {
        case .allTime, .lastYear: .seconds(86_400)
        case .lastDay: .seconds(60)
        case .lastWeek, .lastMonth: .seconds(3600)
        }
    }

    /// The text under a chart, after the change: `+ $17.52 all time`.
    public var label: String {
        switch self {
        case .allTime: "all time"
        case .lastDay: "today"
        case .lastWeek: "this week"
        case .lastMonth: "this month"
        case .lastYear: "this year"
        }
    }

    /// The short label on a control.
    public var shortLabel: String {
        switch self {
        case .allTime: "ALL"
        case .lastDay: "1D"
        case .lastWeek: "1W"
        case .lastMonth: "1M"
        case .lastYear: "1Y"
        }
    }
}
