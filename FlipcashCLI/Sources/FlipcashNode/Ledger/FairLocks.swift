import FlipcashCore
import Synchronization

/// Locks that can be held across suspensions: first in, first out, with a bounded queue for each lock.
///
/// An actor does not work here: other callers can enter it while one of its methods is suspended.
final class FairLocks<Key: Hashable & Comparable & Sendable>: Sendable {
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
    /// - Throws: `LocksBusy`, `CancellationError`, or what `body` throws.
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
            guard queue.count < waitersMax else { throw LocksBusy() }
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
