#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Whether a balance covers a request; all decisions about affordability use this check (money specification §6).
public enum SufficientFunds: Hashable, Sendable {
    /// The balance suffices.
    ///
    /// `amount` is the amount to send: the whole balance when the request exceeds it by at most half a displayed unit.
    case sufficient(amount: ExchangedFiat)
    /// The balance is too low by this amount; nil when the amount is unknown.
    case insufficient(shortfall: ExchangedFiat?)

    /// Compares `requested` with a balance of the same mint, valued at the request's own rate.
    ///
    /// - Parameters:
    ///   - requested: the amount to spend.
    ///   - balanceQuarks: the balance; nil when the user has none of the mint.
    ///   - supplyFromBonding: the supply of a launchpad currency; an unknown supply counts as insufficient.
    /// - Throws: ``MoneyError/invalidRate``, ``MoneyError/overflow``.
    public static func check(
        requested: ExchangedFiat, balanceQuarks: UInt64?, supplyFromBonding: UInt64?
    ) throws(MoneyError) -> SufficientFunds {
        guard requested.quarks > 0, let balanceQuarks, requested.mint.isDollarMint || supplyFromBonding != nil else {
            return .insufficient(shortfall: nil)
        }
        guard requested.quarks > balanceQuarks else { return .sufficient(amount: requested) }
        let balance = try ExchangedFiat.computeFromQuarks(
            quarks: balanceQuarks, mint: requested.mint, rate: requested.currencyRate,
            supplyFromBonding: supplyFromBonding)
        let missing = try requested.nativeAmount.exact - balance.nativeAmount.exact
        let tolerance = ExactRational(
            numerator: .one, denominator: .powerOfTen(requested.nativeAmount.currency.digits) << 1)
        // A balance of 0 never suffices, however small the request, because the server rejects a payment of 0 quarks.
        guard balance.quarks == 0 || missing.magnitude > tolerance else { return .sufficient(amount: balance) }
        return .insufficient(
            shortfall: try ExchangedFiat(
                onChainAmount: TokenAmount(quarks: requested.quarks - balanceQuarks, mint: requested.mint),
                nativeAmount: FiatAmount(exact: missing, currency: requested.nativeAmount.currency),
                currencyRate: requested.currencyRate))
    }
}
