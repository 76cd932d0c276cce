/// The kind of an enum.
public enum WireEnum<Value: Enum>: PackableKind {
    @inlinable public static var wireType: UInt32 { WireType.varint }
    @inlinable public static var defaultValue: Value { Value() }
    @inlinable public static var fixedSize: Int? { nil }

    @inlinable
    public static func read(from reader: inout WireReader) throws(BinaryDecodingError) -> Value {
        try reader.readEnum()
    }

    @inlinable
    public static func prepend(_ value: Value, to writer: inout WireWriter) {
        writer.prependEnum(value)
    }
}

/// The kind of a message.
public enum WireMessage<Value: Message>: MapValueKind {
    @inlinable public static var wireType: UInt32 { WireType.lengthDelimited }
    @inlinable public static var defaultValue: Value { Value() }

    @inlinable
    public static func read(from reader: inout WireReader) throws(BinaryDecodingError) -> Value {
        var value = Value()
        try reader.readMessage(into: &value)
        return value
    }

    @inlinable
    public static func merge(into value: inout Value, from reader: inout WireReader) throws(BinaryDecodingError) {
        try reader.readMessage(into: &value)
    }

    @inlinable
    public static func prepend(_ value: Value, to writer: inout WireWriter) {
        writer.prependMessage(value)
    }

    @inlinable
    public static func prepend(_ value: Value, tag: UInt32, to writer: inout WireWriter) {
        writer.writePresentMessage(value, tag: tag)
    }
}
