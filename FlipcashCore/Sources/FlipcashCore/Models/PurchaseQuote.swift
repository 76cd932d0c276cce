#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Who takes the fee of a purchase or a conversion, and from what (money specification §2.8).
public enum ConversionFee: Hashable, Sendable {
    /// Paid with the core mint: a flat fee on top of the entry.
    case onTop
    /// Paid with a launchpad currency: the fee of its pool, in ten-thousandths, comes out of the sale; nil when the
    /// pool does not say.
    case outOfSale(poolFeeBps: Int?)

    /// The flat fee, and that of a pool that does not say, in ten-thousandths: 1 %.
    public static let standardBps = 100

    /// The fee for paying with `mint`.
    public init(paymentMint mint: PublicKey, poolFeeBps: Int?) {
        self = mint.isDollarMint ? .onTop : .outOfSale(poolFeeBps: poolFeeBps)
    }

    /// Ten-thousandths; a pool's negative fee counts as none.
    public var bps: Int {
        switch self {
        case .onTop: ConversionFee.standardBps
        case .outOfSale(let poolFeeBps): max(0, poolFeeBps ?? ConversionFee.standardBps)
        }
    }

    /// Whether the fee comes on top of the entry.
    public var isOnTop: Bool { self == .onTop }
}

/// What buying for an entered amount costs and leaves (money specification §5.7).
public struct PurchaseQuote: Hashable, Sendable {
    /// What leaves the balance.
    public let grossDebit: ExchangedFiat
    /// The fee within it.
    public let fee: ExchangedFiat
    /// What is exchanged for the wanted currency.
    public let amountToBuy: ExchangedFiat

    /// Quotes `entry`, which names what is to be bought for.
    ///
    /// A payment with the core mint is capped at the balance while the entry is within the balance that is shown, so
    /// that a hidden fraction of a cent stops nobody; beyond it, and with every other mint, a shortfall shows in the
    /// check of funds.
    ///
    /// - Parameters:
    ///   - entry: what is to be spent.
    ///   - rate: of the entry's currency.
    ///   - paymentMint: what is paid with.
    ///   - poolFeeBps: the fee of the payment currency's pool, in basis points; nil when it does not say.
    ///   - supplyFromBonding: supply of the payment's launchpad currency, of the verified state that holds the rate.
    ///   - balanceUSD: what the payment mint's balance is worth.
    /// - Returns: nil where
    ///   ``ExchangedFiat/computeFromEntered(amount:rate:mint:supplyFromBonding:balanceUSD:tokenBalanceQuarks:)`` gives
    ///   nothing.
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

    /// Whether the day allows the debit, fee included (money specification §2.7).
    ///
    /// - Throws: ``MoneyError/currencyCodeMismatch(_:_:)`` for a limit in another currency.
    public func isWithinDay(_ limit: SendLimit) throws(MoneyError) -> Bool {
        try grossDebit.nativeAmount.compare(to: limit.maxPerDay) <= 0
    }
}
