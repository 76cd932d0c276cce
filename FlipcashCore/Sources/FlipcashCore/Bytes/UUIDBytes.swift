/// The 16 bytes of a UUID (RFC 9562), stored inline.
///
/// Ordered as unsigned bytes, left to right. The texts have the same order.
public struct UUIDBytes: Hashable, Sendable {
    // Big-endian words: comparing words compares bytes.
    private let high: UInt64
    private let low: UInt64

    /// The number of bytes.
    public static let count = 16

    /// Takes exactly 16 bytes; nil for any other number.
    ///
    /// Not generic: a generic initializer that other modules call is several times slower.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.count else { return nil }
        self.init(sixteen: bytes)
    }

    /// Takes exactly 16 bytes; nil for any other number.
    public init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.count else { return nil }
        self.init(sixteen: Array(bytes))
    }

    /// Takes the first 16 bytes and marks them with a version; nil for fewer bytes.
    public init?(_ bytes: some Collection<UInt8>, version: UInt8) {
        var bytes = Array(bytes.prefix(Self.count))
        guard bytes.count == Self.count else { return nil }
        bytes[6] = bytes[6] & 0x0F | version << 4
        bytes[8] = bytes[8] & 0x3F | 0x80
        self.init(sixteen: bytes)
    }

    private init(sixteen bytes: [UInt8]) {
        func word(_ places: Range<Int>) -> UInt64 { bytes[places].reduce(0) { $0 << 8 | UInt64($1) } }
        (high, low) = (word(0..<8), word(8..<16))
    }

    /// The 16 bytes.
    public var bytes: [UInt8] {
        withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { Array($0) }
    }
}

extension UUIDBytes {
    private static let textLength = 36
    private static let hyphen = UInt8(ascii: "-")

    private static func isHyphen(at place: Int) -> Bool { place == 8 || place == 13 || place == 18 || place == 23 }

    /// Reads 32 hexadecimal digits of either case with hyphens after 8, 12, 16 and 20 of them; nil for other text.
    public init?(text: String) {
        guard text.utf8.count == Self.textLength else { return nil }
        var (high, low): (UInt64, UInt64) = (0, 0)
        for (place, character) in text.utf8.enumerated() {
            if Self.isHyphen(at: place) {
                guard character == Self.hyphen else { return nil }
                continue
            }
            guard let digit = Hexadecimal.value(character) else { return nil }
            high = high << 4 | low >> 60
            low = low << 4 | UInt64(digit)
        }
        (self.high, self.low) = (high, low)
    }

    /// The UUID in lower case, with hyphens.
    public var text: String {
        var text: [UInt8] = []
        text.reserveCapacity(Self.textLength)
        for byte in bytes {
            if Self.isHyphen(at: text.count) { text.append(Self.hyphen) }
            text.append(Hexadecimal.digit(byte >> 4))
            text.append(Hexadecimal.digit(byte & 15))
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension UUIDBytes: Comparable {
    public static func < (left: UUIDBytes, right: UUIDBytes) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}
