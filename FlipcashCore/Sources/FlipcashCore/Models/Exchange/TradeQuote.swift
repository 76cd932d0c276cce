/// What a trade of a launchpad currency pays and yields, at supplies of one moment (money specification §3.4, §5.6).
///
/// The quote applies the chain's own functions, with their roundings, to a pool that holds exactly what backs the
/// pinned supply. A trade by somebody else in between changes the result; ``minimumReceived(toleranceBps:)`` says how
/// much of that is acceptable.
public struct TradeQuote: Equatable, Sendable {
    /// The amount that is swapped. A fee on top is not included.
    public let swapped: TokenAmount
    /// The fee on top, in quarks of the swapped mint: charged for purchases with the core mint.
    public let feeOnTop: UInt64
    /// The fee that the pool keeps from a sale, in core-mint quarks; 0 for purchases with the core mint.
    public let poolFee: UInt64
    /// The amount that arrives.
    public let received: TokenAmount
    /// How much less arrives than at the price before the trade, as a fraction between 0 and 1. Fees are not included.
    public let priceImpact: ExactRational

    /// The amount that leaves the balance, in quarks of the swapped mint.
    public var debit: UInt64 { swapped.quarks + feeOnTop }

    /// Returns the smallest acceptable result: the quoted one less `toleranceBps` ten-thousandths, rounded up.
    public func minimumReceived(toleranceBps: Int) -> UInt64 {
        let bps = UInt64(min(max(0, toleranceBps), Int(BasisPoints.whole)))
        let kept = UInt128(received.quarks) * UInt128(BasisPoints.whole - bps)
        // Safe: at most the quoted quarks.
        return UInt64((kept + UInt128(BasisPoints.whole) - 1) / UInt128(BasisPoints.whole))
    }

    private init(
        swapped: TokenAmount, feeOnTop: UInt64 = 0, poolFee: UInt64 = 0, received: TokenAmount, ideal: ExactRational
    ) {
        self.swapped = swapped
        self.feeOnTop = feeOnTop
        self.poolFee = poolFee
        self.received = received
        let share = received.exact.divided(by: ideal) ?? .one
        priceImpact = share < .one ? .one - share : .zero
    }
}

extension TradeQuote {
    /// Quotes the purchase of `mint` for `amount` core quarks.
    ///
    /// - Parameters:
    ///   - mint: the currency to buy.
    ///   - supply: its supply.
    ///   - amount: the price, without the fee.
    ///   - coreMint: the mint that pays.
    /// - Throws: `TradeQuoteError`.
    public static func buy(
        _ mint: PublicKey, supply: UInt64, amount: UInt64, coreMint: PublicKey = .usdf
    ) throws(TradeQuoteError) -> TradeQuote {
        let fee = try purchaseFee(on: amount)
        let bought = try purchase(supply: supply, amount: amount)
        let price = try spotPrice(supply: supply)
        let value = ExactRational(quarks: amount, decimals: coreMint.mintDecimals)
        guard let ideal = value.divided(by: price) else { throw .beyondCurve }
        return TradeQuote(
            swapped: TokenAmount(quarks: amount, mint: coreMint), feeOnTop: fee,
            received: TokenAmount(quarks: bought, mint: mint), ideal: ideal)
    }

    /// Quotes the sale of `amount` quarks of `mint`.
    ///
    /// - Throws: `TradeQuoteError`.
    public static func sell(
        _ mint: PublicKey, supply: UInt64, amount: UInt64, feeBps: UInt16 = standardFeeBps,
        coreMint: PublicKey = .usdf
    ) throws(TradeQuoteError) -> TradeQuote {
        let sale = try sale(supply: supply, amount: amount, feeBps: feeBps)
        let gross = TokenAmount(quarks: amount, mint: mint).exact * (try spotPrice(supply: supply - 1))
        return TradeQuote(
            swapped: TokenAmount(quarks: amount, mint: mint), poolFee: sale.fee,
            received: TokenAmount(quarks: sale.net, mint: coreMint),
            ideal: gross - gross.share(basisPoints: UInt64(feeBps)))
    }

    /// Quotes the conversion of `amount` quarks of `source` into `target`: the sale of one, then the purchase of the
    /// other with all proceeds.
    ///
    /// - Throws: `TradeQuoteError`.
    public static func convert(
        _ source: (mint: PublicKey, supply: UInt64), to target: (mint: PublicKey, supply: UInt64), amount: UInt64,
        feeBps: UInt16 = standardFeeBps
    ) throws(TradeQuoteError) -> TradeQuote {
        guard source.mint != target.mint else { throw .sameMint }
        let sale = try sale(supply: source.supply, amount: amount, feeBps: feeBps)
        let bought = try purchase(supply: target.supply, amount: sale.net)
        let gross = TokenAmount(quarks: amount, mint: source.mint).exact * (try spotPrice(supply: source.supply - 1))
        let price = try spotPrice(supply: target.supply)
        guard let ideal = (gross - gross.share(basisPoints: UInt64(feeBps))).divided(by: price) else {
            throw .beyondCurve
        }
        return TradeQuote(
            swapped: TokenAmount(quarks: amount, mint: source.mint), poolFee: sale.fee,
            received: TokenAmount(quarks: bought, mint: target.mint), ideal: ideal)
    }

    /// The selling fee of every pool, in ten-thousandths.
    public static let standardFeeBps = UInt16(ConversionFee.standardBps)

    /// Returns the fee on top of a purchase for `amount` core quarks: 1 %, rounded down (payment specification §12.2).
    ///
    /// - Throws: `TradeQuoteError.amountTooLarge` when both together do not fit 64 bits.
    public static func purchaseFee(on amount: UInt64) throws(TradeQuoteError) -> UInt64 {
        guard let fee = try? BasisPoints.fee(of: amount, bps: ConversionFee.standardBps),
            !amount.addingReportingOverflow(fee).overflow
        else { throw .amountTooLarge }
        return fee
    }

    /// Returns the largest amount that a balance buys for, together with the fee on top.
    public static func largestPurchase(balance: UInt64) -> UInt64 {
        let whole = UInt128(BasisPoints.whole)
        // Safe: less than the balance. The fee is rounded down, so one quark more may still fit.
        let amount = UInt64(UInt128(balance) * whole / (whole + UInt128(ConversionFee.standardBps)))
        let (next, overflow) = amount.addingReportingOverflow(1)
        guard !overflow, let fee = try? purchaseFee(on: next), next + fee <= balance else { return amount }
        return next
    }

    private static func purchase(supply: UInt64, amount: UInt64) throws(TradeQuoteError) -> UInt64 {
        guard amount > 0 else { throw .tooSmall }
        let pool = try pool(supply: supply, feeBps: 0)
        do throws(DiscreteBondingCurve.ChainError) {
            let purchase = try DiscreteBondingCurve().chainBuy(pool: pool, amount: amount, minOut: 0)
            // At the end of the curve the chain takes less than offered.
            guard purchase.amountIn == amount else { throw .invalidArgument }
            return purchase.tokensOut
        } catch {
            throw TradeQuoteError(error)
        }
    }

    private static func sale(
        supply: UInt64, amount: UInt64, feeBps: UInt16
    ) throws(TradeQuoteError) -> DiscreteBondingCurve.ChainSale {
        guard amount > 0 else { throw .tooSmall }
        guard amount <= supply else { throw .beyondCurve }
        let pool = try pool(supply: supply, feeBps: feeBps)
        // The service estimates the fee before the chain does, and refuses a sale without one.
        let estimate = DiscreteBondingCurve().serverSell(supplyQuarks: supply, tokenQuarks: amount, feeBps: feeBps)
        guard feeBps == 0 || (estimate?.fee ?? 0) > 0 else { throw .tooSmall }
        do throws(DiscreteBondingCurve.ChainError) {
            return try DiscreteBondingCurve().chainSell(pool: pool, tokenQuarks: amount, minOut: 0)
        } catch {
            throw TradeQuoteError(error)
        }
    }

    private static func pool(supply: UInt64, feeBps: UInt16) throws(TradeQuoteError) -> DiscreteBondingCurve.Pool {
        guard let pool = DiscreteBondingCurve.Pool(supplyQuarks: supply, sellFeeBps: feeBps) else { throw .beyondCurve }
        return pool
    }

    private static func spotPrice(supply: UInt64) throws(TradeQuoteError) -> ExactRational {
        guard supply < DiscreteBondingCurve.maxSupplyQuarks else { throw .beyondCurve }
        return ExactRational(
            numerator: Natural(DiscreteBondingCurve().currentPrice18(supplyQuarks: supply)),
            denominator: .powerOfTen(18))
    }
}

/// Why a trade cannot be quoted.
public enum TradeQuoteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The trade yields nothing, or no fee.
    case tooSmall
    /// More is sold than exists, or more is bought than is left.
    case beyondCurve
    /// Amount and fee together do not fit 64 bits.
    case amountTooLarge
    /// A currency cannot be converted into itself.
    case sameMint

    init(_ error: DiscreteBondingCurve.ChainError) {
        switch error {
        case .noTokensBought, .noValueReceived, .noFeesGenerated: self = .tooSmall
        case .invalidArgument, .slippageExceeded, .supplyUnderflow: self = .beyondCurve
        }
    }

    /// What is wrong, in lower case and without a full stop.
    public var description: String {
        switch self {
        case .tooSmall: "the amount is too small to be traded"
        case .beyondCurve: "the currency does not have that many tokens"
        case .amountTooLarge: "amount and fee together are too large"
        case .sameMint: "a currency cannot be converted into itself"
        }
    }
}
