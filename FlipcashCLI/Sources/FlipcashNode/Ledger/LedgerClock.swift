import FlipcashCore
import Synchronization

/// The time at which a rule is applied.
struct LedgerTime: Hashable, Sendable {
    /// The time of the machine's clock.
    let now: Instant
    /// The time by which cash links age; it never runs back (payment specification §21.8, point 8).
    let latest: Instant

    /// How far ledger time is ahead of the clock.
    var ahead: Duration { latest.duration(since: now) }

    /// Converts a time recorded in ledger time to the time of the clock.
    func shown(_ recorded: Instant) -> Instant { recorded.advanced(by: .zero - ahead) }
}

/// Supplies ledger time, which never runs back: the latest of the clock, the time recorded in the database and the time
/// returned before.
///
/// Cash links are created and aged in ledger time. Setting the clock back does not make links younger, and links
/// created after the clock was ahead for a while are not expired from the start.
final class LedgerClock: Sendable {
    /// If ledger time is ahead of the clock by at most this, it waits for the clock. If it is further ahead, the clock
    /// was wrong once, and waiting could take years. Ledger time then advances with elapsed time, so that links created
    /// meanwhile still expire after seven days.
    static let waitMax = Duration.seconds(3600)

    private struct Reading {
        let latest: Instant
        let uptime: Uptime

        /// Returns ledger time at a later moment, not counting the clock.
        func continued(at uptime: Uptime, now: Instant) -> Instant {
            let isFarAhead = latest.duration(since: now) > LedgerClock.waitMax
            return isFarAhead ? latest.advanced(by: uptime - self.uptime) : latest
        }
    }

    private let clock: any WallClock
    private let state = Mutex((last: Reading?.none, hasRead: false))

    init(clock: any WallClock) { self.clock = clock }

    /// Returns the present ledger time.
    ///
    /// - Parameter recorded: reads the latest ledger time from the database. Called once, by the first call that passes
    ///   it; later times come from this clock. Until then the recorded time is ignored.
    func time(recorded: (() throws -> Instant?)? = nil) rethrows -> LedgerTime {
        try state.withLock { state in
            var earlier: Instant?
            if !state.hasRead, let recorded {
                earlier = try recorded()
                state.hasRead = true
            }
            // Read inside the lock: with an older reading than another caller's, the same span would count twice.
            let (now, uptime) = (clock.now(), clock.uptime())
            let latest = max(now, earlier ?? now, state.last?.continued(at: uptime, now: now) ?? now)
            state.last = Reading(latest: latest, uptime: uptime)
            return LedgerTime(now: now, latest: latest)
        }
    }
}
