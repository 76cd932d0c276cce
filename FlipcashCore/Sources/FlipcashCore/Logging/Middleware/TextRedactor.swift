/// Redacts sensitive parts of running text, such as an error message.
///
/// Log messages are constants and do not need this. Error reports quote messages of other libraries.
public struct TextRedactor: Sendable {
    /// The longest run of lower-case words of 3 to 8 letters that is not treated as an access key.
    private static let wordCountMax = 11

    private let patterns = PatternRedactor()

    /// Creates a redactor.
    public init() {}

    /// Returns `text` with keys, addresses, links and access keys redacted.
    public func redact(_ text: String) -> String {
        var parts: [String] = []
        var words: [String] = []
        func endWords() {
            if words.count > Self.wordCountMax {
                parts.append(SensitiveKeyRedactor.replacement)
            } else {
                parts += words
            }
            words = []
        }
        for part in text.split(separator: " ", omittingEmptySubsequences: false) {
            if Self.isMnemonicWord(part) {
                words.append(String(part))
            } else {
                endWords()
                parts.append(redactedPart(part))
            }
        }
        endWords()
        return parts.joined(separator: " ")
    }

    /// Redacts a part, leaving the punctuation around it.
    private func redactedPart(_ part: Substring) -> String {
        guard let start = part.firstIndex(where: Self.isInner), let end = part.lastIndex(where: Self.isInner) else {
            return String(part)
        }
        return part[..<start] + patterns.redact(String(part[start...end])) + part[part.index(after: end)...]
    }

    private static func isInner(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "+"
    }

    private static func isMnemonicWord(_ part: Substring) -> Bool {
        let letters = part.utf8.filter { !",;\"'".utf8.contains($0) }
        return (3...8).contains(letters.count) && letters.allSatisfy { (0x61...0x7A).contains($0) }
    }
}
