import CodeCurves
import FlipcashCore

/// The contents of a key store: the words of every account of a profile (client specification §2.4).
struct KeyStoreContents: Equatable, Sendable {
    /// One account's secret.
    struct Entry: Equatable, Sendable {
        let owner: PublicKey
        /// RFC 3339.
        let created: String
        /// Nil until the account is registered. Until then the account is neither listed nor usable.
        var userID: String?
        let words: SecretBytes
    }

    var accounts: [Entry] = []
    var current: PublicKey?

    /// The version of this format.
    static let version = 1

    func entry(_ owner: PublicKey) -> Entry? { accounts.first { $0.owner == owner } }

    /// Returns the contents after a change.
    func applying(_ change: KeyStoreChange) -> KeyStoreContents {
        var changed = self
        for entry in change.stored {
            if let index = changed.accounts.firstIndex(where: { $0.owner == entry.owner }) {
                changed.accounts[index] = entry
            } else {
                changed.accounts.append(entry)
            }
        }
        changed.accounts.removeAll { change.removed.contains($0.owner) }
        if let current, change.removed.contains(current) { changed.current = nil }
        if let current = change.current { changed.current = current }
        return changed
    }
}

/// A change to some accounts in a key store. It names every account to add or remove, so that accounts which another
/// program adds at the same time are kept.
struct KeyStoreChange: Sendable {
    /// Accounts to add, or to replace if the owner is already stored.
    var stored: [KeyStoreContents.Entry] = []
    /// The owners to remove.
    var removed: [PublicKey] = []
    /// The account that becomes current, in stores that record it.
    var current: PublicKey?
}

/// The JSON form: keys sorted, no spaces, `current` always present.
extension KeyStoreContents: Codable {
    private enum Key: String, CodingKey {
        case accounts, current, version
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let version = try container.decode(Int.self, forKey: .version)
        guard version == Self.version else { throw KeyStoreFailure.newerFormat(version) }
        current = try container.decodeIfPresent(PublicKey.self, forKey: .current)
        accounts = try container.decode([Entry].self, forKey: .accounts)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(accounts, forKey: .accounts)
        try container.encode(current, forKey: .current)
        try container.encode(Self.version, forKey: .version)
    }
}

extension KeyStoreContents.Entry: Codable {
    private enum Key: String, CodingKey {
        case created, owner, words
        case userID = "user_id"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        owner = try container.decode(PublicKey.self, forKey: .owner)
        created = try container.decode(String.self, forKey: .created)
        userID = try container.decodeIfPresent(String.self, forKey: .userID)
        words = SecretBytes(Array(try container.decode(String.self, forKey: .words).utf8))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(created, forKey: .created)
        try container.encode(owner, forKey: .owner)
        try container.encodeIfPresent(userID, forKey: .userID)
        try container.encode(words.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }, forKey: .words)
    }
}
