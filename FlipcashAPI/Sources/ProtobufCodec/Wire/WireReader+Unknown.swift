extension WireReader {
    /// Skips the field whose tag was just read and returns its bytes in `storage`.
    @usableFromInline
    mutating func readUnknownField(_ tag: UInt32, keepingIn storage: inout UnknownStorage) throws(BinaryDecodingError) {
        let origin = tagStart
        try skipField(tag)
        // Safe: both pointers are in the input, and `origin` comes first.
        storage.append(UnsafeBufferPointer(start: origin, count: cursor - origin))
    }

    /// Adds the field whose tag was just read to the unknown fields.
    @inlinable
    public mutating func readUnknown(
        _ tag: UInt32, into storage: inout UnknownStorage
    ) throws(BinaryDecodingError) {
        try readUnknownField(tag, keepingIn: &storage)
    }

    /// Skips the value of a tag.
    @usableFromInline
    mutating func skipField(_ tag: UInt32) throws(BinaryDecodingError) {
        switch tag & 7 {
        case WireType.varint: _ = try varint()
        case WireType.fixed64: _ = try readFixed64()
        case WireType.lengthDelimited: cursor += try length()
        case WireType.groupStart: try skipGroup(number: tag >> 3)
        case WireType.groupEnd: throw failure(.unmatchedGroupEnd, at: tagStart)
        case WireType.fixed32: _ = try readFixed32()
        default: throw failure(.invalidWireType, at: tagStart)
        }
    }

    private mutating func skipGroup(number: UInt32) throws(BinaryDecodingError) {
        let origin = tagStart
        guard nestingLeft > 0 else { throw failure(.nestedTooDeeply, at: origin) }
        nestingLeft -= 1
        while true {
            let tag = try nextTag()
            guard tag != 0 else { throw failure(.truncated, at: origin) }
            if tag & 7 == WireType.groupEnd {
                guard tag >> 3 == number else { throw failure(.unmatchedGroupEnd, at: tagStart) }
                nestingLeft += 1
                return
            }
            try skipField(tag)
        }
    }
}
