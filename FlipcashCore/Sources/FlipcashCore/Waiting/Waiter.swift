import Synchronization

/// A task's wait for a value, which another task resumes.
public final class Waiter<Value: Sendable>: Sendable {
    private enum State: Sendable {
        case new
        case suspended(CheckedContinuation<Value, any Error>)
        case resumed(Result<Value, any Error>)
    }

    private let state = Mutex(State.new)

    /// Creates a waiter that has not been resumed.
    public init() {}

    /// Whether the waiter has been neither resumed nor cancelled.
    public var isWaiting: Bool {
        state.withLock { state -> Bool in
            switch state {
            case .new, .suspended: true
            case .resumed: false
            }
        }
    }

    /// Suspends until the waiter is resumed; returns at once if it was resumed before. Call it once.
    ///
    /// - Parameter endsWhenCancelled: whether cancelling the calling task resumes the waiter.
    /// - Throws: `CancellationError` if the task was cancelled first, or the error that the waiter is resumed with.
    public func value(endsWhenCancelled: Bool = true) async throws -> Value {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result = state.withLock { state -> Result<Value, any Error>? in
                    if case .resumed(let result) = state { return result }
                    state = .suspended(continuation)
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            if endsWhenCancelled { resume(with: .failure(CancellationError())) }
        }
    }

    /// Resumes the waiting task with `result`.
    ///
    /// - Returns: false if the waiter was already resumed or cancelled; `result` is then ignored.
    @discardableResult
    public func resume(with result: Result<Value, any Error>) -> Bool {
        let before = state.withLock { state -> State in
            let before = state
            if case .resumed = before { return before }
            state = .resumed(result)
            return before
        }
        switch before {
        case .new: return true
        case .suspended(let continuation):
            continuation.resume(with: result)
            return true
        case .resumed: return false
        }
    }
}

/// A first-in-first-out queue of waiting tasks.
///
/// Keep the queue in the state that its owner's lock protects, so that checking the state and joining are one step. A
/// cancelled task leaves the queue.
public struct WaiterQueue<Value: Sendable>: Sendable {
    private var waiters: [Waiter<Value>] = []

    /// Creates an empty queue.
    public init() {}

    /// The number of waiting tasks.
    public var count: Int { waiters.count(where: { $0.isWaiting }) }

    /// Adds a waiter at the end. The caller awaits it after releasing the lock.
    public mutating func join() -> Waiter<Value> {
        waiters.removeAll { !$0.isWaiting }
        let waiter = Waiter<Value>()
        waiters.append(waiter)
        return waiter
    }

    /// Resumes the task that has waited longest.
    ///
    /// - Returns: false if no task is waiting.
    public mutating func resumeFirst(returning value: Value) -> Bool {
        while !waiters.isEmpty {
            if waiters.removeFirst().resume(with: .success(value)) { return true }
        }
        return false
    }

    /// Resumes all waiting tasks.
    public mutating func resumeAll(returning value: Value) {
        for waiter in waiters { waiter.resume(with: .success(value)) }
        waiters = []
    }
}
