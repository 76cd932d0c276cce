import CodeScanner
import Foundation

/// `Tests/Vectors/qr-code.json`: symbols made by an independent encoder.
struct QRVectors: Decodable {
    struct Matrix: Decodable {
        var text: String
        var version: Int
        var level: String
        var mask: Int
        var rows: [String]
    }

    struct Symbol: Decodable {
        var text: String
        var version: Int
        var level: String
        var mask: Int
        var fnv1a64: String
    }

    var matrices: [Matrix]
    var symbols: [Symbol]

    static let shared = Result {
        let file = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(
                "Tests/Vectors/qr-code.json")
        return try JSONDecoder().decode(QRVectors.self, from: Data(contentsOf: file))
    }

    static func level(_ name: String) -> QRLevel? {
        ["L": QRLevel.low, "M": .medium, "Q": .quartile, "H": .high][name]
    }

    /// The text of a recipe such as `letters:17`.
    static func text(_ recipe: String) -> String? {
        let parts = recipe.split(separator: ":")
        guard parts.count == 2, let count = Int(parts[1]) else { return nil }
        let letters = Array("abcdefghijklmnopqrstuvwxyz")
        let words = String((0..<count).map { letters[($0 * 7 + $0 / 26) % 26] })
        switch parts[0] {
        case "letters": return words
        case "capitals": return words.uppercased()
        case "digits": return String((0..<count).map { Character(String(($0 * 3 + $0 / 10) % 10)) })
        default: return nil
        }
    }
}

extension QRModules {
    /// The hash that identifies large symbols in the vectors.
    var fnv1a64: String {
        let hash = rows.joined().utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// `1` for dark, `0` for light, row by row.
    var rows: [String] {
        (0..<side).map { y in String((0..<side).map { self[$0, y] ? "1" : "0" }) }
    }
}
