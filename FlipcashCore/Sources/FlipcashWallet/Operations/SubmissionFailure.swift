public import FlipcashCore

/// Errors from submitting a payment (payment specification §23.1).
public enum SubmissionFailure: WalletFailure, Equatable {
    /// The server refused; no money moved.
    case refused(SubmitIntentError)
    /// Nothing was submitted, or the submission can no longer take effect.
    case notSubmitted(SubmitIntentError)
    /// Another payment was made for the same bill instead of this one.
    case takenByAnother
    /// The payment was submitted and no answer arrived. Look the id up before you repeat it.
    case outcomeUnknown(IntentID)

    /// Sorts the server's refusals by cause: rate, balance, limit, unlocked account, link, or other. An unknown
    /// outcome says not to repeat the payment.
    public var report: FailureReport {
        switch self {
        case .refused(let error): Self.refusal(error)
        case .notSubmitted(.unexpectedMessage):
            FailureReport(
                .hostileServer, .unexpected,
                "The server sent an invalid answer to the payment. Nothing was signed and no money moved. Try again "
                    + "later.")
        case .notSubmitted(.rpc(let failure)): failure.walletReport(doing: "submit the payment")
        case .notSubmitted:
            FailureReport(
                .network, .network, "The payment could not be submitted. No money moved; try again.", isRetryable: true)
        case .takenByAnother:
            FailureReport(
                .linkClaimed, .conflict,
                "This bill has already been used for another payment. No further money moved. Use a new bill.")
        case .outcomeUnknown(let id):
            FailureReport(
                .pending, .outcomeUnknown, "The payment was submitted and no answer came. Do not repeat it.",
                details: ["id": id.base58], advice: .findPayment(id))
        }
    }

    private static func refusal(_ error: SubmitIntentError) -> FailureReport {
        if error.isRateProblem {
            return FailureReport(
                .rateExpired, .rateUnavailable, "The rate is no longer current. Start over with a fresh one.",
                isRetryable: true)
        }
        if error.isInsufficientBalance {
            return FailureReport(
                .insufficientBalance, .notPossible,
                "The balance has changed and no longer covers this amount. Add money or lower the amount.")
        }
        if error.isLimit {
            return FailureReport(
                .limitReached, .notPossible, "This would exceed the sending limit. Send limits reset daily.")
        }
        if error.isUnmanaged {
            return FailureReport(
                .forceLogout, .unusableHere,
                "This account has been unlocked and can no longer be used here. Withdraw its money with another tool.")
        }
        if error.isGiftCardGone {
            return .linkGone
        }
        return changedState(error) ?? otherRefusal(error)
    }

    /// The report of a refusal that another attempt, or another address, may get round.
    private static func changedState(_ error: SubmitIntentError) -> FailureReport? {
        if error.isRace {
            return FailureReport(
                .busy, .conflict,
                "Another payment was made at the same time, so this one was not. No money moved; try again.",
                isRetryable: true)
        }
        if error.isUnusableDestination {
            return FailureReport(
                .badAddress, .badInput, "This address cannot receive this currency. Check it; no money moved.")
        }
        if error.isFeeChange {
            return FailureReport(
                .rateExpired, .rateUnavailable,
                "The fee for this address has changed. No money moved; start over to see the new figures.",
                isRetryable: true)
        }
        if error.isThrottled {
            return FailureReport(
                .refused, .refused, "The service accepts no more payments of this account for now. Try again later.")
        }
        if error.isUnregistered {
            return FailureReport(
                .refused, .refused,
                "The service opens no account, because no user is registered with this key. Finish the registration.")
        }
        return nil
    }

    private static func otherRefusal(_ error: SubmitIntentError) -> FailureReport {
        switch error {
        case .serverParameters, .unexpectedMessage:
            return FailureReport(
                .hostileServer, .unexpected,
                "The server asked for signatures that this payment does not need. Nothing was signed. Ask its "
                    + "operator why."
            )
        case .signature, .encoding:
            return FailureReport(
                .generic, .unexpected,
                "The payment was not accepted: the server found it malformed. Update this program.")
        case .rpc(let failure):
            return failure.walletReport(doing: "submit the payment")
        case .denied(let reasons), .invalidIntent(let reasons), .staleState(let reasons),
            .unrecognized(_, let reasons):
            let reason = reasons.first { !$0.isEmpty }
            return FailureReport(
                .refused, .refused,
                "The server refused the payment\(reason.map { ": \($0)" } ?? ""). Ask its operator why.")
        }
    }
}
