/// A point in time, counted from 1970-01-01T00:00:00Z without leap seconds.
///
/// Proofs and requests carry seconds and nanoseconds on the wire and are signed bit for bit, so time is held as
/// integers and never passes through a floating-point number.
public struct Instant: Hashable, Comparable, Sendable {
    /// Whole seconds since the epoch; negative before it.
    public let seconds: Int64
    /// Nanoseconds after `seconds`, 0 ..< 1,000,000,000.
    public let nanoseconds: Int32

    /// Makes an instant; `nanoseconds` outside 0 ..< 10⁹ is carried into the seconds, which end at the range of 64
    /// bits.
    public init(seconds: Int64, nanoseconds: Int64 = 0) {
        let (carry, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        let borrow: Int64 = rest < 0 ? 1 : 0
        // Safe: the carry is below 10¹⁰, the rest above -10⁹.
        self.seconds = seconds.addingSaturated(carry - borrow)
        self.nanoseconds = Int32(rest + borrow * 1_000_000_000)
    }

    public static func < (left: Instant, right: Instant) -> Bool {
        (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }

    /// The instant `duration` later (earlier when negative), to the nanosecond; it ends at the range of 64-bit seconds.
    public func advanced(by duration: Duration) -> Instant {
        let (whole, attoseconds) = duration.components
        return Instant(
            seconds: seconds.addingSaturated(whole), nanoseconds: Int64(nanoseconds) + attoseconds / 1_000_000_000)
    }

    /// The time from `earlier` to this instant; negative when `earlier` is later.
    ///
    /// Instants further apart than 64-bit seconds count are that far apart: what never was becomes neither young nor
    /// old by wrapping round.
    public func duration(since earlier: Instant) -> Duration {
        let (apart, overflowed) = seconds.subtractingReportingOverflow(earlier.seconds)
        guard !overflowed else { return .seconds(seconds < earlier.seconds ? Int64.min : Int64.max) }
        return .seconds(apart) + .nanoseconds(Int64(nanoseconds) - Int64(earlier.nanoseconds))
    }

    /// Whether what is dated so has an age at `now` that lies within `ages`.
    ///
    /// The age of what is dated in the future is negative. Unless `ages` ends below, something dated while a clock was
    /// ahead would stay fresh until the clock catches up.
    public func isFresh<Ages: RangeExpression>(at now: Instant, ages: Ages) -> Bool where Ages.Bound == Duration {
        ages.contains(now.duration(since: self))
    }

    /// Whole nanoseconds since the epoch, as the database stores it; exact from the year 1677 until 2262, and the
    /// nearer of these ends beyond.
    public var nanosecondsSinceEpoch: Int64 {
        // Counted from the second nearer to zero, so that the first moment there is can be reached.
        let isBefore = seconds < 0
        let (whole, overflowed) = (isBefore ? seconds + 1 : seconds).multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflowed else { return isBefore ? .min : .max }
        return whole.addingSaturated(Int64(nanoseconds) - (isBefore ? 1_000_000_000 : 0))
    }

    /// The instant that `nanosecondsSinceEpoch` names.
    public init(nanosecondsSinceEpoch: Int64) {
        self.init(seconds: 0, nanoseconds: nanosecondsSinceEpoch)
    }
}

extension Int64 {
    /// The sum, or the end of the range that it lies beyond.
    fileprivate func addingSaturated(_ other: Int64) -> Int64 {
        let (sum, overflowed) = addingReportingOverflow(other)
        return overflowed ? (other < 0 ? .min : .max) : sum
    }
}
