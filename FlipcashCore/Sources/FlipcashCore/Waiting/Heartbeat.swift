import Synchronization

/// Tells whether the other end of a stream is alive: when it was last heard from, and how long it may be silent.
public final class Heartbeat: Sendable {
    /// The shortest silence that ends a stream whose pings announce the next one. A shorter one, such as twice a delay
    /// of zero, would end every stream.
    public static let announcedTimeoutMin: Duration = .seconds(5)
    /// The longest delay between pings that is believed.
    private static let announcedDelayMax: Duration = .seconds(3_600)

    private struct State {
        var lastBeat: Uptime
        var timeout: Duration
        var wasHeard = false
    }

    private let clock: any WallClock
    private let state: Mutex<State>

    /// A stream that opens now and may be silent for `timeout`.
    public init(clock: any WallClock, timeout: Duration) {
        self.clock = clock
        state = Mutex(State(lastBeat: clock.uptime(), timeout: timeout))
    }

    /// Whether there was any sign of life.
    public var wasHeard: Bool { state.withLock { $0.wasHeard } }

    /// How long the other end may still be silent; zero or less when it is taken for dead.
    public var timeLeft: Duration {
        let now = clock.uptime()
        return state.withLock { $0.timeout - (now - $0.lastBeat) }
    }

    /// Notes a sign of life.
    ///
    /// - Parameter delay: when the other end said that it will send the next; twice that is how long it may be silent
    ///   from now on. Nil leaves the limit as it is.
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

    /// Returns when the other end has been silent for too long.
    ///
    /// - Throws: `CancellationError` when the task is cancelled before.
    public func waitForSilence() async throws { try await clock.sleep(whileLeft: { self.timeLeft }) }
}
