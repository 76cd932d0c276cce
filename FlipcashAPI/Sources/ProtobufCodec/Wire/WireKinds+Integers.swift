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
