import FlipcashCore
import Synchronization

/// When a stream was last heard of, and how long it may be silent.
final class SignOfLife: Sendable {
    private struct State {
        var last: Instant
        var timeout: Duration
        var wasSeen = false
    }

    private let state: Mutex<State>

    init(now: Instant, timeout: Duration) {
        state = Mutex(State(last: now, timeout: timeout))
    }

    /// Whether anything was ever heard.
    var wasSeen: Bool { state.withLock { $0.wasSeen } }

    /// Notes a message; a ping also says when the next one is due, and twice that is the new limit.
    func renew(now: Instant, pingDelay: Duration?) {
        state.withLock { state in
            state.last = now
            state.wasSeen = true
            if let pingDelay {
                state.timeout = max(
                    LiveMintDataStreamer.pingTimeoutMin, min(pingDelay, .seconds(3_600)) * 2)
            }
        }
    }

    /// How much silence is left.
    func timeLeft(now: Instant) -> Duration {
        state.withLock { $0.timeout - now.duration(since: $0.last) }
    }
}
