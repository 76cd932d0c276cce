/// The encoding of a value, independent of its field.
///
/// Packed lists and maps are read and written through conforming types, which have no instances.
public protocol MapValueKind {
    /// The Swift type of a value.
    associatedtype Value: Hashable & Sendable
    /// The low three bits of the tag before an unpacked value.
    static var wireType: UInt32 { get }
    /// The value of an absent field.
    static var defaultValue: Value { get }
    /// Reads a value.
    ///
    /// - Throws: ``BinaryDecodingError`` from the reader.
    static func read(from reader: inout WireReader) throws(BinaryDecodingError) -> Value
    /// Reads a value and merges it into an earlier one: scalars replace, messages merge.
    ///
    /// - Throws: ``BinaryDecodingError`` from the reader.
    static func merge(into value: inout Value, from reader: inout WireReader) throws(BinaryDecodingError)
    /// Writes a value before the bytes already written, without a tag.
    static func prepend(_ value: Value, to writer: inout WireWriter)
    /// Writes a value with its tag before the bytes already written.
    static func prepend(_ value: Value, tag: UInt32, to writer: inout WireWriter)
}

extension MapValueKind {
    /// Replaces the earlier value.
    @inlinable
    public static func merge(into value: inout Value, from reader: inout WireReader) throws(BinaryDecodingError) {
        value = try read(from: &reader)
    }

    /// Writes the value, then the tag.
    @inlinable
    public static func prepend(_ value: Value, tag: UInt32, to writer: inout WireWriter) {
        prepend(value, to: &writer)
        writer.prependTag(tag)
    }
}

/// A kind that may be the key of a map.
public protocol MapKeyKind: MapValueKind where Value: Hashable {
    /// Whether the first key is written before the second.
    static func precedes(_ first: Value, _ second: Value) -> Bool
}

/// A kind whose lists may be packed.
public protocol PackableKind: MapValueKind {
    /// The size of a value in bytes, if all values have the same size.
    static var fixedSize: Int? { get }
}
