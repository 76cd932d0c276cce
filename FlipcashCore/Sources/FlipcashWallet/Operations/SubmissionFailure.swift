public import FlipcashCore

/// Why a payment was not, or may not have been, made (payment specification §23.1).
public enum SubmissionFailure: WalletFailure, Equatable {
    /// The server refused; nothing moved.
    case refused(SubmitIntentError)
    /// Nothing was submitted, or what was submitted is certain never to take effect.
    case notSubmitted(SubmitIntentError)
    /// Another payment took the place of this one on the same bill.
    case takenByAnother
    /// It was submitted and no answer came: look the id up before doing anything again.
    case outcomeUnknown(IntentID)

    public var report: FailureReport {
        switch self {
        case .refused(let error): Self.refusal(error)
        case .notSubmitted(.unexpectedMessage):
            FailureReport(
                .hostileServer, .unexpected,
                "The server's answer to the payment made no sense. Nothing was signed and nothing moved.")
        case .notSubmitted(.rpc(let failure)): failure.walletReport(doing: "submit the payment")
        case .notSubmitted:
            FailureReport(
                .network, .network, "The payment could not be submitted. Nothing moved; try again.", isRetryable: true)
        case .takenByAnother:
            FailureReport(
                .linkClaimed, .conflict, "This bill has already been used for another payment. Nothing more moved.")
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
                .insufficientBalance, .notPossible, "The balance has changed and no longer covers this amount.")
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
