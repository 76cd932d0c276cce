import Synchronization

/// A place where one task leaves a value for another; only the first value counts.
final class OneTimeValue<Value: Sendable>: Sendable {
    private let stored = Mutex<Value?>(nil)

    /// The value, once there is one.
    var value: Value? { stored.withLock { $0 } }

    /// Leaves `value` unless there is one already.
    func set(_ value: Value) {
        stored.withLock { $0 = $0 ?? value }
    }
}
