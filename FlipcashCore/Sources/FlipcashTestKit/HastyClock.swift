public import FlipcashCore
import Synchronization

/// A clock on which a wait takes no real time: each wait ends at once and moves the clock by its duration.
///
/// For code that waits but does not run in a ``SimulatedWorld``, such as a command whose node uses the system's clock.
/// A test can run code in each wait, or end it with an error:
///
/// ```swift
/// let clock = HastyClock { wait in
///     if wait == timeout { try await server.untilSilent() }
/// }
/// ```
public final class HastyClock: WallClock {
    /// The time that this clock shows. A test may move it as well.
    public let time: TestClock
    private let timePasses: Bool
    private let wait: @Sendable (Duration) async throws -> Void
    private let begun = Mutex<[Duration]>([])

    /// A clock that shows `time`.
    ///
    /// - Parameters:
    ///   - timePasses: whether a wait moves `time`. If false, only the test does; code that waits until a point in time
    ///     then polls the clock without a pause.
    ///   - wait: runs in each wait. When it throws, the wait throws the same error and its time does not pass.
    public init(
        _ time: TestClock = TestClock(), timePasses: Bool = true,
        during wait: @escaping @Sendable (Duration) async throws -> Void = { _ in }
    ) {
        self.time = time
        self.timePasses = timePasses
        self.wait = wait
    }

    /// The waits that have begun, in order.
    public var waits: [Duration] { begun.withLock { $0 } }

    /// The date of ``time``.
    public func now() -> Instant { time.now() }

    /// The uptime of ``time``.
    public func uptime() -> Uptime { time.uptime() }

    /// Notes the wait, runs the test's closure, and returns at once. If `timePasses`, moves ``time`` by `duration`.
    ///
    /// - Throws: `CancellationError` if the task is cancelled, and errors of the closure.
    public func sleep(for duration: Duration) async throws {
        await Task.yield()
        try Task.checkCancellation()
        begun.withLock { $0.append(duration) }
        try await wait(duration)
        if timePasses { time.passAutomatically(duration) }
    }
}
