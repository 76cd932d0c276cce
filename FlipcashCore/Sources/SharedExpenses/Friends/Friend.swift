/// One person's record of another person (expense specification §4).
public struct Friend: Hashable, Sendable, Codable {
    /// The state of the friendship.
    public enum Status: String, Hashable, Sendable, Codable {
        /// No status was given.
        case none
        /// A friend; the service sets this when it links an account.
        case friend
        /// A friend, like ``friend``.
        case accepted
        /// A person whom the owner entered; offered as a participant even without a link.
        case manual
        /// A request without an answer; counts as a friend only once the row is linked.
        case pending
        /// A request without an answer, like ``pending``.
        case requested
        /// A refused request; the person cannot be named in expenses without a group.
        case rejected
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
        /// The viewer's general preference decides.
        case standard
        /// The nickname, if there is one.
        case nickname
        /// The name, even if there is a nickname.
        case real
    }

    /// The account whose row this is.
    public var owner: AccountID
    /// The id of the person in this row.
    public var memberID: MemberID
    /// The name that the owner entered, or the account's.
    public var name: String
    /// Another name that only the owner sees; may be empty.
    public var nickname: String
    /// Which name is shown.
    public var preference: NamePreference
    /// The state of the friendship.
    public var status: Status
    /// Whether the row is bound to an account. The server sets this and the next six.
    public var linkState: LinkState
    /// The account that the row is bound to; nil for an unlinked row.
    public var linkedAccount: AccountID?
    /// The account's own id; nil for an unlinked row.
    public var linkedMemberID: MemberID?
    /// Other ids of the person.
    public var aliases: [MemberID]
    /// The name before the row was linked.
    public var originalName: String
    /// Counts the changes.
    public var version: UInt64
    /// When the row was changed last.
    public var updatedAt: SplitTime

    /// Creates a row; the server sets the last values.
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
