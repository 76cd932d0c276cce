import Synchronization

/// What two requests must not work on at the same time. Owners come before vaults, each by address
/// (payment specification §21.3).
enum LockKey: Hashable, Comparable, Sendable {
    case owner([UInt8])
    case vault([UInt8])

    static func < (left: LockKey, right: LockKey) -> Bool {
        switch (left, right) {
        case (.owner, .vault): true
        case (.vault, .owner): false
        case (.owner(let left), .owner(let right)), (.vault(let left), .vault(let right)):
            left.lexicographicallyPrecedes(right)
        }
    }
}

/// Locks that are held across suspensions, served first in first out, with a bounded queue each.
///
/// An actor would not do: its methods let others in whenever they wait.
final class FairLocks<Key: Hashable & Comparable & Sendable>: Sendable {
    /// Too many already wait for the same lock.
    struct Busy: Error, Hashable {}

    private struct Waiter {
        let id: UInt64
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        /// Who waits, for each lock that is held.
        var queues: [Key: [Waiter]] = [:]
        var cancelled: Set<UInt64> = []
        var lastID: UInt64 = 0
    }

    private let state = Mutex(State())
    private let waitersMax: Int

    /// - Parameter waitersMax: how many may wait for one lock.
    init(waitersMax: Int = 32) { self.waitersMax = waitersMax }

    /// How many locks are held.
    var heldCount: Int { state.withLock { $0.queues.count } }

    /// How many wait for the lock `key`.
    func waiterCount(_ key: Key) -> Int { state.withLock { $0.queues[key]?.count ?? 0 } }

    /// Runs `body` while holding all of `keys`, which are taken in ascending order.
    ///
    /// - Throws: `Busy`, `CancellationError`, or what `body` throws.
    func withLocks<Result>(_ keys: Set<Key>, _ body: () async throws -> Result) async throws -> Result {
        var held: [Key] = []
        defer { for key in held.reversed() { release(key) } }
        for key in keys.sorted() {
            try await acquire(key)
            held.append(key)
        }
        return try await body()
    }

    private func acquire(_ key: Key) async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        defer { _ = state.withLock { $0.cancelled.remove(id) } }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                join(key, Waiter(id: id, continuation: continuation))
            }
        } onCancel: {
            leave(key, id)
        }
    }

    private func join(_ key: Key, _ waiter: Waiter) {
        let outcome: Result<Void, any Error>? = state.withLock { state in
            if state.cancelled.contains(waiter.id) { return .failure(CancellationError()) }
            guard let queue = state.queues[key] else {
                state.queues[key] = []
                return .success(())
            }
            guard queue.count < waitersMax else { return .failure(Busy()) }
            state.queues[key]?.append(waiter)
            return nil
        }
        if let outcome { waiter.continuation.resume(with: outcome) }
    }

    private func leave(_ key: Key, _ id: UInt64) {
        let waiter = state.withLock { state -> Waiter? in
            guard let place = state.queues[key]?.firstIndex(where: { $0.id == id }) else {
                state.cancelled.insert(id)
                return nil
            }
            return state.queues[key]?.remove(at: place)
        }
        waiter?.continuation.resume(throwing: CancellationError())
    }

    private func release(_ key: Key) {
        let next = state.withLock { state -> Waiter? in
            guard let queue = state.queues[key], !queue.isEmpty else {
                state.queues[key] = nil
                return nil
            }
            return state.queues[key]?.removeFirst()
        }
        next?.continuation.resume()
    }
}
