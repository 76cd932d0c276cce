/// The length prefix of Solana's wire format (key specification §7).
///
/// It has seven bits per byte, low bits first, and one to three bytes for 0 to 65535.
public enum ShortVector {
    /// The largest length.
    public static let max = 65535

    /// Encodes `length`; nil outside 0 to 65535.
    public static func encode(_ length: Int) -> [UInt8]? {
        guard (0...max).contains(length) else { return nil }
        var bytes: [UInt8] = []
        bytes.append(length: UInt16(length))
        return bytes
    }

    /// Decodes a length that is the whole of `bytes`.
    ///
    /// Nil for bytes that are empty, cut off, too large, longer than necessary, or followed by others.
    public static func decode(_ bytes: some Collection<UInt8>) -> Int? {
        var reader = ByteReader(bytes)
        guard let length = reader.shortLength(), reader.isAtEnd else { return nil }
        return length
    }
}

extension [UInt8] {
    /// Appends a length prefix.
    mutating func append(length: UInt16) {
        var rest = length
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(truncatingIfNeeded: rest))
    }

    /// Appends a length prefix, then the bytes; the caller has checked that there are at most 65535.
    mutating func append(prefixed bytes: [UInt8]) {
        append(length: UInt16(truncatingIfNeeded: bytes.count))
        append(contentsOf: bytes)
    }
}

extension ByteReader {
    /// Reads a length prefix in its shortest form, the only valid one.
    mutating func shortLength() -> Int? {
        var length = 0
        for position in 0..<3 {
            guard let byte = byte() else { return nil }
            // A zero byte after a continuation bit means that the length has a shorter form.
            guard position == 0 || byte != 0 else { return nil }
            length |= Int(byte & 0x7f) << (7 * position)
            if byte & 0x80 == 0 { return length <= ShortVector.max ? length : nil }
        }
        return nil
    }

    /// Reads a length prefix, then that many bytes.
    mutating func prefixed() -> [UInt8]? {
        shortLength().flatMap { take($0) }.map { Array($0) }
    }

    /// Reads a length prefix, then that many 32-byte values.
    mutating func prefixedKeys() -> [PublicKey]? {
        guard let count = shortLength(), count * PublicKey.byteCount <= remaining else { return nil }
        return (0..<count).compactMap { _ in value() }
    }
}
