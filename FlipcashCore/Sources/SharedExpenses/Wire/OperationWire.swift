import FlipcashCore
import FlipcashCoreAPI
import ProtobufCodec

extension ClockStamp {
    init(wire: Flipcash_Split_V1_Hlc) {
        self.init(milliseconds: wire.ms, counter: wire.counter, actor: Hexadecimal.encode(wire.actor))
    }

    func wire() throws(WireMismatch) -> Flipcash_Split_V1_Hlc {
        guard let actor = Hexadecimal.decode(actor) else { throw WireMismatch(place: "actor") }
        return .with {
            $0.ms = milliseconds
            $0.counter = counter
            $0.actor = actor
        }
    }
}

extension SplitOperation {
    /// - Parameter caller: the account that signed it.
    init(wire: Flipcash_Split_V1_Op, caller: AccountID) throws(WireMismatch) {
        self.init(
            id: try EntityID(wire: wire.opID, "op.id"), stamp: ClockStamp(wire: wire.hlc),
            change: try SplitChange(wire: wire, caller: caller))
    }

    func wire() throws(WireMismatch) -> Flipcash_Split_V1_Op {
        var message = Flipcash_Split_V1_Op()
        message.opID = try id.wire("op.id")
        message.hlc = try stamp.wire()
        try change.write(to: &message)
        return message
    }

    /// The message, checked as a server checks it: by the rules of its definition, and by reading it.
    ///
    /// A server refuses a call with any other message, and so the operations beside it.
    ///
    /// - Throws: `WireMismatch` that names the field.
    func sendable(by caller: AccountID) throws(WireMismatch) -> Flipcash_Split_V1_Op {
        let message = try wire()
        do throws(ValidationError) { try message.validate() } catch { throw WireMismatch(place: error.path) }
        _ = try SplitOperation(wire: message, caller: caller)
        return message
    }

    /// The first field whose form a server does not accept, such as `put_expense.expense.notes`; nil when all are
    /// valid.
    public func invalidField(by caller: AccountID) -> String? {
        do throws(WireMismatch) { _ = try sendable(by: caller) } catch { return error.place }
        return nil
    }
}

extension SplitChange {
    init(wire: Flipcash_Split_V1_Op, caller: AccountID) throws(WireMismatch) {
        func optional(_ isSet: Bool, _ id: Flipcash_Split_V1_MemberId) throws(WireMismatch) -> MemberID? {
            isSet ? try MemberID(wire: id, "merge") : nil
        }
        switch wire.kind {
        case .putGroup(let put):
            self = .putGroup(GroupPut(try SplitGroup(wire: put.group), baseVersion: put.baseVersion))
        case .deleteGroup(let deletion): self = .deleteGroup(try EntityID(wire: deletion.id, "group"))
        case .leaveGroup(let leave): self = .leaveGroup(try EntityID(wire: leave.id, "group"))
        case .removeMember(let removal):
            self = .removeMember(
                MemberRemoval(
                    group: try EntityID(wire: removal.groupID, "group"),
                    member: try MemberID(wire: removal.memberID, "member"), force: removal.force))
        case .putExpense(let put):
            self = .putExpense(
                ExpensePut(try Expense(wire: put.expense), baseVersion: put.baseVersion, keepsNotes: put.keepNotes))
        case .deleteExpense(let deletion): self = .deleteExpense(try EntityID(wire: deletion.id, "expense"))
        case .setSettlement(let settlement):
            let members = try settlement.memberIds.converted { (id) throws(WireMismatch) in
                try MemberID(wire: id, "settlement")
            }
            self = .setSettlement(
                SettlementMark(
                    expense: try EntityID(wire: settlement.expenseID, "expense"), members: members,
                    isSettled: settlement.settled))
        case .putFriend(let put):
            self = .putFriend(FriendPut(try Friend(wire: put.friend, owner: caller), baseVersion: put.baseVersion))
        case .deleteFriend(let deletion): self = .deleteFriend(try MemberID(wire: deletion.friendMemberID, "friend"))
        case .mergeFriends(let merge):
            self = .mergeFriends(
                FriendMerge(
                    source: try MemberID(wire: merge.sourceID, "source"),
                    target: try MemberID(wire: merge.targetCanonicalID, "target")))
        case .putPayment(let put): self = .putPayment(try SplitPayment(wire: put.payment))
        case .advancePayment(let advance): self = .advancePayment(try PaymentAdvance(wire: advance))
        case .putCloseOut(let put): self = .putClosing(try GroupClosing(wire: put.closeOut))
        case .createInvite(let create):
            self = .createInvite(
                InviteDraft(
                    id: try EntityID(wire: create.invite.id, "invite"), tokenHash: create.invite.tokenHash.value,
                    target: try MemberID(wire: create.invite.targetMemberID, "target")))
        case .revokeInvite(let revoke): self = .revokeInvite(try EntityID(wire: revoke.id, "invite"))
        case .claimInvite(let claim):
            self = .claimInvite(
                InviteClaim(
                    token: claim.token, merging: try optional(claim.hasMergeFriendMemberID, claim.mergeFriendMemberID)))
        case .createLinkRequest(let create):
            self = .createRequest(
                RequestDraft(
                    id: try EntityID(wire: create.request.id, "request"),
                    recipient: try AccountID(wire: create.request.recipient, "recipient"),
                    target: try MemberID(wire: create.request.targetMemberID, "target")))
        case .respondLinkRequest(let response):
            self = .respondRequest(
                RequestResponse(
                    id: try EntityID(wire: response.id, "request"), isAccepted: response.accept,
                    merging: try optional(response.hasMergeFriendMemberID, response.mergeFriendMemberID)))
        case .cancelLinkRequest(let cancel): self = .cancelRequest(try EntityID(wire: cancel.id, "request"))
        case .clearAll_p(let clear): self = .clearAll(SplitTime(wire: clear.cutoff))
        case .deleteAccount(let deletion):
            self = .deleteAccount(try MemberID(wire: deletion.confirmMemberID, "member"))
        case nil: throw WireMismatch(place: "op.kind")
        }
    }

    func write(to op: inout Flipcash_Split_V1_Op) throws(WireMismatch) {
        switch self {
        case .putGroup(let put):
            op.putGroup.group = try put.group.wire()
            op.putGroup.baseVersion = put.baseVersion
        case .deleteGroup(let id): op.deleteGroup.id = try id.wire()
        case .leaveGroup(let id): op.leaveGroup.id = try id.wire()
        case .removeMember(let removal):
            op.removeMember.groupID = try removal.group.wire()
            op.removeMember.memberID = try removal.member.wire()
            op.removeMember.force = removal.force
        case .putExpense(let put):
            op.putExpense.expense = try put.expense.wire()
            op.putExpense.baseVersion = put.baseVersion
            op.putExpense.keepNotes = put.keepsNotes
        case .deleteExpense(let id): op.deleteExpense.id = try id.wire()
        case .setSettlement(let settlement):
            op.setSettlement.expenseID = try settlement.expense.wire()
            op.setSettlement.memberIds = try settlement.members.converted { (id) throws(WireMismatch) in try id.wire() }
            op.setSettlement.settled = settlement.isSettled
        case .putFriend(let put):
            op.putFriend.friend = try put.friend.wire()
            op.putFriend.baseVersion = put.baseVersion
        case .deleteFriend(let id): op.deleteFriend.friendMemberID = try id.wire()
        case .mergeFriends(let merge):
            op.mergeFriends.sourceID = try merge.source.wire()
            op.mergeFriends.targetCanonicalID = try merge.target.wire()
        case .putPayment(let payment): op.putPayment.payment = try payment.wire()
        case .advancePayment(let advance): op.advancePayment = try advance.wire()
        case .putClosing(let closing): op.putCloseOut.closeOut = try closing.wire()
        case .createInvite(let draft):
            op.createInvite.invite.id = try draft.id.wire()
            op.createInvite.invite.tokenHash.value = draft.tokenHash
            op.createInvite.invite.targetMemberID = try draft.target.wire()
        case .revokeInvite(let id): op.revokeInvite.id = try id.wire()
        case .claimInvite(let claim):
            op.claimInvite.token = claim.token
            if let merging = claim.merging { op.claimInvite.mergeFriendMemberID = try merging.wire() }
        case .createRequest(let draft):
            op.createLinkRequest.request.id = try draft.id.wire()
            op.createLinkRequest.request.recipient = try draft.recipient.wire()
            op.createLinkRequest.request.targetMemberID = try draft.target.wire()
        case .respondRequest(let response):
            op.respondLinkRequest.id = try response.id.wire()
            op.respondLinkRequest.accept = response.isAccepted
            if let merging = response.merging { op.respondLinkRequest.mergeFriendMemberID = try merging.wire() }
        case .cancelRequest(let id): op.cancelLinkRequest.id = try id.wire()
        case .clearAll(let cutoff): op.clearAll_p.cutoff = cutoff.wire
        case .deleteAccount(let id): op.deleteAccount.confirmMemberID = try id.wire()
        }
    }
}

extension OperationResult {
    init(wire: Flipcash_Split_V1_OpResult) throws(WireMismatch) {
        guard let code = Code(rawValue: wire.code.rawValue) else { throw WireMismatch(place: "result.code") }
        self.init(
            operation: try EntityID(wire: wire.opID, "result.op"), code: code, detail: wire.detail,
            version: wire.version, contract: wire.hasContract ? try LinkContract(wire: wire.contract) : nil,
            remaining: wire.remaining, retryAfterSeconds: wire.hasRetryAfter ? wire.retryAfter.seconds : nil)
    }

    func wire() throws(WireMismatch) -> Flipcash_Split_V1_OpResult {
        var message = Flipcash_Split_V1_OpResult()
        message.opID = try operation.wire()
        message.code = .init(rawValue: code.rawValue) ?? .invalid
        message.detail = detail
        message.version = version
        if let contract { message.contract = try contract.wire() }
        message.remaining = remaining
        if let retryAfterSeconds { message.retryAfter = Google_Protobuf_Duration(seconds: retryAfterSeconds, nanos: 0) }
        return message
    }
}
