import Synchronization

/// Counts what is in flight for each key, so that no key takes more than its share.
final class InFlightCounter<Key: Hashable & Sendable>: Sendable {
    private struct State {
        var counts: [Key: Int] = [:]
        var total = 0
    }

    /// A key that has so many gets none of the reserve.
    static var fewMax: Int { 4 }

    private let keyMax: Int
    private let totalMax: Int
    private let reserve: Int
    private let state = Mutex(State())

    /// - Parameters:
    ///   - keyMax: the most of one key.
    ///   - totalMax: the most of all keys together.
    ///   - reserve: how many of those only keys with few get, so that a few keys with many leave room for others.
    init(keyMax: Int, totalMax: Int = .max, reserve: Int = 0) {
        self.keyMax = keyMax
        self.totalMax = totalMax
        self.reserve = reserve
    }

    /// How many are in flight.
    var total: Int { state.withLock { $0.total } }

    /// Counts one more; returns false, and counts nothing, if that would be too many.
    func enter(_ key: Key) -> Bool {
        state.withLock { state in
            let count = state.counts[key] ?? 0
            let allMax = count < Self.fewMax ? totalMax : totalMax - reserve
            guard count < keyMax, state.total < allMax else { return false }
            state.counts[key] = count + 1
            state.total += 1
            return true
        }
    }

    /// Counts one less. Each call follows an `enter` that returned true.
    func leave(_ key: Key) {
        state.withLock { state in
            guard let count = state.counts[key] else { return }
            state.counts[key] = count > 1 ? count - 1 : nil
            state.total -= 1
        }
    }
}
