#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Whether a balance covers a request. Every decision about affordability is this one (money specification §6).
public enum SufficientFunds: Hashable, Sendable {
    /// The balance suffices; `amount` is what to send: the whole balance when the request exceeds it by no more than
    /// half a displayed unit.
    case sufficient(amount: ExchangedFiat)
    /// The balance falls short by this much; nil when it cannot be said.
    case insufficient(shortfall: ExchangedFiat?)

    /// Compares `requested` with a balance of the same mint, valued at the request's own rate.
    ///
    /// - Parameters:
    ///   - requested: what is to be spent.
    ///   - balanceQuarks: nil when nothing of the mint is held.
    ///   - supplyFromBonding: supply of a launchpad currency; an unknown one counts as insufficient.
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
        // A balance of nothing covers nothing, however little is asked for: a payment of no quarks is refused.
        guard balance.quarks == 0 || missing.magnitude > tolerance else { return .sufficient(amount: balance) }
        return .insufficient(
            shortfall: try ExchangedFiat(
                onChainAmount: TokenAmount(quarks: requested.quarks - balanceQuarks, mint: requested.mint),
                nativeAmount: FiatAmount(exact: missing, currency: requested.nativeAmount.currency),
                currencyRate: requested.currencyRate))
    }
}
