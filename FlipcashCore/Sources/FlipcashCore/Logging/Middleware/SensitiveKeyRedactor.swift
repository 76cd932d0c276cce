/// Hides the values of log metadata whose names say that they are secret (client specification §6.2).
public struct SensitiveKeyRedactor: Sendable {
    /// What stands in place of a hidden value.
    public static let replacement = "[REDACTED]"

    private static let sensitiveParts = [
        "token", "key", "secret", "password", "seed", "mnemonic", "phone", "email", "words", "entropy", "passphrase",
        "authorization",
    ]

    /// Makes a redactor; all are alike.
    public init() {}

    /// Whether the value called `key` must not be written down; `publicKey` counts, since it contains `key`.
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
