import SharedExpenses

extension SplitFailure {
    /// What went wrong, in a sentence or two for people.
    var sentence: String {
        switch code {
        case .amountOutOfRange: "The amount is too large."
        case .unsupportedCurrency:
            "Expenses cannot be in \(text("currency") ?? "this currency"). Use a fiat currency, USDF, USDC or USDT."
        case .zeroWeight: "All shares are zero. Give at least one person a share above zero."
        case .noParticipants: "No one takes part. Name people with --with or --group."
        case .duplicateParticipant: "A person is named twice."
        case .amountSign: "An amount has the wrong sign."
        case .unknownMode: "This way to split is not known."
        case .percentSum:
            "The percentages add up to \(text("sum") ?? "something else"), not to 100. Correct them or use --normalize."
        case .negativeValue: "A share is negative\(forMember)."
        case .badValue: "A value is not a number of this form\(text("value").map { ": \($0)" } ?? "")."
        case .badShare: "Shares are whole numbers such as 1 or 2\(forMember)."
        case .splitMismatch: "The shares add up to \(text("actual") ?? "?") units, not to \(text("expected") ?? "?")."
        case .paidMismatch:
            "What was paid adds up to \(text("actual") ?? "?") units, not to \(text("expected") ?? "?")."
        case .itemAmount: "An item needs a price above zero."
        case .itemUnassigned: "The item \(text("item") ?? "") has no people."
        case .itemUnknownMember: "The item \(text("item") ?? "") names somebody who does not take part."
        case .adjustmentsNotAllowed: "--adjust works with an equal split, --percent and --shares only."
        case .adjustmentsExceedTotal: "The adjustments are larger than the total."
        case .negativeShare: "With these adjustments a share is below zero\(forMember)."
        case .adjustmentUnknownMember: "An adjustment names somebody who does not take part."
        case .badRate: "The rate is not a number above zero."
        case .unbalanced: "The balances do not add up to zero."
        case .tooManyPeople: "There are too many people for the best plan. Leave --optimal out."
        case .invalidMemberID: "An id of a person is not valid."
        case .selfAlias, .samePerson: "Both are the same person."
        case .aliasShadowsAccount: "The invitation's person has an account of their own."
        case .aliasCycle, .aliasConflict, .aliasTooDeep: "This person is already linked to somebody else."
        case .notParticipant, .denied, .forbidden, .unsettleForbidden: "You may not change this."
        case .unknownMember: "Somebody in this expense is not a member of the group."
        case .groupMismatch: "An expense cannot move to another group."
        case .contextMismatch: "The expense does not fit the kind of its group."
        case .lockedBySettlement:
            "A part of this expense is settled, so its amounts cannot change. Delete it or add a correction."
        case .groupNotFound: "There is no such group."
        case .notMember: "You are not a member of this group."
        case .notConfirmedFriend:
            "\(text("member") ?? "Somebody") is not a confirmed friend. Link the account with: flipcash split invite"
        case .participantsMismatch: "The participants and the shares do not match."
        case .callerNotParticipant: "You do not take part in this expense."
        case .tooFewParticipants: "An expense without a group needs you and somebody else."
        case .payerNotParticipant: "The payer does not take part in this expense."
        case .tooManyIDs, .limitExceeded: "This is more than the service allows at once."
        case .friendNotFound: "There is no such friend."
        case .foreignExpense: "Somebody else's expense is between you two. Nothing was changed."
        case .accountNotFound: "There is no such account."
        case .cannotRemoveSelf: "You cannot remove yourself. Leave with: flipcash split groups leave"
        case .memberNotFound: "This person is not a member of the group."
        case .outstandingBalance: "This person has an open balance in the group. Settle it first, or use --force."
        case .nameLength: "A name has 1 to 64 characters."
        case .directGroupSize: "A direct group has two members."
        case .directGroupExists: "There is a direct group with this person already."
        case .notFound: "There is no such thing."
        case .conflict: "Somebody changed this at the same time. Look at both with: flipcash split conflicts"
        case .expired: "It has expired. Ask for a new one."
        case .alreadyClaimed: "Somebody has claimed this invitation already."
        case .creatorUnavailable: "The person who invited you has no account any more."
        case .targetUnavailable: "This invitation is no longer possible. Ask for a new one."
        case .targetNotFound: "The friend for this invitation does not exist."
        case .targetLinked: "This friend is linked to an account already."
        case .selfClaim: "You made this invitation yourself. Send it to your friend."
        case .tokenConflict, .requestConflict: "This id was used for something else."
        case .activeInviteExists:
            "There is an open invitation for this friend. See it with: flipcash split invites"
        case .selfRequest: "This is your own account."
        case .pendingExists: "There is an open request already. See it with: flipcash split requests"
        case .notPending: "This request has been answered already."
        case .notClosable: "The group has open balances, so it cannot be closed."
        case .paymentState: "The payment is in another state."
        case .notParty: "You take no part in this payment."
        case .rateLimited: "Too many changes in a minute. Wait a little and try again."
        case .clearing: "Your shared expenses are being cleared. Finish it with: flipcash split sync"
        case .duplicateID, .cursorLoop, .snapshotUnstable, .malformed: "The data is not valid."
        case .notAnExport: "The file is not an export of PayBack."
        case .truncated: "The file is not complete: its last line is missing."
        case .badRow: "A row of the file is too short\(row)."
        case .needsResolution:
            "Some names are known already. Say who they are with --resolve ID=new or --resolve ID=ID."
        case .badResolution: "A --resolve names a person who is not a candidate."
        }
    }

    private func text(_ name: String) -> String? {
        switch details[name] {
        case .number(let number): String(number)
        case .text(let text): text
        case nil: nil
        }
    }

    private var forMember: String { text("member").map { " (\($0))" } ?? "" }

    private var row: String {
        guard let section = text("section"), let row = text("row") else { return "" }
        return ": row \(row) of \(section)"
    }
}
