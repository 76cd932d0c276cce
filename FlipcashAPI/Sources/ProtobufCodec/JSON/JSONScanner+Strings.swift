extension JSONScanner {
    /// Reads a quoted string.
    mutating func string() throws(JSONDecodingError) -> String {
        guard try peek() == UInt8(ascii: "\"") else { throw failure(.wrongKind) }
        let origin = position
        position += 1
        var content: [UInt8] = []
        var plainStart = position
        while true {
            guard position < bytes.count else { throw failure(.truncated, at: origin) }
            switch bytes[position] {
            case UInt8(ascii: "\""):
                content += bytes[plainStart..<position]
                position += 1
                guard let text = String(validating: content, as: UTF8.self) else {
                    throw failure(.invalidUTF8, at: origin)
                }
                return text
            case UInt8(ascii: "\\"):
                content += bytes[plainStart..<position]
                content += try escape().utf8
                plainStart = position
            case 0..<0x20: throw failure(.invalidText)
            default: position += 1
            }
        }
    }

    /// Reads an escape; for characters beyond U+FFFF, both halves of the surrogate pair.
    private mutating func escape() throws(JSONDecodingError) -> String {
        let origin = position
        guard position + 1 < bytes.count else { throw failure(.truncated) }
        let letter = bytes[position + 1]
        position += 2
        switch letter {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{c}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            let first = try codeUnit(origin)
            if let scalar = Unicode.Scalar(first) { return String(Character(scalar)) }
            guard 0xd800..<0xdc00 ~= first, position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
                bytes[position + 1] == UInt8(ascii: "u")
            else { throw failure(.invalidText, at: origin) }
            position += 2
            let second = try codeUnit(origin)
            guard 0xdc00..<0xe000 ~= second,
                let scalar = Unicode.Scalar(0x1_0000 + (first - 0xd800) << 10 + (second - 0xdc00))
            else { throw failure(.invalidText, at: origin) }
            return String(Character(scalar))
        default: throw failure(.invalidText, at: origin)
        }
    }

    /// Reads four hexadecimal digits.
    private mutating func codeUnit(_ origin: Int) throws(JSONDecodingError) -> UInt32 {
        guard bytes.count - position >= 4 else { throw failure(.truncated, at: origin) }
        var value: UInt32 = 0
        for byte in bytes[position..<position + 4] {
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
            default: throw failure(.invalidText, at: origin)
            }
            value = value << 4 | UInt32(digit)
        }
        position += 4
        return value
    }
}
