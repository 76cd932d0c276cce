/// What the numbering plan says about one region (money specification §9.2).
struct PhoneRegion: Hashable, Sendable {
    /// Two upper-case letters.
    let code: String
    /// The digits after the plus of an international number.
    let callingCode: Int
    /// Whether the region stands for its calling code where several share it.
    let isMain: Bool
    /// Matches what is dialled before an international number.
    let internationalPrefix: String
    /// What is dialled before a national number, for display.
    let trunk: String?
    /// Matches what may stand before a national number.
    let trunkForParsing: String?
    /// What replaces the match of ``trunkForParsing``, with `\1` and `\2` for its groups.
    let transform: String?
    /// Matches every national number as a whole.
    let pattern: String
    /// Lengths of national numbers, ascending.
    let lengths: [Int]
    /// Lengths of mobile numbers; empty where the plan has none.
    let mobileLengths: [Int]

    /// Reads a line of ``table``; nil for anything else.
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
    /// Every region of the plan.
    static let all: [PhoneRegion] = table.split(separator: "\n").compactMap { PhoneRegion(line: $0) }

    private static let byCode = Dictionary(all.map { ($0.code, $0) }) { first, _ in first }
    private static let mainByCallingCode = Dictionary(all.filter(\.isMain).map { ($0.callingCode, $0) }) { first, _ in
        first
    }

    /// The region that `code` spells in any case; nil when the plan does not have it.
    static func region(code: String) -> PhoneRegion? {
        byCode[String(decoding: code.utf8.map { (0x61...0x7A).contains($0) ? $0 - 0x20 : $0 }, as: UTF8.self)]
    }

    /// The region that stands for a calling code; nil when nobody has the code.
    static func main(callingCode: Int) -> PhoneRegion? { mainByCallingCode[callingCode] }
}

/// A piece of the numbering plan's pattern language at work on ASCII digits.
///
/// Patterns come from ``PhoneRegion/table``; one that does not compile would match nothing, and a test compiles all.
enum PhonePattern {
    /// Whether `digits` match as a whole.
    static func matches(_ pattern: String, _ digits: String) -> Bool {
        guard let regex = try? Regex(pattern) else { return false }
        return (try? regex.wholeMatch(in: digits)) != nil
    }

    /// The match at the start of `digits`: its length and its groups, nil for one that took no part.
    static func prefix(_ pattern: String, of digits: String) -> (length: Int, groups: [Substring?])? {
        guard let regex = try? Regex(pattern), let match = try? regex.prefixMatch(in: digits) else { return nil }
        return (digits[match.range].count, match.output.dropFirst().map(\.substring))
    }
}
