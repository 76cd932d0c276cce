/// A user's id on the core service: usually the 16 bytes of a random UUID; 1 to 32 bytes are allowed.
public struct UserID: Hashable, Sendable {
    /// The id, 1 to 32 bytes.
    public let bytes: [UInt8]

    /// Takes 1 to 32 bytes; nil for any other length.
    public init?(_ bytes: some Collection<UInt8>) {
        guard (1...32).contains(bytes.count) else { return nil }
        self.bytes = Array(bytes)
    }

    /// Reads an id from its ``text``.
    public init?(text: String) {
        let digits = Array(text.utf8)
        if digits.count == 36, [8, 13, 18, 23].allSatisfy({ digits[$0] == UInt8(ascii: "-") }) {
            let hex = digits.filter { $0 != UInt8(ascii: "-") }
            guard hex.count == 32 else { return nil }
            var bytes: [UInt8] = []
            for index in stride(from: 0, to: hex.count, by: 2) {
                guard let high = Self.nibble(hex[index]), let low = Self.nibble(hex[index + 1]) else { return nil }
                bytes.append(high << 4 | low)
            }
            self.bytes = bytes
        } else {
            guard let bytes = try? Base58.decode(text), let id = UserID(bytes) else { return nil }
            self = id
        }
    }

    private static func nibble(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// A UUID in lower case for 16 bytes, otherwise base58.
    public var text: String {
        guard bytes.count == 16 else { return Base58.encode(bytes) }
        var text = ""
        for (index, byte) in bytes.enumerated() {
            if [4, 6, 8, 10].contains(index) { text += "-" }
            let digits = String(byte, radix: 16)
            text += digits.utf8.count == 1 ? "0" + digits : digits
        }
        return text
    }
}

extension UserID: Codable, CustomStringConvertible {
    public var description: String { text }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let id = UserID(text: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a user id")
        }
        self = id
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
