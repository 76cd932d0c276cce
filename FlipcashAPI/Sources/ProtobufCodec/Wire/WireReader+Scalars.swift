extension WireReader {
    /// Reads an `int32`: the low 32 bits of a varint.
    @inlinable
    public mutating func readInt32() throws(BinaryDecodingError) -> Int32 {
        Int32(truncatingIfNeeded: try varint())
    }

    /// Reads an `int64`.
    @inlinable
    public mutating func readInt64() throws(BinaryDecodingError) -> Int64 {
        Int64(bitPattern: try varint())
    }

    /// Reads a `uint32`: the low 32 bits of a varint.
    @inlinable
    public mutating func readUInt32() throws(BinaryDecodingError) -> UInt32 {
        UInt32(truncatingIfNeeded: try varint())
    }

    /// Reads a `uint64`.
    @inlinable
    public mutating func readUInt64() throws(BinaryDecodingError) -> UInt64 {
        try varint()
    }

    /// Reads a zigzag-coded `sint32`.
    @inlinable
    public mutating func readSInt32() throws(BinaryDecodingError) -> Int32 {
        let value = UInt32(truncatingIfNeeded: try varint())
        return Int32(bitPattern: (value >> 1) ^ (0 &- (value & 1)))
    }

    /// Reads a zigzag-coded `sint64`.
    @inlinable
    public mutating func readSInt64() throws(BinaryDecodingError) -> Int64 {
        let value = try varint()
        return Int64(bitPattern: (value >> 1) ^ (0 &- (value & 1)))
    }

    /// Reads a `bool`: every value except zero is true.
    @inlinable
    public mutating func readBool() throws(BinaryDecodingError) -> Bool {
        try varint() != 0
    }

    /// Reads a `fixed32`.
    @inlinable
    public mutating func readFixed32() throws(BinaryDecodingError) -> UInt32 {
        guard remaining >= 4 else { throw failure(.truncated, at: cursor) }
        // Safe: four bytes are left, checked on the line above; the load needs no alignment.
        let value = UnsafeRawPointer(cursor).loadUnaligned(as: UInt32.self)
        cursor += 4
        return UInt32(littleEndian: value)
    }

    /// Reads a `fixed64`.
    @inlinable
    public mutating func readFixed64() throws(BinaryDecodingError) -> UInt64 {
        guard remaining >= 8 else { throw failure(.truncated, at: cursor) }
        // Safe: eight bytes are left, checked on the line above; the load needs no alignment.
        let value = UnsafeRawPointer(cursor).loadUnaligned(as: UInt64.self)
        cursor += 8
        return UInt64(littleEndian: value)
    }

    /// Reads an `sfixed32`.
    @inlinable
    public mutating func readSFixed32() throws(BinaryDecodingError) -> Int32 {
        Int32(bitPattern: try readFixed32())
    }

    /// Reads an `sfixed64`.
    @inlinable
    public mutating func readSFixed64() throws(BinaryDecodingError) -> Int64 {
        Int64(bitPattern: try readFixed64())
    }

    /// Reads a `float`, bit for bit.
    @inlinable
    public mutating func readFloat() throws(BinaryDecodingError) -> Float {
        Float(bitPattern: try readFixed32())
    }

    /// Reads a `double`, bit for bit.
    @inlinable
    public mutating func readDouble() throws(BinaryDecodingError) -> Double {
        Double(bitPattern: try readFixed64())
    }

    /// Reads a `string`, which must be valid UTF-8.
    public mutating func readString() throws(BinaryDecodingError) -> String {
        let count = try length()
        // Safe: `length` has checked that `count` bytes are left; the buffer is not kept.
        let buffer = UnsafeBufferPointer(start: cursor, count: count)
        let text = String(decoding: buffer, as: UTF8.self)
        // The initializer replaces invalid UTF-8, so the text then differs from the input. The initializer that rejects
        // invalid UTF-8 takes three times as long.
        guard text.utf8.withContiguousStorageIfAvailable({ Self.areEqual($0, buffer) }) ?? false else {
            throw failure(.invalidUTF8, at: cursor)
        }
        cursor += count
        return text
    }

    private static func areEqual(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        let (left, right) = (UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
        guard let first = left.baseAddress, let second = right.baseAddress else { return true }
        var offset = 0
        // Safe: every load ends before or at the end of both buffers; it needs no alignment.
        while offset &+ 8 <= left.count {
            if first.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                != second.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            {
                return false
            }
            offset &+= 8
        }
        while offset < left.count {
            if first.load(fromByteOffset: offset, as: UInt8.self)
                != second.load(fromByteOffset: offset, as: UInt8.self)
            {
                return false
            }
            offset &+= 1
        }
        return true
    }

    /// Reads `bytes`.
    public mutating func readBytes() throws(BinaryDecodingError) -> [UInt8] {
        let count = try length()
        // Safe: `length` has checked that `count` bytes are left; the buffer is copied.
        let bytes = [UInt8](UnsafeBufferPointer(start: cursor, count: count))
        cursor += count
        return bytes
    }

    /// Reads `bytes` into another collection type, such as Foundation's `Data`.
    @inlinable
    public mutating func readBytes<Bytes: RangeReplaceableCollection>() throws(BinaryDecodingError) -> Bytes
    where Bytes.Element == UInt8 {
        let count = try length()
        // Safe: `length` has checked that `count` bytes are left; the buffer is copied.
        let bytes = Bytes(UnsafeBufferPointer(start: cursor, count: count))
        cursor += count
        return bytes
    }
}
