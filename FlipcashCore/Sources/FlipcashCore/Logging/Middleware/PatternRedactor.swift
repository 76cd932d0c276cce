/// Shortens or hides values of log metadata that look like keys, personal addresses, words or links (client
/// specification §6.2).
///
/// It tests only whole values, and the first matching pattern applies: a text that contains an e-mail address is not
/// changed.
public struct PatternRedactor: Sendable {
    /// Creates a redactor.
    public init() {}

    /// Returns `value`, or a redacted form that may be logged.
    public func redact(_ value: String) -> String {
        if isKeyLike(value) { return "\(value.prefix(4))...\(value.suffix(4))" }
        if let email = redactedEmail(value) { return email }
        if let phone = redactedPhone(value) { return phone }
        if isMnemonicLike(value) { return SensitiveKeyRedactor.replacement }
        return strippedURL(value) ?? value
    }

    /// Whether a value is base58 of more than 32 characters: a key, signature or id.
    private func isKeyLike(_ value: String) -> Bool {
        value.utf8.count > 32 && value.utf8.allSatisfy(Self.isBase58)
    }

    private func redactedEmail(_ value: String) -> String? {
        let parts = value.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, let first = parts[0].first, let dot = parts[1].lastIndex(of: "."),
            parts[0].utf8.allSatisfy({ Self.isAlphanumeric($0) || "._%+-".utf8.contains($0) })
        else { return nil }
        let host = parts[1][..<dot]
        let top = parts[1][parts[1].index(after: dot)...]
        guard !host.isEmpty, host.utf8.allSatisfy({ Self.isAlphanumeric($0) || ".-".utf8.contains($0) }),
            top.utf8.count >= 2, top.utf8.allSatisfy(Self.isLetter)
        else { return nil }
        return "\(first)..@\(parts[1])"
    }

    private func redactedPhone(_ value: String) -> String? {
        guard value.count >= 7, value.utf8.contains(where: { !Self.isDigit($0) }), !isDecimal(value) else { return nil }
        guard isNationalPhone(value) || isInternationalPhone(value) else { return nil }
        return "***-***-" + String(decoding: value.utf8.filter(Self.isDigit).suffix(4), as: UTF8.self)
    }

    /// Whether a value is `+` and 7 to 15 digits, ignoring separators.
    private func isInternationalPhone(_ value: String) -> Bool {
        guard value.hasPrefix("+") else { return false }
        let rest = value.utf8.dropFirst().filter { !Self.isSeparator($0) && $0 != 0x28 && $0 != 0x29 }
        return (7...15).contains(rest.count) && rest.allSatisfy(Self.isDigit)
    }

    /// Whether a value is an optional country code, an optional area code, three digits and four digits, with single
    /// separators between them.
    private func isNationalPhone(_ value: String) -> Bool {
        let bytes = Array(value.utf8)
        return countryEnds(bytes).contains { start in
            areaEnds(bytes, from: start).contains { isSubscriber(bytes[$0...]) }
        }
    }

    private func countryEnds(_ bytes: [UInt8]) -> [Int] {
        var ends = [0]
        guard bytes.first == UInt8(ascii: "+") else { return ends }
        for digits in 1...3 where bytes.count > digits && bytes[1...digits].allSatisfy(Self.isDigit) {
            ends += withSeparator(bytes, at: digits + 1)
        }
        return ends
    }

    private func areaEnds(_ bytes: [UInt8], from start: Int) -> [Int] {
        var ends = [start]
        var index = start
        if index < bytes.count, bytes[index] == UInt8(ascii: "(") { index += 1 }
        guard bytes.count >= index + 3, bytes[index..<(index + 3)].allSatisfy(Self.isDigit) else { return ends }
        index += 3
        ends += withSeparator(bytes, at: index)
        if index < bytes.count, bytes[index] == UInt8(ascii: ")") { ends += withSeparator(bytes, at: index + 1) }
        return ends
    }

    private func isSubscriber(_ bytes: ArraySlice<UInt8>) -> Bool {
        let groups = bytes.split(omittingEmptySubsequences: false, whereSeparator: Self.isSeparator)
        guard groups.allSatisfy({ $0.allSatisfy(Self.isDigit) }) else { return false }
        return groups.map(\.count) == [7] || groups.map(\.count) == [3, 4]
    }

    private func withSeparator(_ bytes: [UInt8], at index: Int) -> [Int] {
        index < bytes.count && Self.isSeparator(bytes[index]) ? [index, index + 1] : [index]
    }

    /// Whether a value is a plain decimal number, which the pattern of a phone number would otherwise match.
    private func isDecimal(_ value: String) -> Bool {
        let parts = value.utf8.drop { $0 == UInt8(ascii: "-") }.split(
            separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(Self.isDigit) }
    }

    /// Whether a value is twelve or twenty-four lower-case words of 3 to 8 letters, the form of every access key.
    private func isMnemonicLike(_ value: String) -> Bool {
        let words = value.split(whereSeparator: \.isWhitespace)
        guard words.count == 12 || words.count == 24 else { return false }
        return words.allSatisfy { (3...8).contains($0.utf8.count) && $0.utf8.allSatisfy(Self.isLetter) }
    }

    /// Returns a URL without its query and fragment, which may contain secrets.
    private func strippedURL(_ value: String) -> String? {
        guard let colon = value.firstIndex(of: ":"), value[colon...].hasPrefix("://"),
            let end = value.firstIndex(where: { $0 == "?" || $0 == "#" }), colon < end
        else { return nil }
        return String(value[..<end])
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }
    private static func isAlphanumeric(_ byte: UInt8) -> Bool { isDigit(byte) || isLetter(byte) }

    /// Whether a byte is a white space character, a dot or a hyphen.
    private static func isSeparator(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
    }

    private static func isBase58(_ byte: UInt8) -> Bool {
        isAlphanumeric(byte) && !"0OIl".utf8.contains(byte)
    }
}
