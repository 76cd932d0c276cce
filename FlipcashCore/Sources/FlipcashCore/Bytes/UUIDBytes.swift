/// The 16 bytes of a UUID (RFC 9562).
public struct UUIDBytes: Hashable, Sendable {
    /// The number of bytes.
    public static let count = 16

    /// The 16 bytes.
    public let bytes: [UInt8]

    /// Takes exactly 16 bytes; nil for any other number.
    public init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.count else { return nil }
        self.bytes = Array(bytes)
    }

    /// Takes the first 16 bytes and marks them with a version; nil for fewer bytes.
    public init?(_ bytes: some Collection<UInt8>, version: UInt8) {
        var bytes = Array(bytes.prefix(Self.count))
        guard bytes.count == Self.count else { return nil }
        bytes[6] = bytes[6] & 0x0F | version << 4
        bytes[8] = bytes[8] & 0x3F | 0x80
        self.bytes = bytes
    }

    /// Reads 32 hexadecimal digits of either case with hyphens after 8, 12, 16 and 20 of them; nil for other text.
    public init?(text: String) {
        let characters = Array(text.utf8)
        guard characters.count == 36, [8, 13, 18, 23].allSatisfy({ characters[$0] == UInt8(ascii: "-") }),
            let bytes = Hexadecimal.decode(text.filter { $0 != "-" })
        else { return nil }
        self.init(bytes)
    }

    /// The UUID in lower case, with hyphens.
    public var text: String {
        [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { Hexadecimal.encode(bytes[$0]) }.joined(separator: "-")
    }
}
