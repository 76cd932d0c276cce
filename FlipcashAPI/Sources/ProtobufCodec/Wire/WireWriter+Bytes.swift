extension WireWriter {
    /// Writes a `bytes` field unless it is empty.
    @inlinable
    public mutating func writeBytes(_ value: [UInt8], tag: UInt32) {
        if value.isEmpty { return }
        writePresentBytes(value, tag: tag)
    }

    /// Writes a `bytes` field, also when it is empty.
    public mutating func writePresentBytes(_ value: [UInt8], tag: UInt32) {
        value.withUnsafeBufferPointer { prependCounted($0, tag: tag) }
    }

    /// Writes a `bytes` field of another collection type, such as Foundation's `Data`, unless it is empty.
    @inlinable
    public mutating func writeBytes<Bytes: Collection>(_ value: Bytes, tag: UInt32) where Bytes.Element == UInt8 {
        if value.isEmpty { return }
        writePresentBytes(value, tag: tag)
    }

    /// Writes a `bytes` field of another collection type, such as Foundation's `Data`, also when it is empty.
    @inlinable
    public mutating func writePresentBytes<Bytes: Collection>(
        _ value: Bytes, tag: UInt32
    ) where Bytes.Element == UInt8 {
        prependBytes(value)
        prependTag(tag)
    }

    /// Writes a `string` field unless it is empty.
    @inlinable
    public mutating func writeString(_ value: String, tag: UInt32) {
        if value.isEmpty { return }
        writePresentString(value, tag: tag)
    }

    /// Writes a `string` field, also when it is empty.
    public mutating func writePresentString(_ value: String, tag: UInt32) {
        // Strings not stored as UTF-8, such as some from Objective-C, are copied first.
        let written: Void? = value.utf8.withContiguousStorageIfAvailable { prependCounted($0, tag: tag) }
        if written == nil { writePresentBytes(Array(value.utf8), tag: tag) }
    }

    @inlinable
    mutating func prependString(_ value: String) {
        prependBytes(value.utf8)
    }

    @inlinable
    mutating func prependBytes<Bytes: Collection>(_ value: Bytes) where Bytes.Element == UInt8 {
        let written: Void? = value.withContiguousStorageIfAvailable { prependCounted($0) }
        if written == nil { prependBytes(Array(value)) }
    }

    @usableFromInline
    mutating func prependBytes(_ value: [UInt8]) {
        value.withUnsafeBufferPointer { prependCounted($0) }
    }
}
