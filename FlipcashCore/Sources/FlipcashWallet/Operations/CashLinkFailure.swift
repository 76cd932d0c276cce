public import FlipcashCore

/// Why a cash link was not made, described, collected or taken back.
public enum CashLinkFailure: WalletFailure, Equatable {
    /// Already collected, cancelled by its sender, or expired.
    case claimed
    /// The link was made by this very account; collecting it needs confirmation.
    case own
    /// The service's description of the link contradicts itself.
    case malformed
    /// The link's account could not be fetched.
    case info(AccountInfoError)
    /// The link could not be taken back.
    case void(VoidGiftCardError)
    /// The amounts do not agree with the proofs.
    case exchangeData(ExchangeDataFailure)
    /// The session could not prepare the payment.
    case session(SessionError)
    /// The journal could not keep the link's secret, so no link was made.
    case journal(JournalFailure)
    /// Another command of this account holds the lock.
    case lock(WriterLockFailure)
    /// The payment was not, or may not have been, made.
    case submission(SubmissionFailure)
    /// The service could not be reached.
    case service(RPCFailure)
    /// A file that the command needs failed.
    case file(FileFailure)
    /// Anything else.
    case other(String)

    init(_ error: any Error) {
        self =
            switch error {
            case let failure as CashLinkFailure: failure
            case let failure as SubmissionFailure: Self.from(failure)
            case let failure as SessionError: .session(failure)
            case let failure as JournalFailure: .journal(failure)
            case let failure as WriterLockFailure: .lock(failure)
            case let failure as RPCFailure: .service(failure)
            case let failure as AccountInfoError: .info(failure)
            case let failure as FileFailure: .file(failure)
            case is CancellationError: .service(.cancelled)
            default: .other(String(describing: error))
            }
    }

    /// A link that was lost to somebody else reads the same as one that was collected before.
    private static func from(_ failure: SubmissionFailure) -> CashLinkFailure {
        if case .refused(let error) = failure, error.isGiftCardGone { return .claimed }
        return .submission(failure)
    }

    public var report: FailureReport {
        switch self {
        case .claimed:
            FailureReport(
                .linkClaimed, .conflict, "This cash has already been collected, or was cancelled by the sender.")
        case .own:
            FailureReport(.linkOwn, .declined, "You made this link yourself. Confirm to collect your own cash.")
        case .malformed, .info(.malformed):
            FailureReport(.linkNotFound, .unexpected, "The service's description of this link makes no sense.")
        case .info(.notFound):
            FailureReport(.linkNotFound, .notFound, "There is no such cash. Check the link.")
        case .info(.rpc(let failure)):
            FailureReport(
                .linkNotFound, failure.walletReport(doing: "find the cash").kind,
                "The cash could not be found: the service cannot be asked. Check your connection.", isRetryable: true)
        case .void(.claimedByOtherUser):
            FailureReport(.cancelFailed, .conflict, "This cash has already been collected.")
        case .void(.denied):
            FailureReport(.cancelFailed, .refused, "This link cannot be cancelled: another account made it.")
        case .void(.notFound):
            FailureReport(.cancelFailed, .notFound, "This link cannot be cancelled: the service does not know it.")
        case .void(.unrecognized):
            FailureReport(.cancelFailed, .refused, "The service refused to cancel this link.")
        case .void(.rpc(let failure)): Self.voidReport(failure)
        case .exchangeData(let failure):
            FailureReport(
                .sendFailed, .unexpected,
                "The amount does not fit its rate (\(failure.message)). The cash is in your wallet.")
        case .session(let failure): failure.report
        case .journal(let failure):
            FailureReport(
                .fileError, .inputOutput,
                "No link was made, since its secret could not be kept: \(failure.report.message)")
        case .lock(let failure): failure.report
        case .submission(let failure): failure.report
        case .service(let failure): failure.walletReport(doing: "reach the service")
        case .file(let failure): failure.report
        case .other(let reason): FailureReport(.generic, .unexpected, "The link could not be handled: \(reason).")
        }
    }

    /// Cancelling is idempotent, so an unclear outcome is simply tried again.
    private static func voidReport(_ failure: RPCFailure) -> FailureReport {
        let base = failure.walletReport(doing: "cancel the link")
        return FailureReport(
            base.code, base.kind, "The link may not have been cancelled: the service did not answer. Try again.",
            isRetryable: true)
    }
}
