import SharedExpenses

extension SplitFailure {
    /// What went wrong, in a sentence or two for people.
    var sentence: String {
        switch code {
        case .amountOutOfRange: "The amount is too large. Use a smaller one."
        case .unsupportedCurrency:
            "Expenses cannot be in \(text("currency") ?? "this currency"). Use a fiat currency, USDF, USDC or USDT."
        case .zeroWeight: "All shares are zero. Give at least one person a share above zero."
        case .noParticipants: "This expense has no participants. Name people with --with or --group."
        case .duplicateParticipant: "A person is named twice. Name each person once."
        case .amountSign: "An amount has the wrong sign. Use amounts above zero, and --refund for money that came back."
        case .unknownMode: "This way to split is not known. Use --equal, --percent, --shares, --exact or --item."
        case .percentSum:
            "The percentages add up to \(text("sum") ?? "something else"), not to 100. Correct them or use --normalize."
        case .negativeValue: "A share is negative\(forMember). Use zero or more."
        case .badValue:
            "A value is not a number such as 12.50, or has too many decimals\(text("value").map { ": \($0)" } ?? ""). "
                + "Correct it."
        case .badShare: "A share is not a whole number\(forMember). Use one such as 1 or 2."
        case .splitMismatch:
            "The shares add up to \(text("actual") ?? "?") units, not to \(text("expected") ?? "?"). Correct them."
        case .paidMismatch:
            "The payers paid \(text("actual") ?? "?") units, not \(text("expected") ?? "?"). Correct --paid-by."
        case .itemAmount: "An item has no price above zero. Write it as in --item Pizza=12:Ann,me."
        case .itemUnassigned: "The item \(text("item") ?? "") has no people. Name them, as in --item Pizza=12:Ann,me."
        case .itemUnknownMember:
            "The item \(text("item") ?? "") names somebody who does not take part. Name the person with --with, too."
        case .adjustmentsNotAllowed:
            "--adjust works with an equal split, --percent and --shares only. Leave it out, or split in one of these ways."
        case .adjustmentsExceedTotal: "The adjustments are larger than the total. Lower them."
        case .negativeShare: "With these adjustments a share is below zero\(forMember). Change them."
        case .adjustmentUnknownMember:
            "An adjustment names somebody who does not take part. Name the person with --with, too."
        case .badRate: "The rate is not a number above zero. Write it as --rate \"1.08 usd\"."
        case .unbalanced: "The balances do not add up to zero. Fetch what is new with: flipcash split sync"
        case .tooManyPeople: "There are too many people for the best plan. Leave --optimal out."
        case .invalidMemberID: "The id of this person is not valid or belongs to somebody else. Add the person again."
        case .selfAlias, .samePerson: "Both are the same person. Name two different people."
        case .aliasShadowsAccount: "The invitation's person has an account of their own. Choose another person."
        case .aliasCycle, .aliasConflict, .aliasTooDeep:
            "This person is already linked to somebody else. Choose another person."
        case .notParticipant, .denied, .forbidden, .unsettleForbidden:
            "You may not change this. Ask the person who added it."
        case .unknownMember:
            "Somebody in this expense is not a member of the group. Add members with: flipcash split groups add-member"
        case .groupMismatch: "An expense cannot move to another group. Add it there, and delete this one."
        case .contextMismatch: "The expense does not fit the kind of its group. Choose another group."
        case .lockedBySettlement:
            "A part of this expense is settled, so its amounts cannot change. Delete it or add a correction."
        case .groupNotFound: "There is no such group. List yours with: flipcash split groups list"
        case .notMember: "You are not a member of this group. Ask its owner to add you."
        case .notConfirmedFriend:
            "\(text("member") ?? "Somebody") is not a confirmed friend. Link the account with: flipcash split invite"
        case .participantsMismatch: "The participants and the shares do not match. Give each participant one share."
        case .callerNotParticipant:
            "You do not take part in this expense. Without a group, an expense has to include you. Give yourself a share."
        case .tooFewParticipants: "An expense without a group needs you and somebody else. Name people with --with."
        case .payerNotParticipant: "The payer does not take part in this expense. Name the payer with --with, too."
        case .tooManyIDs, .limitExceeded: "This is more than the service allows at once. Do it in smaller parts."
        case .friendNotFound: "There is no such friend. List them with: flipcash split friends list"
        case .foreignExpense:
            "This would delete an expense of your friend, too, so nothing was changed. Ask your friend to delete it."
        case .accountNotFound: "There is no such account. Check the id."
        case .cannotRemoveSelf: "You cannot remove yourself. Leave with: flipcash split groups leave"
        case .memberNotFound: "This person is not a member of the group. See: flipcash split groups show"
        case .outstandingBalance: "This person has an open balance in the group. Settle it first, or use --force."
        case .nameLength: "A name must have 1 to 64 characters. Choose another name."
        case .directGroupSize: "A direct group has two members. Leave --direct out for more."
        case .directGroupExists: "There is a direct group with this person already. See: flipcash split groups list"
        case .notFound: "This does not exist, or you cannot see it. Fetch what is new with: flipcash split sync"
        case .conflict: "Somebody changed this at the same time. Look at both with: flipcash split conflicts"
        case .expired: "It has expired. Ask for a new one."
        case .alreadyClaimed: "Somebody has claimed this invitation already. Ask for a new one."
        case .creatorUnavailable: "The person who invited you has no account any more. Ask somebody else to invite you."
        case .targetUnavailable: "This invitation is no longer possible. Ask for a new one."
        case .targetNotFound:
            "The friend for this invitation does not exist. List them with: flipcash split friends list"
        case .targetLinked: "This friend is linked to an account already, so no link is needed."
        case .selfClaim: "You made this invitation yourself. Send it to your friend."
        case .tokenConflict, .requestConflict: "This id was used for something else. Run the command again."
        case .activeInviteExists:
            "There is an open invitation for this friend. See it with: flipcash split invites"
        case .selfRequest: "This is your own account. Give the user id of your friend."
        case .pendingExists: "There is an open request already. See it with: flipcash split requests"
        case .notPending: "This request has been answered already. See: flipcash split requests"
        case .notClosable: "The group has open balances, so it cannot be closed. See: flipcash split simplify"
        case .paymentState:
            "The payment has ended, or the service has not seen its money yet. Check it with: flipcash split sync"
        case .notParty: "This payment is between other people. Ask one of them to change it."
        case .rateLimited: "Too many changes in a minute. Wait a little and try again."
        case .clearing: "Your shared expenses are being cleared. Finish it with: flipcash split sync"
        case .duplicateID, .cursorLoop, .snapshotUnstable, .malformed:
            "The data cannot be read. Try again; if that does not help, update flipcash."
        case .notAnExport:
            "The file is not a known export, or a column is missing. Name the columns of a table with --map."
        case .truncated: "The file is not complete: its last line is missing. Export it again."
        case .badRow: "A row of the file is too short or not valid\(row). Correct it, or export the file again."
        case .needsResolution:
            "Some names are known already. Say who they are with --resolve ID=new or --resolve ID=ID."
        case .badResolution: "A --resolve names a person who is not a candidate. Use new, or one of the listed ids."
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
