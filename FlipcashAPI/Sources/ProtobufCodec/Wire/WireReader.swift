/// Reads the binary format from memory that the caller owns.
///
/// The reader never reads beyond the end of the current message and never allocates more than the remaining bytes can
/// fill. It is valid only as long as the memory; generated code receives it for one call.
///
/// Every read throws ``BinaryDecodingError`` with the offset of the first invalid byte. Do not use a reader after it
/// has thrown.
public struct WireReader: ~Copyable {
    /// The maximum nesting depth of messages and groups inside the outermost message.
    public static let nestingLimit = 100

    @usableFromInline let start: UnsafePointer<UInt8>
    @usableFromInline var cursor: UnsafePointer<UInt8>
    @usableFromInline var end: UnsafePointer<UInt8>
    @usableFromInline var tagStart: UnsafePointer<UInt8>
    @usableFromInline var nestingLeft: Int

    @usableFromInline
    init(start: UnsafePointer<UInt8>, count: Int, nestingLimit: Int = WireReader.nestingLimit) {
        nestingLeft = nestingLimit
        self.start = start
        cursor = start
        // Safe: the caller guarantees `count` readable bytes from `start`; every later access stays below `end`.
        end = start + count
        tagStart = start
    }

    /// The remaining bytes of the current message.
    @inlinable
    var remaining: Int { end - cursor }

    @usableFromInline
    func failure(_ reason: BinaryDecodingError.Reason, at place: UnsafePointer<UInt8>) -> BinaryDecodingError {
        BinaryDecodingError(reason, offset: place - start)
    }
}

// MARK: Tags and varints

extension WireReader {
    /// Reads the next tag; zero at the end of the current message.
    @inline(__always)
    @inlinable
    public mutating func nextTag() throws(BinaryDecodingError) -> UInt32 {
        guard cursor < end else { return 0 }
        tagStart = cursor
        let first = cursor.pointee
        // Fast path for the tags of the fields 1 to 15.
        guard first >= 8, first < 0x80 else { return try longTag() }
        cursor += 1
        return UInt32(first)
    }

    @usableFromInline
    mutating func longTag() throws(BinaryDecodingError) -> UInt32 {
        let tag = try varint()
        guard tag >= 8, tag <= UInt64(UInt32.max) else { throw failure(.invalidFieldNumber, at: tagStart) }
        return UInt32(truncatingIfNeeded: tag)
    }

    @inlinable
    mutating func varint() throws(BinaryDecodingError) -> UInt64 {
        guard cursor < end else { throw failure(.truncated, at: cursor) }
        let first = cursor.pointee
        guard first >= 0x80 else {
            cursor += 1
            return UInt64(first)
        }
        return try longVarint()
    }

    /// Reads a varint of up to ten bytes. Bits after the 64th are dropped, as in protobuf's C++ runtime.
    @usableFromInline
    mutating func longVarint() throws(BinaryDecodingError) -> UInt64 {
        let origin = cursor
        if remaining >= 8 {
            // Safe: eight bytes are left, checked on the line above; the load needs no alignment.
            let word = UInt64(littleEndian: UnsafeRawPointer(cursor).loadUnaligned(as: UInt64.self))
            let lastBits = ~word & 0x8080_8080_8080_8080
            if lastBits != 0 {
                // The last byte of the varint is the first without the top bit. Later bytes are cut off.
                let bitCount = UInt64(truncatingIfNeeded: lastBits.trailingZeroBitCount &+ 1)
                cursor += Int(truncatingIfNeeded: bitCount &>> 3)
                return Self.joined(word & (UInt64.max &>> (64 &- bitCount)))
            }
        }
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while shift < 70 {
            guard cursor < end else { throw failure(.truncated, at: origin) }
            let byte = cursor.pointee
            cursor += 1
            value |= UInt64(byte & 0x7f) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
        throw failure(.varintTooLong, at: origin)
    }

    /// Joins the low seven bits of eight bytes.
    private static func joined(_ bytes: UInt64) -> UInt64 {
        let sevens = bytes & 0x7f7f_7f7f_7f7f_7f7f
        let fourteens = (sevens & 0x007f_007f_007f_007f) | (sevens & 0x7f00_7f00_7f00_7f00) &>> 1
        let halves = (fourteens & 0x0000_3fff_0000_3fff) | (fourteens & 0x3fff_0000_3fff_0000) &>> 2
        return (halves & 0x0fff_ffff) | (halves &>> 4) & 0x00ff_ffff_f000_0000
    }

    /// Reads a length prefix and checks that enough bytes are left.
    @inlinable
    mutating func length() throws(BinaryDecodingError) -> Int {
        let origin = cursor
        let value = try varint()
        guard value <= UInt64(remaining) else { throw failure(.lengthOverrun, at: origin) }
        return Int(truncatingIfNeeded: value)
    }
}

// MARK: Lists

extension WireReader {
    /// Counts consecutive fields with the tag just read, including the current one. Stops at the first that does not
    /// fit. For values with a length prefix.
    @usableFromInline
    func runLength() -> Int {
        let tagSize = cursor - tagStart
        var place = cursor
        var count = 0
        repeat {
            var length = 0
            var shift = 0
            while true {
                guard place < end, shift < 35 else { return max(count, 1) }
                let byte = place.pointee
                place += 1
                length |= Int(byte & 0x7f) << shift
                if byte < 0x80 { break }
                shift += 7
            }
            guard length <= end - place else { return max(count, 1) }
            place += length
            count += 1
            guard end - place > tagSize else { return count }
            for offset in 0..<tagSize where place[offset] != tagStart[offset] { return count }
            place += tagSize
        } while true
    }

    /// The number of varints in the next bytes.
    @usableFromInline
    func varintCount(within byteCount: Int) -> Int {
        var count = 0
        // Safe: the caller has checked that `byteCount` bytes are left.
        for offset in 0..<byteCount where cursor[offset] < 0x80 { count += 1 }
        return count
    }

    /// The new capacity when a list of `count` items gets `more`: at least doubled, so that a list in a million pieces
    /// is not copied a million times.
    @inlinable
    static func capacity(for count: Int, and more: Int) -> Int { count + max(count, more) }
}

// MARK: Nesting

extension WireReader {
    /// Reads a length prefix and enters that sub-message; returns the end of the outer message.
    @usableFromInline
    mutating func enterMessage() throws(BinaryDecodingError) -> UnsafePointer<UInt8> {
        let origin = cursor
        let count = try length()
        guard nestingLeft > 0 else { throw failure(.nestedTooDeeply, at: origin) }
        nestingLeft -= 1
        let outerEnd = end
        // Safe: `length` has checked that the sub-message is inside the current message.
        end = cursor + count
        return outerEnd
    }

    /// Returns to the outer message.
    @inlinable
    mutating func leaveMessage(_ outerEnd: UnsafePointer<UInt8>) {
        end = outerEnd
        nestingLeft += 1
    }

    /// Reads a length prefix and enters that packed list, without counting a nesting level.
    @inlinable
    mutating func enterList() throws(BinaryDecodingError) -> UnsafePointer<UInt8> {
        let count = try length()
        let outerEnd = end
        // Safe: `length` has checked that the list is inside the current message.
        end = cursor + count
        return outerEnd
    }

    /// Returns to the message that contains the list.
    @inlinable
    mutating func leaveList(_ outerEnd: UnsafePointer<UInt8>) {
        end = outerEnd
    }
}
