public import FlipcashCore

/// The public data of a profile's accounts: `accounts.json` (client specification §2.4).
///
/// Listing accounts reads only this file: it derives no key and opens no vault.
struct AccountList: Codable, Equatable, Sendable {
    struct Entry: Codable, Equatable, Sendable {
        let owner: PublicKey
        var label: String
        var user_id: UserID?
        let created: String
        var last_seen: String
        var deleted: String?
    }

    var version = Self.version
    var accounts: [Entry] = []
    var current: PublicKey?
    /// The accounts that this data folder began to add and has not listed yet; nil in lists of older versions. A key
    /// ring may also hold pending words of other data folders.
    var pending: [PublicKey]?
    /// Whether the profile has never had an account, and the list was written only for pending ones.
    var is_unused: Bool?

    static let version = 1
}

extension AccountList {
    /// The owners whose words belong to this data folder.
    var ownedWords: Set<PublicKey> { Set(accounts.map(\.owner) + (pending ?? [])) }

    /// Records that `owner` is listed.
    mutating func completePending(_ owner: PublicKey) {
        let left = (pending ?? []).filter { $0 != owner }
        pending = left.isEmpty ? nil : left
        is_unused = nil
    }
}

/// An account as listed.
public struct AccountSummary: Hashable, Sendable {
    /// The account's address.
    public let owner: PublicKey
    /// The user's name for the account; until one is chosen, `Account` and the first characters of its address.
    public let label: String
    /// The user of the core API; nil if it has not been recorded.
    public let userID: UserID?
    /// When the account was added to this list.
    public let created: Instant
    /// When the account was last used, accurate to about an hour.
    public let lastSeen: Instant
    /// When the user deleted the account from this list.
    public let deleted: Instant?
    /// Whether commands use the account by default.
    public let isCurrent: Bool
    /// The account's place in the list, from 1.
    public let number: Int

    /// Returns the same account with another value of `isCurrent`.
    public func with(isCurrent: Bool) -> AccountSummary {
        AccountSummary(
            owner: owner, label: label, userID: userID, created: created, lastSeen: lastSeen, deleted: deleted,
            isCurrent: isCurrent, number: number)
    }
}
