/// The beginning of an id, or its beginning and end with `…` between them.
struct IDPrefix: Sendable, Hashable {
    /// Fewer characters name too many ids.
    static let lengthMin = 4

    private let start: String
    private let end: String

    /// Takes 4 characters or more; nil for fewer, and for text that cannot stand in an id.
    init?(_ text: String) {
        let parts = text.split(separator: "…", omittingEmptySubsequences: false)
        guard parts.count <= 2, let start = parts.first, start.count >= Self.lengthMin else { return nil }
        let end = parts.count == 2 ? parts[1] : ""
        guard (start + end).allSatisfy(Self.alphabet.contains) else { return nil }
        (self.start, self.end) = (String(start), String(end))
    }

    /// Whether an id can be meant by it.
    func matches(_ id: String) -> Bool { id.hasPrefix(start) && id.hasSuffix(end) }

    /// Base58 leaves out digits and letters that look alike.
    private static let alphabet = Set("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz")
}

extension CommandFailure {
    /// An abbreviated id that several things have.
    static func ambiguous(_ text: String, _ noun: String, ids: [String]) -> CommandFailure {
        let shown = ids.prefix(5).joined(separator: ", ") + (ids.count > 5 ? ", …" : "")
        return .badInput(
            "\"\(DisplayText.sanitized(text))\" names \(ids.count) \(noun): \(shown). Type more of the id.",
            code: "ambiguous_id")
    }
}
