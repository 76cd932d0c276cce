public import FlipcashCore

/// Errors from giving cash. Unless the outcome is unknown, the cash is in the wallet.
public enum SendCashFailure: WalletFailure, Equatable {
    /// The bill was dismissed.
    case cancelled
    /// The cash was not requested in time.
    case notScannedInTime
    /// The rate is older than 13 minutes.
    case verifiedStateStale
    /// The amounts do not match the proofs.
    case exchangeData(ExchangeDataFailure)
    /// The server did not accept the offer.
    case advertisement(SendMessageError)
    /// The message stream failed.
    case stream(RPCFailure)
    /// The request names a destination that is not signed with the code's key: an attempt to redirect the cash.
    case invalidDestinationSignature
    /// The session could not prepare the payment.
    case session(SessionError)
    /// Another command of this account holds the lock.
    case lock(WriterLockFailure)
    /// The payment was not made, or its outcome is unknown.
    case submission(SubmissionFailure)
    /// A file that the payment needs could not be read or written.
    case file(FileFailure)
    /// Any other error of the wallet, with its own report.
    case explained(FailureReport)
    /// Any other error.
    case other(String)

    init(_ error: any Error) {
        self =
            switch error {
            case let failure as SendCashFailure: failure
            case let failure as SubmissionFailure: .submission(failure)
            case let failure as SessionError: .session(failure)
            case let failure as RPCFailure: failure == .cancelled ? .cancelled : .stream(failure)
            case let failure as WriterLockFailure: .lock(failure)
            case let failure as FileFailure: .file(failure)
            case let failure as any WalletFailure: .explained(failure.report)
            case is CancellationError: .cancelled
            default: .other(String(describing: error))
            }
    }

    /// Says that the cash is in the wallet, except for a submission whose outcome is unknown.
    public var report: FailureReport {
        let safe = "The cash is in your wallet."
        switch self {
        case .cancelled: return FailureReport(.generic, .declined, "Cancelled. \(safe)")
        case .notScannedInTime:
            return FailureReport(
                .billGone, .network, "The cash was not collected in time. \(safe) Show a new bill to try again.",
                isRetryable: true)
        case .verifiedStateStale:
            return FailureReport(
                .rateExpired, .rateUnavailable, "The bill is older than 13 minutes. \(safe) Start over.",
                isRetryable: true)
        case .exchangeData(let failure):
            return FailureReport(
                .sendFailed, .unexpected, "The amount does not match its rate (\(failure.message)). \(safe) Start over."
            )
        case .advertisement(.rpc(let failure)), .stream(let failure):
            return failure.walletReport(doing: "offer the cash")
        case .advertisement:
            return FailureReport(.sendFailed, .refused, "The service did not accept the offer. \(safe) Try again.")
        case .invalidDestinationSignature:
            return FailureReport(
                .sendFailed, .unexpected,
                "Somebody tried to redirect this cash: the destination was not signed with the bill's key. \(safe) "
                    + "Show a new bill.")
        case .session(let failure): return failure.report
        case .lock(let failure): return failure.report
        case .submission(let failure): return failure.report
        case .file(let failure): return failure.report
        case .explained(let report): return report
        case .other(let reason):
            return FailureReport(.sendFailed, .unexpected, "The cash could not be given: \(reason). \(safe) Try again.")
        }
    }
}
