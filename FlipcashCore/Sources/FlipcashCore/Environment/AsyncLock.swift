import Synchronization

/// A first-in-first-out lock that may be held across suspensions.
///
/// Actors exclude nobody while they wait; this does.
public final class AsyncLock: Sendable {
    private struct Waiter {
        let id: UInt64
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var isHeld = false
        var nextID: UInt64 = 0
        var waiters: [Waiter] = []
        var cancelled: Set<UInt64> = []
    }

    private let state = Mutex(State())

    /// A lock that nobody holds.
    public init() {}

    /// Runs `body` while nobody else holds the lock.
    ///
    /// - Throws: `CancellationError` when the task is cancelled before its turn, and what `body` throws.
    public func withLock<Value>(_ body: () async throws -> Value) async throws -> Value {
        try await acquire()
        defer { release() }
        return try await body()
    }

    private func acquire() async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        let isMine = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer = state.withLock { state -> Bool? in
                    if state.cancelled.remove(id) != nil { return false }
                    guard state.isHeld else {
                        state.isHeld = true
                        return true
                    }
                    state.waiters.append(Waiter(id: id, continuation: continuation))
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let waiter = state.withLock { state -> Waiter? in
                guard let index = state.waiters.firstIndex(where: { $0.id == id }) else {
                    state.cancelled.insert(id)
                    return nil
                }
                return state.waiters.remove(at: index)
            }
            waiter?.continuation.resume(returning: false)
        }
        // A cancellation that came too late leaves its mark; it must not outlive the attempt.
        _ = state.withLock { $0.cancelled.remove(id) }
        guard isMine else { throw CancellationError() }
    }

    private func release() {
        let next = state.withLock { state -> Waiter? in
            guard !state.waiters.isEmpty else {
                state.isHeld = false
                return nil
            }
            return state.waiters.removeFirst()
        }
        next?.continuation.resume(returning: true)
    }
}
