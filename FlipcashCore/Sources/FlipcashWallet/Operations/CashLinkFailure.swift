public import FlipcashCore

/// Why a cash link was not made, described, collected or taken back.
public indirect enum CashLinkFailure: WalletFailure, Equatable {
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
    /// The link was submitted and no answer came: it may or may not have been made. The journal has its secret.
    case unclear(id: IntentID, vault: PublicKey)
    /// No answer came to the request to take the link back; asking again is safe.
    case voidUnclear(vault: PublicKey)
    /// The bill was put away after it had become a link, and the link could not be taken back.
    case notTakenBack(id: IntentID, vault: PublicKey, CashLinkFailure)
    /// Somebody is taking the bill's cash, so that no link can be made of it.
    case billTaken
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

    /// Whether a link may hold money although the call failed.
    public var leavesMoney: Bool {
        switch self {
        case .unclear, .notTakenBack, .voidUnclear: true
        case .claimed, .own, .malformed, .info, .void, .billTaken, .exchangeData, .session, .journal, .lock,
            .submission, .service, .file, .other:
            false
        }
    }

    public var report: FailureReport {
        switch self {
        case .claimed:
            .linkGone
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
        case .void(.rpc(let failure)): failure.walletReport(doing: "cancel the link")
        case .unclear(let id, let vault):
            FailureReport(
                .pending, .outcomeUnknown,
                "The link may or may not have been made: no answer came. Do not make another one yet.",
                details: ["id": id.base58, "vault": vault.base58], advice: .listLinks)
        case .voidUnclear(let vault):
            FailureReport(
                .pending, .outcomeUnknown,
                "The link may or may not have been taken back: no answer came. Trying again is safe.",
                details: ["vault": vault.base58], advice: .cancelLink(vault))
        case .notTakenBack(let id, let vault, let failure): Self.notTakenBack(id, vault, failure.report)
        case .billTaken:
            FailureReport(
                .billGone, .conflict, "Somebody is taking this cash already, so no link can be made of it.")
        case .exchangeData(let failure):
            FailureReport(
                .sendFailed, .unexpected,
                "The amount does not fit its rate (\(failure.message)). The cash is in your wallet.")
        case .session(let failure): failure.report
        case .journal(let failure):
            FailureReport(
                .fileError, .inputOutput,
                "No link was made, since its secret could not be kept: \(failure.report.message)",
                advice: failure.report.advice)
        case .lock(let failure): failure.report
        case .submission(let failure): failure.report
        case .service(let failure): failure.walletReport(doing: "reach the service")
        case .file(let failure): failure.report
        case .other(let reason): FailureReport(.generic, .unexpected, "The link could not be handled: \(reason).")
        }
    }

    private static func notTakenBack(_ id: IntentID, _ vault: PublicKey, _ cause: FailureReport) -> FailureReport {
        FailureReport(
            cause.kind == .outcomeUnknown ? .pending : .cancelFailed, cause.kind,
            "The bill had become a link, and the link could not be taken back, so the cash may still be in it. Trying "
                + "again is safe.",
            details: ["id": id.base58, "vault": vault.base58, "reason": cause.message], advice: .cancelLink(vault))
    }
}

extension FailureReport {
    /// Cash that somebody else has, or its sender again.
    static let linkGone = FailureReport(
        .linkClaimed, .conflict, "This cash has already been collected, or was taken back by the sender.")
}
