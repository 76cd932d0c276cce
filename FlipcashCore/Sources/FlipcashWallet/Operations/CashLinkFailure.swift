public import FlipcashCore

/// Errors from making, describing, collecting or taking back a cash link.
public indirect enum CashLinkFailure: WalletFailure, Equatable {
    /// The link was already collected, was cancelled by its sender, or has expired.
    case claimed
    /// This account made the link; collecting it needs confirmation.
    case own
    /// The service's description of the link contradicts itself.
    case malformed
    /// The link's account could not be fetched.
    case info(AccountInfoError)
    /// The link could not be taken back.
    case void(VoidGiftCardError)
    /// The link was submitted and no answer arrived: it may or may not have been made. The journal has its secret.
    case unclear(id: IntentID, vault: PublicKey)
    /// No answer arrived to the request to take the link back. A retry is safe.
    case voidUnclear(vault: PublicKey)
    /// The bill was dismissed after it had become a link, and the link could not be taken back.
    case notTakenBack(id: IntentID, vault: PublicKey, CashLinkFailure)
    /// Another person is collecting the bill's cash, so it can no longer become a link.
    case billTaken
    /// The amounts do not match the proofs.
    case exchangeData(ExchangeDataFailure)
    /// The session could not prepare the payment.
    case session(SessionError)
    /// The journal could not save the link's secret, so no link was made.
    case journal(JournalFailure)
    /// Another command of this account holds the lock.
    case lock(WriterLockFailure)
    /// The payment was not made, or its outcome is unknown.
    case submission(SubmissionFailure)
    /// The service could not be reached.
    case service(RPCFailure)
    /// A file that the command needs could not be read or written.
    case file(FileFailure)
    /// Any other error.
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

    /// A link that another account collected first is reported like one that was collected before.
    private static func from(_ failure: SubmissionFailure) -> CashLinkFailure {
        if case .refused(let error) = failure, error.isGiftCardGone { return .claimed }
        return .submission(failure)
    }

    /// Whether a link may hold money even though the call failed.
    public var leavesMoney: Bool {
        switch self {
        case .unclear, .notTakenBack, .voidUnclear: true
        case .claimed, .own, .malformed, .info, .void, .billTaken, .exchangeData, .session, .journal, .lock,
            .submission, .service, .file, .other:
            false
        }
    }

    /// Says whether the cash is in the wallet, in the link, or unknown. An unclear outcome is `outcomeUnknown`, with
    /// the link's vault in the details.
    public var report: FailureReport {
        switch self {
        case .claimed:
            .linkGone
        case .own:
            FailureReport(.linkOwn, .declined, "You made this link yourself. Confirm to collect your own cash.")
        case .malformed, .info(.malformed):
            FailureReport(
                .linkNotFound, .unexpected, "The service sent an invalid description of this link. Try again later.")
        case .info(.notFound):
            FailureReport(.linkNotFound, .notFound, "The service has no cash for this link. Check the link.")
        case .info(.rpc(let failure)):
            FailureReport(
                .linkNotFound, failure.walletReport(doing: "find the cash").kind,
                "The cash could not be looked up: the request to the service failed. Check your connection.",
                isRetryable: true)
        case .void(.claimedByOtherUser):
            FailureReport(
                .cancelFailed, .conflict,
                "This cash has already been collected, so the link cannot be cancelled. See the history.")
        case .void(.denied):
            FailureReport(
                .cancelFailed, .refused, "This link cannot be cancelled: another account made it. Use that account.")
        case .void(.notFound):
            FailureReport(
                .cancelFailed, .notFound, "This link cannot be cancelled: the service does not know it. Check the link."
            )
        case .void(.unrecognized):
            FailureReport(.cancelFailed, .refused, "The service refused to cancel this link. Ask its operator why.")
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
                .billGone, .conflict,
                "Somebody is already collecting this cash, so it cannot become a link. Wait for it to be collected.")
        case .exchangeData(let failure):
            FailureReport(
                .sendFailed, .unexpected,
                "The amount does not match its rate (\(failure.message)). The cash is in your wallet. Start over.")
        case .session(let failure): failure.report
        case .journal(let failure):
            FailureReport(
                .fileError, .inputOutput,
                "No link was made, because its secret could not be saved: \(failure.report.message)",
                advice: failure.report.advice)
        case .lock(let failure): failure.report
        case .submission(let failure): failure.report
        case .service(let failure): failure.walletReport(doing: "reach the service")
        case .file(let failure): failure.report
        case .other(let reason):
            FailureReport(
                .generic, .unexpected,
                "The link failed: \(reason). Check your links and the balance, then try again.")
        }
    }

    private static func notTakenBack(_ id: IntentID, _ vault: PublicKey, _ cause: FailureReport) -> FailureReport {
        FailureReport(
            cause.kind == .outcomeUnknown ? .pending : .cancelFailed, cause.kind,
            "The bill was turned into a link, and the link could not be taken back. The cash may still be in it. "
                + "Trying again is safe.",
            details: ["id": id.base58, "vault": vault.base58, "reason": cause.message], advice: .cancelLink(vault))
    }
}

extension FailureReport {
    /// The cash was collected by another account, or taken back by its sender.
    static let linkGone = FailureReport(
        .linkClaimed, .conflict,
        "This cash has already been collected, or was taken back by the sender. Ask the sender for a new link.")
}
