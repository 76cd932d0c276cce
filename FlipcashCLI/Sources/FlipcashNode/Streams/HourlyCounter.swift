import FlipcashCore
import Synchronization

/// Counts what each key did within an hour of its first act, so that no key does it too often.
///
/// Memory is bounded. While as many keys are counted as are remembered, further keys share counts: each belongs to one
/// of many groups, and all of a group together have the share of one. So a key never does more than its share, and a
/// client with many keys stops few others.
final class HourlyCounter<Key: Hashable & Sendable>: Sendable {
    private struct Hour {
        let start: Uptime
        var count: Int
    }

    private struct State {
        var hours: [Key: Hour] = [:]
        /// The counts of the groups whose members found no place among the keys.
        var groups: [Int: Hour] = [:]
        /// When the first of the remembered keys can be forgotten; nil when none is remembered.
        var nextEnd: Uptime?

        /// Forgets the keys whose hour is over. Looks at all of them only if there is one.
        mutating func forget(_ now: Uptime) {
            guard let nextEnd, nextEnd <= now else { return }
            hours = hours.filter { now - $0.value.start < HourlyCounter.hour }
            groups = groups.filter { now - $0.value.start < HourlyCounter.hour }
            self.nextEnd = hours.values.map(\.start).min().map { $0 + HourlyCounter.hour }
        }
    }

    /// How many keys are remembered with a count of their own, and how many groups the others have.
    static var keysMax: Int { 65_536 }
    private static var hour: Duration { .seconds(3600) }

    private let max: Int
    private let clock: any WallClock
    private let state = Mutex(State())

    /// - Parameter max: the most of one key within an hour.
    init(max: Int, clock: any WallClock) {
        self.max = max
        self.clock = clock
    }

    /// Counts one more; returns false, and counts nothing, if that would be too many.
    func count(_ key: Key) -> Bool {
        let now = clock.uptime()
        let group = Int(UInt(bitPattern: key.hashValue) % UInt(Self.keysMax))
        return state.withLock { state in
            if let hour = state.hours[key], now - hour.start < Self.hour {
                guard hour.count < max else { return false }
                state.hours[key]?.count += 1
                return true
            }
            if state.hours.count >= Self.keysMax { state.forget(now) }
            // What the key did as a member of its group counts when it gets a place of its own.
            var hour =
                state.groups[group].flatMap { now - $0.start < Self.hour ? $0 : nil } ?? Hour(start: now, count: 0)
            guard hour.count < max else { return false }
            hour.count += 1
            if state.hours[key] != nil || state.hours.count < Self.keysMax {
                state.hours[key] = hour
                state.nextEnd = min(state.nextEnd ?? hour.start + Self.hour, hour.start + Self.hour)
            } else {
                state.groups[group] = hour
            }
            return true
        }
    }
}
