/// The kind `double`.
public enum WireDouble: PackableKind {
    @inlinable public static var wireType: UInt32 { WireType.fixed64 }
    @inlinable public static var defaultValue: Double { 0 }
    @inlinable public static var fixedSize: Int? { 8 }

    @inlinable
    public static func read(from reader: inout WireReader) throws(BinaryDecodingError) -> Double {
        try reader.readDouble()
    }

    @inlinable
    public static func prepend(_ value: Double, to writer: inout WireWriter) {
        writer.prependDouble(value)
    }
}

/// The kind `float`.
public enum WireFloat: PackableKind {
    @inlinable public static var wireType: UInt32 { WireType.fixed32 }
    @inlinable public static var defaultValue: Float { 0 }
    @inlinable public static var fixedSize: Int? { 4 }

    @inlinable
    public static func read(from reader: inout WireReader) throws(BinaryDecodingError) -> Float {
        try reader.readFloat()
    }

    @inlinable
    public static func prepend(_ value: Float, to writer: inout WireWriter) {
        writer.prependFloat(value)
    }
}

/// The kind `int32`.
public enum WireInt32: MapKeyKind, PackableKind {
    @inlinable public static var wireType: UInt32 { WireType.varint }
    @inlinable public static var defaultValue: Int32 { 0 }
    @inlinable public static var fixedSize: Int? { nil }

    @inlinable
    public static func read(from reader: inout WireReader) throws(BinaryDecodingError) -> Int32 {
        try reader.readInt32()
    }

    @inlinable
    public static func prepend(_ value: Int32, to writer: inout WireWriter) {
        writer.prependInt32(value)
    }

    @inlinable
    public static func precedes(_ first: Int32, _ second: Int32) -> Bool {
        first < second
    }
}

/// The kind `int64`.
public enum WireInt64: MapKeyKind, PackableKind {
    @inlinable public static var wireType: UInt32 { WireType.varint }
    @inlinable public static var defaultValue: Int64 { 0 }
    @inlinable public static var fixedSize: Int? { nil }

    @inlinable
    public static func read(from reader: inout WireReader) throws(BinaryDecodingError) -> Int64 {
        try reader.readInt64()
    }

    @inlinable
    public static func prepend(_ value: Int64, to writer: inout WireWriter) {
        writer.prependInt64(value)
    }

    @inlinable
    public static func precedes(_ first: Int64, _ second: Int64) -> Bool {
        first < second
    }
}

/// The kind `uint32`.
public enum WireUInt32: MapKeyKind, PackableKind {
    @inlinable public static var wireType: UInt32 { WireType.varint }
    @inlinable public static var defaultValue: UInt32 { 0 }
    @inlinable public static var fixedSize: Int? { nil }

    @inlinable
    public static func read(from reader: inout WireReader) throws(BinaryDecodingError) -> UInt32 {
        try reader.readUInt32()
    }

    @inlinable
    public static func prepend(_ value: UInt32, to writer: inout WireWriter) {
        writer.prependUInt32(value)
    }

    @inlinable
    public static func precedes(_ first: UInt32, _ second: UInt32) -> Bool {
        first < second
    }
}

/// The kind `uint64`.
public enum WireUInt64: MapKeyKind, PackableKind {
    @inlinable public static var wireType: UInt32 { WireType.varint }
    @inlinable public static var defaultValue: UInt64 { 0 }
    @inlinable public static var fixedSize: Int? { nil }

    @inlinable
    public static func read(from reader: inout WireReader) throws(BinaryDecodingError) -> UInt64 {
        try reader.readUInt64()
    }

    @inlinable
    public static func prepend(_ value: UInt64, to writer: inout WireWriter) {
        writer.prependUInt64(value)
    }

    @inlinable
    public static func precedes(_ first: UInt64, _ second: UInt64) -> Bool {
        first < second
    }
}

/// The kind `sint32`.
public enum WireSInt32: MapKeyKind, PackableKind {
    @inlinable public static var wireType: UInt32 { WireType.varint }
    @inlinable public static var defaultValue: Int32 { 0 }
    @inlinable public static var fixedSize: Int? { nil }

    @inlinable
    public static func read(from reader: inout WireReader) throws(BinaryDecodingError) -> Int32 {
        try reader.readSInt32()
    }

    @inlinable
    public static func prepend(_ value: Int32, to writer: inout WireWriter) {
        writer.prependSInt32(value)
    }

    @inlinable
    public static func precedes(_ first: Int32, _ second: Int32) -> Bool {
        first < second
    }
}

/// The kind `sint64`.
public enum WireSInt64: MapKeyKind, PackableKind {
    @inlinable public static var wireType: UInt32 { WireType.varint }
    @inlinable public static var defaultValue: Int64 { 0 }
    @inlinable public static var fixedSize: Int? { nil }

    @inlinable
    public static func read(from reader: inout WireReader) throws(BinaryDecodingError) -> Int64 {
        try reader.readSInt64()
    }

    @inlinable
    public static func prepend(_ value: Int64, to writer: inout WireWriter) {
        writer.prependSInt64(value)
    }

    @inlinable
    public static func precedes(_ first: Int64, _ second: Int64) -> Bool {
        first < second
    }
}

/// The kind `fixed32`.
public enum WireFixed32: MapKeyKind, PackableKind {
    @inlinable public static var wireType: UInt32 { WireType.fixed32 }
    @inlinable public static var defaultValue: UInt32 { 0 }
    @inlinable public static var fixedSize: Int? { 4 }

    @inlinable
    public static func read(from reader: inout WireReader) throws(BinaryDecodingError) -> UInt32 {
        try reader.readFixed32()
    }

    @inlinable
    public static func prepend(_ value: UInt32, to writer: inout WireWriter) {
        writer.prependFixed32(value)
    }

    @inlinable
    public static func precedes(_ first: UInt32, _ second: UInt32) -> Bool {
        first < second
    }
}

/// The kind `fixed64`.
public enum WireFixed64: MapKeyKind, PackableKind {
    @inlinable public static var wireType: UInt32 { WireType.fixed64 }
    @inlinable public static var defaultValue: UInt64 { 0 }
    @inlinable public static var fixedSize: Int? { 8 }

    @inlinable
    public static func read(from reader: inout WireReader) throws(BinaryDecodingError) -> UInt64 {
        try reader.readFixed64()
    }

    @inlinable
    public static func prepend(_ value: UInt64, to writer: inout WireWriter) {
        writer.prependFixed64(value)
    }

    @inlinable
    public static func precedes(_ first: UInt64, _ second: UInt64) -> Bool {
        first < second
    }
}

/// The kind `sfixed32`.
public enum WireSFixed32: MapKeyKind, PackableKind {
    @inlinable public static var wireType: UInt32 { WireType.fixed32 }
    @inlinable public static var defaultValue: Int32 { 0 }
    @inlinable public static var fixedSize: Int? { 4 }

    @inlinable
    public static func read(from reader: inout WireReader) throws(BinaryDecodingError) -> Int32 {
        try reader.readSFixed32()
    }

    @inlinable
    public static func prepend(_ value: Int32, to writer: inout WireWriter) {
        writer.prependSFixed32(value)
    }

    @inlinable
    public static func precedes(_ first: Int32, _ second: Int32) -> Bool {
        first < second
    }
}

/// The kind `sfixed64`.
public enum WireSFixed64: MapKeyKind, PackableKind {
    @inlinable public static var wireType: UInt32 { WireType.fixed64 }
    @inlinable public static var defaultValue: Int64 { 0 }
    @inlinable public static var fixedSize: Int? { 8 }

    @inlinable
    public static func read(from reader: inout WireReader) throws(BinaryDecodingError) -> Int64 {
        try reader.readSFixed64()
    }

    @inlinable
    public static func prepend(_ value: Int64, to writer: inout WireWriter) {
        writer.prependSFixed64(value)
    }

    @inlinable
    public static func precedes(_ first: Int64, _ second: Int64) -> Bool {
        first < second
    }
}

/// The kind `bool`.
public enum WireBool: MapKeyKind, PackableKind {
    @inlinable public static var wireType: UInt32 { WireType.varint }
    @inlinable public static var defaultValue: Bool { false }
    @inlinable public static var fixedSize: Int? { nil }

    @inlinable
    public static func read(from reader: inout WireReader) throws(BinaryDecodingError) -> Bool {
        try reader.readBool()
    }

    @inlinable
    public static func prepend(_ value: Bool, to writer: inout WireWriter) {
        writer.prependBool(value)
    }

    @inlinable
    public static func precedes(_ first: Bool, _ second: Bool) -> Bool {
        !first && second
    }
}

/// The kind `string`.
public enum WireString: MapKeyKind {
    @inlinable public static var wireType: UInt32 { WireType.lengthDelimited }
    @inlinable public static var defaultValue: String { "" }

    @inlinable
    public static func read(from reader: inout WireReader) throws(BinaryDecodingError) -> String {
        try reader.readString()
    }

    @inlinable
    public static func prepend(_ value: String, to writer: inout WireWriter) {
        writer.prependString(value)
    }

    @inlinable
    public static func precedes(_ first: String, _ second: String) -> Bool {
        first.utf8.lexicographicallyPrecedes(second.utf8)
    }
}

/// The kind `bytes`.
public enum WireBytes: MapValueKind {
    @inlinable public static var wireType: UInt32 { WireType.lengthDelimited }
    @inlinable public static var defaultValue: [UInt8] { [] }

    @inlinable
    public static func read(from reader: inout WireReader) throws(BinaryDecodingError) -> [UInt8] {
        try reader.readBytes()
    }

    @inlinable
    public static func prepend(_ value: [UInt8], to writer: inout WireWriter) {
        writer.prependBytes(value)
    }
}

/// The kind of an enum's values.
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
}
