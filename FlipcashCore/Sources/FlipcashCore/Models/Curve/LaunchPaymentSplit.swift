#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The parts of a launch's price: the first purchase and the fee (money specification §2.8).
public struct LaunchPaymentSplit: Hashable, Sendable {
    /// The amount that is swapped; its native side is exactly the purchase.
    public let swap: ExchangedFiat
    /// The amount that is paid as the fee; its native side is exactly the fee.
    public let fee: ExchangedFiat

    /// Splits a payment of purchase and fee from a balance; nil when the balance does not cover the fee.
    ///
    /// - Throws: ``MoneyError/invalidCurrency(amount:rate:)``, ``MoneyError/invalidRate``, ``MoneyError/overflow``.
    public init?(
        purchaseUSD: Decimal, feeUSD: Decimal, rate: Rate, paymentMint: PublicKey, supplyFromBonding: UInt64?,
        balanceUSD: Decimal
    ) throws(MoneyError) {
        func priced(_ usd: ExactRational, cap: Decimal?) throws(MoneyError) -> (FiatAmount, UInt64)? {
            let amount = try FiatAmount(exact: usd * rate.exactFx, currency: rate.currency)
            let exchanged = try ExchangedFiat.computeFromEntered(
                amount: amount, rate: rate, mint: paymentMint, supplyFromBonding: supplyFromBonding, balanceUSD: cap)
            return exchanged.map { (amount, $0.quarks) }
        }
        let purchase = try ExactRational(purchaseUSD)
        let fee = try ExactRational(feeUSD)
        guard let (feeNative, feeQuarks) = try priced(fee, cap: nil),
            let (_, totalQuarks) = try priced(purchase + fee, cap: balanceUSD), totalQuarks >= feeQuarks
        else { return nil }
        let swapNative = try FiatAmount(exact: purchase * rate.exactFx, currency: rate.currency)
        swap = try ExchangedFiat(
            onChainAmount: TokenAmount(quarks: totalQuarks - feeQuarks, mint: paymentMint), nativeAmount: swapNative,
            currencyRate: rate)
        self.fee = try ExchangedFiat(
            onChainAmount: TokenAmount(quarks: feeQuarks, mint: paymentMint), nativeAmount: feeNative,
            currencyRate: rate)
    }
}
