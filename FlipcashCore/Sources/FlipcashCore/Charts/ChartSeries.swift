#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A series made ready to draw (money specification §10): no day missing, a hundred points, rounded as people see it.
public struct ChartSeries: Hashable, Sendable {
    /// A point with its place between the left edge, 0, and the right edge, 1.
    public struct Point: Hashable, Sendable {
        /// When the value held.
        public let date: Instant
        /// Units of the display currency, rounded to its digits.
        public let value: Double
        /// 0 at the left edge, 1 at the right one, evenly spaced.
        public let normalisedPosition: Double
    }

    /// Ascending in time.
    public let points: [Point]

    /// How many points a chart is drawn with.
    public static let pointCount = 100

    /// Why a series cannot be drawn.
    public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// Fewer than two points.
        case insufficientData

        public var description: String { "Not enough data for this range" }
    }

    /// Prepares `raw`, ascending points.
    ///
    /// - Parameters:
    ///   - raw: the points as the service sent them, ascending.
    ///   - currency: what their values are in.
    ///   - calendar: whose days count.
    /// - Throws: ``Failure/insufficientData``.
    public init(_ raw: [ChartPoint], currency: CurrencyCode, calendar: Calendar) throws(Failure) {
        guard raw.count >= 2 else { throw .insufficientData }
        let filled = ChartSeries.fillMissingDays(raw, calendar: calendar)
        let origin = filled[0].date
        // Positions count from the first point: seconds since 1970 would leave doubles too few digits for nanoseconds.
        let resampled = DataPointResampler.resample(
            filled.map { .init(x: $0.date.duration(since: origin).inSeconds, y: $0.value) },
            target: ChartSeries.pointCount)
        points = resampled.enumerated().map { index, point in
            Point(
                date: origin.advanced(by: .nanoseconds(Int64(clamping: point.x * 1e9))),
                value: ChartSeries.rounded(point.y, digits: currency.digits),
                normalisedPosition: resampled.count > 1 ? Double(index) / Double(resampled.count - 1) : 0)
        }
    }

    /// The longest span that is filled, in days: the hundred years that a whole history can reach back.
    public static let filledDaysMax = 36_525

    /// One point for every day from the first to the last: the day's last one, or 0 at the day's start where there is
    /// none. A series of fewer than two points, without a missing day, or of more than ``filledDaysMax`` stays as it
    /// is.
    public static func fillMissingDays(_ points: [ChartPoint], calendar: Calendar) -> [ChartPoint] {
        guard points.count >= 2 else { return points }
        var lastOfDay: [Date: ChartPoint] = [:]
        for point in points { lastOfDay[calendar.startOfDay(for: Date(point.date))] = point }
        let days = days(
            from: calendar.startOfDay(for: Date(points[0].date)),
            through: calendar.startOfDay(for: Date(points[points.count - 1].date)), calendar: calendar)
        guard let days, days.contains(where: { lastOfDay[$0] == nil }) else { return points }
        return days.map { day in lastOfDay[day] ?? ChartPoint(date: Instant(day), value: 0) }
    }

    /// The starts of all days from `first` to `last`; nil for more than ``filledDaysMax``: dates come from outside.
    private static func days(from first: Date, through last: Date, calendar: Calendar) -> [Date]? {
        var days: [Date] = []
        var day = first
        while day <= last {
            guard days.count < filledDaysMax else { return nil }
            days.append(day)
            // From the middle of the next day back to its start: days have 23 to 25 hours.
            guard let next = calendar.date(byAdding: .day, value: 1, to: day) else { return days }
            let start = calendar.startOfDay(for: next)
            guard start > day else { return days }
            day = start
        }
        return days
    }

    /// The nearest value with `digits` fraction digits, halves away from zero, in doubles.
    private static func rounded(_ value: Double, digits: Int) -> Double {
        let scale = (0..<digits).reduce(1.0) { power, _ in power * 10 }
        return (value * scale).rounded(.toNearestOrAwayFromZero) / scale
    }
}

/// How a series ends against how it began.
extension ChartSeries {
    /// Differences below this count as none, in units of the display currency.
    public static let changeThreshold = 0.01

    /// The last value less the first.
    public var change: Double { (points.last?.value ?? 0) - (points.first?.value ?? 0) }

    /// Whether the change is shown as a gain: a tiny loss is.
    public var isChangePositive: Bool { change >= 0 || abs(change) < ChartSeries.changeThreshold }

    /// The series with the current value as its last point, appended where it differs from the last one, else in place
    /// of it when `isLive`.
    public func appending(_ current: ChartPoint, isLive: Bool = false) -> ChartSeries {
        var moved = points
        if isLive { _ = moved.popLast() }
        if let last = moved.last, !isLive, abs(last.value - current.value) <= ChartSeries.changeThreshold {
            return self
        }
        moved.append(Point(date: current.date, value: current.value, normalisedPosition: 1))
        return ChartSeries(repositioning: moved)
    }

    private init(repositioning points: [Point]) {
        self.points = points.enumerated().map { index, point in
            Point(
                date: point.date, value: point.value,
                normalisedPosition: points.count > 1 ? Double(index) / Double(points.count - 1) : 0)
        }
    }
}

extension Duration {
    /// The duration in seconds, as near as a double comes.
    fileprivate var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}

extension Int64 {
    /// The whole number nearest to `value`, or the nearest end of the range; 0 for NaN.
    fileprivate init(clamping value: Double) {
        self = value.isNaN ? 0 : Int64(exactly: value.rounded()) ?? (value < 0 ? .min : .max)
    }
}
