/// Escapes text of unknown origin so that it stays on one line.
enum EscapedText {
    /// The most bytes of a foreign text that an error repeats.
    private static let longestExcerpt = 64

    /// Writes bytes as printable characters and escapes others as in protobuf's text format.
    ///
    /// - Parameter keepsHighBytes: Whether to keep bytes beyond ASCII, because they are UTF-8.
    static func escaped(_ bytes: some Sequence<UInt8>, keepsHighBytes: Bool = true) -> String {
        var result: [UInt8] = []
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): result += [UInt8(ascii: "\\"), byte]
            case UInt8(ascii: "\n"): result += Array("\\n".utf8)
            case UInt8(ascii: "\r"): result += Array("\\r".utf8)
            case UInt8(ascii: "\t"): result += Array("\\t".utf8)
            case 0x20..<0x7f: result.append(byte)
            case 0x80...0xff where keepsHighBytes: result.append(byte)
            default:
                let octal = String(byte, radix: 8)
                result += Array("\\\(String(repeating: "0", count: 3 - octal.utf8.count))\(octal)".utf8)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The start of a foreign name in ASCII, with limited length, for errors that may be logged.
    static func excerpt(_ name: String) -> String {
        let start = escaped(name.utf8.prefix(longestExcerpt), keepsHighBytes: false)
        return name.utf8.count > longestExcerpt ? start + "..." : start
    }
}
