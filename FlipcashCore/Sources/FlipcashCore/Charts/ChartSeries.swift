#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A series prepared for drawing (money specification §10): missing days filled, 100 points, values rounded for
/// display.
public struct ChartSeries: Hashable, Sendable {
    /// A point and its horizontal position.
    public struct Point: Hashable, Sendable {
        /// The time of the value.
        public let date: Instant
        /// Units of the display currency, rounded to its number of fraction digits.
        public let value: Double
        /// 0 at the left edge, 1 at the right edge, evenly spaced.
        public let normalisedPosition: Double
    }

    /// Ascending in time.
    public let points: [Point]

    /// The number of points of a drawn chart.
    public static let pointCount = 100

    /// Errors from preparing a series.
    public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// Fewer than two points.
        case insufficientData

        /// What is wrong, without a full stop.
        public var description: String { "Not enough data for this range" }
    }

    /// Prepares `raw` for drawing.
    ///
    /// - Parameters:
    ///   - raw: the points from the service, ascending.
    ///   - currency: the currency of their values.
    ///   - calendar: the calendar that says where days begin.
    /// - Throws: ``Failure/insufficientData``.
    public init(_ raw: [ChartPoint], currency: CurrencyCode, calendar: Calendar) throws(Failure) {
        guard raw.count >= 2 else { throw .insufficientData }
        let filled = ChartSeries.fillMissingDays(raw, calendar: calendar)
        let origin = filled[0].date
        // Positions count from the first point: counted from 1970, doubles would be too imprecise for nanoseconds.
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

    /// The longest span, in days, whose missing days are filled: 100 years, the longest history.
    public static let filledDaysMax = 36_525

    /// Returns one point for every day from the first to the last.
    ///
    /// A day's point is its last one, or 0 at the start of a day without points. Returns the series unchanged when it
    /// has fewer than two points, no missing day, or more than ``filledDaysMax`` days.
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

    /// The starts of all days from `first` to `last`; nil for more than ``filledDaysMax``, as the dates are untrusted
    /// input.
    private static func days(from first: Date, through last: Date, calendar: Calendar) -> [Date]? {
        var days: [Date] = []
        var day = first
        while day <= last {
            guard days.count < filledDaysMax else { return nil }
            days.append(day)
            // Goes to the middle of the next day and back to its start, because days have 23 to 25 hours.
            guard let next = calendar.date(byAdding: .day, value: 1, to: day) else { return days }
            let start = calendar.startOfDay(for: next)
            guard start > day else { return days }
            day = start
        }
        return days
    }

    /// Rounds to `digits` fraction digits, halves away from zero, in doubles.
    private static func rounded(_ value: Double, digits: Int) -> Double {
        let scale = (0..<digits).reduce(1.0) { power, _ in power * 10 }
        return (value * scale).rounded(.toNearestOrAwayFromZero) / scale
    }
}

/// The change over a series, and its current value.
extension ChartSeries {
    /// Smaller differences count as no change, in units of the display currency.
    public static let changeThreshold = 0.01

    /// The last value minus the first.
    public var change: Double { (points.last?.value ?? 0) - (points.first?.value ?? 0) }

    /// Whether the change is shown as a gain; losses below ``changeThreshold`` are.
    public var isChangePositive: Bool { change >= 0 || abs(change) < ChartSeries.changeThreshold }

    /// Returns the series with the current value as its last point.
    ///
    /// If `isLive`, the current value replaces the last point. Otherwise it is appended, unless it differs from the
    /// last value by at most ``changeThreshold``.
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
    /// The duration in seconds, as precisely as a double can hold it.
    fileprivate var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}

extension Int64 {
    /// Rounds `value` to the nearest whole number, clamped to the range; 0 for NaN.
    fileprivate init(clamping value: Double) {
        self = value.isNaN ? 0 : Int64(exactly: value.rounded()) ?? (value < 0 ? .min : .max)
    }
}
