/// Converts names to camel case as SwiftProtobuf does.
///
/// Words end at underscores, before digits and before capitals. `url`, `http`, `https` and `id` are written in capitals
/// unless they begin a lower-case name.
enum CamelCase {
    private static let abbreviations: Set<String> = ["url", "http", "https", "id"]

    static func upper(_ name: String) -> String {
        joined(name, startsUpper: true)
    }

    static func lower(_ name: String) -> String {
        joined(name, startsUpper: false)
    }

    static func capitalized(_ word: String) -> String {
        word.prefix(1).uppercased() + word.dropFirst()
    }

    private enum Kind {
        case digit, lower, upper, underscore

        init(_ character: Character) {
            if character == "_" {
                self = .underscore
            } else if character.isNumber {
                self = .digit
            } else {
                self = character.isUppercase ? .upper : .lower
            }
        }
    }

    private static func joined(_ name: String, startsUpper: Bool) -> String {
        var result = ""
        var word = ""
        var last: Kind?

        func endWord() {
            guard !word.isEmpty else { return }
            if result.isEmpty, !startsUpper {
                result += word
            } else if abbreviations.contains(word) {
                result += word.uppercased()
            } else {
                result += capitalized(word)
            }
            word = ""
        }

        for character in name {
            let kind = Kind(character)
            switch kind {
            case .digit:
                if last != .digit { endWord() }
                if result.isEmpty { result += "_" }
                word.append(character)
            case .upper:
                if last != .upper { endWord() }
                word += character.lowercased()
            case .lower:
                if last != .lower, last != .upper { endWord() }
                word.append(character)
            case .underscore:
                endWord()
                if last == .underscore { result += "_" }
            }
            last = kind
        }
        endWord()
        if last == .underscore { result += "_" }
        return result
    }
}
