extension WireReader {
    /// Reads an enum value, defined or not.
    @inlinable
    public mutating func readEnum<Value: Enum>() throws(BinaryDecodingError) -> Value {
        let number = Int32(truncatingIfNeeded: try varint())
        return Value(rawValue: Int(number)) ?? Value()
    }

    /// Reads a sub-message and merges it into the current value.
    @inlinable
    public mutating func readMessage<M: Message>(into message: inout M) throws(BinaryDecodingError) {
        let outerEnd = try enterMessage()
        try message.decodeFields(from: &self)
        leaveMessage(outerEnd)
    }

    /// Reads a sub-message and merges it into the current value, if any.
    @inlinable
    public mutating func readMessage<M: Message>(_ message: inout M?) throws(BinaryDecodingError) {
        let outerEnd = try enterMessage()
        // Decodes in place; taking the message out and putting it back would copy it twice.
        if message == nil { message = M() }
        try message?.decodeFields(from: &self)
        leaveMessage(outerEnd)
    }

    /// Reads a sub-message and merges it into the current value, if any.
    @inlinable
    public mutating func readMessage<M: Message>(_ message: inout Boxed<M>) throws(BinaryDecodingError) {
        var value = message.value ?? M()
        message = .absent
        try readMessage(into: &value)
        message.storage = Boxed.Storage(consume value)
    }

    /// Reads one item of a list of messages and appends it.
    @inlinable
    public mutating func readMessage<M: Message>(appendingTo list: inout [M]) throws(BinaryDecodingError) {
        if list.count == list.capacity {
            list.reserveCapacity(Self.capacity(for: list.count, and: runLength()))
        }
        let outerEnd = try enterMessage()
        list.append(M())
        try list[list.count - 1].decodeFields(from: &self)
        leaveMessage(outerEnd)
    }

    /// Reads one item of a list of strings or byte strings and appends it.
    @inlinable
    public mutating func readItem<Kind: MapValueKind>(
        _ kind: Kind.Type, appendingTo list: inout [Kind.Value]
    ) throws(BinaryDecodingError) {
        if list.count == list.capacity {
            list.reserveCapacity(Self.capacity(for: list.count, and: runLength()))
        }
        list.append(try Kind.read(from: &self))
    }

    /// Reads a packed list of scalars and appends them.
    @inlinable
    public mutating func readPacked<Kind: PackableKind>(
        _ kind: Kind.Type, into list: inout [Kind.Value]
    ) throws(BinaryDecodingError) {
        let origin = cursor
        let byteCount = try length()
        let outerEnd = end
        // Safe: `length` has checked that the list is inside the current message.
        end = cursor + byteCount
        let count: Int
        if let size = Kind.fixedSize {
            guard byteCount.isMultiple(of: size) else { throw failure(.unevenPackedLength, at: origin) }
            count = byteCount / size
        } else {
            count = varintCount(within: byteCount)
        }
        if list.capacity - list.count < count {
            list.reserveCapacity(Self.capacity(for: list.count, and: count))
        }
        while cursor < end {
            list.append(try Kind.read(from: &self))
        }
        end = outerEnd
    }

    /// Reads one entry of a map. A missing key or value is the default; a repeated key replaces the earlier entry.
    @inlinable
    public mutating func readMapEntry<Key: MapKeyKind, Value: MapValueKind>(
        _ key: Key.Type, _ value: Value.Type, into map: inout [Key.Value: Value.Value]
    ) throws(BinaryDecodingError) {
        if map.isEmpty, map.capacity == 0 { map.reserveCapacity(min(runLength(), Self.firstMapCapacity)) }
        var entry = MapEntry<Key, Value>()
        let outerEnd = try enterMessage()
        try entry.decode(from: &self)
        leaveMessage(outerEnd)
        map[entry.key] = entry.value
    }
}

extension WireReader {
    /// The largest map capacity reserved in advance. Entries may repeat keys, so a message of empty entries must not
    /// reserve memory for each.
    @usableFromInline static var firstMapCapacity: Int { 256 }
}

/// The key and value of a map entry while they are read.
@usableFromInline
struct MapEntry<Key: MapKeyKind, Value: MapValueKind> {
    @usableFromInline var key = Key.defaultValue
    @usableFromInline var value = Value.defaultValue

    @inlinable
    init() {}

    @inlinable
    mutating func decode(from reader: inout WireReader) throws(BinaryDecodingError) {
        let keyTag = 1 << 3 | Key.wireType
        let valueTag = 2 << 3 | Value.wireType
        while true {
            let tag = try reader.nextTag()
            if tag == 0 { return }
            if tag == keyTag {
                key = try Key.read(from: &reader)
            } else if tag == valueTag {
                try Value.merge(into: &value, from: &reader)
            } else {
                try reader.skipField(tag)
            }
        }
    }
}
