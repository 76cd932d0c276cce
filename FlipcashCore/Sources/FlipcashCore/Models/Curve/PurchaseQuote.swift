#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// How the fee of a purchase or a conversion is charged (money specification §2.8).
public enum ConversionFee: Hashable, Sendable {
    /// For payments with the core mint: a flat fee on top of the entry.
    case onTop
    /// For payments with a launchpad currency: its pool's fee, in ten-thousandths, taken from the sale; nil when
    /// unknown.
    case outOfSale(poolFeeBps: Int?)

    /// The flat fee, and the fee of a pool with an unknown fee, in ten-thousandths: 1 %.
    public static let standardBps = 100

    /// Creates the fee for paying with `mint`.
    public init(paymentMint mint: PublicKey, poolFeeBps: Int?) {
        self = mint.isDollarMint ? .onTop : .outOfSale(poolFeeBps: poolFeeBps)
    }

    /// The fee in ten-thousandths; a pool's negative fee counts as 0.
    public var bps: Int {
        switch self {
        case .onTop: ConversionFee.standardBps
        case .outOfSale(let poolFeeBps): max(0, poolFeeBps ?? ConversionFee.standardBps)
        }
    }

    /// Whether the fee is charged on top of the entry.
    public var isOnTop: Bool { self == .onTop }
}

/// The cost and the result of a purchase for an entered amount (money specification §5.7).
public struct PurchaseQuote: Hashable, Sendable {
    /// The amount that leaves the balance.
    public let grossDebit: ExchangedFiat
    /// The fee, included in ``grossDebit``.
    public let fee: ExchangedFiat
    /// The amount that is exchanged for the currency to buy.
    public let amountToBuy: ExchangedFiat

    /// Quotes the purchase for `entry`.
    ///
    /// A payment with the core mint is capped at the balance if the entry is within the displayed balance, so that a
    /// hidden fraction of a cent does not prevent the purchase. For larger entries, and for other mints, the check of
    /// funds reports the shortfall.
    ///
    /// - Parameters:
    ///   - entry: the amount to spend.
    ///   - rate: the rate of the entry's currency.
    ///   - paymentMint: the mint to pay with.
    ///   - poolFeeBps: the fee of the payment currency's pool, in basis points; nil when unknown.
    ///   - supplyFromBonding: the supply of the payment's launchpad currency, from the same verified state as the rate.
    ///   - balanceUSD: the value of the balance of the payment mint.
    /// - Returns: nil when
    ///   ``ExchangedFiat/computeFromEntered(amount:rate:mint:supplyFromBonding:balanceUSD:tokenBalanceQuarks:)``
    ///   returns nil.
    /// - Throws: ``MoneyError/currencyCodeMismatch(_:_:)`` or ``MoneyError/invalidCurrency(amount:rate:)`` for an entry
    ///   in another currency than the rate's, ``MoneyError/invalidRate``, ``MoneyError/notANumber``,
    ///   ``MoneyError/overflow``.
    public init?(
        entry: FiatAmount, rate: Rate, paymentMint: PublicKey, poolFeeBps: Int?, supplyFromBonding: UInt64?,
        balanceUSD: Decimal
    ) throws(MoneyError) {
        let source = ConversionFee(paymentMint: paymentMint, poolFeeBps: poolFeeBps)
        let isOnTop = source.isOnTop
        let balance = try FiatAmount(value: balanceUSD, currency: .usd).converting(to: rate)
        let isCapped = isOnTop ? try entry.isWithinDisplayLimit(balance) : false
        let payment = try ExchangedFiat.computeFromEntered(
            amount: isOnTop ? entry : entry.grossingUpLaunchpadSellFee(bps: source.bps), rate: rate, mint: paymentMint,
            supplyFromBonding: supplyFromBonding, balanceUSD: isCapped ? balanceUSD : nil)
        guard let payment else { return nil }
        fee = try payment.launchpadSellFee(bps: source.bps)
        grossDebit = isOnTop ? try payment.adding(fee) : payment
        amountToBuy = isOnTop ? payment : try payment.subtractingFee(fee.onChainAmount)
    }

    /// Whether the daily limit allows the debit, including the fee (money specification §2.7).
    ///
    /// - Throws: ``MoneyError/currencyCodeMismatch(_:_:)`` for a limit in another currency.
    public func isWithinDay(_ limit: SendLimit) throws(MoneyError) -> Bool {
        try grossDebit.nativeAmount.compare(to: limit.maxPerDay) <= 0
    }
}
