/// The kind `double`.
public enum WireDouble: PackableKind {
    /// Eight bytes without a length.
    @inlinable public static var wireType: UInt32 { WireType.fixed64 }

    /// Zero.
    @inlinable public static var defaultValue: Double { 0 }

    /// Eight bytes.
    @inlinable public static var fixedSize: Int? { 8 }

    /// Reads eight bytes, bit for bit: every NaN keeps its payload.
    ///
    /// - Throws: ``BinaryDecodingError`` if fewer than eight bytes are left.
    @inlinable
    public static func read(from reader: inout WireReader) throws(BinaryDecodingError) -> Double {
        try reader.readDouble()
    }

    /// Writes eight bytes, bit for bit: every NaN keeps its payload.
    @inlinable
    public static func prepend(_ value: Double, to writer: inout WireWriter) {
        writer.prependDouble(value)
    }
}

/// The kind `float`.
public enum WireFloat: PackableKind {
    /// Four bytes without a length.
    @inlinable public static var wireType: UInt32 { WireType.fixed32 }

    /// Zero.
    @inlinable public static var defaultValue: Float { 0 }

    /// Four bytes.
    @inlinable public static var fixedSize: Int? { 4 }

    /// Reads four bytes, bit for bit.
    ///
    /// - Throws: ``BinaryDecodingError`` if fewer than four bytes are left.
    @inlinable
    public static func read(from reader: inout WireReader) throws(BinaryDecodingError) -> Float {
        try reader.readFloat()
    }

    /// Writes four bytes, bit for bit.
    @inlinable
    public static func prepend(_ value: Float, to writer: inout WireWriter) {
        writer.prependFloat(value)
    }
}

/// The kind `bool`.
public enum WireBool: MapKeyKind, PackableKind {
    /// A varint.
    @inlinable public static var wireType: UInt32 { WireType.varint }

    /// False.
    @inlinable public static var defaultValue: Bool { false }

    /// Always nil: a reader accepts a varint of any length.
    @inlinable public static var fixedSize: Int? { nil }

    /// Reads a varint: every value except zero is true.
    ///
    /// - Throws: ``BinaryDecodingError`` if the bytes end inside the varint or it is longer than ten bytes.
    @inlinable
    public static func read(from reader: inout WireReader) throws(BinaryDecodingError) -> Bool {
        try reader.readBool()
    }

    /// Writes one byte: 1 for true, 0 for false.
    @inlinable
    public static func prepend(_ value: Bool, to writer: inout WireWriter) {
        writer.prependBool(value)
    }

    /// Orders false before true.
    @inlinable
    public static func precedes(_ first: Bool, _ second: Bool) -> Bool {
        !first && second
    }
}

/// The kind `string`.
public enum WireString: MapKeyKind {
    /// A length in bytes, then UTF-8.
    @inlinable public static var wireType: UInt32 { WireType.lengthDelimited }

    /// The empty string.
    @inlinable public static var defaultValue: String { "" }

    /// Reads a length and that many bytes.
    ///
    /// - Throws: ``BinaryDecodingError`` if the length is cut off or larger than what is left, or the
    ///   bytes are not valid UTF-8.
    @inlinable
    public static func read(from reader: inout WireReader) throws(BinaryDecodingError) -> String {
        try reader.readString()
    }

    /// Writes the length in bytes and the UTF-8 bytes.
    @inlinable
    public static func prepend(_ value: String, to writer: inout WireWriter) {
        writer.prependString(value)
    }

    /// Writes the tag, the length in bytes and the UTF-8 bytes in one step.
    @inlinable
    public static func prepend(_ value: String, tag: UInt32, to writer: inout WireWriter) {
        writer.writePresentString(value, tag: tag)
    }

    /// Orders keys by their UTF-8 bytes, which does not depend on a locale or on the Unicode version.
    @inlinable
    public static func precedes(_ first: String, _ second: String) -> Bool {
        first.utf8.lexicographicallyPrecedes(second.utf8)
    }
}

/// The kind `bytes`.
public enum WireBytes: MapValueKind {
    /// A length, then that many bytes.
    @inlinable public static var wireType: UInt32 { WireType.lengthDelimited }

    /// No bytes.
    @inlinable public static var defaultValue: [UInt8] { [] }

    /// Reads a length and copies that many bytes.
    ///
    /// - Throws: ``BinaryDecodingError`` if the length is cut off or larger than what is left.
    @inlinable
    public static func read(from reader: inout WireReader) throws(BinaryDecodingError) -> [UInt8] {
        try reader.readBytes()
    }

    /// Writes the length and the bytes.
    @inlinable
    public static func prepend(_ value: [UInt8], to writer: inout WireWriter) {
        writer.prependBytes(value)
    }

    /// Writes the tag, the length and the bytes in one step.
    @inlinable
    public static func prepend(_ value: [UInt8], tag: UInt32, to writer: inout WireWriter) {
        writer.writePresentBytes(value, tag: tag)
    }
}

/// The kind `bytes`, stored in another collection type, such as Foundation's `Data`.
public enum WireByteCollection<Value: RangeReplaceableCollection & Hashable & Sendable>: MapValueKind
where Value.Element == UInt8 {
    /// A length, then that many bytes.
    @inlinable public static var wireType: UInt32 { WireType.lengthDelimited }

    /// No bytes.
    @inlinable public static var defaultValue: Value { Value() }

    /// Reads a length and copies that many bytes.
    ///
    /// - Throws: ``BinaryDecodingError`` if the length is cut off or larger than what is left.
    @inlinable
    public static func read(from reader: inout WireReader) throws(BinaryDecodingError) -> Value {
        try reader.readBytes()
    }

    /// Writes the length and the bytes.
    @inlinable
    public static func prepend(_ value: Value, to writer: inout WireWriter) {
        writer.prependBytes(value)
    }
}
