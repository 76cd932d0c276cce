/// A rule of shared expenses that a request breaks.
///
/// ``code`` is the rule's name, which is also sent to clients (expense specification §15).
public struct SplitFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The names of the rules.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// An amount or a sum exceeds the limit, or the 64 bits of units.
        case amountOutOfRange = "amount_out_of_range"
        /// The currency is neither a fiat currency of the table nor USDF, USDC or USDT. Detail: `currency`.
        case unsupportedCurrency = "unsupported_currency"
        /// All weights of a split are 0, so no share can be computed.
        case zeroWeight = "zero_weight"
        /// An expense has no participants.
        case noParticipants = "no_participants"
        /// A person is named more than once.
        case duplicateParticipant = "duplicate_participant"
        /// An amount has the wrong sign: an expense is above 0, a refund below 0, a payment above 0.
        case amountSign = "amount_sign"
        /// The mode of a split cannot be used here, such as `exact` as the base of adjustments.
        case unknownMode = "unknown_mode"
        /// The percentages do not add up to 100. Detail: `sum`.
        case percentSum = "percent_sum"
        /// A weight or a share is below 0, or has the sign opposite to the total's. Detail: `member`.
        case negativeValue = "negative_value"
        /// A text is not a number of the expected form. Details: `member`, or `value` and `decimals`.
        case badValue = "bad_value"
        /// A number of shares is not a whole number from 0. Detail: `member`.
        case badShare = "bad_share"
        /// The shares do not add up to the total. Details: `expected`, `actual`, in units.
        case splitMismatch = "split_mismatch"
        /// The payers' amounts do not add up to the total. Details: `expected`, `actual`, in units.
        case paidMismatch = "paid_mismatch"
        /// The price of an item is not above 0, or exceeds the limit. Detail: `item`, from 0.
        case itemAmount = "item_amount"
        /// An item has no people. Detail: `item`, from 0.
        case itemUnassigned = "item_unassigned"
        /// An item names a person who does not take part. Details: `item`, from 0, and `member`.
        case itemUnknownMember = "item_unknown_member"
        /// There are adjustments, but the mode is not `adjusted`.
        case adjustmentsNotAllowed = "adjustments_not_allowed"
        /// The adjustments add up to more than the total.
        case adjustmentsExceedTotal = "adjustments_exceed_total"
        /// An adjustment makes a share negative. Detail: `member`.
        case negativeShare = "negative_share"
        /// An adjustment names a person who does not take part. Detail: `member`.
        case adjustmentUnknownMember = "adjustment_unknown_member"
        /// An exchange rate is not a number above 0, or is for other currencies.
        case badRate = "bad_rate"
        /// The nets of a group do not add up to 0. Detail: `sum`, in units.
        case unbalanced
        /// The smallest plan is computed for a limited number of people. Detail: `limit`.
        case tooManyPeople = "too_many_people"
        /// An id of a person is empty, or belongs to somebody else already.
        case invalidMemberID = "invalid_member_id"
        /// An id would stand for itself.
        case selfAlias = "self_alias"
        /// An alias would hide the own id of an account.
        case aliasShadowsAccount = "alias_shadows_account"
        /// An id would stand for itself through others, or a row would be merged into itself.
        case aliasCycle = "alias_cycle"
        /// The alias stands for another person already. Detail: `existing`.
        case aliasConflict = "alias_conflict"
        /// The chain of aliases would exceed its limit.
        case aliasTooDeep = "alias_too_deep"
        /// The caller has no role in the expense.
        case notParticipant = "not_participant"
        /// The caller may see this but not change it, or not in this way. Detail: `member` for a split.
        case forbidden
        /// A person is not a member of the group, or not in the expense. Detail: `member`.
        case unknownMember = "unknown_member"
        /// An edit would move an expense to another group.
        case groupMismatch = "group_mismatch"
        /// An expense does not fit the kind of its group, or an edit would change its kind.
        case contextMismatch = "context_mismatch"
        /// An edit would open a split that is settled. Detail: `member`.
        case unsettleForbidden = "unsettle_forbidden"
        /// A split is settled or paid, so the amounts of the expense can no longer change.
        case lockedBySettlement = "locked_by_settlement"
        /// The group does not exist, or the caller cannot see it.
        case groupNotFound = "group_not_found"
        /// The caller is not a member of the group.
        case notMember = "not_member"
        /// A person is not a confirmed friend of the caller. Detail: `member`.
        case notConfirmedFriend = "not_confirmed_friend"
        /// The people involved, the participants and the splits differ.
        case participantsMismatch = "participants_mismatch"
        /// The caller does not take part in the expense.
        case callerNotParticipant = "caller_not_participant"
        /// An expense without a group needs the caller and another person.
        case tooFewParticipants = "too_few_participants"
        /// There is no payer, or one of them does not take part.
        case payerNotParticipant = "payer_not_participant"
        /// More ids were asked for than one call allows.
        case tooManyIDs = "too_many_ids"
        /// The caller has no row for this person.
        case friendNotFound = "friend_not_found"
        /// An expense of another owner would be deleted too; nothing was changed.
        case foreignExpense = "foreign_expense"
        /// The account does not exist or was deleted.
        case accountNotFound = "account_not_found"
        /// The caller cannot remove themselves; they leave the group instead.
        case cannotRemoveSelf = "cannot_remove_self"
        /// The person to remove is not a member of the group.
        case memberNotFound = "member_not_found"
        /// The person to remove has a balance other than 0 in the group.
        case outstandingBalance = "outstanding_balance"
        /// A name is empty or has more than 64 characters, or a description is empty.
        case nameLength = "name_length"
        /// A direct group has exactly two members.
        case directGroupSize = "direct_group_size"
        /// The two people have a direct group already.
        case directGroupExists = "direct_group_exists"
        /// The entity does not exist, was deleted, or the caller cannot see it.
        case notFound = "not_found"
        /// The account does not take part, or the invitation is of another account.
        case denied
        /// The change started from an older version, or the id was used for something else.
        case conflict
        /// The invitation or the request is too old.
        case expired
        /// The invitation is claimed: another account cannot claim it, and its creator cannot withdraw it.
        case alreadyClaimed = "already_claimed"
        /// The account that made the invitation does not take part any more.
        case creatorUnavailable = "creator_unavailable"
        /// The friend row of the invitation or the request is gone or linked.
        case targetUnavailable = "target_unavailable"
        /// The caller has no friend row for the invitation or the request.
        case targetNotFound = "target_not_found"
        /// The friend row is linked to an account already.
        case targetLinked = "target_linked"
        /// The caller made the invitation.
        case selfClaim = "self_claim"
        /// The invitation's id or token was used for another invitation.
        case tokenConflict = "token_conflict"
        /// There is an open invitation for this friend row.
        case activeInviteExists = "active_invite_exists"
        /// The requester and the recipient are the same account.
        case selfRequest = "self_request"
        /// The request's id was used for another request.
        case requestConflict = "request_conflict"
        /// There is an open request to this account or for this friend row.
        case pendingExists = "pending_exists"
        /// The request has been answered.
        case notPending = "not_pending"
        /// The group has a balance other than 0, so it cannot be closed.
        case notClosable = "not_closable"
        /// The payment cannot reach this state from its own, or the server has not seen the money move.
        case paymentState = "payment_state"
        /// The caller is not a party to the payment, or not the party that may report it.
        case notParty = "not_party"
        /// Both people are the same person.
        case samePerson = "same_person"
        /// The request exceeds one of the service's limits.
        case limitExceeded = "limit_exceeded"
        /// The account makes too many changes in a short time; the result says when to try again.
        case rateLimited = "rate_limited"
        /// A clearing of the account is under way; nothing is written until it has ended.
        case clearing
        /// Two entities of a snapshot, or two splits of an expense, have the same id. Detail: `id`.
        case duplicateID = "duplicate_id"
        /// A page of a snapshot leads to a page that was received before.
        case cursorLoop = "cursor_loop"
        /// The data changed too often while a snapshot was fetched.
        case snapshotUnstable = "snapshot_unstable"
        /// The file is not of this format. Detail: `column` for a missing column.
        case notAnExport = "not_an_export"
        /// The last line of the file is missing.
        case truncated
        /// A row of the file has too few or invalid cells. Details: `section`, `row`, from 1.
        case badRow = "bad_row"
        /// Names of the file match friends, so the user has to say who they are.
        case needsResolution = "needs_resolution"
        /// A choice is not among the candidates.
        case badResolution = "bad_resolution"
        /// The request or the stored form cannot be read.
        case malformed
    }

    /// A value that explains how the rule was broken.
    public enum Detail: Hashable, Sendable {
        /// A sum in units, a limit, or the number of a row or an item.
        case number(Int64)
        /// An id, a name, a currency or a number as entered; may be personal, so never log it.
        case text(String)
    }

    /// The name of the rule.
    public let code: Code
    /// The values that explain how the rule was broken, such as the member or the sums.
    public let details: [String: Detail]

    /// Creates a failure.
    public init(_ code: Code, _ details: [String: Detail] = [:]) {
        self.code = code
        self.details = details
    }

    /// The code, and the details in parentheses, sorted by name. Details may be personal, so never log it.
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
