public import FlipcashCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Errors of a session (client specification §2.8, §10.1).
public enum SessionError: WalletFailure, ReportLevelled, Equatable {
    /// The currency's virtual machine is unknown, so its vault cannot be derived.
    case vmMetadataMissing(PublicKey)
    /// The service does not know this currency.
    case mintNotFound(PublicKey)
    /// The balance is too low by this amount.
    case insufficientBalance(shortfall: ExchangedFiat?)
    /// The account has nothing to spend.
    case noBalance
    /// A launchpad currency's supply is unknown.
    case missingSupply(PublicKey)
    /// No fresh signed rate is available.
    case rateUnavailable(CurrencyCode)
    /// The pinned rate is older than 13 minutes.
    case verifiedStateStale
    /// The amount is not above zero, or cannot be computed.
    case invalidAmount(String)
    /// The amount exceeds what may be sent.
    case limitReached(max: FiatAmount)
    /// This build is too old for the service.
    case upgradeRequired(minBuild: UInt32)
    /// An account is no longer managed by the service.
    case forceLogout
    /// An account's information could not be fetched.
    case accounts(AccountInfoError)
    /// A currency's description could not be fetched.
    case mints(MintsError)
    /// The account of a currency could not be opened.
    case openAccount(SubmitIntentError)
    /// The limits could not be fetched.
    case limits(RPCFailure)
    /// The store could not be read or written.
    case store(DatabaseFailure)

    /// `info` for a stale rate, which is common; `error` for all others.
    public var reportingLevel: ReportingLevel {
        if case .verifiedStateStale = self { .info } else { .error }
    }

    /// Says what to do: wait, add money, lower the amount, or update. Missing rates and supplies are retryable.
    public var report: FailureReport {
        switch self {
        case .vmMetadataMissing(let mint), .mintNotFound(let mint):
            FailureReport(
                .generic, .notFound, "The service does not offer the currency \(mint.base58). Use another one.",
                details: ["mint": mint.base58])
        case .insufficientBalance(let shortfall): Self.short(shortfall)
        case .noBalance:
            FailureReport(.noBalance, .notPossible, "There is nothing to spend yet.", advice: .receiveCash)
        case .missingSupply(let mint):
            FailureReport(
                .rateUnavailable, .rateUnavailable, "The supply of \(mint.base58) is not known yet. Try again.",
                isRetryable: true)
        case .rateUnavailable(let currency):
            FailureReport(
                .rateUnavailable, .rateUnavailable,
                "No fresh rate for \(currency.rawValue.uppercased()) is available. Try again.", isRetryable: true)
        case .verifiedStateStale:
            FailureReport(
                .rateExpired, .rateUnavailable, "The quote is older than 13 minutes. Start over.", isRetryable: true)
        case .invalidAmount(let reason):
            FailureReport(.invalidAmount, .badInput, "This amount cannot be used: \(reason). Use another one.")
        case .limitReached(let max):
            FailureReport(
                .limitReached, .notPossible,
                "At most \(max.formattedNamingCurrency()) can be sent now. Send limits reset daily.")
        case .upgradeRequired:
            FailureReport(.upgrade, .unusableHere, "This program is too old for the service. Update it.")
        case .forceLogout:
            FailureReport(
                .forceLogout, .unusableHere,
                "This account has been unlocked and can no longer be used here. Withdraw its money with another tool.")
        case .accounts(.rpc(let failure)): failure.walletReport(doing: "fetch the balances")
        case .accounts(.notFound), .accounts(.malformed):
            FailureReport(.refused, .refused, "The service did not return this account's balances. Try again later.")
        case .mints(.rpc(let failure)): failure.walletReport(doing: "fetch the currency")
        case .mints(.notFound), .mints(.malformed):
            FailureReport(
                .generic, .notFound,
                "The service did not return the details of a currency that this account needs. Try again later.")
        case .openAccount(.rpc(let failure)):
            failure.walletReport(doing: "open the account of the currency", changes: true)
        case .openAccount(let error): SubmissionFailure.refused(error).report
        case .limits(let failure): failure.walletReport(doing: "fetch the limits")
        case .store(let failure): failure.report
        }
    }

    private static func short(_ shortfall: ExchangedFiat?) -> FailureReport {
        guard let shortfall, let shown = try? shortfall.nativeAmount.roundedForDisplay(), shown.value > 0 else {
            return FailureReport(
                .needMoreCash, .notPossible, "The balance does not cover this amount. Add money or lower the amount.")
        }
        return FailureReport(
            .short, .notPossible,
            "You are \(shown.formattedNamingCurrency()) short. Add money or lower the amount.",
            details: ["shortfall": shown.value.plainText, "currency": shown.currency.rawValue])
    }
}
