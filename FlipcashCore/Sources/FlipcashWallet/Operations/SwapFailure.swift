public import FlipcashCore

/// Errors from trading and creating currencies (payment specification §23.2).
public indirect enum SwapFailure: WalletFailure, Equatable {
    /// The trade cannot be quoted.
    case quote(TradeQuoteError)
    /// The currency cannot be traded, because the service's description of it is incomplete or contradicts itself.
    case untradable(PublicKey)
    /// The server refused the swap; no money moved.
    case refused(StatefulSwapError)
    /// The swap was not started, or its start can no longer take effect; no money moved.
    case notStarted(StatefulSwapError)
    /// Other people's trades have moved the price beyond what was agreed; no money moved.
    case priceMoved(minimum: UInt64, now: UInt64)
    /// The swap was agreed on, and its payment was refused; no money moved.
    case notFunded(SubmissionFailure)
    /// The payment was submitted and no answer arrived.
    case fundingUnknown(SwapID)
    /// The swap is still under way.
    case pending(SwapID)
    /// The swap was cancelled, and its money is back.
    case cancelled(SwapID)
    /// The service could neither finish the swap nor return its money.
    case stuck(SwapID)
    /// The service's answer about a swap cannot be used.
    case lookUp(SwapLookUpError)
    /// The swap no longer waits for its payment.
    case notWaiting(SwapID, SwapState)
    /// The currency could not be created.
    case launch(CurrencyLaunchError)
    /// The service may have created the currency; its answer did not arrive or cannot be read. Nothing was paid.
    case launchUnknown(name: String)
    /// The currency was created, and its first tokens were not bought.
    case notBought(name: String, SwapFailure)
    /// A text or picture is not allowed, or could not be checked.
    case moderation(CurrencyContent, ModerationError)
    /// The service does not say what creating a currency costs.
    case launchPriceUnknown
    /// No currency with this name was created here.
    case noLaunch(String)
    /// The service gave the currency up, because its first tokens were not bought in time. Its name is free again.
    case launchLapsed(name: String)
    /// The session could not prepare the trade.
    case session(SessionError)
    /// The journal failed.
    case journal(JournalFailure)
    /// Another command of this account holds the lock.
    case lock(WriterLockFailure)
    /// The service could not be reached.
    case service(RPCFailure)
    /// A file that the command needs could not be read or written.
    case file(FileFailure)
    /// Any other error.
    case other(String)

    init(_ error: any Error) {
        self =
            switch error {
            case let failure as SwapFailure: failure
            case let failure as TradeQuoteError: .quote(failure)
            case let failure as StatefulSwapError: .refused(failure)
            case let failure as SwapLookUpError: .lookUp(failure)
            case let failure as CurrencyLaunchError: .launch(failure)
            case let failure as SessionError: .session(failure)
            case let failure as JournalFailure: .journal(failure)
            case let failure as WriterLockFailure: .lock(failure)
            case let failure as RPCFailure: .service(failure)
            case let failure as FileFailure: .file(failure)
            case is CancellationError: .service(.cancelled)
            default: .other(String(describing: error))
            }
    }

    /// Says whether the money is in the wallet or in the trade. The details name a swap that was started.
    public var report: FailureReport {
        switch self {
        case .quote(.tooSmall): Self.tooSmall
        case .quote(.sameMint):
            FailureReport(.invalidAmount, .badInput, "Both are the same currency. Name two different ones.")
        case .quote(let error):
            FailureReport(.invalidAmount, .badInput, "This amount cannot be traded: \(error). Use another one.")
        case .untradable(let mint):
            FailureReport(
                .hostileServer, .unexpected,
                "The service's description of the currency \(mint.base58) contradicts itself. Nothing was signed. "
                    + "Ask the operator of the service why.",
                details: ["mint": mint.base58])
        case .refused(let error): Self.refusal(error)
        case .notStarted(.rpc(let failure)): failure.walletReport(doing: "start the trade")
        case .notStarted:
            FailureReport(
                .hostileServer, .unexpected,
                "The server sent an invalid answer. The trade was not paid and no money moved. Try again later.")
        case .priceMoved(let minimum, let now):
            FailureReport(
                .rateExpired, .rateUnavailable,
                "The price has moved: fewer tokens would arrive than you agreed to. No money moved; start over.",
                isRetryable: true, details: ["minimum": String(minimum), "now": String(now)])
        case .notFunded(let failure): failure.report
        case .fundingUnknown(let id):
            FailureReport(
                .pending, .outcomeUnknown, "The trade's payment was submitted and no answer came. Do not repeat it.",
                details: ["id": id.base58], advice: .followSwap(id))
        case .pending(let id):
            FailureReport(
                .pending, .outcomeUnknown, "The trade is paid and still under way. Do not repeat it.",
                details: ["id": id.base58], advice: .followSwap(id))
        case .cancelled(let id):
            FailureReport(
                .swapFailed, .refused, "The trade did not go through. Its money is back in the wallet. Try again.",
                details: ["id": id.base58])
        case .stuck(let id):
            FailureReport(
                .swapFailed, .refused,
                "The trade failed and its money could not be returned. Ask the operator of the service for help, and "
                    + "name the swap \(id.base58).", details: ["id": id.base58])
        case .lookUp(let error): Self.lookUp(error)
        case .notWaiting(let id, _):
            FailureReport(
                .swapFailed, .conflict, "This swap no longer waits for its payment.", details: ["id": id.base58],
                advice: .followSwap(id))
        case .launch(let error): Self.launch(error)
        case .launchUnknown(let name):
            FailureReport(
                .pending, .outcomeUnknown,
                "The service did not say whether it created the currency, so its name may be taken now. Nothing was "
                    + "paid.", details: ["name": name], advice: .checkName(name))
        case .notBought(let name, let failure): Self.notBought(name, failure.report)
        case .moderation(let content, let error): Self.moderation(content, error)
        case .launchPriceUnknown:
            FailureReport(
                .network, .network, "The service did not say what creating a currency costs. Try again.",
                isRetryable: true)
        case .noLaunch:
            FailureReport(
                .generic, .notFound,
                "No currency with this name waits for its first purchase in this wallet. Check the name.")
        case .launchLapsed(let name):
            FailureReport(
                .launchFailed, .refused,
                "The service has given this currency up, because its first tokens were not bought in time. No money "
                    + "was spent, and the name is free again.", details: ["name": name], advice: .launchAgain(name))
        case .session(let failure): failure.report
        case .journal(let failure): failure.report
        case .lock(let failure): failure.report
        case .service(let failure): failure.walletReport(doing: "trade")
        case .file(let failure): failure.report
        case .other(let text):
            FailureReport(.generic, .unexpected, "The trade failed: \(text). Check the balance, then try again.")
        }
    }
}

extension SwapFailure {
    private static let tooSmall = FailureReport(
        .amountTooSmall, .refused, "This amount is too small: it does not cover the currency's fee. Trade more.")

    private static func refusal(_ error: StatefulSwapError) -> FailureReport {
        if error.isTooSmall { return tooSmall }
        if error.isInsufficientBalance {
            return FailureReport(
                .insufficientBalance, .notPossible,
                "The balance has changed and no longer covers this amount. Add money or lower the amount.")
        }
        if error.isPriceChange {
            return FailureReport(
                .swapFailed, .rateUnavailable, "The service now charges another fee. Start over.", isRetryable: true)
        }
        if error.isThrottled {
            return FailureReport(
                .swapFailed, .refused, "The service accepts no more trades of this account for now. Try again later.")
        }
        switch error {
        case .serverParameters(let reason):
            return FailureReport(
                .hostileServer, .unexpected,
                "The server asked for signatures that this trade does not need: \(reason). Nothing was signed. "
                    + "Ask its operator why.")
        case .signature, .encoding, .unexpectedMessage:
            return FailureReport(
                .generic, .unexpected,
                "The trade was not accepted: the server found it malformed. No money moved. Update this program.")
        case .rpc(let failure): return failure.walletReport(doing: "start the trade")
        case .denied(let reasons), .invalidSwap(let reasons), .unrecognized(_, let reasons):
            let reason = reasons.first { !$0.isEmpty }
            return FailureReport(
                .swapFailed, .refused,
                "The server refused the trade\(reason.map { ": \($0)" } ?? ""). No money moved. Ask its operator why.")
        }
    }

    private static func lookUp(_ error: SwapLookUpError) -> FailureReport {
        switch error {
        case .notFound, .denied:
            FailureReport(.generic, .notFound, "The service does not know this swap of your account. Check its id.")
        case .malformed, .forged:
            FailureReport(
                .hostileServer, .unexpected,
                "The service's record of the swap is not the one that this account signed. Do not pay for it.")
        case .rpc(let failure): failure.walletReport(doing: "ask about the swap")
        }
    }

    private static func launch(_ error: CurrencyLaunchError) -> FailureReport {
        switch error {
        case .nameExists:
            FailureReport(
                .nameGone, .refused, "Another currency has this name. Choose another one; nothing was charged.")
        case .invalidIcon:
            FailureReport(.iconInvalid, .refused, "The service cannot read the icon. Use a PNG or JPEG picture.")
        case .denied, .notAttested:
            FailureReport(
                .launchRefused, .refused,
                "The service does not allow this. Only registered accounts create currencies, and only their creators "
                    + "change them. To change one, use the account that created it. An account can have only a few "
                    + "currencies that were not bought yet: buy one of them, or wait a day.")
        case .notFound:
            FailureReport(.generic, .notFound, "The service does not know this currency. Check its name or mint.")
        case .malformed:
            FailureReport(
                .hostileServer, .unexpected, "The service's answer about the currency cannot be read. Try again later.")
        case .rpc(let failure): failure.walletReport(doing: "create or change the currency", changes: true)
        }
    }

    /// The report of the failed purchase, with the way to repeat only that.
    private static func notBought(_ name: String, _ report: FailureReport) -> FailureReport {
        let created = "The currency is reserved for you, but its first tokens were not bought"
        switch report.kind {
        case .outcomeUnknown: return report
        case .declined:
            return FailureReport(
                report.code, .declined, "Stopped as asked. \(created), and no money moved.", details: report.details,
                advice: .resumeLaunch(name))
        case .network:
            // Not a plain network failure: a script that runs the command again would ask for a name that is taken.
            return FailureReport(
                .pending, .outcomeUnknown, "\(created): the service did not answer. No money moved.",
                details: report.details, advice: .resumeLaunch(name))
        default:
            return FailureReport(
                report.code, report.kind, "\(created). \(report.message)", isRetryable: report.isRetryable,
                details: report.details, advice: .resumeLaunch(name))
        }
    }

    private static func moderation(_ content: CurrencyContent, _ error: ModerationError) -> FailureReport {
        switch error {
        case .flagged(let category):
            FailureReport(
                content.deniedCode, .refused, "The service does not allow this \(content.rawValue). Change it.",
                details: ["content": content.rawValue, "category": category.rawValue])
        case .denied:
            FailureReport(
                .launchRefused, .refused, "The service does not check content for this account. Ask its operator why.")
        case .unsupported:
            FailureReport(
                content.uncheckedCode, .refused,
                "The service cannot check this \(content.rawValue), because of its language or format. Use another one.",
                details: ["content": content.rawValue])
        case .malformed:
            FailureReport(
                .hostileServer, .unexpected,
                "The service's check is not about the content that was sent. Try again later.")
        case .rpc(let failure): failure.walletReport(doing: "check the content")
        }
    }
}
