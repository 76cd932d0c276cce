// The C library's time structures belong to whichever module the compiler saw first, which in a target that uses
// Foundation elsewhere may be this one.
#if canImport(CoreFoundation)
    import CoreFoundation
#endif
#if canImport(Glibc)
    // The compiler takes C's time structures for members of the module that it happened to load first.
    import CoreFoundation
    import Glibc
#else
    import Darwin
#endif

/// Tells the time and waits. Nothing in the wallet or the node reads a clock or sleeps except through one of these,
/// so that tests and simulations own time.
public protocol WallClock: Sendable {
    /// The current date and time, for records and proofs. Setting the machine's clock changes it.
    func now() -> Instant

    /// The current moment by a clock that nobody can set, for measuring how long something takes within one process.
    func uptime() -> Uptime

    /// Suspends for at least `duration`, as ``uptime()`` counts.
    ///
    /// - Throws: `CancellationError` when the task is cancelled meanwhile.
    func sleep(for duration: Duration) async throws
}

/// The operating system's clock.
public struct SystemClock: WallClock {
    private static let start = ContinuousClock.now

    /// Reads the machine's clock; ``uptime()`` counts from this process's first use of one.
    public init() {}

    public func uptime() -> Uptime { Uptime(Self.start.duration(to: .now)) }

    public func now() -> Instant {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Instant(seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
    }

    public func sleep(for duration: Duration) async throws {
        try await Task.sleep(for: duration, clock: .continuous)
    }
}
