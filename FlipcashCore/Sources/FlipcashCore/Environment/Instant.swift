/// A point in time, counted from 1970-01-01T00:00:00Z without leap seconds.
///
/// Proofs and requests carry seconds and nanoseconds on the wire and are signed bit for bit, so time is held as
/// integers and never passes through a floating-point number.
public struct Instant: Hashable, Comparable, Sendable {
    /// Whole seconds since the epoch; negative before it.
    public let seconds: Int64
    /// Nanoseconds after `seconds`, 0 ..< 1,000,000,000.
    public let nanoseconds: Int32

    /// Makes an instant; `nanoseconds` outside 0 ..< 10⁹ is carried into the seconds.
    public init(seconds: Int64, nanoseconds: Int64 = 0) {
        let (carry, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        let borrow: Int64 = rest < 0 ? 1 : 0
        self.seconds = seconds &+ carry &- borrow
        self.nanoseconds = Int32(rest + borrow * 1_000_000_000)
    }

    public static func < (left: Instant, right: Instant) -> Bool {
        (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }

    /// The instant `duration` later (earlier when negative), to the nanosecond.
    public func advanced(by duration: Duration) -> Instant {
        let (whole, attoseconds) = duration.components
        return Instant(seconds: seconds &+ whole, nanoseconds: Int64(nanoseconds) + attoseconds / 1_000_000_000)
    }

    /// The time from `earlier` to this instant; negative when `earlier` is later.
    public func duration(since earlier: Instant) -> Duration {
        .seconds(seconds &- earlier.seconds) + .nanoseconds(Int64(nanoseconds) - Int64(earlier.nanoseconds))
    }

    /// Whole nanoseconds since the epoch, as the database stores it; exact until the year 2262.
    public var nanosecondsSinceEpoch: Int64 { seconds &* 1_000_000_000 &+ Int64(nanoseconds) }

    /// The instant that `nanosecondsSinceEpoch` names.
    public init(nanosecondsSinceEpoch: Int64) {
        self.init(seconds: 0, nanoseconds: nanosecondsSinceEpoch)
    }
}
