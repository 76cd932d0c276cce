#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Valuing and pricing (money specification §5.1–5.2). The mint decides the path: the core mint is a dollar a unit,
/// launchpad currencies go over the discrete curve at the supply of the same verified state as the rate.
extension ExchangedFiat {
    /// What an on-chain amount is worth.
    ///
    /// A launchpad currency of no or unknown supply gives nothing on both sides: a check of funds must look at the
    /// supply first, as ``SufficientFunds`` does.
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

    /// As ``computeFromQuarks(quarks:mint:rate:supplyFromBonding:)`` with the supply whose cost is `tvl` core quarks.
    ///
    /// - Throws: ``MoneyError/invalidRate``, ``MoneyError/overflow``.
    public static func computeFromQuarks(
        quarks: UInt64, mint: PublicKey, rate: Rate, tvl: UInt64
    ) throws(MoneyError) -> ExchangedFiat {
        try computeFromQuarks(quarks: quarks, mint: mint, rate: rate, supplyFromBonding: try supply(atTVL: tvl))
    }

    /// The on-chain amount for an amount that somebody entered; the native side stays as entered.
    ///
    /// - Parameters:
    ///   - amount: what was entered.
    ///   - rate: of the currency that it was entered in.
    ///   - mint: what is to be spent.
    ///   - supplyFromBonding: supply of a launchpad currency; dollar mints need none.
    ///   - balanceUSD: caps the entry at a balance, for flows that spend what there is. Leave it out where a shortfall
    ///     must be reported.
    ///   - tokenBalanceQuarks: caps the tokens of a launchpad currency.
    /// - Returns: nil for entries of nothing, and where nothing can be exchanged.
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

    /// As ``computeFromEntered(amount:rate:mint:supplyFromBonding:balanceUSD:tokenBalanceQuarks:)`` with the supply
    /// whose cost is `tvl` core quarks.
    ///
    /// - Returns: nil for entries of nothing, and where nothing can be exchanged.
    /// - Throws: ``MoneyError/invalidCurrency(amount:rate:)``, ``MoneyError/invalidRate``, ``MoneyError/notANumber``,
    ///   ``MoneyError/overflow``.
    public static func computeFromEntered(
        amount: FiatAmount, rate: Rate, mint: PublicKey, tvl: UInt64
    ) throws(MoneyError) -> ExchangedFiat? {
        try computeFromEntered(amount: amount, rate: rate, mint: mint, supplyFromBonding: try supply(atTVL: tvl))
    }

    /// Prices an entry for display and the check of funds, without caps.
    ///
    /// An entry above everything the currency holds becomes one quark more than the balance, with the native side as
    /// entered, so that the check reports a shortfall. It is never sent.
    ///
    /// - Returns: nil for entries of nothing, and where nothing can be exchanged.
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

    /// What a stored balance is worth in US dollars: floored to six decimals for launchpad currencies, so that it
    /// never exceeds what is locked.
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
                // Verbatim: back through dollars, a third of three would drift.
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
