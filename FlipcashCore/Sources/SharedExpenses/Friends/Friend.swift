/// What one person keeps about another one (expense specification §4).
public struct Friend: Hashable, Sendable, Codable {
    /// What is known of the friendship.
    public enum Status: String, Hashable, Sendable, Codable {
        case none, friend, accepted, manual, pending, requested, rejected
        /// A word of another product.
        case unrecognized

        /// Reads a word; nil and empty text stand for no status.
        public init(word: String?) {
            guard let word, !word.isEmpty else { self = .none; return }
            self = Status(rawValue: word.lowercased()) ?? .unrecognized
        }
    }

    /// Whether the row is bound to an account.
    public enum LinkState: String, Hashable, Sendable, Codable {
        /// A person without an account.
        case unlinked
        /// A person with an account.
        case linked
        /// A person whose account was deleted. The row can be invited again.
        case ghost
    }

    /// Which name is shown.
    public enum NamePreference: String, Hashable, Sendable, Codable {
        case standard, nickname, real
    }

    /// The account whose row this is.
    public var owner: AccountID
    public var memberID: MemberID
    public var name: String
    public var nickname: String
    public var preference: NamePreference
    public var status: Status
    /// The server sets this and the next four.
    public var linkState: LinkState
    public var linkedAccount: AccountID?
    public var linkedMemberID: MemberID?
    /// Other ids of the person.
    public var aliases: [MemberID]
    /// The name before the row was linked.
    public var originalName: String
    public var version: UInt64
    public var updatedAt: SplitTime

    public init(
        owner: AccountID, memberID: MemberID, name: String, nickname: String = "",
        preference: NamePreference = .standard, status: Status = .none, linkState: LinkState = .unlinked,
        linkedAccount: AccountID? = nil, linkedMemberID: MemberID? = nil, aliases: [MemberID] = [],
        originalName: String = "", version: UInt64 = 0, updatedAt: SplitTime = SplitTime(milliseconds: 0)
    ) {
        self.owner = owner
        self.memberID = memberID
        self.name = name
        self.nickname = nickname
        self.preference = preference
        self.status = status
        self.linkState = linkState
        self.linkedAccount = linkedAccount
        self.linkedMemberID = linkedMemberID
        self.aliases = aliases
        self.originalName = originalName
        self.version = version
        self.updatedAt = updatedAt
    }

    /// Whether the row is bound to an account.
    public var isLinked: Bool { linkedAccount != nil }

    /// Every id that the row gives to the person.
    public var identityIDs: [MemberID] { [memberID] + (linkedMemberID.map { [$0] } ?? []) + aliases }

    /// Whether the person can be named in an expense without a group.
    public var isEligible: Bool {
        switch status {
        case .rejected: false
        case .friend, .accepted, .none: true
        case .manual, .pending, .requested, .unrecognized: isLinked
        }
    }

    /// Whether the person is offered as a participant.
    public func isSelectable(hasDirectGroup: Bool, isInSharedGroup: Bool) -> Bool {
        switch status {
        case .rejected, .pending, .requested: false
        case .friend, .accepted, .manual: true
        case .unrecognized: isLinked
        case .none: isLinked || hasDirectGroup || !isInSharedGroup
        }
    }
}
