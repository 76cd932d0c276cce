/// Reads phone numbers in common written forms (money specification §9.2, steps 1 to 7).
struct PhoneNumberParser {
    /// A number's parts, with a plausible length; ``PhoneValidator`` checks whether the plan has the number.
    struct Number: Hashable {
        /// The region whose rules apply to the number.
        let region: PhoneRegion
        /// The digits after the calling code, in ASCII.
        let national: String

        var e164: String { "+\(region.callingCode)\(national)" }
    }

    /// The region of national numbers; with nil only international numbers are read.
    let region: PhoneRegion?

    /// Reads a number; nil when the text is not a number.
    func parse(_ text: String) -> Number? {
        let text = PhoneNumberParser.withoutExtension(text)
        guard !text.utf8.contains(where: { (0x41...0x5A).contains($0 & 0xDF) }) else { return nil }
        let entry = PhoneNumberParser.digits(text)
        guard let split = entry.isInternational ? international(entry.digits) : dialled(entry.digits) else {
            return nil
        }
        let digits = split.digits
        let stripped = split.rules.strippingTrunk(digits)
        let national = split.rules.isNationalLength(stripped.utf8.count) ? stripped : digits
        guard (2...17).contains(national.utf8.count) else { return nil }
        let isOfThisRegion = region?.callingCode == split.rules.callingCode
        return Number(region: isOfThisRegion ? region ?? split.rules : split.rules, national: national)
    }

    /// National digits, and the region whose rules say what may precede them.
    ///
    /// After a calling code it is the code's main region, because numbers with a calling code are not shortened to
    /// their local part.
    private struct Split {
        let rules: PhoneRegion
        let digits: String
    }

    /// Splits the calling code from the digits after a plus.
    private func international(_ digits: String) -> Split? {
        for length in 1...3 {
            guard digits.first != "0", digits.utf8.count >= length, let code = Int(digits.prefix(length)) else {
                return nil
            }
            if let rules = PhoneRegion.main(callingCode: code) {
                return Split(rules: rules, digits: String(digits.dropFirst(length)))
            }
        }
        return nil
    }

    /// Reads a number without a plus: international with a prefix, with the region's own calling code, or national.
    private func dialled(_ digits: String) -> Split? {
        guard let region else { return nil }
        if let prefix = PhonePattern.prefix(region.internationalPrefix, of: digits) {
            let rest = digits.dropFirst(prefix.length)
            if rest.first != "0" { return international(String(rest)) }
        }
        let national = Split(rules: region, digits: digits)
        let code = "\(region.callingCode)"
        guard digits.hasPrefix(code), let main = PhoneRegion.main(callingCode: region.callingCode) else {
            return national
        }
        let rest = region.strippingTrunk(String(digits.dropFirst(code.utf8.count)))
        let isCodeWritten =
            !PhonePattern.matches(region.pattern, digits) && PhonePattern.matches(region.pattern, rest)
            || digits.utf8.count > region.lengths.last ?? 0
        return isCodeWritten ? Split(rules: main, digits: rest) : national
    }
}

extension PhoneRegion {
    /// Returns the national digits without the trunk prefix.
    fileprivate func strippingTrunk(_ digits: String) -> String {
        guard let trunkForParsing, let match = PhonePattern.prefix(trunkForParsing, of: digits) else { return digits }
        var stripped = String(digits.dropFirst(match.length))
        if let transform, let last = match.groups.last, last != nil {
            var replaced = transform
            for (index, group) in match.groups.enumerated() {
                replaced.replace("\\\(index + 1)", with: group ?? "")
            }
            stripped = replaced + stripped
        }
        let isLost = PhonePattern.matches(pattern, digits) && !PhonePattern.matches(pattern, stripped)
        return isLost ? digits : stripped
    }

    /// Whether a number without its trunk prefix may have this length: a length of the plan, or more than its longest.
    fileprivate func isNationalLength(_ length: Int) -> Bool {
        lengths.contains(length) || length > lengths.last ?? 0
    }
}

extension PhoneNumberParser {
    /// The largest number of digits of an extension.
    private static let extensionDigitsMax = 7

    /// Returns the text before `ext. 12` and similar extensions.
    private static func withoutExtension(_ text: String) -> String {
        var scalars = Array(text.unicodeScalars)
        func trim(_ isSkipped: (Unicode.Scalar) -> Bool) -> Int {
            let kept = scalars.lastIndex { !isSkipped($0) }.map { $0 + 1 } ?? 0
            defer { scalars.removeSubrange(kept...) }
            return scalars.count - kept
        }
        _ = trim { $0.properties.isWhitespace }
        guard (1...extensionDigitsMax).contains(trim { $0.decimalDigit != nil }) else { return text }
        _ = trim { $0.properties.isWhitespace }
        for mark in [";ext=", "extension", "ext.", "ext", "x", "#"] {
            let marked = scalars.suffix(mark.unicodeScalars.count)
            guard String(String.UnicodeScalarView(marked)).asciiLowercased == mark else { continue }
            return String(String.UnicodeScalarView(scalars.dropLast(mark.unicodeScalars.count)))
        }
        return text
    }

    /// Returns the ASCII digits of a text, and whether a plus precedes them.
    private static func digits(_ text: String) -> (isInternational: Bool, digits: String) {
        let isPlus = { (scalar: Unicode.Scalar) in scalar == "+" || scalar == "\u{FF0B}" }
        let number = text.unicodeScalars.drop { $0.decimalDigit == nil && !isPlus($0) }
        let digits = number.compactMap(\.decimalDigit).map { String($0) }.joined()
        return (number.first.map(isPlus) ?? false, digits)
    }
}

extension Unicode.Scalar {
    /// The value of a decimal digit in any script.
    fileprivate var decimalDigit: Int? {
        guard properties.numericType == .decimal, let value = properties.numericValue else { return nil }
        return Int(value)
    }
}
