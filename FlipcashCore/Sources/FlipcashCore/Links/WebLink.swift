/// Finds web links in text (money specification §10).
///
/// The grammar is our own: hosts differ in what they accept as a link, and some have no detector.
public enum WebLink {
    /// Returns the last valid link of a text as a URL; nil when there is none.
    ///
    /// A host without a scheme gets `http://`. Characters after the host other than printable ASCII are
    /// percent-encoded.
    public static func last(in text: String) -> String? {
        text.split(whereSeparator: \.isWhitespace).reversed().lazy.compactMap { address(trimmed($0)) }.first
    }

    /// The last labels of hosts, besides those of two letters, that are accepted as links without a scheme.
    private static let topLevelNames: Set<String> = [
        "com", "org", "net", "edu", "gov", "io", "app", "dev", "info", "biz", "xyz", "me", "co", "ai", "tv", "cash",
        "money", "gg",
    ]

    /// Returns a word without the punctuation around it; keeps a closing bracket that matches one inside the word.
    private static func trimmed(_ word: Substring) -> Substring {
        var word = word.drop { "([{<\"'".contains($0) }
        // Counts bytes: a bracket with an accent is percent-encoded, and its bracket remains.
        var unopened = word.utf8.reduce(0) { count, byte in
            switch byte {
            case UInt8(ascii: ")"): count + 1
            case UInt8(ascii: "("): count - 1
            default: count
            }
        }
        while let last = word.last, ".,;:!?)]}>\"'".contains(last) {
            if last == ")" {
                guard unopened > 0 else { break }
                unopened -= 1
            }
            word.removeLast()
        }
        return word
    }

    private static func address(_ word: Substring) -> String? {
        for scheme in ["http://", "https://"] where String(word.prefix(scheme.count)).asciiLowercased == scheme {
            return accepted(word.dropFirst(scheme.count), isBare: false).map { word.prefix(scheme.count) + $0 }
        }
        return accepted(word, isBare: true).map { "http://" + $0 }
    }

    /// Returns host, port and the rest after a scheme, encoded; nil for an invalid link.
    private static func accepted(_ text: Substring, isBare: Bool) -> String? {
        let authority = text.prefix { !"/?#".contains($0) }
        let beforePath = text.utf8.prefix { $0 != UInt8(ascii: "/") }
        guard authority.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), !beforePath.contains(UInt8(ascii: "@"))
        else { return nil }
        let (host, port) = parts(of: authority)
        guard !host.isEmpty, port.isEmpty || isPort(port.dropFirst()), !isBare || isBareHost(host) else { return nil }
        return authority + encoded(text[authority.endIndex...])
    }

    /// Splits the host and the port with its colon; an address in brackets contains colons itself.
    private static func parts(of authority: Substring) -> (host: Substring, port: Substring) {
        if authority.first == "[" {
            guard let end = authority.firstIndex(of: "]") else { return ("", "") }
            let rest = authority.index(after: end)
            return (authority[..<rest], authority[rest...])
        }
        let host = authority.prefix { $0 != ":" }
        return (host, authority[host.endIndex...])
    }

    private static func isPort(_ text: Substring) -> Bool {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } && UInt16(text) != nil
    }

    /// Whether a host consists of labels of letters, digits and inner hyphens, separated by dots.
    private static func isHost(_ host: Substring) -> Bool {
        host.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
            !label.isEmpty && label.first != "-" && label.last != "-"
                && label.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }
        }
    }

    /// Whether a host without a scheme can be a link.
    private static func isBareHost(_ host: Substring) -> Bool {
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard isHost(host), labels.count >= 2, let last = labels.last.map({ String($0).asciiLowercased }) else {
            return false
        }
        return topLevelNames.contains(last)
            || (last.utf8.count == 2 && last.utf8.allSatisfy { (0x61...0x7A).contains($0) })
    }

    private static func encoded(_ rest: Substring) -> String {
        rest.utf8.reduce(into: "") { text, byte in
            if (0x21...0x7E).contains(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += (byte < 0x10 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
    }
}

extension UInt8 {
    fileprivate var isLetterOrDigit: Bool {
        (0x30...0x39).contains(self) || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self)
    }
}
