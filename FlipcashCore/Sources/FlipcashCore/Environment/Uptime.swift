/// A moment on a monotonic clock, valid within one process.
///
/// Use it for liveness, time-outs and polling. It is a separate type so that it cannot be mixed up with ``Instant``,
/// the date and time of records and proofs, which changes when the machine's clock is set.
///
/// ```swift
/// let start = clock.uptime()
/// try await work()
/// let took = clock.uptime() - start
/// ```
public struct Uptime: Hashable, Comparable, Sendable {
    /// The time since the clock's start, which is not the time since the machine's start.
    public let sinceStart: Duration

    /// Creates the moment `sinceStart` after the clock's start.
    public init(_ sinceStart: Duration) { self.sinceStart = sinceStart }

    /// Whether `left` is earlier.
    public static func < (left: Uptime, right: Uptime) -> Bool { left.sinceStart < right.sinceStart }

    /// Returns the time from `right` to `left`; negative if `right` is later.
    public static func - (left: Uptime, right: Uptime) -> Duration { left.sinceStart - right.sinceStart }

    /// Returns the moment `duration` later.
    public static func + (moment: Uptime, duration: Duration) -> Uptime { Uptime(moment.sinceStart + duration) }
}
