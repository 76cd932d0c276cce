/// A user's id on the core service: 16 random bytes of a UUID, though 1 to 32 bytes are allowed.
public struct UserID: Hashable, Sendable {
    /// The id, 1 to 32 bytes.
    public let bytes: [UInt8]

    /// Takes 1 to 32 bytes; nil for any other length.
    public init?(_ bytes: some Collection<UInt8>) {
        guard (1...32).contains(bytes.count) else { return nil }
        self.bytes = Array(bytes)
    }

    /// Reads what ``text`` writes.
    public init?(text: String) {
        let digits = Array(text.utf8)
        if digits.count == 36, [8, 13, 18, 23].allSatisfy({ digits[$0] == UInt8(ascii: "-") }) {
            let hex = text.filter { $0 != "-" }
            var bytes: [UInt8] = []
            var rest = Substring(hex)
            while !rest.isEmpty {
                guard rest.count >= 2, let byte = UInt8(rest.prefix(2), radix: 16) else { return nil }
                bytes.append(byte)
                rest = rest.dropFirst(2)
            }
            guard bytes.count == 16 else { return nil }
            self.bytes = bytes
        } else {
            guard let bytes = try? Base58.decode(text), let id = UserID(bytes) else { return nil }
            self = id
        }
    }

    /// A UUID in lower case where there are 16 bytes, otherwise base58.
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
