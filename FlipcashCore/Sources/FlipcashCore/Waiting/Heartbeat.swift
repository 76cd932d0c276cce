import Synchronization

/// Tracks whether the other end of a stream is alive: the time of its last message, and how long it may be silent.
public final class Heartbeat: Sendable {
    /// The lowest time-out that a ping can set. A lower one, such as twice an announced delay of zero, would end every
    /// stream.
    public static let announcedTimeoutMin: Duration = .seconds(5)
    /// The highest announced delay between pings that is accepted.
    private static let announcedDelayMax: Duration = .seconds(3_600)

    private struct State {
        var lastBeat: Uptime
        var timeout: Duration
        var wasHeard = false
    }

    private let clock: any WallClock
    private let state: Mutex<State>

    /// Creates a heartbeat for a stream that opens now and may be silent for `timeout`.
    public init(clock: any WallClock, timeout: Duration) {
        self.clock = clock
        state = Mutex(State(lastBeat: clock.uptime(), timeout: timeout))
    }

    /// Whether any beat has been recorded.
    public var wasHeard: Bool { state.withLock { $0.wasHeard } }

    /// How long the other end may still be silent; zero or less when it counts as dead.
    public var timeLeft: Duration {
        let now = clock.uptime()
        return state.withLock { $0.timeout - (now - $0.lastBeat) }
    }

    /// Records a sign of life from the other end.
    ///
    /// - Parameter delay: the delay that the other end announced until its next ping; sets the time-out to twice the
    ///   delay. Nil keeps the time-out.
    public func beat(nextAfter delay: Duration? = nil) {
        let now = clock.uptime()
        state.withLock { state in
            state.lastBeat = now
            state.wasHeard = true
            if let delay {
                state.timeout = max(Self.announcedTimeoutMin, min(delay, Self.announcedDelayMax) * 2)
            }
        }
    }

    /// Suspends until the other end has been silent for too long.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    public func waitForSilence() async throws { try await clock.sleep(whileLeft: { self.timeLeft }) }
}
