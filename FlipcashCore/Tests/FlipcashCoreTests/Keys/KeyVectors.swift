import Foundation
import Testing

/// A file of `Tests/Vectors` that keeps its cases in named groups, found from this file's place in the repository.
struct GroupedVectors {
    private let url: URL

    static let keys = GroupedVectors("keys")
    static let addresses = GroupedVectors("pda")
    static let transactions = GroupedVectors("transactions")

    private init(_ name: String, filePath: String = #filePath) {
        url = (0..<5).reduce(URL(fileURLWithPath: filePath)) { url, _ in url.deletingLastPathComponent() }
            .appendingPathComponent("Tests/Vectors/\(name).json")
    }

    /// The cases of one group; there is at least one.
    func cases<Case: Decodable>(_ group: String) throws -> [Case] {
        let decoder = JSONDecoder()
        decoder.userInfo[Self.groupName] = group
        let cases = try decoder.decode(File<Case>.self, from: Data(contentsOf: url)).cases
        try #require(!cases.isEmpty)
        return cases
    }

    /// The names of all groups.
    func groupNames() throws -> Set<String> {
        try JSONDecoder().decode(Names.self, from: Data(contentsOf: url)).names
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

    private struct Names: Decodable {
        let names: Set<String>

        init(from decoder: any Decoder) throws {
            let groups = try decoder.container(keyedBy: Key.self)
                .nestedContainer(keyedBy: Key.self, forKey: Key(stringValue: "groups"))
            names = Set(groups.allKeys.map(\.stringValue))
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
