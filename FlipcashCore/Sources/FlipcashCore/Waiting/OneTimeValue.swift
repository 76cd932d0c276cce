import Synchronization

/// A value that one task sets and other tasks wait for. Only the first value counts.
public final class OneTimeValue<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var queue = WaiterQueue<Value>()
    }

    private let state = Mutex(State())

    /// Creates an instance without a value.
    public init() {}

    /// The value; nil until it is set.
    public var value: Value? { state.withLock { $0.value } }

    /// Sets the value and resumes all waiting tasks; does nothing if the value is already set.
    public func set(_ value: Value) {
        state.withLock { state in
            guard state.value == nil else { return }
            state.value = value
            state.queue.resumeAll(returning: value)
        }
    }

    /// Waits for the value.
    ///
    /// - Parameter endsWhenCancelled: whether cancelling the calling task ends the wait.
    /// - Returns: nil if the task was cancelled before the value was set.
    public func wait(endsWhenCancelled: Bool = true) async -> Value? {
        let waiter = state.withLock { state -> Waiter<Value>? in
            state.value == nil ? state.queue.join() : nil
        }
        guard let waiter else { return value }
        return try? await waiter.value(endsWhenCancelled: endsWhenCancelled)
    }
}
