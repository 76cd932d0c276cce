import FlipcashCore
import Synchronization

/// When something is judged.
struct LedgerTime: Hashable, Sendable {
    /// What the machine's clock says.
    let now: Instant
    /// The time by which cash links age: never earlier than any ledger time before (payment specification §21.8, point
    /// 8).
    let latest: Instant

    /// How far ledger time is ahead of the clock.
    var ahead: Duration { latest.duration(since: now) }

    /// When the clock would have said what was recorded in ledger time.
    func shown(_ recorded: Instant) -> Instant { recorded.advanced(by: .zero - ahead) }
}

/// Tells ledger time, which never runs back: the latest of the clock, the time recorded in the database and the time
/// told before.
///
/// Cash links are made and aged in it. A clock that is set back makes no link younger, and links that are made after the
/// clock was ahead for a while are not born expired.
final class LedgerClock: Sendable {
    /// How far ledger time may be ahead of the clock and still wait for it. Beyond, the clock was wrong once, and
    /// waiting could take years: ledger time moves on by what has passed since, so that links made meanwhile still
    /// expire after their seven days.
    static let waitMax = Duration.seconds(3600)

    private struct Reading {
        let latest: Instant
        let uptime: Uptime

        /// Ledger time at a later moment, the clock's own aside.
        func continued(at uptime: Uptime, now: Instant) -> Instant {
            let isFarAhead = latest.duration(since: now) > LedgerClock.waitMax
            return isFarAhead ? latest.advanced(by: uptime - self.uptime) : latest
        }
    }

    private let clock: any WallClock
    private let last = Mutex<Reading?>(nil)

    init(clock: any WallClock) { self.clock = clock }

    /// - Parameter recorded: the latest ledger time that the database holds.
    func time(recorded: Instant?) -> LedgerTime {
        last.withLock { last in
            // Inside of the lock: a reading from before another caller's would let the same span count twice.
            let (now, uptime) = (clock.now(), clock.uptime())
            let latest = max(now, recorded ?? now, last?.continued(at: uptime, now: now) ?? now)
            last = Reading(latest: latest, uptime: uptime)
            return LedgerTime(now: now, latest: latest)
        }
    }
}
