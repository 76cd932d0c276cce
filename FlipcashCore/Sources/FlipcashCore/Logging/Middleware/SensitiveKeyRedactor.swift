/// Hides the values of log metadata whose keys mark them as secret (client specification §6.2).
public struct SensitiveKeyRedactor: Sendable {
    /// The replacement for a hidden value.
    public static let replacement = "[REDACTED]"

    private static let sensitiveParts = [
        "token", "key", "secret", "password", "seed", "mnemonic", "phone", "email", "words", "entropy", "passphrase",
        "authorization",
    ]

    /// Creates a redactor.
    public init() {}

    /// Whether the value for `key` must not be logged; `publicKey` is sensitive too, because it contains `key`.
    public func isSensitive(_ key: String) -> Bool {
        let key = key.asciiLowercased
        return Self.sensitiveParts.contains { key.containsBytes(of: $0) }
    }

    /// `value`, or its replacement when `key` is sensitive.
    public func redact(_ value: String, forKey key: String) -> String {
        isSensitive(key) ? Self.replacement : value
    }
}

extension String {
    /// Whether the UTF-8 bytes of `part` occur in this text.
    fileprivate func containsBytes(of part: String) -> Bool {
        let bytes = Array(utf8)
        let wanted = Array(part.utf8)
        guard !wanted.isEmpty, bytes.count >= wanted.count else { return wanted.isEmpty }
        return (0...(bytes.count - wanted.count)).contains { bytes[$0..<($0 + wanted.count)].elementsEqual(wanted) }
    }
}
