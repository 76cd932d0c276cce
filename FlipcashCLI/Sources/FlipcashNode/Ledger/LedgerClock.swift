import FlipcashCore
import Synchronization

/// When something is judged.
struct LedgerTime: Hashable, Sendable {
    /// What the machine's clock says.
    let now: Instant
    /// The time by which cash links age: never earlier than any ledger time before (payment specification §21.8, point
    /// 8).
    let latest: Instant

    init(now: Instant, latest: Instant? = nil) {
        self.now = now
        self.latest = max(now, latest ?? now)
    }

    /// How far ledger time is ahead of the clock.
    var ahead: Duration { latest.duration(since: now) }

    /// When the clock would have said what was recorded in ledger time.
    func shown(_ recorded: Instant) -> Instant { recorded.advanced(by: .zero - ahead) }

    /// How far ledger time may be ahead of the clock and still wait for it. Beyond, the clock was wrong once, and
    /// waiting could take years.
    static let waitMax = Duration.seconds(3600)

    /// Ledger time after a while.
    ///
    /// It is the later of the clock and what it was before. Where it is far ahead, because the clock was ahead once, it
    /// moves on by what has passed since, so that links made meanwhile still expire after their seven days.
    ///
    /// - Parameter elapsed: how much time has passed since `before`, whatever the clock says.
    static func following(_ before: Instant, now: Instant, elapsed: Duration) -> LedgerTime {
        let isFarAhead = before.duration(since: now) > waitMax
        return LedgerTime(now: now, latest: isFarAhead ? before.advanced(by: max(.zero, elapsed)) : before)
    }
}

/// Tells ledger time: the later of the clock and the latest time ever recorded.
///
/// Cash links are made and aged in it. A clock that is set back makes no link younger, and links that are made after the
/// clock was ahead for a while are not born expired.
final class LedgerClock: Sendable {
    private struct Reading {
        let time: Instant
        let uptime: Uptime
    }

    private let clock: any WallClock
    private let last = Mutex<Reading?>(nil)

    init(clock: any WallClock) { self.clock = clock }

    /// - Parameter recorded: the latest ledger time that the database holds.
    func time(recorded: Instant?) -> LedgerTime {
        last.withLock { last in
            // Inside of the lock: a reading from before another caller's would let the same span count twice.
            let (now, uptime) = (clock.now(), clock.uptime())
            var time = LedgerTime(now: now, latest: recorded)
            if let before = last {
                let followed = LedgerTime.following(before.time, now: now, elapsed: uptime - before.uptime)
                time = LedgerTime(now: now, latest: max(time.latest, followed.latest))
            }
            last = Reading(time: time.latest, uptime: uptime)
            return time
        }
    }
}
