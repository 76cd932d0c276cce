/// A sub-message on the heap, because it is large or recursive.
public struct Boxed<Value: Message>: Sendable {
    /// Immutable: copies of the message share it, and it is written without copying.
    @usableFromInline
    final class Storage: Sendable {
        @usableFromInline let value: Value

        @inlinable
        init(_ value: consuming Value) {
            self.value = value
        }
    }

    @usableFromInline var storage: Storage?

    /// Creates a box with a message, or an empty one.
    @inlinable
    public init(_ value: consuming Value? = nil) {
        storage = (consume value).map { Storage($0) }
    }

    /// Creates an empty box.
    @inlinable
    public static var absent: Boxed { Boxed() }

    /// The message; nil when none is set.
    @inlinable
    public var value: Value? {
        get { storage?.value }
        set { self = Boxed(newValue) }
    }

    /// Whether a message is set.
    @inlinable
    public var isPresent: Bool { storage != nil }
}

extension Boxed: Hashable {
    /// Whether both are absent, or both hold equal messages.
    public static func == (left: Boxed, right: Boxed) -> Bool { left.value == right.value }

    /// Hashes the message.
    public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
