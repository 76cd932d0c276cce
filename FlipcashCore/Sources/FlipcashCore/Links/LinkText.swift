/// A link split into its parts, still percent-encoded.
struct LinkText {
    let scheme: String
    let authority: Substring
    let path: Substring
    let query: Substring?
    let fragment: Substring?

    /// The longest link that is read; a QR code holds fewer than 3,000 characters.
    private static let lengthMax = 8192

    /// Splits a link; nil without `scheme://`, with a user name before the host, and above ``lengthMax``.
    init?(_ text: String) {
        guard text.utf8.count <= LinkText.lengthMax, let mark = text.firstRange(of: "://") else { return nil }
        scheme = String(text[..<mark.lowerBound])
        var rest = text[mark.upperBound...]
        fragment = LinkText.cut(&rest, at: "#")
        query = LinkText.cut(&rest, at: "?")
        let slash = rest.firstIndex(of: "/") ?? rest.endIndex
        authority = rest[..<slash]
        path = rest[slash...]
        guard !authority.contains("@") else { return nil }
    }

    private static func cut(_ rest: inout Substring, at mark: Character) -> Substring? {
        guard let index = rest.firstIndex(of: mark) else { return nil }
        defer { rest = rest[..<index] }
        return rest[rest.index(after: index)...]
    }

    /// Returns the decoded value of the first query item `name`; nil when it is missing, malformed or empty.
    func queryValue(_ name: String) -> String? {
        for item in query?.split(separator: "&") ?? [] {
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, LinkText.decoded(parts[0]) == name else { continue }
            return LinkText.decoded(parts[1]).flatMap { $0.isEmpty ? nil : $0 }
        }
        return nil
    }

    /// Returns the decoded value of the part `name=…` of the fragment, between slashes; nil when it is missing,
    /// malformed or empty.
    func fragmentValue(_ name: String) -> String? {
        let piece = fragment?.split(separator: "/").first { $0.hasPrefix(name + "=") }
        return piece.flatMap { LinkText.decoded($0.dropFirst(name.count + 1)) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Decodes percent-encoded text; nil for an invalid escape or invalid UTF-8.
    static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(hexValue), let low = rest.popFirst().flatMap(hexValue) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
