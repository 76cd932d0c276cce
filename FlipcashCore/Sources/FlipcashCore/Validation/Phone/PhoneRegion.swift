/// The numbering plan of one region (money specification §9.2).
struct PhoneRegion: Hashable, Sendable {
    /// Two upper-case letters.
    let code: String
    /// The digits after the plus of an international number.
    let callingCode: Int
    /// Whether this is the main region of a calling code that several regions share.
    let isMain: Bool
    /// Matches the prefix of international calls.
    let internationalPrefix: String
    /// The trunk prefix of national numbers, for display.
    let trunk: String?
    /// Matches the digits that may precede a national number.
    let trunkForParsing: String?
    /// The replacement for the match of ``trunkForParsing``, with `\1` and `\2` for its groups.
    let transform: String?
    /// Matches a complete national number.
    let pattern: String
    /// The lengths of national numbers, ascending.
    let lengths: [Int]
    /// The lengths of mobile numbers; empty when the plan has none.
    let mobileLengths: [Int]

    /// Reads a line of ``table``; nil for other text.
    private init?(line: Substring) {
        let fields = line.split(separator: " ")
        guard fields.count == 10, let callingCode = Int(fields[1]) else { return nil }
        func optional(_ index: Int) -> String? { fields[index] == "-" ? nil : String(fields[index]) }
        code = String(fields[0])
        self.callingCode = callingCode
        isMain = fields[2] == "*"
        internationalPrefix = String(fields[3])
        trunk = optional(4)
        trunkForParsing = optional(5)
        transform = optional(6)
        pattern = String(fields[7])
        lengths = fields[8].split(separator: ",").compactMap { Int($0) }
        mobileLengths = optional(9)?.split(separator: ",").compactMap { Int($0) } ?? []
    }
}

extension PhoneRegion {
    /// All regions of the plan.
    static let all: [PhoneRegion] = table.split(separator: "\n").compactMap { PhoneRegion(line: $0) }

    private static let byCode = Dictionary(all.map { ($0.code, $0) }) { first, _ in first }
    private static let mainByCallingCode = Dictionary(all.filter(\.isMain).map { ($0.callingCode, $0) }) { first, _ in
        first
    }

    /// Returns the region of a code in any case; nil when the plan does not have it.
    static func region(code: String) -> PhoneRegion? {
        byCode[String(decoding: code.utf8.map { (0x61...0x7A).contains($0) ? $0 - 0x20 : $0 }, as: UTF8.self)]
    }

    /// Returns the main region of a calling code; nil for an unknown code.
    static func main(callingCode: Int) -> PhoneRegion? { mainByCallingCode[callingCode] }
}

/// Matches patterns of the numbering plan against ASCII digits.
///
/// Patterns come from ``PhoneRegion/table``. An invalid pattern would match nothing; a test compiles all of them.
enum PhonePattern {
    /// Whether the pattern matches all of `digits`.
    static func matches(_ pattern: String, _ digits: String) -> Bool {
        guard let regex = try? Regex(pattern) else { return false }
        return (try? regex.wholeMatch(in: digits)) != nil
    }

    /// Returns the match at the start of `digits`: its length and its groups; nil for a group that did not participate.
    static func prefix(_ pattern: String, of digits: String) -> (length: Int, groups: [Substring?])? {
        guard let regex = try? Regex(pattern), let match = try? regex.prefixMatch(in: digits) else { return nil }
        return (digits[match.range].count, match.output.dropFirst().map(\.substring))
    }
}
