#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Conversions for calendar arithmetic. A date is a double and loses nanoseconds: never sign or store one.
extension Date {
    /// Creates the date nearest to `instant`.
    public init(_ instant: Instant) {
        self.init(timeIntervalSince1970: Double(instant.seconds) + Double(instant.nanoseconds) / 1e9)
    }
}

extension Instant {
    /// Creates the instant nearest to `date`, to the nanosecond, clamped to the range of 64-bit seconds.
    public init(_ date: Date) {
        let interval = date.timeIntervalSince1970
        let whole = interval.rounded(.down)
        self.init(
            seconds: Int64(exactly: whole) ?? (interval < 0 ? .min : .max),
            nanoseconds: Int64(exactly: ((interval - whole) * 1e9).rounded()) ?? 0)
    }
}
