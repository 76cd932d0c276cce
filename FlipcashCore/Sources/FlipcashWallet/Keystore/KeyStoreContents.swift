import CodeCurves
import FlipcashCore

/// What a key store holds: the words of every account of a profile (client specification §2.4).
struct KeyStoreContents: Equatable, Sendable {
    /// One account's secret.
    struct Entry: Equatable, Sendable {
        let owner: PublicKey
        /// RFC 3339.
        let created: String
        /// Absent until the account is registered: such an entry is neither listed nor usable.
        var userID: String?
        let words: SecretBytes
    }

    var accounts: [Entry] = []
    var current: PublicKey?

    /// The number of this format.
    static let version = 1

    func entry(_ owner: PublicKey) -> Entry? { accounts.first { $0.owner == owner } }
}

/// The JSON form: keys sorted, no spaces, `current` always there.
extension KeyStoreContents: Codable {
    private struct AccountJSON: Codable {
        let created: String
        let owner: PublicKey
        let user_id: String?
        let words: String
    }

    private enum Key: String, CodingKey {
        case accounts, current, version
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let version = try container.decode(Int.self, forKey: .version)
        guard version == Self.version else { throw KeyStoreFailure.newerFormat(version) }
        current = try container.decodeIfPresent(PublicKey.self, forKey: .current)
        accounts = try container.decode([AccountJSON].self, forKey: .accounts).map {
            Entry(
                owner: $0.owner, created: $0.created, userID: $0.user_id, words: SecretBytes(Array($0.words.utf8)))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(
            accounts.map { entry in
                AccountJSON(
                    created: entry.created, owner: entry.owner, user_id: entry.userID,
                    words: entry.words.withUnsafeBytes { String(decoding: $0, as: UTF8.self) })
            }, forKey: .accounts)
        try container.encode(current, forKey: .current)
        try container.encode(Self.version, forKey: .version)
    }
}
