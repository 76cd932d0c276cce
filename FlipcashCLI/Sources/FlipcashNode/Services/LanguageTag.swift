/// A well-formed BCP-47 language tag, such as `en`, `zh-Hant-TW` or `de-DE-u-co-phonebk` (RFC 5646 §2.1).
///
/// Subtags are recognized by their shape and order only; the tag need not name an existing language.
struct LanguageTag: Hashable, Sendable {
    let text: String

    /// Parses a tag; nil unless it is well formed.
    init?(_ text: String) {
        var parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Array($0.utf8) }[...]
        guard parts.allSatisfy({ (1...8).contains($0.count) && $0.allSatisfy(Self.isAlphanumeric) }) else { return nil }
        guard let language = parts.popFirst(), Self.isLanguage(language) else { return nil }
        if let script = parts.first, script.count == 4, script.allSatisfy(Self.isLetter) { parts.removeFirst() }
        if let region = parts.first, Self.isRegion(region) { parts.removeFirst() }
        while let variant = parts.first, Self.isVariant(variant) { parts.removeFirst() }
        while let singleton = parts.first, singleton.count == 1 {
            parts.removeFirst()
            let isPrivate = singleton[0] | 0x20 == UInt8(ascii: "x")
            let subtags = parts.prefix { isPrivate || $0.count > 1 }
            guard !subtags.isEmpty else { return nil }
            parts.removeFirst(subtags.count)
        }
        guard parts.isEmpty else { return nil }
        self.text = text
    }

    private static func isLanguage(_ part: [UInt8]) -> Bool {
        (2...3).contains(part.count) && part.allSatisfy(isLetter)
    }

    private static func isRegion(_ part: [UInt8]) -> Bool {
        part.count == 2 && part.allSatisfy(isLetter) || part.count == 3 && part.allSatisfy(isDigit)
    }

    private static func isVariant(_ part: [UInt8]) -> Bool {
        part.count >= 5 || part.count == 4 && part.first.map(isDigit) == true
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7a).contains(byte | 0x20) }
    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    private static func isAlphanumeric(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }
}
