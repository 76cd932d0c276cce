import FlipcashCore
import Synchronization

/// Remembers which items of a worker failed recently and when to retry each. The delay doubles after each failure.
///
/// Kept in memory only: after a restart an item is merely retried early, since the database holds what is left to do.
final class Setbacks<Item: Hashable & Sendable>: Sendable {
    private struct Setback {
        var wait: Duration
        var nextAttempt: Uptime
    }

    private let first: Duration
    private let longest: Duration
    private let countMax: Int
    private let state = Mutex<[Item: Setback]>([:])

    /// - Parameters:
    ///   - first: the delay after an item's first failure.
    ///   - longest: the maximum delay.
    ///   - countMax: how many items are remembered; further items are retried in every round.
    init(first: Duration, longest: Duration = .seconds(600), countMax: Int = 4096) {
        self.first = first
        self.longest = longest
        self.countMax = countMax
    }

    /// Whether `item` may be tried now.
    func isDue(_ item: Item, now: Uptime) -> Bool {
        state.withLock { state in state[item].map { $0.nextAttempt <= now } ?? true }
    }

    /// Records that `item` failed, and returns its delay.
    @discardableResult
    func note(_ item: Item, now: Uptime) -> Duration {
        state.withLock { state in
            let wait = min(longest, state[item].map { $0.wait * 2 } ?? first)
            guard state[item] != nil || state.count < countMax else { return .zero }
            state[item] = Setback(wait: wait, nextAttempt: now + wait)
            return wait
        }
    }

    /// Forgets an item that succeeded.
    func clear(_ item: Item) { state.withLock { $0[item] = nil } }
}
