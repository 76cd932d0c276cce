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
    public static func prepend(_ value: String, tag: UInt32, to writer: inout WireWriter) {
        writer.writePresentString(value, tag: tag)
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

    @inlinable
    public static func prepend(_ value: [UInt8], tag: UInt32, to writer: inout WireWriter) {
        writer.writePresentBytes(value, tag: tag)
    }
}

/// The kind `bytes`, stored in another collection type, such as Foundation's `Data`.
public enum WireByteCollection<Value: RangeReplaceableCollection & Hashable & Sendable>: MapValueKind
where Value.Element == UInt8 {
    @inlinable public static var wireType: UInt32 { WireType.lengthDelimited }
    @inlinable public static var defaultValue: Value { Value() }

    @inlinable
    public static func read(from reader: inout WireReader) throws(BinaryDecodingError) -> Value {
        try reader.readBytes()
    }

    @inlinable
    public static func prepend(_ value: Value, to writer: inout WireWriter) {
        writer.prependBytes(value)
    }
}
