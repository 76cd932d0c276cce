import FlipcashCore
import GRPCCore
import Synchronization

/// Counts calls, for `node status` and for stopping an idle node.
final class CallMeter: Sendable {
    /// The counts so far.
    struct Reading: Equatable, Sendable {
        var started: UInt64 = 0
        var failed: UInt64 = 0
        var active = 0
        var lastActivity: Uptime
    }

    private let clock: any WallClock
    private let reading: Mutex<Reading>

    init(clock: any WallClock) {
        self.clock = clock
        reading = Mutex(Reading(lastActivity: clock.uptime()))
    }

    var current: Reading { reading.withLock { $0 } }

    func callStarted() {
        let now = clock.uptime()
        reading.withLock {
            $0.started &+= 1
            $0.active += 1
            $0.lastActivity = now
        }
    }

    func callEnded(failed: Bool) {
        let now = clock.uptime()
        reading.withLock {
            $0.failed &+= failed ? 1 : 0
            $0.active -= 1
            $0.lastActivity = now
        }
    }

    /// How long no call has been active; zero while a call is active.
    var idleTime: Duration {
        let now = clock.uptime()
        return reading.withLock { $0.active > 0 ? .zero : now - $0.lastActivity }
    }
}

/// One call that is being counted. It ends once: when `end` is called, or when the last reference goes away, since a
/// call whose client is gone may be dropped before any of it runs.
final class MeteredCall: Sendable {
    private let meter: CallMeter
    private let metrics: CallMetrics?
    private let hasEnded = Mutex(false)

    init(_ meter: CallMeter, _ metrics: CallMetrics?) {
        self.meter = meter
        self.metrics = metrics
        meter.callStarted()
        metrics?.started()
    }

    deinit { end(.cancelled) }

    /// - Parameter failure: the status of a call that failed; nil for success.
    func end(_ failure: RPCError.Code?) {
        let isFirst = hasEnded.withLock { hasEnded in
            defer { hasEnded = true }
            return !hasEnded
        }
        guard isFirst else { return }
        meter.callEnded(failed: failure != nil)
        metrics?.ended(failure)
    }
}
