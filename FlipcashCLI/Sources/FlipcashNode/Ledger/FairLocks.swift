import FlipcashCore
import Synchronization

/// Names an owner or a vault that only one request may work on at a time. Owners sort before vaults, each by address
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

/// Locks that can be held across suspensions: first in, first out, with a bounded queue for each lock.
///
/// An actor does not work here: other callers can enter it while one of its methods is suspended.
final class FairLocks<Key: Hashable & Comparable & Sendable>: Sendable {
    /// Too many tasks already wait for the same lock.
    struct Busy: Error, Hashable {}

    /// The waiting tasks of each held lock.
    private let queues = Mutex<[Key: WaiterQueue<Void>]>([:])
    private let waitersMax: Int

    /// - Parameter waitersMax: how many tasks may wait for one lock.
    init(waitersMax: Int = 32) { self.waitersMax = waitersMax }

    /// How many locks are held.
    var heldCount: Int { queues.withLock { $0.count } }

    /// How many tasks wait for the lock `key`.
    func waiterCount(_ key: Key) -> Int { queues.withLock { $0[key]?.count ?? 0 } }

    /// Runs `body` while holding all of `keys`, which are locked in ascending order.
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
        try Task.checkCancellation()
        let waiter = try queues.withLock { queues throws -> Waiter<Void>? in
            guard let queue = queues[key] else {
                queues[key] = WaiterQueue()
                return nil
            }
            guard queue.count < waitersMax else { throw Busy() }
            return queues[key]?.join()
        }
        try await waiter?.value()
    }

    /// Hands the lock to the task that has waited longest.
    private func release(_ key: Key) {
        queues.withLock { queues in
            let isHeld = queues[key]?.resumeFirst(returning: ()) ?? false
            if !isHeld { queues[key] = nil }
        }
    }
}
