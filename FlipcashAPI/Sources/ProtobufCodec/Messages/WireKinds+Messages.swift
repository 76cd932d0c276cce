/// The kind of an enum.
public enum WireEnum<Value: Enum>: PackableKind {
    /// A varint.
    @inlinable public static var wireType: UInt32 { WireType.varint }

    /// The value with number zero.
    @inlinable public static var defaultValue: Value { Value() }

    /// Always nil: a value takes one to five bytes, or ten if its number is negative.
    @inlinable public static var fixedSize: Int? { nil }

    /// Reads a varint and keeps its low 32 bits. Numbers without a name in the definition are kept.
    ///
    /// - Throws: ``BinaryDecodingError`` if the bytes end inside the varint or it is longer than ten bytes.
    @inlinable
    public static func read(from reader: inout WireReader) throws(BinaryDecodingError) -> Value {
        try reader.readEnum()
    }

    /// Writes the number like an `int32`: ten bytes if it is negative.
    @inlinable
    public static func prepend(_ value: Value, to writer: inout WireWriter) {
        writer.prependEnum(value)
    }
}

/// The kind of a message.
public enum WireMessage<Value: Message>: MapValueKind {
    /// A length in bytes, then the fields of the message.
    @inlinable public static var wireType: UInt32 { WireType.lengthDelimited }

    /// A message without any field set.
    @inlinable public static var defaultValue: Value { Value() }

    /// Reads a length and a new message of that many bytes.
    ///
    /// - Throws: ``BinaryDecodingError`` if the length or a field is malformed, or messages are nested too deeply.
    @inlinable
    public static func read(from reader: inout WireReader) throws(BinaryDecodingError) -> Value {
        var value = Value()
        try reader.readMessage(into: &value)
        return value
    }

    /// Reads a length and a message of that many bytes, and merges its fields into the earlier message.
    ///
    /// - Throws: ``BinaryDecodingError`` if the length or a field is malformed, or messages are nested too deeply.
    @inlinable
    public static func merge(into value: inout Value, from reader: inout WireReader) throws(BinaryDecodingError) {
        try reader.readMessage(into: &value)
    }

    /// Writes the length in bytes and the fields.
    @inlinable
    public static func prepend(_ value: Value, to writer: inout WireWriter) {
        writer.prependMessage(value)
    }

    /// Writes the tag, the length in bytes and the fields, also if no field is set.
    @inlinable
    public static func prepend(_ value: Value, tag: UInt32, to writer: inout WireWriter) {
        writer.writePresentMessage(value, tag: tag)
    }
}
