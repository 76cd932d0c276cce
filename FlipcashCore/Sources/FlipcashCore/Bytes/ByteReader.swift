import CodeCurves

/// Reads fixed-size fields from the front of a byte string, little-endian.
///
/// A read returns nil and consumes nothing when too few bytes are left. The caller decides what that means.
public struct ByteReader: Sendable {
    private let bytes: [UInt8]
    /// The number of bytes read so far.
    public private(set) var offset = 0

    /// Reads from the start of `bytes`.
    public init(_ bytes: some Collection<UInt8>) { self.bytes = Array(bytes) }

    /// The number of bytes left.
    public var remaining: Int { bytes.count - offset }

    /// Whether no bytes are left.
    public var isAtEnd: Bool { remaining == 0 }

    /// The next byte, without consuming it.
    public var peek: UInt8? { isAtEnd ? nil : bytes[offset] }

    /// Reads the next `count` bytes.
    public mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= remaining else { return nil }
        defer { offset += count }
        return bytes[offset..<offset + count]
    }

    /// Reads all bytes that are left.
    public mutating func takeRest() -> ArraySlice<UInt8> {
        defer { offset = bytes.count }
        return bytes[offset...]
    }

    /// Reads the next byte.
    public mutating func byte() -> UInt8? { integer() }

    /// Reads the next integer, little-endian.
    public mutating func integer<Value: FixedWidthInteger>(_: Value.Type = Value.self) -> Value? {
        let count = Value.bitWidth / 8
        guard let field = take(count) else { return nil }
        return field.reversed().reduce(0) { $0 << 8 | Value(truncatingIfNeeded: $1) }
    }

    /// Reads the next 32 bytes as a key, a hash or an id.
    public mutating func value<Value: FixedBytes32>(_: Value.Type = Value.self) -> Value? {
        take(Bytes32.count).flatMap { Bytes32($0) }.map(Value.init(raw:))
    }

    /// Reads the next field as a name or a symbol.
    public mutating func padded<Text: PaddedText>(_: Text.Type = Text.self) -> Text? {
        take(Text.byteCount).flatMap { Text(field: $0) }
    }

    /// Reads the next 64 bytes as a signature.
    public mutating func signature() -> Signature? {
        take(Signature.byteCount).flatMap { Signature(exactly: $0) }
    }
}

extension [UInt8] {
    /// Appends an integer, little-endian.
    mutating func append(integer value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
    }

    /// Appends the 32 bytes of a key, a hash or an id.
    mutating func append(bytesOf value: some FixedBytes32) {
        value.withUnsafeBytes { append(contentsOf: $0) }
    }

    /// Appends `count` zero bytes.
    mutating func appendZeros(_ count: Int) {
        append(contentsOf: repeatElement(0, count: count))
    }
}
