/// A rule of shared expenses that a request breaks.
///
/// ``code`` is the rule's name, which is also sent to clients (expense specification §15).
public struct SplitFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The names of the rules.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        case amountOutOfRange = "amount_out_of_range"
        case unsupportedCurrency = "unsupported_currency"
        case zeroWeight = "zero_weight"
        case noParticipants = "no_participants"
        case duplicateParticipant = "duplicate_participant"
        case amountSign = "amount_sign"
        case unknownMode = "unknown_mode"
        case percentSum = "percent_sum"
        case negativeValue = "negative_value"
        case badValue = "bad_value"
        case badShare = "bad_share"
        case splitMismatch = "split_mismatch"
        case paidMismatch = "paid_mismatch"
        case itemAmount = "item_amount"
        case itemUnassigned = "item_unassigned"
        case itemUnknownMember = "item_unknown_member"
        case adjustmentsNotAllowed = "adjustments_not_allowed"
        case adjustmentsExceedTotal = "adjustments_exceed_total"
        case negativeShare = "negative_share"
        case adjustmentUnknownMember = "adjustment_unknown_member"
        case badRate = "bad_rate"
        case unbalanced
        case tooManyPeople = "too_many_people"
        case invalidMemberID = "invalid_member_id"
        case selfAlias = "self_alias"
        case aliasShadowsAccount = "alias_shadows_account"
        case aliasCycle = "alias_cycle"
        case aliasConflict = "alias_conflict"
        case aliasTooDeep = "alias_too_deep"
        case notParticipant = "not_participant"
        case forbidden
        case unknownMember = "unknown_member"
        case groupMismatch = "group_mismatch"
        case contextMismatch = "context_mismatch"
        case unsettleForbidden = "unsettle_forbidden"
        case lockedBySettlement = "locked_by_settlement"
        case groupNotFound = "group_not_found"
        case notMember = "not_member"
        case notConfirmedFriend = "not_confirmed_friend"
        case participantsMismatch = "participants_mismatch"
        case callerNotParticipant = "caller_not_participant"
        case tooFewParticipants = "too_few_participants"
        case payerNotParticipant = "payer_not_participant"
        case tooManyIDs = "too_many_ids"
        case friendNotFound = "friend_not_found"
        case foreignExpense = "foreign_expense"
        case accountNotFound = "account_not_found"
        case cannotRemoveSelf = "cannot_remove_self"
        case memberNotFound = "member_not_found"
        case outstandingBalance = "outstanding_balance"
        case nameLength = "name_length"
        case directGroupSize = "direct_group_size"
        case directGroupExists = "direct_group_exists"
        case notFound = "not_found"
        case denied
        case conflict
        case expired
        case alreadyClaimed = "already_claimed"
        case creatorUnavailable = "creator_unavailable"
        case targetUnavailable = "target_unavailable"
        case targetNotFound = "target_not_found"
        case targetLinked = "target_linked"
        case selfClaim = "self_claim"
        case tokenConflict = "token_conflict"
        case activeInviteExists = "active_invite_exists"
        case selfRequest = "self_request"
        case requestConflict = "request_conflict"
        case pendingExists = "pending_exists"
        case notPending = "not_pending"
        case notClosable = "not_closable"
        case paymentState = "payment_state"
        case notParty = "not_party"
        case samePerson = "same_person"
        case limitExceeded = "limit_exceeded"
        case rateLimited = "rate_limited"
        case clearing
        case duplicateID = "duplicate_id"
        case cursorLoop = "cursor_loop"
        case snapshotUnstable = "snapshot_unstable"
        case notAnExport = "not_an_export"
        case truncated
        case badRow = "bad_row"
        case needsResolution = "needs_resolution"
        case badResolution = "bad_resolution"
        case malformed
    }

    /// What a rule was broken with.
    public enum Detail: Hashable, Sendable {
        case number(Int64)
        case text(String)
    }

    /// The name of the rule.
    public let code: Code
    /// What it was broken with, such as the member or the sums.
    public let details: [String: Detail]

    /// Creates a failure.
    public init(_ code: Code, _ details: [String: Detail] = [:]) {
        self.code = code
        self.details = details
    }

    public var description: String {
        let values = details.sorted { $0.key < $1.key }.map { name, value in
            switch value {
            case .number(let number): "\(name) \(number)"
            case .text(let text): "\(name) \(text)"
            }
        }
        return values.isEmpty ? code.rawValue : "\(code.rawValue) (\(values.joined(separator: ", ")))"
    }
}
