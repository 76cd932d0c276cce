/// A point in time, counted from 1970-01-01T00:00:00Z without leap seconds.
///
/// Proofs and requests carry seconds and nanoseconds on the wire, and their exact bits are signed. Time is therefore
/// held as integers and never converted to floating point.
public struct Instant: Hashable, Comparable, Sendable {
    /// Whole seconds since the epoch; negative before it.
    public let seconds: Int64
    /// Nanoseconds after `seconds`, 0 ..< 1,000,000,000.
    public let nanoseconds: Int32

    /// Creates an instant. Carries `nanoseconds` outside 0 ..< 10⁹ into the seconds, which are clamped to 64 bits.
    public init(seconds: Int64, nanoseconds: Int64 = 0) {
        let (carry, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        let borrow: Int64 = rest < 0 ? 1 : 0
        // Safe: the carry is below 10¹⁰, the rest above -10⁹.
        self.seconds = seconds.addingSaturated(carry - borrow)
        self.nanoseconds = Int32(rest + borrow * 1_000_000_000)
    }

    /// Whether `left` is earlier.
    public static func < (left: Instant, right: Instant) -> Bool {
        (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }

    /// Returns the instant `duration` later (earlier if negative), to the nanosecond, clamped to 64-bit seconds.
    public func advanced(by duration: Duration) -> Instant {
        let (whole, attoseconds) = duration.components
        return Instant(
            seconds: seconds.addingSaturated(whole), nanoseconds: Int64(nanoseconds) + attoseconds / 1_000_000_000)
    }

    /// Returns the time from `earlier` to this instant; negative if `earlier` is later.
    ///
    /// The difference is clamped to 64-bit seconds, so that an overflow cannot make an old instant look recent.
    public func duration(since earlier: Instant) -> Duration {
        let (apart, overflowed) = seconds.subtractingReportingOverflow(earlier.seconds)
        guard !overflowed else { return .seconds(seconds < earlier.seconds ? Int64.min : Int64.max) }
        return .seconds(apart) + .nanoseconds(Int64(nanoseconds) - Int64(earlier.nanoseconds))
    }

    /// Returns whether this instant's age at `now` lies within `ages`.
    ///
    /// An instant in the future has a negative age. Give `ages` a lower bound: without one, an instant recorded while a
    /// clock was ahead stays fresh until the clock catches up.
    public func isFresh<Ages: RangeExpression>(at now: Instant, ages: Ages) -> Bool where Ages.Bound == Duration {
        ages.contains(now.duration(since: self))
    }

    /// Whole nanoseconds since the epoch, as the database stores it; exact for the years 1677 to 2262, and clamped to
    /// that range.
    public var nanosecondsSinceEpoch: Int64 {
        // Counts from the second nearer to zero, so that `Int64.min` can be reached without overflow.
        let isBefore = seconds < 0
        let (whole, overflowed) = (isBefore ? seconds + 1 : seconds).multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflowed else { return isBefore ? .min : .max }
        return whole.addingSaturated(Int64(nanoseconds) - (isBefore ? 1_000_000_000 : 0))
    }

    /// Creates the instant that is `nanosecondsSinceEpoch` after the epoch.
    public init(nanosecondsSinceEpoch: Int64) {
        self.init(seconds: 0, nanoseconds: nanosecondsSinceEpoch)
    }
}

extension Int64 {
    /// Returns the sum, clamped to the range of 64 bits.
    fileprivate func addingSaturated(_ other: Int64) -> Int64 {
        let (sum, overflowed) = addingReportingOverflow(other)
        return overflowed ? (other < 0 ? .min : .max) : sum
    }
}
