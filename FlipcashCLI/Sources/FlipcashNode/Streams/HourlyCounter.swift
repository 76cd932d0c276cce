import FlipcashCore
import Synchronization

/// Counts what each key did within an hour of its first act, so that no key does it too often.
final class HourlyCounter<Key: Hashable & Sendable>: Sendable {
    private struct Hour {
        let start: Uptime
        var count: Int
    }

    /// How many keys are remembered. While so many are counted, others have to wait.
    static var keysMax: Int { 65_536 }
    private static var hour: Duration { .seconds(3600) }

    private let max: Int
    private let clock: any WallClock
    private let hours = Mutex<[Key: Hour]>([:])

    /// - Parameter max: the most of one key within an hour.
    init(max: Int, clock: any WallClock) {
        self.max = max
        self.clock = clock
    }

    /// Counts one more; returns false, and counts nothing, if that would be too many.
    func count(_ key: Key) -> Bool {
        let now = clock.uptime()
        return hours.withLock { hours in
            if let hour = hours[key], now - hour.start < Self.hour {
                guard hour.count < max else { return false }
                hours[key]?.count += 1
                return true
            }
            if hours.count >= Self.keysMax { hours = hours.filter { now - $0.value.start < Self.hour } }
            guard max > 0, hours.count < Self.keysMax else { return false }
            hours[key] = Hour(start: now, count: 1)
            return true
        }
    }
}
