import FlipcashCore
import FlipcashCoreAPI

/// What currencies may be called and how they may be described: no impersonation of the service, and none of the
/// operator's words (wire contract §8.7).
struct ModerationRules: Hashable, Sendable {
    /// Texts of at most this many bytes are judged as names of currencies too.
    private static let nameBytesMax = 32
    /// Names that only the service itself may use, in lower case.
    private static let ownNames = ["flipcash", "usdf"]

    /// Words that no text may contain, in lower case.
    let words: [String]

    init(words: [String] = []) { self.words = words.map { $0.lowercased() } }

    /// Reads a list of words, one a line. Empty lines and lines that begin with `#` do not count.
    init(lines: String) {
        self.init(
            words: lines.split(whereSeparator: \.isNewline).map { String($0).trimmingBlanks() }.filter { line in
                !line.isEmpty && !line.hasPrefix("#")
            })
    }

    /// Why a text is not allowed; nil when it is.
    func flag(_ text: String) -> Flipcash_Moderation_V1_FlaggedCategory? {
        let lowered = text.lowercased()
        if text.utf8.count <= Self.nameBytesMax, Self.ownNames.contains(where: lowered.contains) {
            return .impersonation
        }
        return words.contains(where: lowered.contains) ? .other : nil
    }
}
