internal import FlipcashCore

extension CheckedExchange {
    /// Whether `fee` quarks of the same mint are worth `usd` by the same proofs (payment specification §12.1).
    func isFee(_ fee: UInt64, worth usd: Double) -> Bool {
        let pricing = supplyFromBonding.map { ExchangeDataRules.Pricing.launchpad(supplyFromBonding: $0) } ?? .core
        return ExchangeDataRules.check(
            quarks: fee, nativeAmount: usd, rate: 1, currencyCode: "usd", pricing: pricing) == nil
    }

    /// The amount to store: with the proven rate for the core mint, with the price of a whole token for other mints
    /// (payment specification §8).
    func amount(mint: MintRecord) -> IntentAmount {
        IntentAmount(
            quarks: quarks, currency: currencyCode,
            rate: mint.isCore ? rate : nativeAmount / TokenCount.whole(quarks, decimals: mint.decimals),
            native: nativeAmount, usdMicros: usdMicros)
    }
}
