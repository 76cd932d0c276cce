/// A stamp of a hybrid logical clock (expense specification §13.3).
public struct ClockStamp: Hashable, Comparable, Sendable, Codable {
    /// Milliseconds since 1970.
    public let milliseconds: UInt64
    /// Counts the stamps of one millisecond.
    public let counter: UInt32
    /// The device, in hexadecimal digits.
    public let actor: String

    /// Creates a stamp.
    public init(milliseconds: UInt64, counter: UInt32, actor: String) {
        self.milliseconds = milliseconds
        self.counter = counter
        self.actor = actor
    }

    /// Orders by milliseconds, then by counter, then by the bytes of the actor.
    public static func < (left: Self, right: Self) -> Bool {
        if left.milliseconds != right.milliseconds { return left.milliseconds < right.milliseconds }
        if left.counter != right.counter { return left.counter < right.counter }
        return left.actor.utf8.lexicographicallyPrecedes(right.actor.utf8)
    }

    /// The next stamp of the device. It is later than this one even if the clock was set back.
    public func next(at now: UInt64) -> ClockStamp {
        if now > milliseconds { return ClockStamp(milliseconds: now, counter: 0, actor: actor) }
        if counter == .max, milliseconds < .max {
            return ClockStamp(milliseconds: milliseconds + 1, counter: 0, actor: actor)
        }
        return ClockStamp(milliseconds: milliseconds, counter: counter &+ 1, actor: actor)
    }

    /// How far a stamp may be ahead of the server's clock.
    public static let toleranceMilliseconds: UInt64 = 5 * 60 * 1000

    /// The stamp moved back to the server's time when it is too far ahead.
    public func limited(at now: UInt64) -> ClockStamp {
        let limit = now > .max - Self.toleranceMilliseconds ? .max : now + Self.toleranceMilliseconds
        return milliseconds > limit ? ClockStamp(milliseconds: now, counter: counter, actor: actor) : self
    }
}

/// The fields of an entity with the stamps of their last changes (expense specification §13.3).
///
/// Merging is commutative, associative and idempotent. Devices that have merged the same changes have the same fields.
public struct FieldRegisters<Value: Hashable & Sendable>: Hashable, Sendable {
    /// A value, and the stamp of its last change.
    public struct Register: Hashable, Sendable {
        /// The value.
        public let value: Value
        /// When the value was written.
        public let stamp: ClockStamp

        /// Creates a register.
        public init(_ value: Value, _ stamp: ClockStamp) {
            self.value = value
            self.stamp = stamp
        }
    }

    /// The fields; empty after a deletion.
    public private(set) var fields: [String: Register]
    /// When the entity was deleted; nil while it exists.
    public private(set) var deletion: ClockStamp?

    /// Creates an entity; without fields when it is deleted.
    public init(fields: [String: Register] = [:], deletion: ClockStamp? = nil) {
        self.fields = deletion == nil ? fields : [:]
        self.deletion = deletion
    }

    /// Writes a field, unless a later value is there or the entity is deleted.
    public mutating func write(_ value: Value, to field: String, at stamp: ClockStamp) {
        self = merged(with: FieldRegisters(fields: [field: Register(value, stamp)]))
    }

    /// Deletes the entity.
    public mutating func delete(at stamp: ClockStamp) { self = merged(with: FieldRegisters(deletion: stamp)) }

    /// The later value of each field. A deletion wins over every edit, and the earlier of two deletions is kept.
    public func merged(with other: Self) -> Self {
        let deletions = [deletion, other.deletion].compactMap { $0 }
        if let first = deletions.min() { return Self(deletion: first) }
        return Self(fields: fields.merging(other.fields) { $0.stamp < $1.stamp ? $1 : $0 })
    }
}
