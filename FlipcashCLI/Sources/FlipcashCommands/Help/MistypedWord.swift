/// Hides words of a wrong command line that may be secrets, such as cash links: errors end up in logs.
enum MistypedWord {
    /// Longer words are treated as secrets.
    private static let lengthMax = 32
    /// Bare words of this length or more are treated as secrets: 16 bytes in base58 nearly always have 20 digits or
    /// more.
    private static let secretLengthMin = 20

    /// Whether an error must not repeat `word`.
    static func mayBeSecret(_ word: String) -> Bool {
        if word.contains("://") || word.contains("#") || word.count > lengthMax { return true }
        let isBare = word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return isBare && word.count >= secretLengthMin
    }

    /// `message` with the possible secrets among `arguments` replaced by `…`.
    ///
    /// The parser repeats what it does not understand. A list of several unexpected words is left out, because it may
    /// be the words of an account.
    static func redacted(_ message: String, arguments: [String]) -> String {
        var message = message
        let words =
            arguments
            + arguments.compactMap { $0.split(separator: "=", maxSplits: 1).dropFirst().first }.map(String.init)
        for word in Set(words).sorted(by: { $0.count > $1.count }) where mayBeSecret(word) {
            message = message.split(separator: word, omittingEmptySubsequences: false).joined(separator: "…")
        }
        guard let list = message.firstRange(of: " unexpected arguments: ") else { return message }
        return String(message[..<list.lowerBound]) + " unexpected arguments."
    }
}
