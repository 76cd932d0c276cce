/// The kind `int32`.
public enum WireInt32: MapKeyKind, PackableKind {
    /// A varint.
    @inlinable public static var wireType: UInt32 { WireType.varint }

    /// Zero.
    @inlinable public static var defaultValue: Int32 { 0 }

    /// Always nil: a value takes one to five bytes, or ten if it is negative.
    @inlinable public static var fixedSize: Int? { nil }

    /// Reads a varint and keeps its low 32 bits.
    ///
    /// - Throws: ``BinaryDecodingError`` if the bytes end inside the varint or it is longer than ten bytes.
    @inlinable
    public static func read(from reader: inout WireReader) throws(BinaryDecodingError) -> Int32 {
        try reader.readInt32()
    }

    /// Writes a varint: ten bytes if the value is negative, because it is extended to 64 bits.
    @inlinable
    public static func prepend(_ value: Int32, to writer: inout WireWriter) {
        writer.prependInt32(value)
    }

    /// Orders keys by their value.
    @inlinable
    public static func precedes(_ first: Int32, _ second: Int32) -> Bool {
        first < second
    }
}

/// The kind `int64`.
public enum WireInt64: MapKeyKind, PackableKind {
    /// A varint.
    @inlinable public static var wireType: UInt32 { WireType.varint }

    /// Zero.
    @inlinable public static var defaultValue: Int64 { 0 }

    /// Always nil: a value takes one to ten bytes.
    @inlinable public static var fixedSize: Int? { nil }

    /// Reads a varint as a number in two's complement.
    ///
    /// - Throws: ``BinaryDecodingError`` if the bytes end inside the varint or it is longer than ten bytes.
    @inlinable
    public static func read(from reader: inout WireReader) throws(BinaryDecodingError) -> Int64 {
        try reader.readInt64()
    }

    /// Writes a varint: ten bytes if the value is negative.
    @inlinable
    public static func prepend(_ value: Int64, to writer: inout WireWriter) {
        writer.prependInt64(value)
    }

    /// Orders keys by their value.
    @inlinable
    public static func precedes(_ first: Int64, _ second: Int64) -> Bool {
        first < second
    }
}

/// The kind `uint32`.
public enum WireUInt32: MapKeyKind, PackableKind {
    /// A varint.
    @inlinable public static var wireType: UInt32 { WireType.varint }

    /// Zero.
    @inlinable public static var defaultValue: UInt32 { 0 }

    /// Always nil: a value takes one to five bytes.
    @inlinable public static var fixedSize: Int? { nil }

    /// Reads a varint and keeps its low 32 bits.
    ///
    /// - Throws: ``BinaryDecodingError`` if the bytes end inside the varint or it is longer than ten bytes.
    @inlinable
    public static func read(from reader: inout WireReader) throws(BinaryDecodingError) -> UInt32 {
        try reader.readUInt32()
    }

    /// Writes a varint of up to five bytes.
    @inlinable
    public static func prepend(_ value: UInt32, to writer: inout WireWriter) {
        writer.prependUInt32(value)
    }

    /// Orders keys by their value.
    @inlinable
    public static func precedes(_ first: UInt32, _ second: UInt32) -> Bool {
        first < second
    }
}

/// The kind `uint64`.
public enum WireUInt64: MapKeyKind, PackableKind {
    /// A varint.
    @inlinable public static var wireType: UInt32 { WireType.varint }

    /// Zero.
    @inlinable public static var defaultValue: UInt64 { 0 }

    /// Always nil: a value takes one to ten bytes.
    @inlinable public static var fixedSize: Int? { nil }

    /// Reads a varint.
    ///
    /// - Throws: ``BinaryDecodingError`` if the bytes end inside the varint or it is longer than ten bytes.
    @inlinable
    public static func read(from reader: inout WireReader) throws(BinaryDecodingError) -> UInt64 {
        try reader.readUInt64()
    }

    /// Writes a varint of up to ten bytes.
    @inlinable
    public static func prepend(_ value: UInt64, to writer: inout WireWriter) {
        writer.prependUInt64(value)
    }

    /// Orders keys by their value.
    @inlinable
    public static func precedes(_ first: UInt64, _ second: UInt64) -> Bool {
        first < second
    }
}

/// The kind `sint32`.
public enum WireSInt32: MapKeyKind, PackableKind {
    /// A varint.
    @inlinable public static var wireType: UInt32 { WireType.varint }

    /// Zero.
    @inlinable public static var defaultValue: Int32 { 0 }

    /// Always nil: a value takes one to five bytes.
    @inlinable public static var fixedSize: Int? { nil }

    /// Reads a zigzag-coded varint and keeps its low 32 bits.
    ///
    /// - Throws: ``BinaryDecodingError`` if the bytes end inside the varint or it is longer than ten bytes.
    @inlinable
    public static func read(from reader: inout WireReader) throws(BinaryDecodingError) -> Int32 {
        try reader.readSInt32()
    }

    /// Writes a zigzag-coded varint of up to five bytes; small negative values stay short.
    @inlinable
    public static func prepend(_ value: Int32, to writer: inout WireWriter) {
        writer.prependSInt32(value)
    }

    /// Orders keys by their value.
    @inlinable
    public static func precedes(_ first: Int32, _ second: Int32) -> Bool {
        first < second
    }
}

/// The kind `sint64`.
public enum WireSInt64: MapKeyKind, PackableKind {
    /// A varint.
    @inlinable public static var wireType: UInt32 { WireType.varint }

    /// Zero.
    @inlinable public static var defaultValue: Int64 { 0 }

    /// Always nil: a value takes one to ten bytes.
    @inlinable public static var fixedSize: Int? { nil }

    /// Reads a zigzag-coded varint.
    ///
    /// - Throws: ``BinaryDecodingError`` if the bytes end inside the varint or it is longer than ten bytes.
    @inlinable
    public static func read(from reader: inout WireReader) throws(BinaryDecodingError) -> Int64 {
        try reader.readSInt64()
    }

    /// Writes a zigzag-coded varint of up to ten bytes; small negative values stay short.
    @inlinable
    public static func prepend(_ value: Int64, to writer: inout WireWriter) {
        writer.prependSInt64(value)
    }

    /// Orders keys by their value.
    @inlinable
    public static func precedes(_ first: Int64, _ second: Int64) -> Bool {
        first < second
    }
}

/// The kind `fixed32`.
public enum WireFixed32: MapKeyKind, PackableKind {
    /// Four bytes without a length.
    @inlinable public static var wireType: UInt32 { WireType.fixed32 }

    /// Zero.
    @inlinable public static var defaultValue: UInt32 { 0 }

    /// Four bytes.
    @inlinable public static var fixedSize: Int? { 4 }

    /// Reads four bytes, least significant first.
    ///
    /// - Throws: ``BinaryDecodingError`` if fewer than four bytes are left.
    @inlinable
    public static func read(from reader: inout WireReader) throws(BinaryDecodingError) -> UInt32 {
        try reader.readFixed32()
    }

    /// Writes four bytes, least significant first.
    @inlinable
    public static func prepend(_ value: UInt32, to writer: inout WireWriter) {
        writer.prependFixed32(value)
    }

    /// Orders keys by their value.
    @inlinable
    public static func precedes(_ first: UInt32, _ second: UInt32) -> Bool {
        first < second
    }
}

/// The kind `fixed64`.
public enum WireFixed64: MapKeyKind, PackableKind {
    /// Eight bytes without a length.
    @inlinable public static var wireType: UInt32 { WireType.fixed64 }

    /// Zero.
    @inlinable public static var defaultValue: UInt64 { 0 }

    /// Eight bytes.
    @inlinable public static var fixedSize: Int? { 8 }

    /// Reads eight bytes, least significant first.
    ///
    /// - Throws: ``BinaryDecodingError`` if fewer than eight bytes are left.
    @inlinable
    public static func read(from reader: inout WireReader) throws(BinaryDecodingError) -> UInt64 {
        try reader.readFixed64()
    }

    /// Writes eight bytes, least significant first.
    @inlinable
    public static func prepend(_ value: UInt64, to writer: inout WireWriter) {
        writer.prependFixed64(value)
    }

    /// Orders keys by their value.
    @inlinable
    public static func precedes(_ first: UInt64, _ second: UInt64) -> Bool {
        first < second
    }
}

/// The kind `sfixed32`.
public enum WireSFixed32: MapKeyKind, PackableKind {
    /// Four bytes without a length.
    @inlinable public static var wireType: UInt32 { WireType.fixed32 }

    /// Zero.
    @inlinable public static var defaultValue: Int32 { 0 }

    /// Four bytes.
    @inlinable public static var fixedSize: Int? { 4 }

    /// Reads four bytes, least significant first, as a number in two's complement.
    ///
    /// - Throws: ``BinaryDecodingError`` if fewer than four bytes are left.
    @inlinable
    public static func read(from reader: inout WireReader) throws(BinaryDecodingError) -> Int32 {
        try reader.readSFixed32()
    }

    /// Writes four bytes in two's complement, least significant first.
    @inlinable
    public static func prepend(_ value: Int32, to writer: inout WireWriter) {
        writer.prependSFixed32(value)
    }

    /// Orders keys by their value.
    @inlinable
    public static func precedes(_ first: Int32, _ second: Int32) -> Bool {
        first < second
    }
}

/// The kind `sfixed64`.
public enum WireSFixed64: MapKeyKind, PackableKind {
    /// Eight bytes without a length.
    @inlinable public static var wireType: UInt32 { WireType.fixed64 }

    /// Zero.
    @inlinable public static var defaultValue: Int64 { 0 }

    /// Eight bytes.
    @inlinable public static var fixedSize: Int? { 8 }

    /// Reads eight bytes, least significant first, as a number in two's complement.
    ///
    /// - Throws: ``BinaryDecodingError`` if fewer than eight bytes are left.
    @inlinable
    public static func read(from reader: inout WireReader) throws(BinaryDecodingError) -> Int64 {
        try reader.readSFixed64()
    }

    /// Writes eight bytes in two's complement, least significant first.
    @inlinable
    public static func prepend(_ value: Int64, to writer: inout WireWriter) {
        writer.prependSFixed64(value)
    }

    /// Orders keys by their value.
    @inlinable
    public static func precedes(_ first: Int64, _ second: Int64) -> Bool {
        first < second
    }
}
