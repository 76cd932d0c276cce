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
