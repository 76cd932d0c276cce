extension WireWriter {
    /// Writes a `bytes` field unless it is empty.
    @inlinable
    public mutating func writeBytes(_ value: [UInt8], tag: UInt32) {
        if value.isEmpty { return }
        writePresentBytes(value, tag: tag)
    }

    /// Writes a `bytes` field whose presence matters.
    @inlinable
    public mutating func writePresentBytes(_ value: [UInt8], tag: UInt32) {
        prependBytes(value)
        prependTag(tag)
    }

    /// Writes a `bytes` field of another type, such as Foundation's `Data`, unless it is empty.
    @inlinable
    public mutating func writeBytes<Bytes: Collection>(_ value: Bytes, tag: UInt32) where Bytes.Element == UInt8 {
        if value.isEmpty { return }
        writePresentBytes(value, tag: tag)
    }

    /// Writes a `bytes` field of another type, such as Foundation's `Data`, whose presence matters.
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

    /// Writes a `string` field whose presence matters.
    @inlinable
    public mutating func writePresentString(_ value: String, tag: UInt32) {
        prependString(value)
        prependTag(tag)
    }

    @inlinable
    mutating func prependString(_ value: String) {
        prependBytes(value.utf8)
    }

    @inlinable
    mutating func prependBytes<Bytes: Collection>(_ value: Bytes) where Bytes.Element == UInt8 {
        let count = value.count
        let target = reserve(count)
        let copied: Void? = value.withContiguousStorageIfAvailable { source in
            // Safe: `reserve` made room for `count` bytes, and the source has exactly as many.
            if let address = source.baseAddress { target.update(from: address, count: count) }
        }
        if copied == nil {
            // Safe: as many bytes as there is room for, whatever the collection says of its count.
            for (index, byte) in value.prefix(count).enumerated() { target[index] = byte }
        }
        prependVarint(UInt64(count))
    }

    @inlinable
    mutating func prependBytes(_ value: [UInt8]) {
        prependRaw(value)
        prependVarint(UInt64(value.count))
    }
}
