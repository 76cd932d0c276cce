import Foundation

/// The groups of `keys.json` that this package tests. The tests of `FlipcashCore` run all groups.
enum KeyVectors {
    private static let file = Result { try VectorFile.open("keys") }

    /// The cases of one group; nil, and skipped, when `FLIPCASH_VECTORS` names a folder without the file or the group.
    ///
    /// - Throws: `VectorValue.Mismatch` when the repository's own file lacks the group.
    static func cases<Case: Decodable>(_ group: String) throws -> [Case]? {
        guard let file = try file.get() else { return nil }
        let cases = file.cases(group)
        guard cases.isEmpty else { return try cases.map { try $0.value.decoded() } }
        guard VectorFile.isElsewhere else {
            throw VectorValue.Mismatch(description: "keys.json has no cases called \(group)")
        }
        print("keys.json: \(group) skipped, FLIPCASH_VECTORS has no such cases")
        return nil
    }
}

extension Array<UInt8> {
    /// Reads hexadecimal text; empty for any other text.
    init(hex: String) {
        let digits = [Character](hex)
        self = stride(from: 0, to: digits.count - 1, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
    }

    /// The bytes as lower-case hexadecimal digits.
    var hex: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
