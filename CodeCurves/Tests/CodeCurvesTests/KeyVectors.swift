import Foundation

/// The groups of `Tests/Vectors/keys.json`, found from this file's place in the repository.
enum KeyVectors {
    /// The cases of one group.
    static func cases<Case: Decodable>(_ group: String, filePath: String = #filePath) throws -> [Case] {
        let url = URL(fileURLWithPath: filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Tests/Vectors/keys.json")
        let decoder = JSONDecoder()
        decoder.userInfo[groupName] = group
        return try decoder.decode(File<Case>.self, from: Data(contentsOf: url)).cases
    }

    private static let groupName = CodingUserInfoKey(rawValue: "group")!

    private struct File<Case: Decodable>: Decodable {
        let cases: [Case]

        init(from decoder: any Decoder) throws {
            let name = decoder.userInfo[groupName] as? String ?? ""
            cases = try decoder.container(keyedBy: Key.self)
                .nestedContainer(keyedBy: Key.self, forKey: Key(stringValue: "groups"))
                .nestedContainer(keyedBy: Key.self, forKey: Key(stringValue: name))
                .decode([Case].self, forKey: Key(stringValue: "cases"))
        }
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

extension Array<UInt8> {
    /// The bytes of a hexadecimal text; empty for text that is not hexadecimal.
    init(hex: String) {
        let digits = [Character](hex)
        self = stride(from: 0, to: digits.count - 1, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
    }

    /// The bytes as lower-case hexadecimal digits.
    var hex: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
