public import FlipcashCore

/// What is known of a profile's accounts without any secret: `accounts.json` (client specification §2.4).
///
/// Listing accounts reads this alone: no key is derived and no vault opened.
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
    /// The accounts whose registration this data folder began and has not completed. A key ring may hold pending words
    /// of other data folders too. Nil in lists of older versions.
    var pending: [PublicKey]?
    /// True while the profile has never had an account: the list was written for pending ones only.
    var is_unused: Bool?

    static let version = 1
}

extension AccountList {
    /// The owners whose words belong to this data folder.
    var ownedWords: Set<PublicKey> { Set(accounts.map(\.owner) + (pending ?? [])) }

    /// Notes that the registration of `owner` is complete.
    mutating func completePending(_ owner: PublicKey) {
        let left = (pending ?? []).filter { $0 != owner }
        pending = left.isEmpty ? nil : left
        is_unused = nil
    }
}

/// An account as it is listed.
public struct AccountSummary: Hashable, Sendable {
    /// The account's address.
    public let owner: PublicKey
    /// The person's name for it; until one is given, `Account` and the first characters of its address.
    public let label: String
    /// The user on the core service; nil where none has been noted.
    public let userID: UserID?
    /// When the account came into this list.
    public let created: Instant
    /// When it was last in use, give or take an hour.
    public let lastSeen: Instant
    /// When the person deleted it from this list.
    public let deleted: Instant?
    /// Whether commands use it unless told otherwise.
    public let isCurrent: Bool
    /// Its place in the list, from 1.
    public let number: Int

    /// The same account where something else decides which one commands use.
    public func with(isCurrent: Bool) -> AccountSummary {
        AccountSummary(
            owner: owner, label: label, userID: userID, created: created, lastSeen: lastSeen, deleted: deleted,
            isCurrent: isCurrent, number: number)
    }
}
