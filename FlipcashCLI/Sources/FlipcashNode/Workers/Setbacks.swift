import FlipcashCore
import Synchronization

/// Which items of a worker failed lately, and when each may be tried again: twice as late each time.
///
/// Forgetting it costs nothing but an early attempt; what is left to do stands in the database.
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
    ///   - first: how long an item waits after its first failure.
    ///   - longest: the longest it ever waits.
    ///   - countMax: how many items are remembered; those beyond are tried in every round.
    init(first: Duration, longest: Duration = .seconds(600), countMax: Int = 4096) {
        self.first = first
        self.longest = longest
        self.countMax = countMax
    }

    /// Whether `item` may be tried.
    func isDue(_ item: Item, now: Uptime) -> Bool {
        state.withLock { state in state[item].map { $0.nextAttempt <= now } ?? true }
    }

    /// Remembers that `item` failed, and returns how long it waits.
    @discardableResult
    func note(_ item: Item, now: Uptime) -> Duration {
        state.withLock { state in
            let wait = min(longest, state[item].map { $0.wait * 2 } ?? first)
            guard state[item] != nil || state.count < countMax else { return .zero }
            state[item] = Setback(wait: wait, nextAttempt: now + wait)
            return wait
        }
    }

    /// Forgets an item that is done.
    func clear(_ item: Item) { state.withLock { $0[item] = nil } }
}
