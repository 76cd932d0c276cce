import Synchronization

/// A place where one task leaves a value for another. Only the first value counts.
public final class OneTimeValue<Value: Sendable>: Sendable {
    private let stored = Mutex<Value?>(nil)

    /// A place without a value.
    public init() {}

    /// The value; nil before there is one.
    public var value: Value? { stored.withLock { $0 } }

    /// Leaves `value` unless there is one already.
    public func set(_ value: Value) {
        stored.withLock { $0 = $0 ?? value }
    }
}
