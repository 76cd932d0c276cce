extension WireWriter {
    /// Writes an enum field unless it has the value zero.
    @inlinable
    public mutating func writeEnum<Value: Enum>(_ value: Value, tag: UInt32) {
        // Checks the truncated number: a number beyond 32 bits may have 32 zero bits at its end.
        let number = Int32(truncatingIfNeeded: value.rawValue)
        if number == 0 { return }
        writePresentInt32(number, tag: tag)
    }

    /// Writes an enum field, also when its value is zero.
    @inlinable
    public mutating func writePresentEnum<Value: Enum>(_ value: Value, tag: UInt32) {
        writePresentInt32(Int32(truncatingIfNeeded: value.rawValue), tag: tag)
    }

    @inlinable
    mutating func prependEnum<Value: Enum>(_ value: Value) {
        // Enum numbers have 32 bits. Negative ones are written like a negative `int32`, in ten bytes.
        prependInt32(Int32(truncatingIfNeeded: value.rawValue))
    }

    /// Writes a sub-message if one is set.
    @inlinable
    public mutating func writeMessage<M: Message>(_ message: M?, tag: UInt32) {
        guard let message else { return }
        writePresentMessage(message, tag: tag)
    }

    /// Writes a sub-message if one is set.
    @inlinable
    public mutating func writeMessage<M: Message>(_ message: Boxed<M>, tag: UInt32) {
        guard let storage = message.storage else { return }
        writePresentMessage(storage.value, tag: tag)
    }

    /// Writes a sub-message, also when it is empty.
    @inlinable
    public mutating func writePresentMessage<M: Message>(_ message: M, tag: UInt32) {
        let before = count
        message.encodeFields(into: &self)
        prependLength(since: before, tag: tag)
    }

    @inlinable
    mutating func prependMessage<M: Message>(_ message: M) {
        let before = count
        message.encodeFields(into: &self)
        prependVarint(UInt64(truncatingIfNeeded: count - before))
    }

    /// Writes a list of messages, strings or byte strings, each with its own tag.
    @inlinable
    public mutating func writeRepeated<Kind: MapValueKind>(_ kind: Kind.Type, _ list: [Kind.Value], tag: UInt32) {
        assert(MemoryLayout<Lent<Kind>>.stride == MemoryLayout<Kind.Value>.stride)
        assert(MemoryLayout<Lent<Kind>>.alignment == MemoryLayout<Kind.Value>.alignment)
        list.withUnsafeBufferPointer { items in
            guard let start = items.baseAddress else { return }
            var index = items.count
            while index > 0 {
                index -= 1
                // Safe: the item exists, and a struct with one stored value has that value's layout.
                UnsafeRawPointer(start + index).assumingMemoryBound(to: Lent<Kind>.self).pointee
                    .prepend(to: &self, tag: tag)
            }
        }
    }

    /// Writes a packed list of scalars.
    @inlinable
    public mutating func writePacked<Kind: PackableKind>(_ kind: Kind.Type, _ list: [Kind.Value], tag: UInt32) {
        if list.isEmpty { return }
        let before = count
        list.withUnsafeBufferPointer { items in
            var index = items.count
            while index > 0 {
                index -= 1
                Kind.prepend(items[index], to: &self)
            }
        }
        prependLength(since: before, tag: tag)
    }

    /// Writes a map in key order. Each entry has key and value, also when they are defaults.
    @inlinable
    public mutating func writeMap<Key: MapKeyKind, Value: MapValueKind>(
        _ key: Key.Type, _ value: Value.Type, _ map: [Key.Value: Value.Value], tag: UInt32
    ) {
        if map.isEmpty { return }
        let entries = map.sorted { Key.precedes($1.key, $0.key) }
        for entry in entries {
            let before = count
            Value.prepend(entry.value, to: &self)
            prependTag(2 << 3 | Value.wireType)
            Key.prepend(entry.key, to: &self)
            prependTag(1 << 3 | Key.wireType)
            prependLength(since: before, tag: tag)
        }
    }
}

/// A list item at its place in memory. Not copyable, because copying a message would retain and release all its
/// references.
@usableFromInline
struct Lent<Kind: MapValueKind>: ~Copyable {
    @usableFromInline let value: Kind.Value

    @inline(__always)
    @inlinable
    borrowing func prepend(to writer: inout WireWriter, tag: UInt32) {
        Kind.prepend(value, tag: tag, to: &writer)
    }
}
