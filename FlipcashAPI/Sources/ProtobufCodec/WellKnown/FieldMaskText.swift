/// Field paths in JSON's spelling, separated by commas.
enum FieldMaskText {
    /// Writes paths; nil when a path is empty or would change when read back.
    static func text(_ paths: [String]) -> String? {
        var result: [String] = []
        for path in paths {
            let name = FieldSchema.lowerCamelCase(path)
            guard !path.isEmpty, snakeCase(name[...]) == path else { return nil }
            result.append(name)
        }
        return result.joined(separator: ",")
    }

    /// Reads paths; nil when a path is empty or not in lower camel case.
    static func parse(_ text: String) -> [String]? {
        if text.isEmpty { return [] }
        var paths: [String] = []
        for name in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard !name.isEmpty, let path = snakeCase(name) else { return nil }
            paths.append(path)
        }
        return paths
    }

    private static func snakeCase(_ name: Substring) -> String? {
        var result: [UInt8] = []
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): result += [UInt8(ascii: "_"), byte + 0x20]
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."):
                result.append(byte)
            default: return nil
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
