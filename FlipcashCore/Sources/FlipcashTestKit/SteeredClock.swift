public import FlipcashCore
import Synchronization

/// The system's clock, shifted by a test.
///
/// For code that depends on the system's clock: a process, a node, or sockets with time-outs of their own.
/// The test can end a long wait, known by its length. Other tests use a ``TestClock``, which needs no real time.
public final class SteeredClock: WallClock {
    private struct Shift {
        var date: Duration
        var uptime = Duration.zero
    }

    private let system = SystemClock()
    private let steered: Duration?
    private let shift: Mutex<Shift>
    private let isOver: AsyncStream<Void>
    private let end: AsyncStream<Void>.Continuation
    private let begun: AsyncStream<Duration>.Continuation
    /// The waits that begin, in order. One task may read them.
    public let waits: AsyncStream<Duration>

    /// A clock that shows the system's time.
    ///
    /// - Parameters:
    ///   - duration: the wait that the test ends; nothing else waits for about as long.
    ///   - lead: how far the date is ahead of the system's.
    public init(steering duration: Duration? = nil, dateAhead lead: Duration = .zero) {
        steered = duration
        shift = Mutex(Shift(date: lead))
        (isOver, end) = AsyncStream.makeStream()
        (waits, begun) = AsyncStream.makeStream()
    }

    /// Ends the steered wait. The uptime moves by its duration; the date does not change.
    public func letTimePass() {
        if let steered { shift.withLock { $0.uptime += steered } }
        end.yield()
    }

    /// Lets `duration` pass. No sleeper wakes.
    public func advance(by duration: Duration) {
        shift.withLock { shift in
            shift.date += duration
            shift.uptime += duration
        }
    }

    /// Sets the date ahead, or back when `duration` is negative. No time passes.
    public func moveDate(by duration: Duration) { shift.withLock { $0.date += duration } }

    /// The system's date, shifted by `dateAhead` and by the test.
    public func now() -> Instant { system.now().advanced(by: shift.withLock { $0.date }) }

    /// The system's uptime, shifted by the time that the test let pass.
    public func uptime() -> Uptime { system.uptime() + shift.withLock { $0.uptime } }

    /// Notes the wait in ``waits``. The steered wait, up to ten seconds shorter than its duration, ends with
    /// ``letTimePass()``; other waits take real time.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    public func sleep(for duration: Duration) async throws {
        begun.yield(duration)
        guard let steered, duration <= steered, duration > steered - .seconds(10) else {
            return try await system.sleep(for: duration)
        }
        for await _ in isOver { return }
        throw CancellationError()
    }
}
