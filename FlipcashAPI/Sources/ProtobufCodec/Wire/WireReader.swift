/// Reads the binary format from memory that somebody else owns.
///
/// The reader never goes past the end of the message it is in, whatever the bytes say, and allocates no more than the
/// bytes at hand can fill. It is valid only while that memory is: generated code gets it for the length of a call.
///
/// Every read throws ``BinaryDecodingError`` with the offset of the first byte that makes no sense; a reader that has
/// thrown is of no further use.
public struct WireReader: ~Copyable {
    /// How deep messages and groups may be nested inside the outermost message.
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
        // Safe: the caller vouches for `count` readable bytes from `start`; every later step stays below `end`.
        end = start + count
        tagStart = start
    }

    /// The bytes left in the current message.
    @inlinable
    var remaining: Int { end - cursor }

    @usableFromInline
    func failure(_ reason: BinaryDecodingError.Reason, at place: UnsafePointer<UInt8>) -> BinaryDecodingError {
        BinaryDecodingError(reason, offset: place - start)
    }
}

// MARK: Tags and varints

extension WireReader {
    /// Reads the next tag, or returns zero at the end of the current message.
    @inlinable
    public mutating func nextTag() throws(BinaryDecodingError) -> UInt32 {
        guard cursor < end else { return 0 }
        tagStart = cursor
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

    /// Reads a varint of up to ten bytes; bits past the 64th are dropped, as every protobuf runtime in C++ does.
    @usableFromInline
    mutating func longVarint() throws(BinaryDecodingError) -> UInt64 {
        let origin = cursor
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

    /// Reads a length prefix and checks that so many bytes are there.
    @inlinable
    mutating func length() throws(BinaryDecodingError) -> Int {
        let origin = cursor
        let value = try varint()
        guard value <= UInt64(remaining) else { throw failure(.lengthOverrun, at: origin) }
        return Int(truncatingIfNeeded: value)
    }
}

// MARK: Nesting

extension WireReader {
    /// Reads a length prefix and makes what it spans the current message; returns the end of the outer one.
    @inlinable
    mutating func enterMessage() throws(BinaryDecodingError) -> UnsafePointer<UInt8> {
        let origin = cursor
        let count = try length()
        guard nestingLeft > 0 else { throw failure(.nestedTooDeeply, at: origin) }
        nestingLeft -= 1
        let outerEnd = end
        // Safe: `length` has checked that the sub-message lies inside the current one.
        end = cursor + count
        return outerEnd
    }

    /// Goes on with the outer message.
    @inlinable
    mutating func leaveMessage(_ outerEnd: UnsafePointer<UInt8>) {
        end = outerEnd
        nestingLeft += 1
    }

    /// Reads a length prefix and makes what it spans the current message, for a packed list, which is no nested message.
    @inlinable
    mutating func enterList() throws(BinaryDecodingError) -> UnsafePointer<UInt8> {
        let count = try length()
        let outerEnd = end
        // Safe: `length` has checked that the list lies inside the current message.
        end = cursor + count
        return outerEnd
    }

    /// Goes on with the message that holds the list.
    @inlinable
    mutating func leaveList(_ outerEnd: UnsafePointer<UInt8>) {
        end = outerEnd
    }
}
