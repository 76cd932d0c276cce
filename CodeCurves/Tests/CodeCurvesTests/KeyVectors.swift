import Foundation

/// The groups of `keys.json` that this package is about; all its groups are run by the tests of `FlipcashCore`.
enum KeyVectors {
    /// The cases of one group; none when the vectors come from another folder that lacks the file.
    static func cases<Case: Decodable>(_ group: String) throws -> [Case] {
        guard let data = try VectorFile.data("keys") else { return [] }
        let decoder = JSONDecoder()
        decoder.userInfo[groupName] = group
        return try decoder.decode(File<Case>.self, from: data).cases
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
