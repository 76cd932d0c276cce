/// A moment by a clock that nobody can set: it only runs forward, and means something within one process only.
///
/// Liveness, time-outs and polling are measured with it. It is a type of its own so that it cannot be mixed up with
/// ``Instant``, the date and time of records and proofs, which changes whenever the machine's clock is set.
///
/// ```swift
/// let start = clock.uptime()
/// try await work()
/// let took = clock.uptime() - start
/// ```
public struct Uptime: Hashable, Comparable, Sendable {
    /// The time since the clock's start, which is not the machine's.
    public let sinceStart: Duration

    /// The moment `sinceStart` after the clock's start.
    public init(_ sinceStart: Duration) { self.sinceStart = sinceStart }

    public static func < (left: Uptime, right: Uptime) -> Bool { left.sinceStart < right.sinceStart }

    /// The time from `right` to `left`; negative when `right` is later.
    public static func - (left: Uptime, right: Uptime) -> Duration { left.sinceStart - right.sinceStart }

    /// The moment `duration` later.
    public static func + (moment: Uptime, duration: Duration) -> Uptime { Uptime(moment.sinceStart + duration) }
}
