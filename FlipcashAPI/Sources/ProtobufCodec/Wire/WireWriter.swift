/// Writes the binary format backwards: the last field first.
///
/// The length of a sub-message stands before it. Writing from the end, it is known when its turn comes, so that every
/// byte is written once and nothing has to be measured beforehand. Short messages are written into memory that is lent
/// to the writer; when they outgrow it, the writer owns what it goes on with.
public struct WireWriter: ~Copyable {
    @usableFromInline var base: UnsafeMutablePointer<UInt8>
    @usableFromInline var cursor: UnsafeMutablePointer<UInt8>
    @usableFromInline var end: UnsafeMutablePointer<UInt8>
    @usableFromInline var isOwner: Bool

    /// The bytes of the stack that a writer starts with: most messages fit. It is as much as Swift gives.
    @usableFromInline static let initialCapacity = 1024

    /// How many bytes a varint may take.
    @usableFromInline static let longestVarint = 10

    /// Safe: the caller keeps the memory until the writer is gone.
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

    /// Lets one closure write and another use what was written.
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

    /// Lends what has been written. The writer is borrowed meanwhile, and so outlives the use of its memory.
    @inlinable
    borrowing func withWritten<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        // Safe: everything from `cursor` to the end of the buffer has been written.
        body(UnsafeRawBufferPointer(start: cursor, count: count))
    }

    /// How many bytes have been written.
    @inlinable
    var count: Int { end - cursor }

    /// Makes sure that there is room for more bytes in front of those written.
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
        // Safe: the new buffer has room for all bytes written so far at its end.
        newCursor.update(from: cursor, count: written)
        if isOwner { base.deallocate() }
        base = newBase
        cursor = newCursor
        end = newEnd
        isOwner = true
    }
}

// MARK: What there is room for

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
        // All bytes at once: seven bits in each of eight, a set top bit in all but the last of those that count, and
        // these moved to the end of the word. What is stored before them will be overwritten.
        let unused = UInt64(truncatingIfNeeded: 64 &- 8 &* size)
        let continued: UInt64 = 0x0080_8080_8080_8080 &>> unused
        let word = (Self.split(value) | continued) &<< unused
        UnsafeMutableRawPointer(cursor - 8).storeBytes(of: word.littleEndian, as: UInt64.self)
        cursor -= size
    }

    /// Fifty-six bits as eight bytes of seven.
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

    /// Safe: the caller has made room for as many bytes.
    @inline(__always)
    mutating func put(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let address = bytes.baseAddress else { return }
        cursor -= bytes.count
        cursor.update(from: address, count: bytes.count)
    }
}

// MARK: Raw values

// These are calls on purpose: a field of generated code is one call, so that the code of a message stays small.
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

    /// Writes the tag and the length in front of what was written since there were `before` bytes.
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

    /// Writes bytes with their length in front.
    @usableFromInline
    mutating func prependCounted(_ bytes: UnsafeBufferPointer<UInt8>) {
        makeRoom(bytes.count + Self.longestVarint)
        put(bytes)
        put(varint: UInt64(truncatingIfNeeded: bytes.count))
    }

    /// Writes bytes with tag and length in front.
    @usableFromInline
    mutating func prependCounted(_ bytes: UnsafeBufferPointer<UInt8>, tag: UInt32) {
        makeRoom(bytes.count + 2 * Self.longestVarint)
        put(bytes)
        put(varint: UInt64(truncatingIfNeeded: bytes.count))
        put(varint: UInt64(tag))
    }

    /// Writes the fields that the definition does not know, after all others.
    @inlinable
    public mutating func writeUnknown(_ storage: UnknownStorage) {
        if storage.isEmpty { return }
        storage.bytes.withUnsafeBufferPointer { prependRaw($0) }
    }
}
