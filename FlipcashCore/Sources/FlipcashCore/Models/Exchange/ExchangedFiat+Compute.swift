#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Valuing and pricing (money specification §5.1–5.2).
///
/// The mint decides the method: one unit of the core mint is one dollar; launchpad currencies use the discrete curve at
/// the supply of the same verified state as the rate.
extension ExchangedFiat {
    /// Returns the value of an on-chain amount.
    ///
    /// A launchpad currency with supply 0 or an unknown supply gives zero on both sides. A check of funds must check
    /// the supply first, as ``SufficientFunds`` does.
    ///
    /// - Throws: ``MoneyError/invalidRate``, ``MoneyError/overflow``.
    public static func computeFromQuarks(
        quarks: UInt64, mint: PublicKey, rate: Rate, supplyFromBonding: UInt64?
    ) throws(MoneyError) -> ExchangedFiat {
        guard !mint.isDollarMint else {
            return try valued(quarks: quarks, at: ExactRational(quarks: quarks, decimals: 6), mint: mint, rate: rate)
        }
        guard let supply = supplyFromBonding, supply > 0 else { return .zero(mint: mint, rate: rate) }
        let curve = DiscreteBondingCurve()
        guard let usd = curve.sell(tokenQuarks: quarks, feeBps: 0, supplyQuarks: supply)?.gross else {
            throw .overflow
        }
        return try valued(quarks: quarks, at: usd, mint: mint, rate: rate)
    }

    /// Returns the value of an on-chain amount at the supply whose cost is `tvl` core quarks.
    ///
    /// - Throws: ``MoneyError/invalidRate``, ``MoneyError/overflow``.
    public static func computeFromQuarks(
        quarks: UInt64, mint: PublicKey, rate: Rate, tvl: UInt64
    ) throws(MoneyError) -> ExchangedFiat {
        try computeFromQuarks(quarks: quarks, mint: mint, rate: rate, supplyFromBonding: try supply(atTVL: tvl))
    }

    /// Returns the on-chain amount of an entered amount; the native side stays as entered.
    ///
    /// - Parameters:
    ///   - amount: the entered amount.
    ///   - rate: the rate of its currency.
    ///   - mint: the mint to spend.
    ///   - supplyFromBonding: the supply of a launchpad currency; not used for dollar mints.
    ///   - balanceUSD: caps the entry at a balance, for flows that spend at most the balance. Omit it where a shortfall
    ///     must be reported.
    ///   - tokenBalanceQuarks: caps the tokens of a launchpad currency.
    /// - Returns: nil for an entry of zero, and when no exchange is possible.
    /// - Throws: ``MoneyError/invalidCurrency(amount:rate:)``, ``MoneyError/invalidRate``, ``MoneyError/overflow``.
    public static func computeFromEntered(
        amount: FiatAmount, rate: Rate, mint: PublicKey, supplyFromBonding: UInt64?, balanceUSD: Decimal? = nil,
        tokenBalanceQuarks: UInt64? = nil
    ) throws(MoneyError) -> ExchangedFiat? {
        guard try amount.exact.signum > 0 else { return nil }
        guard amount.currency == rate.currency else {
            throw .invalidCurrency(amount: amount.currency, rate: rate.currency)
        }
        let entry = try Entry(amount: amount, rate: rate, balanceUSD: balanceUSD)
        if mint.isDollarMint {
            let quarks = try entry.usd.quarks(decimals: mint.mintDecimals, .halfUp)
            return try entry.exchanged(
                quarks: quarks, mint: mint, supply: nil, tokenBalanceQuarks: tokenBalanceQuarks)
        }
        guard entry.usd.signum > 0, let supply = supplyFromBonding, supply > 0 else { return nil }
        guard let tokens = DiscreteBondingCurve().tokens(worth: entry.usd, supplyQuarks: supply) else {
            return try computeFromQuarks(
                quarks: min(supply, tokenBalanceQuarks ?? supply), mint: mint, rate: rate, supplyFromBonding: supply)
        }
        let quarks = try tokens.quarks(decimals: mint.mintDecimals, .halfUp)
        return try entry.exchanged(
            quarks: quarks, mint: mint, supply: supply, tokenBalanceQuarks: tokenBalanceQuarks)
    }

    /// Returns the on-chain amount of an entered amount at the supply whose cost is `tvl` core quarks.
    ///
    /// - Returns: nil for an entry of zero, and when no exchange is possible.
    /// - Throws: ``MoneyError/invalidCurrency(amount:rate:)``, ``MoneyError/invalidRate``, ``MoneyError/notANumber``,
    ///   ``MoneyError/overflow``.
    public static func computeFromEntered(
        amount: FiatAmount, rate: Rate, mint: PublicKey, tvl: UInt64
    ) throws(MoneyError) -> ExchangedFiat? {
        try computeFromEntered(amount: amount, rate: rate, mint: mint, supplyFromBonding: try supply(atTVL: tvl))
    }

    /// Prices an entry for display and for the check of funds, without caps.
    ///
    /// An entry above the value of the whole currency becomes one quark more than the balance, with the native side as
    /// entered, so that the check reports a shortfall. Such an amount is never sent.
    ///
    /// - Returns: nil for an entry of zero, and when no exchange is possible.
    /// - Throws: ``MoneyError/invalidCurrency(amount:rate:)``, ``MoneyError/invalidRate``, ``MoneyError/overflow``.
    public static func computeForEntry(
        amount: FiatAmount, rate: Rate, mint: PublicKey, supplyFromBonding: UInt64?, balanceQuarks: UInt64
    ) throws(MoneyError) -> ExchangedFiat? {
        let priced = try computeFromEntered(
            amount: amount, rate: rate, mint: mint, supplyFromBonding: supplyFromBonding)
        guard let priced, !mint.isDollarMint, priced.quarks == supplyFromBonding else { return priced }
        let (beyond, overflowed) = balanceQuarks.addingReportingOverflow(1)
        guard !overflowed else { throw .overflow }
        return try ExchangedFiat(
            onChainAmount: TokenAmount(quarks: beyond, mint: mint), nativeAmount: amount, currencyRate: rate)
    }

    /// Returns the value of a stored balance in US dollars.
    ///
    /// For launchpad currencies it is rounded down to six decimals, so that it never exceeds the locked value.
    ///
    /// - Throws: ``MoneyError/unknownSupply`` for a launchpad currency of unknown supply, ``MoneyError/overflow``.
    public static func storedValueUSD(
        quarks: UInt64, mint: PublicKey, supplyFromBonding: UInt64?
    ) throws(MoneyError) -> FiatAmount {
        guard !mint.isDollarMint else {
            return try FiatAmount(exact: ExactRational(quarks: quarks, decimals: 6), currency: .usd)
        }
        guard let supply = supplyFromBonding else { throw .unknownSupply }
        let curve = DiscreteBondingCurve()
        guard let usd = curve.sell(tokenQuarks: quarks, feeBps: 0, supplyQuarks: supply)?.gross else { throw .overflow }
        return try FiatAmount(exact: usd.rounded(places: 6, .down), currency: .usd)
    }

    private static func valued(
        quarks: UInt64, at usd: ExactRational, mint: PublicKey, rate: Rate
    ) throws(MoneyError) -> ExchangedFiat {
        try ExchangedFiat(
            onChainAmount: TokenAmount(quarks: quarks, mint: mint),
            nativeAmount: FiatAmount(exact: usd * rate.exactFx, currency: rate.currency), currencyRate: rate)
    }

    private static func supply(atTVL tvl: UInt64) throws(MoneyError) -> UInt64 {
        let value = ExactRational(quarks: tvl, decimals: DiscreteBondingCurve.valueDecimals)
        return try DiscreteBondingCurve().supply(atValue: value)
            .quarks(decimals: DiscreteBondingCurve.tokenDecimals, .halfUp)
    }

    /// An entered amount in dollars, after the cap.
    private struct Entry {
        let usd: ExactRational
        let native: FiatAmount
        let rate: Rate

        init(amount: FiatAmount, rate: Rate, balanceUSD: Decimal?) throws(MoneyError) {
            self.rate = rate
            let entered = try amount.exactUSD(rate: rate)
            if let balanceUSD, case let balance = try ExactRational(balanceUSD), entered > balance {
                usd = balance
                native = try FiatAmount(exact: balance * rate.exactFx, currency: rate.currency)
            } else {
                usd = entered
                // As entered: converted to dollars and back, a third of three would be inexact.
                native = amount
            }
        }

        func exchanged(
            quarks: UInt64, mint: PublicKey, supply: UInt64?, tokenBalanceQuarks: UInt64?
        ) throws(MoneyError) -> ExchangedFiat {
            if let tokenBalanceQuarks, quarks > tokenBalanceQuarks {
                return try computeFromQuarks(
                    quarks: tokenBalanceQuarks, mint: mint, rate: rate, supplyFromBonding: supply)
            }
            guard quarks > 0 else { return .zero(mint: mint, rate: rate) }
            return try ExchangedFiat(
                onChainAmount: TokenAmount(quarks: quarks, mint: mint), nativeAmount: native, currencyRate: rate)
        }
    }
}
