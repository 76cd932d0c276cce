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
                "The server sent an invalid answer to the payment. Nothing was signed and no money moved.")
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
        switch error {
        case .serverParameters, .unexpectedMessage:
            return FailureReport(
                .hostileServer, .unexpected,
                "The server asked for signatures that this payment does not need. Nothing was signed.")
        case .signature, .encoding:
            return FailureReport(.generic, .unexpected, "The payment was not accepted: the server found it malformed.")
        case .rpc(let failure):
            return failure.walletReport(doing: "submit the payment")
        case .denied(let reasons), .invalidIntent(let reasons), .staleState(let reasons),
            .unrecognized(_, let reasons):
            let reason = reasons.first { !$0.isEmpty }
            return FailureReport(
                .refused, .refused, "The server refused the payment\(reason.map { ": \($0)" } ?? "").")
        }
    }
}
