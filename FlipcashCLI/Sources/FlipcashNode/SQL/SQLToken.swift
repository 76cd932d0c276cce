/// A piece of an SQL text. The texts of all pieces, one after the other, are the whole text.
enum SQLToken: Hashable, Sendable {
    /// A keyword, a name or a number.
    case word(String)
    /// A string literal, a quoted name or a comment, which no translation may change.
    case opaque(String)
    case space(String)
    case symbol(Character)

    var text: String {
        switch self {
        case .word(let text), .opaque(let text), .space(let text): text
        case .symbol(let character): String(character)
        }
    }

    /// Splits `sql`. A literal or comment that does not end reaches to the end of the text.
    static func tokens(of sql: String) -> [SQLToken] {
        var rest = Substring(sql)
        var tokens: [SQLToken] = []
        while let first = rest.first {
            let end: Substring.Index
            switch first {
            case "'", "\"":
                end = rest.dropFirst().firstIndex(of: first).map(rest.index(after:)) ?? rest.endIndex
                tokens.append(.opaque(String(rest[..<end])))
            case "-" where rest.hasPrefix("--"):
                end = rest.firstIndex(where: \.isNewline) ?? rest.endIndex
                tokens.append(.opaque(String(rest[..<end])))
            case "/" where rest.hasPrefix("/*"):
                end = rest.dropFirst(2).firstRange(of: "*/")?.upperBound ?? rest.endIndex
                tokens.append(.opaque(String(rest[..<end])))
            case _ where first.isWhitespace:
                end = rest.firstIndex { !$0.isWhitespace } ?? rest.endIndex
                tokens.append(.space(String(rest[..<end])))
            case _ where isPartOfWord(first):
                end = rest.firstIndex { !isPartOfWord($0) } ?? rest.endIndex
                tokens.append(.word(String(rest[..<end])))
            default:
                end = rest.index(after: rest.startIndex)
                tokens.append(.symbol(first))
            }
            rest = rest[end...]
        }
        return tokens
    }

    private static func isPartOfWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_"
    }
}
