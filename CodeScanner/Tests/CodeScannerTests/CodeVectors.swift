import Foundation

/// The groups of `Tests/Vectors/circular-code.json` that concern the figure and its codec.
struct CodeVectors: Decodable {
    struct Encoding: Decodable {
        var name: String
        var type: String
        var payload: String?
        var username: String?
        var nonce: UInt16?
        var colour: UInt8
        var code: String
    }

    struct Correction: Decodable {
        var name: String
        var errors: Int?
        var code: String
        var payload: String?
    }

    struct InvalidFrame: Decodable {
        var name: String
        var code: String
    }

    struct PayloadCode: Decodable {
        var name: String
        var payload: String
        var code: String
    }

    struct Geometry: Decodable {
        var name: String
        var code: String
        var side: Double
        var centre: String
        var badge_radius: String
        var dot_diameter: String
        var marks: [String]
    }

    struct SVG: Decodable {
        var name: String
        var code: String
        var side: Double
        var foreground: String
        var background: String?
        var badge: Bool
        var bytes: Int
        var sha256: String
    }

    struct Ring: Decodable {
        var ring: Int
        var bits: Int
        var radius: Double
        var first_bit: Int
    }

    var rings: [Ring]
    var dot_diameter: Double
    var encode: [Encoding]
    var reed_solomon: [Correction]
    var invalid_frames: [InvalidFrame]
    var payloads: [PayloadCode]
    var geometry: [Geometry]
    var svg: [SVG]
    /// The currency table belongs to the payloads, which are tested where they live.
    var currencies: [String]

    /// Every group of the file; one that is not listed here fails the suite.
    static let groups: Set<String> = [
        "about", "rings", "dot_diameter", "encode", "reed_solomon", "invalid_frames", "payloads", "geometry", "svg",
        "currencies",
    ]

    static let data = Result { try Data(contentsOf: file) }
    static let shared = Result { try JSONDecoder().decode(CodeVectors.self, from: data.get()) }

    private static let file: URL = {
        if let folder = ProcessInfo.processInfo.environment["FLIPCASH_VECTORS"] {
            return URL(fileURLWithPath: folder).appendingPathComponent("circular-code.json")
        }
        return URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Tests/Vectors/circular-code.json")
    }()
}

/// Bytes from hexadecimal digits; `nil` for anything else.
func bytes(_ hex: String) -> [UInt8]? {
    let digits = Array(hex)
    guard digits.count % 2 == 0 else { return nil }
    var result: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
        guard let byte = UInt8(String(digits[index...index + 1]), radix: 16) else { return nil }
        result.append(byte)
    }
    return result
}
