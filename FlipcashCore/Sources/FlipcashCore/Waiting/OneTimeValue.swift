import Synchronization

/// A place where one task leaves a value for others. Only the first value counts.
public final class OneTimeValue<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var queue = WaiterQueue<Value>()
    }

    private let state = Mutex(State())

    /// A place without a value.
    public init() {}

    /// The value; nil before there is one.
    public var value: Value? { state.withLock { $0.value } }

    /// Leaves `value` unless there is one already, and resumes all tasks that wait for it.
    public func set(_ value: Value) {
        state.withLock { state in
            guard state.value == nil else { return }
            state.value = value
            state.queue.resumeAll(returning: value)
        }
    }

    /// Waits for the value.
    ///
    /// - Parameter endsWhenCancelled: whether the cancellation of the calling task ends the wait.
    /// - Returns: nil when the task was cancelled before there was a value.
    public func wait(endsWhenCancelled: Bool = true) async -> Value? {
        let waiter = state.withLock { state -> Waiter<Value>? in
            state.value == nil ? state.queue.join() : nil
        }
        guard let waiter else { return value }
        return try? await waiter.value(endsWhenCancelled: endsWhenCancelled)
    }
}
