import Synchronization

/// A first-in-first-out lock that may be held across suspensions.
///
/// An actor cannot replace it, because an actor runs other calls while one of its methods is suspended.
public final class AsyncLock: Sendable {
    private struct State {
        var isHeld = false
        var queue = WaiterQueue<Void>()
    }

    private let state = Mutex(State())

    /// Creates a free lock.
    public init() {}

    /// Runs `body` while holding the lock.
    ///
    /// - Throws: `CancellationError` if the task is cancelled while it waits, and any error of `body`.
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

    /// Passes the lock to the task that has waited longest.
    private func release() {
        state.withLock { state in
            state.isHeld = state.queue.resumeFirst(returning: ())
        }
    }
}
