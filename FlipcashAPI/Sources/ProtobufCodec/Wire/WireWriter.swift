/// Writes the binary format backwards, the last field first.
///
/// The length of a sub-message stands before it. Writing backwards, the length is known when it is needed, so every
/// byte is written once and nothing is measured in advance. Short messages are written into memory passed to the
/// writer; longer ones into memory that the writer allocates.
public struct WireWriter: ~Copyable {
    @usableFromInline var base: UnsafeMutablePointer<UInt8>
    @usableFromInline var cursor: UnsafeMutablePointer<UInt8>
    @usableFromInline var end: UnsafeMutablePointer<UInt8>
    @usableFromInline var isOwner: Bool

    /// The size in bytes of the stack buffer that a writer starts with. Most messages fit. Swift gives no more.
    @usableFromInline static let initialCapacity = 1024

    /// The maximum length of a varint in bytes.
    @usableFromInline static let longestVarint = 10

    /// Safe: the caller keeps the memory alive longer than the writer.
    @inlinable
    init(lending memory: UnsafeMutableBufferPointer<UInt8>) {
        if let start = memory.baseAddress {
            base = start
            end = start + memory.count
            isOwner = false
        } else {
            base = .allocate(capacity: WireWriter.initialCapacity)
            end = base + WireWriter.initialCapacity
            isOwner = true
        }
        cursor = end
    }

    @inlinable
    deinit {
        if isOwner { base.deallocate() }
    }

    /// Lets one closure write and another read the bytes written.
    @inlinable
    static func write<Result>(
        _ fields: (inout WireWriter) -> Void, _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: initialCapacity) { memory in
            var writer = WireWriter(lending: memory)
            fields(&writer)
            return writer.withWritten(body)
        }
    }

    /// Passes the written bytes to `body`. The writer is borrowed during the call, so its memory stays valid.
    @inlinable
    borrowing func withWritten<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        // Safe: everything from `cursor` to the end of the buffer has been written.
        body(UnsafeRawBufferPointer(start: cursor, count: count))
    }

    /// The number of bytes written.
    @inlinable
    var count: Int { end - cursor }

    /// Makes room for more bytes before those written.
    @inline(__always)
    @inlinable
    mutating func makeRoom(_ byteCount: Int) {
        if cursor - base < byteCount { grow(byteCount) }
    }

    @inline(never)
    @usableFromInline
    mutating func grow(_ byteCount: Int) {
        let written = count
        let newCapacity = max((end - base) * 4, written + byteCount)
        let newBase = UnsafeMutablePointer<UInt8>.allocate(capacity: newCapacity)
        let newEnd = newBase + newCapacity
        let newCursor = newEnd - written
        // Safe: the end of the new buffer has room for all bytes written so far.
        newCursor.update(from: cursor, count: written)
        if isOwner { base.deallocate() }
        base = newBase
        cursor = newCursor
        end = newEnd
        isOwner = true
    }
}

// MARK: Writing into reserved room

extension WireWriter {
    /// Safe: the caller has made room for ten bytes.
    @inline(__always)
    mutating func put(varint value: UInt64) {
        if value < 0x80 {
            cursor -= 1
            cursor.pointee = UInt8(truncatingIfNeeded: value)
        } else if value < 0x4000 {
            cursor -= 2
            cursor[0] = UInt8(truncatingIfNeeded: value) | 0x80
            cursor[1] = UInt8(truncatingIfNeeded: value &>> 7)
        } else {
            put(longVarint: value)
        }
    }

    private mutating func put(longVarint value: UInt64) {
        let significantBits = UInt64.bitWidth &- value.leadingZeroBitCount
        let size = (significantBits &+ 6) / 7
        guard size <= 8 else { return put(longestVarint: value, size: size) }
        // Writes all bytes at once: seven bits in each of eight bytes, with the top bit set in all but the last,
        // shifted to the end of the word. The bytes stored before them are overwritten later.
        let unused = UInt64(truncatingIfNeeded: 64 &- 8 &* size)
        let continued: UInt64 = 0x0080_8080_8080_8080 &>> unused
        let word = (Self.split(value) | continued) &<< unused
        UnsafeMutableRawPointer(cursor - 8).storeBytes(of: word.littleEndian, as: UInt64.self)
        cursor -= size
    }

    /// Splits 56 bits into eight bytes of seven.
    private static func split(_ bits: UInt64) -> UInt64 {
        let halves = (bits & 0x0fff_ffff) | (bits & 0x00ff_ffff_f000_0000) &<< 4
        let fourteens = (halves & 0x0000_3fff_0000_3fff) | (halves & 0x0fff_c000_0fff_c000) &<< 2
        return (fourteens & 0x007f_007f_007f_007f) | (fourteens & 0x3f80_3f80_3f80_3f80) &<< 1
    }

    private mutating func put(longestVarint value: UInt64, size: Int) {
        cursor -= size
        var rest = value
        for index in 0..<(size - 1) {
            cursor[index] = UInt8(truncatingIfNeeded: rest) | 0x80
            rest &>>= 7
        }
        cursor[size - 1] = UInt8(truncatingIfNeeded: rest)
    }

    /// Safe: the caller has made room for `bytes`.
    @inline(__always)
    mutating func put(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let address = bytes.baseAddress else { return }
        cursor -= bytes.count
        cursor.update(from: address, count: bytes.count)
    }
}

// MARK: Raw values

// Not inlined: generated code makes one call per field, so the code of a message stays small.
extension WireWriter {
    @usableFromInline
    mutating func prependTag(_ tag: UInt32) {
        makeRoom(Self.longestVarint)
        put(varint: UInt64(tag))
    }

    @usableFromInline
    mutating func prependVarint(_ value: UInt64) {
        makeRoom(Self.longestVarint)
        put(varint: value)
    }

    @usableFromInline
    mutating func prependVarint(_ value: UInt64, tag: UInt32) {
        makeRoom(2 * Self.longestVarint)
        put(varint: value)
        put(varint: UInt64(tag))
    }

    /// Writes the tag and the length of the bytes written since `before`.
    @usableFromInline
    mutating func prependLength(since before: Int, tag: UInt32) {
        prependVarint(UInt64(truncatingIfNeeded: count - before), tag: tag)
    }

    @usableFromInline
    mutating func prependFixed32(_ value: UInt32) {
        makeRoom(4)
        cursor -= 4
        UnsafeMutableRawPointer(cursor).storeBytes(of: value.littleEndian, as: UInt32.self)
    }

    @usableFromInline
    mutating func prependFixed32(_ value: UInt32, tag: UInt32) {
        makeRoom(4 + Self.longestVarint)
        cursor -= 4
        UnsafeMutableRawPointer(cursor).storeBytes(of: value.littleEndian, as: UInt32.self)
        put(varint: UInt64(tag))
    }

    @usableFromInline
    mutating func prependFixed64(_ value: UInt64) {
        makeRoom(8)
        cursor -= 8
        UnsafeMutableRawPointer(cursor).storeBytes(of: value.littleEndian, as: UInt64.self)
    }

    @usableFromInline
    mutating func prependFixed64(_ value: UInt64, tag: UInt32) {
        makeRoom(8 + Self.longestVarint)
        cursor -= 8
        UnsafeMutableRawPointer(cursor).storeBytes(of: value.littleEndian, as: UInt64.self)
        put(varint: UInt64(tag))
    }

    @usableFromInline
    mutating func prependRaw(_ bytes: UnsafeBufferPointer<UInt8>) {
        makeRoom(bytes.count)
        put(bytes)
    }

    /// Writes bytes with a length prefix.
    @usableFromInline
    mutating func prependCounted(_ bytes: UnsafeBufferPointer<UInt8>) {
        makeRoom(bytes.count + Self.longestVarint)
        put(bytes)
        put(varint: UInt64(truncatingIfNeeded: bytes.count))
    }

    /// Writes bytes with tag and length prefix.
    @usableFromInline
    mutating func prependCounted(_ bytes: UnsafeBufferPointer<UInt8>, tag: UInt32) {
        makeRoom(bytes.count + 2 * Self.longestVarint)
        put(bytes)
        put(varint: UInt64(truncatingIfNeeded: bytes.count))
        put(varint: UInt64(tag))
    }

    /// Writes the unknown fields, after all others.
    @inlinable
    public mutating func writeUnknown(_ storage: UnknownStorage) {
        if storage.isEmpty { return }
        storage.bytes.withUnsafeBufferPointer { prependRaw($0) }
    }
}
