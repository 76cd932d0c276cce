public import FlipcashCore

/// Errors from paying a known address: sending to a person, and withdrawing.
///
/// Unless the outcome is unknown, no money has moved.
public enum PaymentFailure: WalletFailure, Equatable {
    /// The address belongs to the paying account.
    case ownAddress
    /// The address cannot receive the currency.
    case unusable(PublicKey)
    /// No account of this service has the address.
    case notAPerson(PublicKey)
    /// The person has no account of the currency yet, only of dollars.
    case noAccount(PublicKey)
    /// The amount does not exceed the fee.
    case belowMinimum(FiatAmount)
    /// The fee has no price in the currency that is withdrawn.
    case feeUnknown
    /// The address could not be looked up.
    case lookUp(RPCFailure)
    /// The amounts do not match the proofs.
    case exchangeData(ExchangeDataFailure)
    /// The session could not prepare the payment.
    case session(SessionError)
    /// Another command of this account holds the lock.
    case lock(WriterLockFailure)
    /// The payment was not made, or its outcome is unknown.
    case submission(SubmissionFailure)
    /// The payment was cancelled before it was submitted.
    case cancelled
    /// Any other error of the wallet, with its own report.
    case explained(FailureReport)
    /// Any other error.
    case other(String)

    init(_ error: any Error) {
        self =
            switch error {
            case let failure as PaymentFailure: failure
            case let failure as SubmissionFailure: .submission(failure)
            case let failure as SessionError: .session(failure)
            case let failure as ExchangeDataFailure: .exchangeData(failure)
            case let failure as WriterLockFailure: .lock(failure)
            case let failure as RPCFailure: failure == .cancelled ? .cancelled : .lookUp(failure)
            case let failure as any WalletFailure: .explained(failure.report)
            case is CancellationError: .cancelled
            default: .other(String(describing: error))
            }
    }

    /// Says that nothing was submitted, except for a submission whose outcome is unknown.
    public var report: FailureReport {
        switch self {
        case .ownAddress:
            FailureReport(
                .badAddress, .badInput,
                "This address is your own. The money would only come back, less a fee. Use another address.")
        case .unusable(let address):
            FailureReport(
                .badAddress, .badInput, "The address \(address.base58) cannot receive this currency. Check it.",
                details: ["address": address.base58])
        case .notAPerson(let address):
            FailureReport(
                .badAddress, .notFound,
                "No account of this service has the address \(address.base58) in this currency.",
                details: ["address": address.base58], advice: .makeLink)
        case .noAccount(let address):
            FailureReport(
                .badAddress, .notPossible,
                "The account with the address \(address.base58) has never received this currency and cannot be paid "
                    + "in it directly. Nothing was submitted.",
                details: ["address": address.base58], advice: .payDollars)
        case .belowMinimum(let least):
            FailureReport(
                .belowMinimum, .notPossible,
                "At least \(least.formattedNamingCurrency()) can be withdrawn here. Use a larger amount.",
                details: ["minimum": least.value.plainText, "currency": least.currency.rawValue])
        case .feeUnknown:
            FailureReport(
                .rateUnavailable, .rateUnavailable, "The fee has no price in this currency yet. Try again.",
                isRetryable: true)
        case .lookUp(let failure): failure.walletReport(doing: "look up the address")
        case .exchangeData(let failure):
            FailureReport(
                .sendFailed, .unexpected,
                "The amount does not match its rate (\(failure.message)). Nothing was submitted. Start over.")
        case .session(let failure): failure.report
        case .lock(let failure): failure.report
        case .submission(let failure): failure.report
        case .cancelled: FailureReport(.generic, .declined, "Cancelled. Nothing was submitted.")
        case .explained(let report): report
        case .other(let reason):
            FailureReport(.sendFailed, .unexpected, "The payment failed: \(reason). Nothing was submitted; try again.")
        }
    }
}
