/// Words of a wrong command line, which may be secrets that ended up in the wrong place: a cash link is as good as its
/// money, and whatever an error repeats ends in logs.
enum MistypedWord {
    /// The longest word that an error repeats unless it looks harmless otherwise.
    private static let lengthMax = 32
    /// The shortest bare secret of a link: 16 bytes in base58 have 20 digits or more but for rare ones.
    private static let secretLengthMin = 20

    /// Whether an error must not repeat `word`.
    static func mayBeSecret(_ word: String) -> Bool {
        if word.contains("://") || word.contains("#") || word.count > lengthMax { return true }
        let isBare = word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return isBare && word.count >= secretLengthMin
    }

    /// `message` without those of `arguments` that may be secrets.
    ///
    /// The parser repeats what it does not understand. A list of several unexpected words may be the words of an
    /// account: it is left out.
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
