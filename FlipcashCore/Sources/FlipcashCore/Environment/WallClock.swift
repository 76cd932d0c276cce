// The compiler attributes C's time structures to the first module that it loaded. In a target that uses Foundation
// elsewhere, that may be CoreFoundation.
#if canImport(CoreFoundation)
    import CoreFoundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Reads the time and sleeps. The wallet and the node use no other clock or sleep, so tests and simulations control
/// time.
public protocol WallClock: Sendable {
    /// Returns the current date and time, for records and proofs. Setting the machine's clock changes it.
    func now() -> Instant

    /// Returns the current moment on a monotonic clock, for measuring durations within one process.
    func uptime() -> Uptime

    /// Suspends for at least `duration`, measured by ``uptime()``.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    func sleep(for duration: Duration) async throws
}

/// The operating system's clock.
public struct SystemClock: WallClock {
    private static let start = ContinuousClock.now

    /// Creates a clock; ``uptime()`` counts from the first use of a `SystemClock` in this process.
    public init() {}

    /// The time since the first use of a `SystemClock` in this process, on a clock that also advances while the
    /// machine sleeps.
    public func uptime() -> Uptime { Uptime(Self.start.duration(to: .now)) }

    /// The time of the machine's clock, in UTC with nanoseconds.
    public func now() -> Instant {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Instant(seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
    }

    /// Suspends for at least `duration`; the time in which the machine sleeps counts.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    public func sleep(for duration: Duration) async throws {
        try await Task.sleep(for: duration, clock: .continuous)
    }
}
