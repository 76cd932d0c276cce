/// The beginning of an id, or its beginning and end with `…` between them.
struct IDPrefix: Sendable, Hashable {
    /// Fewer characters would match too many ids.
    static let lengthMin = 4

    private let start: String
    private let end: String

    /// Takes 4 characters or more; nil for fewer, or for characters that no id contains.
    init?(_ text: String) {
        let parts = text.split(separator: "…", omittingEmptySubsequences: false)
        guard parts.count <= 2, let start = parts.first, start.count >= Self.lengthMin else { return nil }
        let end = parts.count == 2 ? parts[1] : ""
        guard (start + end).allSatisfy(Self.alphabet.contains) else { return nil }
        (self.start, self.end) = (String(start), String(end))
    }

    /// Whether `id` has this beginning and end.
    func matches(_ id: String) -> Bool { id.hasPrefix(start) && id.hasSuffix(end) }

    /// Whether `text`, as it was typed, is the beginning of `id`, an id in lower-case hexadecimal digits.
    static func matches(_ text: String, hexadecimal id: String) -> Bool {
        text.utf8.count >= lengthMin && id.hasPrefix(text.lowercased())
    }

    /// Base58 leaves out digits and letters that look alike.
    private static let alphabet = Set("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz")
}

extension CommandFailure {
    /// The failure for an abbreviated id that matches several things.
    static func ambiguous(_ text: String, _ noun: String, ids: [String]) -> CommandFailure {
        let shown = ids.prefix(5).joined(separator: ", ") + (ids.count > 5 ? ", …" : "")
        return .badInput(
            "\"\(DisplayText.sanitized(text))\" matches \(ids.count) \(noun): \(shown). Type more of the id.",
            code: "ambiguous_id")
    }
}
