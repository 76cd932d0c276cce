import FlipcashCore
import FlipcashCoreAPI
import ProtobufCodec

extension SplitGroup {
    init(wire: Flipcash_Split_V1_Group) throws(WireMismatch) {
        self.init(
            id: try EntityID(wire: wire.id, "group.id"), name: wire.name,
            members: try wire.members.converted { (member) throws(WireMismatch) in try GroupMember(wire: member) },
            isDirect: wire.isDirect, currency: try ExpenseCurrency(wire: wire.defaultCurrency, "group.currency"),
            isArchived: wire.archived, owner: wire.hasOwner ? try AccountID(wire: wire.owner, "group.owner") : nil,
            version: wire.version, createdAt: SplitTime(wire: wire.createdAt),
            updatedAt: SplitTime(wire: wire.updatedAt))
    }

    func wire() throws(WireMismatch) -> Flipcash_Split_V1_Group {
        var message = Flipcash_Split_V1_Group()
        message.id = try id.wire()
        message.name = name
        message.members = try members.converted { (member) throws(WireMismatch) in try member.wire() }
        message.isDirect = isDirect
        message.defaultCurrency = currency.code
        message.archived = isArchived
        if let owner { message.owner = try owner.wire() }
        message.version = version
        message.createdAt = createdAt.wire
        message.updatedAt = updatedAt.wire
        return message
    }
}

extension GroupMember {
    init(wire: Flipcash_Split_V1_Member) throws(WireMismatch) {
        self.init(
            id: try MemberID(wire: wire.id, "member.id"), name: wire.name,
            account: wire.hasUserID ? try AccountID(wire: wire.userID, "member.user") : nil,
            accountFriendMemberID: wire.hasAccountFriendMemberID
                ? try MemberID(wire: wire.accountFriendMemberID, "member.friend") : nil,
            isSelf: wire.isSelf)
    }

    func wire() throws(WireMismatch) -> Flipcash_Split_V1_Member {
        var message = Flipcash_Split_V1_Member()
        message.id = try id.wire()
        message.name = name
        if let account { message.userID = try account.wire() }
        if let accountFriendMemberID { message.accountFriendMemberID = try accountFriendMemberID.wire() }
        message.isSelf = isSelf
        return message
    }
}

extension Friend {
    init(wire: Flipcash_Split_V1_Friend, owner: AccountID) throws(WireMismatch) {
        self.init(owner: owner, memberID: try MemberID(wire: wire.memberID, "friend.id"), name: wire.name)
        nickname = wire.nickname
        switch wire.preference {
        case .nameNickname: preference = .nickname
        case .nameReal: preference = .real
        case .nameDefault, .UNRECOGNIZED: preference = .standard
        }
        switch wire.status {
        case .none: status = .none
        case .friend: status = .friend
        case .pending: status = .pending
        case .rejected: status = .rejected
        case .UNRECOGNIZED: status = .unrecognized
        }
        switch wire.linkState {
        case .linkLinked: linkState = .linked
        case .linkGhost: linkState = .ghost
        case .linkUnlinked, .UNRECOGNIZED: linkState = .unlinked
        }
        linkedAccount = wire.hasLinkedUserID ? try AccountID(wire: wire.linkedUserID, "friend.user") : nil
        linkedMemberID = wire.hasLinkedMemberID ? try MemberID(wire: wire.linkedMemberID, "friend.link") : nil
        aliases = try wire.aliasMemberIds.converted { (id) throws(WireMismatch) in try MemberID(wire: id, "alias") }
        originalName = wire.originalName
        version = wire.version
        updatedAt = SplitTime(wire: wire.updatedAt)
    }

    func wire() throws(WireMismatch) -> Flipcash_Split_V1_Friend {
        var message = Flipcash_Split_V1_Friend()
        message.memberID = try memberID.wire()
        message.name = name
        message.nickname = nickname
        switch preference {
        case .standard: message.preference = .nameDefault
        case .nickname: message.preference = .nameNickname
        case .real: message.preference = .nameReal
        }
        switch status {
        case .none, .unrecognized: message.status = .none
        case .friend, .accepted, .manual: message.status = .friend
        case .pending, .requested: message.status = .pending
        case .rejected: message.status = .rejected
        }
        switch linkState {
        case .unlinked: message.linkState = .linkUnlinked
        case .linked: message.linkState = .linkLinked
        case .ghost: message.linkState = .linkGhost
        }
        if let linkedAccount { message.linkedUserID = try linkedAccount.wire() }
        if let linkedMemberID { message.linkedMemberID = try linkedMemberID.wire() }
        message.aliasMemberIds = try aliases.converted { (id) throws(WireMismatch) in try id.wire() }
        message.originalName = originalName
        message.version = version
        message.updatedAt = updatedAt.wire
        return message
    }
}

extension SplitInvite {
    init(wire: Flipcash_Split_V1_Invite, creator: AccountID) throws(WireMismatch) {
        guard let hash = Hash(exactly: wire.tokenHash.value) else { throw WireMismatch(place: "invite.token_hash") }
        self.init(
            id: try EntityID(wire: wire.id, "invite.id"), creator: creator,
            target: try MemberID(wire: wire.targetMemberID, "invite.target"), tokenHash: hash,
            createdAt: SplitTime(wire: wire.createdAt),
            claimedBy: wire.hasClaimedBy ? try AccountID(wire: wire.claimedBy, "invite.claimed_by") : nil)
    }

    func wire() throws(WireMismatch) -> Flipcash_Split_V1_Invite {
        var message = Flipcash_Split_V1_Invite()
        message.id = try id.wire()
        message.tokenHash = .with { $0.value = tokenHash.bytes }
        message.targetMemberID = try target.wire()
        message.createdAt = createdAt.wire
        message.expiresAt = expiresAt.wire
        if let claimedBy { message.claimedBy = try claimedBy.wire() }
        return message
    }
}

extension LinkRequest {
    init(wire: Flipcash_Split_V1_LinkRequest) throws(WireMismatch) {
        let state: State
        switch wire.state {
        case .requestPending, .requestUnknown, .UNRECOGNIZED: state = .pending
        case .requestAccepted: state = .accepted
        case .requestDeclined: state = .declined
        case .requestExpired: state = .expired
        }
        self.init(
            id: try EntityID(wire: wire.id, "request.id"),
            requester: try AccountID(wire: wire.requester, "request.requester"),
            recipient: try AccountID(wire: wire.recipient, "request.recipient"),
            target: try MemberID(wire: wire.targetMemberID, "request.target"), state: state,
            createdAt: SplitTime(wire: wire.createdAt), requesterName: wire.requesterName)
    }

    func wire() throws(WireMismatch) -> Flipcash_Split_V1_LinkRequest {
        var message = Flipcash_Split_V1_LinkRequest()
        message.id = try id.wire()
        message.requester = try requester.wire()
        message.recipient = try recipient.wire()
        message.targetMemberID = try target.wire()
        switch state {
        case .pending: message.state = .requestPending
        case .accepted: message.state = .requestAccepted
        case .declined: message.state = .requestDeclined
        case .expired: message.state = .requestExpired
        }
        message.createdAt = createdAt.wire
        message.expiresAt = expiresAt.wire
        message.requesterName = requesterName
        return message
    }
}

extension LinkContract {
    init(wire: Flipcash_Split_V1_LinkContract) throws(WireMismatch) {
        target = try MemberID(wire: wire.targetMemberID, "contract.target")
        canonical = try MemberID(wire: wire.canonicalMemberID, "contract.canonical")
        aliases = try wire.aliasMemberIds.converted { (id) throws(WireMismatch) in try MemberID(wire: id, "contract") }
        account = try AccountID(wire: wire.linkedUserID, "contract.user")
        displayName = wire.linkedDisplayName
    }

    func wire() throws(WireMismatch) -> Flipcash_Split_V1_LinkContract {
        var message = Flipcash_Split_V1_LinkContract()
        message.contractVersion = Self.version
        message.targetMemberID = try target.wire()
        message.canonicalMemberID = try canonical.wire()
        message.aliasMemberIds = try aliases.converted { (id) throws(WireMismatch) in try id.wire() }
        message.linkedMemberID = try canonical.wire()
        message.linkedUserID = try account.wire()
        message.linkedDisplayName = displayName
        return message
    }
}

extension OwnAccount {
    init(wire: Flipcash_Split_V1_GetAccountResponse) throws(WireMismatch) {
        let stored = wire.account
        let state: SplitAccount.State
        switch stored.state {
        case .accountActive: state = .active
        case .accountDeleting: state = .deleting
        case .accountDeleted: state = .deleted
        case .UNRECOGNIZED: throw WireMismatch(place: "account.state")
        }
        self.init(
            account: SplitAccount(
                id: try AccountID(wire: stored.userID, "account.user"),
                memberID: try MemberID(wire: stored.memberID, "account.member"), displayName: stored.displayName,
                state: state),
            aliases: try stored.aliasMemberIds.converted { (id) throws(WireMismatch) in
                try MemberID(wire: id, "account.alias")
            }, revision: wire.revision)
    }

    func wire() throws(WireMismatch) -> Flipcash_Split_V1_Account {
        var message = Flipcash_Split_V1_Account()
        message.userID = try account.id.wire()
        message.memberID = try account.memberID.wire()
        message.aliasMemberIds = try aliases.converted { (id) throws(WireMismatch) in try id.wire() }
        message.displayName = account.displayName
        switch account.state {
        case .active: message.state = .accountActive
        case .deleting: message.state = .accountDeleting
        case .deleted: message.state = .accountDeleted
        }
        return message
    }
}
