public import FlipcashCore

/// An invitation to claim a friend row. Only the hash of its token is kept (expense specification §11.1).
public struct SplitInvite: Hashable, Sendable {
    /// How long an invitation can be claimed, in seconds.
    public static let lifetime: Int64 = 30 * 24 * 3600

    /// The id of the invitation.
    public var id: EntityID
    /// Who invites.
    public var creator: AccountID
    /// The creator's friend row to claim.
    public var target: MemberID
    /// The SHA-256 digest of the token.
    public var tokenHash: Hash
    /// When the invitation was created.
    public var createdAt: SplitTime
    /// Who claimed the invitation; nil before.
    public var claimedBy: AccountID?
    /// The row that the claim merged, to recognise a repetition.
    public var mergedFriend: MemberID?

    /// Creates an invitation.
    public init(
        id: EntityID, creator: AccountID, target: MemberID, tokenHash: Hash, createdAt: SplitTime,
        claimedBy: AccountID? = nil
    ) {
        self.id = id
        self.creator = creator
        self.target = target
        self.tokenHash = tokenHash
        self.createdAt = createdAt
        self.claimedBy = claimedBy
    }

    /// When the invitation can no longer be claimed.
    public var expiresAt: SplitTime { createdAt.adding(seconds: Self.lifetime) }
}

/// A request to bind a friend row to an account (expense specification §11.2).
public struct LinkRequest: Hashable, Sendable {
    /// How long a request can be answered, in seconds.
    public static let lifetime: Int64 = 7 * 24 * 3600

    /// The state of a request.
    public enum State: String, Hashable, Sendable, Codable {
        /// Not answered yet.
        case pending
        /// The recipient agreed, and the friend row is linked.
        case accepted
        /// The recipient refused.
        case declined
        /// The recipient did not answer in time.
        case expired
    }

    /// The id of the request.
    public var id: EntityID
    /// Who asks.
    public var requester: AccountID
    /// Who is asked.
    public var recipient: AccountID
    /// The requester's friend row to bind.
    public var target: MemberID
    /// The state of the request.
    public var state: State
    /// When the request was created.
    public var createdAt: SplitTime
    /// The name of the requester at that time, for the recipient; empty without one.
    public var requesterName: String

    /// Creates a request.
    public init(
        id: EntityID, requester: AccountID, recipient: AccountID, target: MemberID, state: State = .pending,
        createdAt: SplitTime, requesterName: String = ""
    ) {
        self.id = id
        self.requester = requester
        self.recipient = recipient
        self.target = target
        self.state = state
        self.createdAt = createdAt
        self.requesterName = requesterName
    }

    /// When the request can no longer be answered.
    public var expiresAt: SplitTime { createdAt.adding(seconds: Self.lifetime) }
}

/// The result of linking a friend row to an account.
public struct LinkContract: Hashable, Sendable {
    /// The version of this form on the wire.
    public static let version: UInt32 = 2

    /// The friend row that was linked.
    public let target: MemberID
    /// The id that stands for the person now.
    public let canonical: MemberID
    /// The other ids of the person.
    public let aliases: [MemberID]
    /// The account of the person.
    public let account: AccountID
    /// The name of the account.
    public let displayName: String
}

extension SplitWorld {
    /// Creates an invitation; false when the same one exists.
    public mutating func createInvite(_ invite: SplitInvite) throws(SplitFailure) -> Bool {
        if let stored = invites[invite.id] {
            guard stored.creator == invite.creator, stored.target == invite.target,
                stored.tokenHash == invite.tokenHash
            else { throw SplitFailure(.tokenConflict) }
            return false
        }
        guard !invites.values.contains(where: { $0.tokenHash == invite.tokenHash }) else {
            throw SplitFailure(.tokenConflict)
        }
        try checkTarget(invite.target, of: invite.creator)
        let isActive = invites.values.contains {
            $0.creator == invite.creator && $0.target == invite.target && $0.claimedBy == nil
                && invite.createdAt < $0.expiresAt
        }
        guard !isActive else { throw SplitFailure(.activeInviteExists) }
        invites[invite.id] = invite
        return true
    }

    private func checkTarget(_ target: MemberID, of owner: AccountID) throws(SplitFailure) {
        guard let row = friends[FriendKey(owner: owner, memberID: target)] else {
            throw SplitFailure(.targetNotFound)
        }
        guard !row.isLinked else { throw SplitFailure(.targetLinked) }
    }

    /// The invitation with a token, checked up to its target, for a preview.
    public func previewInvite(_ hash: Hash, at now: SplitTime) throws(SplitFailure) -> SplitInvite {
        guard let invite = invites.values.first(where: { $0.tokenHash == hash }) else {
            throw SplitFailure(.notFound)
        }
        guard invite.claimedBy == nil else { throw SplitFailure(.alreadyClaimed) }
        try checkClaimable(invite, at: now)
        return invite
    }

    private func checkClaimable(_ invite: SplitInvite, at now: SplitTime) throws(SplitFailure) {
        guard accounts[invite.creator]?.state == .active else { throw SplitFailure(.creatorUnavailable) }
        guard now < invite.expiresAt else { throw SplitFailure(.expired) }
        guard let row = friends[FriendKey(owner: invite.creator, memberID: invite.target)], !row.isLinked else {
            throw SplitFailure(.targetUnavailable)
        }
    }

    /// Claims an invitation. A repetition by the same account returns the same contract.
    public mutating func claimInvite(
        _ hash: Hash, by claimer: AccountID, merging merge: MemberID? = nil, at now: SplitTime
    ) throws(SplitFailure) -> LinkContract {
        guard let invite = invites.values.first(where: { $0.tokenHash == hash }) else {
            throw SplitFailure(.notFound)
        }
        if let claimedBy = invite.claimedBy {
            guard claimedBy == claimer else { throw SplitFailure(.alreadyClaimed) }
            guard invite.mergedFriend == merge else { throw SplitFailure(.conflict) }
            return try contract(target: invite.target, account: claimer)
        }
        try checkClaimable(invite, at: now)
        guard invite.creator != claimer else { throw SplitFailure(.selfClaim) }
        let contract = try link(invite.target, of: invite.creator, to: claimer, merging: merge, at: now)
        invites[invite.id]?.claimedBy = claimer
        invites[invite.id]?.mergedFriend = merge
        return contract
    }

    /// Withdraws an invitation.
    public mutating func revokeInvite(_ id: EntityID, by caller: AccountID) throws(SplitFailure) {
        guard let invite = invites[id] else { throw SplitFailure(.notFound) }
        guard invite.creator == caller else { throw SplitFailure(.denied) }
        guard invite.claimedBy == nil else { throw SplitFailure(.alreadyClaimed) }
        invites[id] = nil
    }

    /// Creates a link request; false when nothing had to be stored.
    public mutating func createRequest(_ request: LinkRequest) throws(SplitFailure) -> Bool {
        if let stored = requests[request.id] {
            guard stored.requester == request.requester, stored.recipient == request.recipient,
                stored.target == request.target
            else { throw SplitFailure(.requestConflict) }
            return false
        }
        guard request.requester != request.recipient else { throw SplitFailure(.selfRequest) }
        try checkTarget(request.target, of: request.requester)
        // The answer must not say whether the recipient exists.
        guard accounts[request.recipient]?.state == .active else { return false }
        let isPending = requests.values.contains {
            $0.requester == request.requester && $0.state == .pending && request.createdAt < $0.expiresAt
                && ($0.recipient == request.recipient || $0.target == request.target)
        }
        guard !isPending else { throw SplitFailure(.pendingExists) }
        requests[request.id] = request
        return true
    }

    /// Answers a link request. The contract is nil for a refusal.
    public mutating func respond(
        to id: EntityID, by caller: AccountID, accepting: Bool, merging merge: MemberID? = nil, at now: SplitTime
    ) throws(SplitFailure) -> LinkContract? {
        guard let request = requests[id], request.recipient == caller else { throw SplitFailure(.notFound) }
        switch request.state {
        case .accepted where accepting: return try contract(target: request.target, account: caller)
        case .declined where !accepting: return nil
        case .accepted, .declined: throw SplitFailure(.notPending)
        case .expired: throw SplitFailure(.expired)
        case .pending: break
        }
        guard now < request.expiresAt else {
            requests[id]?.state = .expired
            throw SplitFailure(.expired)
        }
        guard accepting else {
            requests[id]?.state = .declined
            return nil
        }
        guard let row = friends[FriendKey(owner: request.requester, memberID: request.target)], !row.isLinked else {
            throw SplitFailure(.targetUnavailable)
        }
        let contract = try link(request.target, of: request.requester, to: caller, merging: merge, at: now)
        requests[id]?.state = .accepted
        return contract
    }

    /// Withdraws a link request.
    public mutating func cancelRequest(_ id: EntityID, by caller: AccountID) throws(SplitFailure) {
        guard let request = requests[id], request.requester == caller else { throw SplitFailure(.notFound) }
        guard request.state == .pending else { throw SplitFailure(.notPending) }
        requests[id] = nil
    }

    private func contract(target: MemberID, account: AccountID) throws(SplitFailure) -> LinkContract {
        guard let stored = accounts[account] else { throw SplitFailure(.accountNotFound) }
        return LinkContract(
            target: target, canonical: stored.memberID, aliases: aliasIDs(of: account), account: account,
            displayName: stored.displayName)
    }
}
