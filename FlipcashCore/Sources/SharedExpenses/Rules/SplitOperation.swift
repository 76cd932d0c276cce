/// A change that a client asks for. A server carries it out whole or not at all, and once (expense specification
/// §13.2).
public struct SplitOperation: Hashable, Sendable {
    /// The id of the operation, by which a repetition is recognised.
    public var id: EntityID
    /// When the change was made, by the device's hybrid clock.
    public var stamp: ClockStamp
    /// What to do.
    public var change: SplitChange

    /// Creates an operation.
    public init(id: EntityID, stamp: ClockStamp, change: SplitChange) {
        self.id = id
        self.stamp = stamp
        self.change = change
    }
}

/// What an operation does.
public enum SplitChange: Hashable, Sendable {
    /// Creates or changes a group of the caller.
    case putGroup(GroupPut)
    /// Deletes a group with its expenses.
    case deleteGroup(EntityID)
    /// Takes the caller out of a group.
    case leaveGroup(EntityID)
    /// Takes another member out of a group of the caller.
    case removeMember(MemberRemoval)
    /// Creates or changes an expense, depending on the caller's role.
    case putExpense(ExpensePut)
    /// Deletes an expense of which the caller is the owner or a payer.
    case deleteExpense(EntityID)
    /// Marks splits of an expense as settled or open.
    case setSettlement(SettlementMark)
    /// Creates or changes a friend row of the caller.
    case putFriend(FriendPut)
    /// Deletes a friend row, and what follows from it (expense specification §12).
    case deleteFriend(MemberID)
    /// Makes one row of two rows of the caller.
    case mergeFriends(FriendMerge)
    /// Records a payment of which the caller is a party.
    case putPayment(SplitPayment)
    /// Moves a payment to its next state.
    case advancePayment(PaymentAdvance)
    /// Closes a group of the caller whose balances are all 0.
    case putClosing(GroupClosing)
    /// Creates an invitation for a friend row of the caller.
    case createInvite(InviteDraft)
    /// Withdraws an invitation of the caller.
    case revokeInvite(EntityID)
    /// Claims an invitation: binds the friend row to the caller's account.
    case claimInvite(InviteClaim)
    /// Asks an account to be bound to a friend row of the caller.
    case createRequest(RequestDraft)
    /// Accepts or declines a link request to the caller.
    case respondRequest(RequestResponse)
    /// Withdraws a link request of the caller.
    case cancelRequest(EntityID)
    /// Deletes everything of the caller that was not changed after this time.
    case clearAll(SplitTime)
    /// Deletes the caller's account. The value is the account's own member id, as a confirmation.
    case deleteAccount(MemberID)
}

/// Creates or changes a group.
public struct GroupPut: Hashable, Sendable {
    /// The group as it should be.
    public var group: SplitGroup
    /// The version that the change started from; 0 for a new group.
    public var baseVersion: UInt64

    /// Creates the change.
    public init(_ group: SplitGroup, baseVersion: UInt64 = 0) {
        self.group = group
        self.baseVersion = baseVersion
    }
}

/// Takes a member out of a group.
public struct MemberRemoval: Hashable, Sendable {
    /// The group.
    public var group: EntityID
    /// Who is taken out.
    public var member: MemberID
    /// Whether to remove the member although debts are open.
    public var force: Bool

    /// Creates the change.
    public init(group: EntityID, member: MemberID, force: Bool = false) {
        self.group = group
        self.member = member
        self.force = force
    }
}

/// Creates or changes an expense.
public struct ExpensePut: Hashable, Sendable {
    /// The expense as it should be.
    public var expense: Expense
    /// The version that the change of money started from; 0 for a new expense.
    public var baseVersion: UInt64
    /// Leaves the stored notes as they are.
    public var keepsNotes: Bool

    /// Creates the change.
    public init(_ expense: Expense, baseVersion: UInt64 = 0, keepsNotes: Bool = false) {
        self.expense = expense
        self.baseVersion = baseVersion
        self.keepsNotes = keepsNotes
    }
}

/// Marks splits of an expense.
public struct SettlementMark: Hashable, Sendable {
    /// The expense.
    public var expense: EntityID
    /// The people whose splits are marked; empty for all splits that the caller may mark.
    public var members: [MemberID]
    /// Whether the splits are settled afterwards.
    public var isSettled: Bool

    /// Creates the change.
    public init(expense: EntityID, members: [MemberID] = [], isSettled: Bool) {
        self.expense = expense
        self.members = members
        self.isSettled = isSettled
    }
}

/// Creates or changes a friend row of the caller.
public struct FriendPut: Hashable, Sendable {
    /// The row. Its owner is ignored.
    public var friend: Friend
    /// The version that the change started from; 0 for a new row.
    public var baseVersion: UInt64

    /// Creates the change.
    public init(_ friend: Friend, baseVersion: UInt64 = 0) {
        self.friend = friend
        self.baseVersion = baseVersion
    }
}

/// Makes one row of two rows of the caller.
public struct FriendMerge: Hashable, Sendable {
    /// The row that goes away.
    public var source: MemberID
    /// The row that stays.
    public var target: MemberID

    /// Creates the change.
    public init(source: MemberID, target: MemberID) {
        self.source = source
        self.target = target
    }
}

/// Moves a payment to another state.
public struct PaymentAdvance: Hashable, Sendable {
    /// The payment.
    public var payment: EntityID
    /// The state to reach.
    public var state: SplitPayment.State
    /// The 32 bytes of the wallet's intent in hexadecimal digits; nil to leave it.
    public var intent: String?
    /// The 32 bytes of the cash link's vault in hexadecimal digits; nil to leave it.
    public var giftCardVault: String?
    /// What the wallet paid; nil to leave it.
    public var paid: SplitPayment.Paid?

    /// Creates the change.
    public init(
        payment: EntityID, state: SplitPayment.State, intent: String? = nil, giftCardVault: String? = nil,
        paid: SplitPayment.Paid? = nil
    ) {
        self.payment = payment
        self.state = state
        self.intent = intent
        self.giftCardVault = giftCardVault
        self.paid = paid
    }
}

/// An invitation to create. The server sees only the hash of its token.
public struct InviteDraft: Hashable, Sendable {
    /// The id of the invitation.
    public var id: EntityID
    /// The 32 bytes of the token's SHA-256 digest.
    public var tokenHash: [UInt8]
    /// The friend row to claim.
    public var target: MemberID

    /// Creates the change.
    public init(id: EntityID, tokenHash: [UInt8], target: MemberID) {
        self.id = id
        self.tokenHash = tokenHash
        self.target = target
    }
}

/// The claim of an invitation.
public struct InviteClaim: Hashable, Sendable {
    /// The 16 bytes of the token.
    public var token: [UInt8]
    /// The claimer's own row for the person who invites, to be merged; nil to merge nothing.
    public var merging: MemberID?

    /// Creates the change.
    public init(token: [UInt8], merging: MemberID? = nil) {
        self.token = token
        self.merging = merging
    }
}

/// A link request to create.
public struct RequestDraft: Hashable, Sendable {
    /// The id of the request.
    public var id: EntityID
    /// Who is asked.
    public var recipient: AccountID
    /// The friend row to bind.
    public var target: MemberID

    /// Creates the change.
    public init(id: EntityID, recipient: AccountID, target: MemberID) {
        self.id = id
        self.recipient = recipient
        self.target = target
    }
}

/// The answer to a link request.
public struct RequestResponse: Hashable, Sendable {
    /// The id of the request.
    public var id: EntityID
    /// Whether the recipient agrees.
    public var isAccepted: Bool
    /// The recipient's own row for the requester, to be merged; nil to merge nothing.
    public var merging: MemberID?

    /// Creates the change.
    public init(id: EntityID, isAccepted: Bool, merging: MemberID? = nil) {
        self.id = id
        self.isAccepted = isAccepted
        self.merging = merging
    }
}

/// The outcome of an operation.
public struct OperationResult: Hashable, Sendable {
    /// The numbers are those of the wire (expense specification §15).
    public enum Code: Int, Hashable, Sendable, CaseIterable {
        /// The change was made.
        case ok
        /// The change had been made before, so nothing was written.
        case unchanged
        /// A part was done; send the same operation again for the rest.
        case inProgress
        /// A rule of the request itself is broken; the detail names it.
        case invalid
        /// The entity does not exist, or the caller cannot see it.
        case notFound
        /// The caller may not do this.
        case forbidden
        /// The entity was changed or used in the meantime.
        case conflict
        /// A split is settled, so the amounts can no longer change.
        case lockedBySettlement
        /// A person is not a confirmed friend of the caller.
        case notConfirmedFriend
        /// The shares do not add up to the total.
        case splitMismatch
        /// The invitation or the request is too old.
        case expired
        /// Another account has claimed the invitation.
        case alreadyClaimed
        /// The caller made the invitation.
        case selfClaim
        /// The alias stands for another person already.
        case aliasConflict
        /// An id would stand for itself through others.
        case aliasCycle
        /// The person to remove has an open balance.
        case outstandingBalance
        /// An expense of another owner would be deleted too.
        case foreignExpense
        /// The request exceeds a limit of the service.
        case limitExceeded
        /// The account makes too many changes; see ``retryAfterSeconds``.
        case rateLimited
        /// The friend row is gone or linked.
        case targetUnavailable
        /// The request has been answered.
        case notPending
        /// The currency is not supported.
        case unsupportedCurrency
    }

    /// The operation.
    public var operation: EntityID
    /// The result.
    public var code: Code
    /// The name of the rule that was broken.
    public var detail: String
    /// The version that the entity has now.
    public var version: UInt64
    /// The account of the target, for a change that linked it.
    public var contract: LinkContract?
    /// The number of entities that are left to delete, for `inProgress`.
    public var remaining: UInt32
    /// The seconds until the next attempt, for `rateLimited`.
    public var retryAfterSeconds: Int64?

    /// Creates a result.
    public init(
        operation: EntityID, code: Code, detail: String = "", version: UInt64 = 0, contract: LinkContract? = nil,
        remaining: UInt32 = 0, retryAfterSeconds: Int64? = nil
    ) {
        self.operation = operation
        self.code = code
        self.detail = detail
        self.version = version
        self.contract = contract
        self.remaining = remaining
        self.retryAfterSeconds = retryAfterSeconds
    }

    /// Whether the change is in effect.
    public var isAccepted: Bool { code == .ok || code == .unchanged }

    /// Whether the same operation may succeed later; a client stops sending at such an answer.
    public var isRetryable: Bool { code == .inProgress || code == .rateLimited }

    /// The same result for an operation that was not carried out, because an earlier one has to be sent again.
    public func repeated(for operation: SplitOperation) -> OperationResult {
        var result = self
        result.operation = operation.id
        return result
    }
}

extension SplitFailure.Code {
    /// The code of an operation that breaks the rule.
    public var result: OperationResult.Code {
        switch self {
        case .notFound, .groupNotFound, .friendNotFound, .accountNotFound, .targetNotFound, .memberNotFound:
            .notFound
        case .forbidden, .notMember, .notParticipant, .denied, .unsettleForbidden, .notParty, .cannotRemoveSelf:
            .forbidden
        case .conflict, .tokenConflict, .requestConflict, .activeInviteExists, .pendingExists, .directGroupExists,
            .notClosable, .paymentState, .clearing:
            .conflict
        case .lockedBySettlement: .lockedBySettlement
        case .notConfirmedFriend: .notConfirmedFriend
        case .splitMismatch: .splitMismatch
        case .expired: .expired
        case .alreadyClaimed: .alreadyClaimed
        case .selfClaim: .selfClaim
        case .aliasConflict: .aliasConflict
        case .aliasCycle: .aliasCycle
        case .outstandingBalance: .outstandingBalance
        case .foreignExpense: .foreignExpense
        case .limitExceeded: .limitExceeded
        case .rateLimited: .rateLimited
        case .targetLinked, .creatorUnavailable, .targetUnavailable: .targetUnavailable
        case .notPending: .notPending
        case .unsupportedCurrency: .unsupportedCurrency
        case .amountOutOfRange, .zeroWeight, .noParticipants, .duplicateParticipant, .amountSign, .unknownMode,
            .percentSum, .negativeValue, .badValue, .badShare, .paidMismatch, .itemAmount, .itemUnassigned,
            .itemUnknownMember, .adjustmentsNotAllowed, .adjustmentsExceedTotal, .negativeShare,
            .adjustmentUnknownMember, .badRate, .unbalanced, .tooManyPeople, .invalidMemberID, .selfAlias,
            .aliasShadowsAccount, .aliasTooDeep, .unknownMember, .groupMismatch, .contextMismatch,
            .participantsMismatch, .callerNotParticipant, .tooFewParticipants, .payerNotParticipant, .tooManyIDs,
            .nameLength, .directGroupSize, .selfRequest, .samePerson, .duplicateID, .cursorLoop, .snapshotUnstable,
            .notAnExport, .truncated, .badRow, .needsResolution, .badResolution, .malformed:
            .invalid
        }
    }
}
