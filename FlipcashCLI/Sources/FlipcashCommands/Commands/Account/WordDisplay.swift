import CodeCurves
import FlipcashCore

/// Shows the words of an account and asks for some of them.
struct WordDisplay {
    let words: [String]

    init(_ phrase: SecretBytes) {
        words = phrase.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
            .split(separator: " ").map(String.init)
    }

    /// Six words per line, each with its number.
    var lines: [String] {
        let width = words.map(\.count).max() ?? 0
        return stride(from: 0, to: words.count, by: 6).map { start in
            words[start..<min(start + 6, words.count)].enumerated().map { offset, word in
                let number = String(start + offset + 1)
                let padding = String(repeating: " ", count: width - word.count)
                return (number.count < 2 ? " " : "") + "\(number) \(word)\(padding)"
            }
            .joined(separator: "  ").trimmingTrailingSpaces()
        }
    }

    /// Asks for three random words until they are right.
    ///
    /// - Throws: `CommandFailure` when the person gives up.
    func askBack(_ prompt: Prompt, random: any RandomSource) throws(CommandFailure) {
        for index in places(random) {
            var attempts = 0
            while try prompt.line("Word \(index + 1)?", option: "--skip-word-check").lowercased() != words[index] {
                attempts += 1
                guard attempts < 3 else {
                    throw CommandFailure(
                        "words_not_kept", .declined,
                        "That is not the word that was shown. Write the words down before you continue.")
                }
                prompt.show("That is not the word. Check what you wrote down.")
            }
        }
    }

    /// Three different places in ascending order.
    private func places(_ random: any RandomSource) -> [Int] {
        var places = Set<Int>()
        while places.count < min(3, words.count) {
            // Bytes above the largest multiple of the word count (252 for 12, 240 for 24) would favour the first words.
            let limit = 256 - 256 % words.count
            guard let byte = random.bytes(1).first, Int(byte) < limit else { continue }
            places.insert(Int(byte) % words.count)
        }
        return places.sorted()
    }
}

extension String {
    fileprivate func trimmingTrailingSpaces() -> String {
        var text = Substring(self)
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
