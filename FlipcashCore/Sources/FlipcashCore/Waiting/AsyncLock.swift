import Synchronization

/// A first-in-first-out lock that may be held across suspensions.
///
/// An actor would not do: it lets other calls in whenever one of its methods waits.
public final class AsyncLock: Sendable {
    private struct State {
        var isHeld = false
        var queue = WaiterQueue<Void>()
    }

    private let state = Mutex(State())

    /// A lock that is free.
    public init() {}

    /// Runs `body` while holding the lock.
    ///
    /// - Throws: `CancellationError` when the task is cancelled before its turn, and what `body` throws.
    public func withLock<Value>(_ body: () async throws -> Value) async throws -> Value {
        try await acquire()
        defer { release() }
        return try await body()
    }

    private func acquire() async throws {
        try Task.checkCancellation()
        let waiter = state.withLock { state -> Waiter<Void>? in
            if state.isHeld { return state.queue.join() }
            state.isHeld = true
            return nil
        }
        try await waiter?.value()
    }

    /// Hands the lock to the task that has waited longest.
    private func release() {
        state.withLock { state in
            state.isHeld = state.queue.resumeFirst(returning: ())
        }
    }
}
