/// A user's id in the core API: usually the 16 bytes of a random UUID; 1 to 32 bytes are allowed.
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
        guard let bytes = UUIDBytes(text: text)?.bytes ?? (try? Base58.decode(text)) else { return nil }
        self.init(bytes)
    }

    /// A UUID in lower case for 16 bytes, otherwise base58.
    public var text: String {
        UUIDBytes(bytes)?.text ?? Base58.encode(bytes)
    }
}

extension UserID: Codable, CustomStringConvertible {
    /// The same as ``text``.
    public var description: String { text }

    /// Reads ``text``.
    ///
    /// - Throws: `DecodingError` for a text that is not a user id.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let id = UserID(text: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a user id")
        }
        self = id
    }

    /// Writes ``text``.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
