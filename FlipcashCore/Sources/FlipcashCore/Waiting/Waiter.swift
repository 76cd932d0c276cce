import Synchronization

/// One task that waits until another one resumes it.
public final class Waiter<Value: Sendable>: Sendable {
    private enum State: Sendable {
        case new
        case suspended(CheckedContinuation<Value, any Error>)
        case resumed(Result<Value, any Error>)
    }

    private let state = Mutex(State.new)

    /// A waiter that has not been resumed.
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

    /// Suspends until the waiter is resumed; returns at once when it was resumed before. Called once.
    ///
    /// - Parameter endsWhenCancelled: whether the cancellation of the calling task resumes the waiter.
    /// - Throws: `CancellationError` when the task was cancelled first, or the error that the waiter is resumed with.
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
    /// - Returns: false when the waiter was resumed or cancelled before; `result` is dropped then.
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

/// Tasks that wait for the same thing, in the order in which they came.
///
/// A queue is part of the state that its owner's lock protects: joining it and deciding to join it are one step. A task
/// that is cancelled leaves by itself.
public struct WaiterQueue<Value: Sendable>: Sendable {
    private var waiters: [Waiter<Value>] = []

    /// An empty queue.
    public init() {}

    /// How many tasks wait.
    public var count: Int { waiters.count(where: { $0.isWaiting }) }

    /// Adds a waiter at the end. The caller suspends on it after it has released the lock.
    public mutating func join() -> Waiter<Value> {
        waiters.removeAll { !$0.isWaiting }
        let waiter = Waiter<Value>()
        waiters.append(waiter)
        return waiter
    }

    /// Resumes the task that has waited longest.
    ///
    /// - Returns: false when no task waits.
    public mutating func resumeFirst(returning value: Value) -> Bool {
        while !waiters.isEmpty {
            if waiters.removeFirst().resume(with: .success(value)) { return true }
        }
        return false
    }

    /// Resumes all tasks that wait.
    public mutating func resumeAll(returning value: Value) {
        for waiter in waiters { waiter.resume(with: .success(value)) }
        waiters = []
    }
}
