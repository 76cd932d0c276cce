#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The analytic model of launchpad prices, P(S) = a·b·e^(c·S) (money specification §4).
///
/// It documents the shape of the curve; its early prices are slightly too high. All values that are paid, proven or
/// checked come from ``DiscreteBondingCurve``.
///
/// Token amounts and supplies are in quarks of 10⁻¹⁰ token, dollar amounts and locked values in quarks of 10⁻⁶. Results
/// are in whole units with 38 digits.
public struct BondingCurve: Sendable {
    /// 11400.230149967394933471 core-mint units.
    public let a = Decimal(
        sign: .plus, exponent: -18, significand: Decimal(11_400_230_149_967_394) * 1_000_000 + 933_471)
    /// 0.000000877175273521 per token.
    public let b = Decimal(sign: .plus, exponent: -18, significand: 877_175_273_521)
    /// 0.000000877175273521 per token.
    public let c = Decimal(sign: .plus, exponent: -18, significand: 877_175_273_521)

    /// The nominal price of the first token.
    public let startPrice = Decimal(sign: .plus, exponent: -2, significand: 1)
    /// The nominal price of the last token.
    public let endPrice: Decimal = 1_000_000
    /// The largest number of tokens of a currency.
    public let maxSupply: Decimal = 21_000_000

    /// Creates the curve, whose constants are the same for every currency.
    public init() {}

    private let exactA = ExactRational(
        numerator: Natural(11_400_230_149_967_394_933_471 as UInt128), denominator: .powerOfTen(18))
    private let exactC = ExactRational(numerator: Natural(877_175_273_521 as UInt64), denominator: .powerOfTen(18))

    private static func tokens(_ quarks: UInt64) -> ExactRational { ExactRational(quarks: quarks, decimals: 10) }
    private static func dollars(_ quarks: UInt64) -> ExactRational { ExactRational(quarks: quarks, decimals: 6) }

    /// Returns e^(c·tokens) − 1.
    private func growthMinusOne(_ tokens: ExactRational) throws(BondingCurveError) -> ExactRational {
        guard let growth = FixedPoint.exponentialMinusOne(of: exactC * tokens) else { throw .money(.overflow) }
        return growth
    }

    /// Returns ln(ratio) / c, in tokens.
    private func tokens(forGrowth ratio: ExactRational) throws(BondingCurveError) -> ExactRational {
        guard let tokens = FixedPoint.logarithm(of: ratio)?.divided(by: exactC) else { throw .money(.overflow) }
        return tokens
    }
}

/// Errors from computing with the analytic curve.
public enum BondingCurveError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The value to exchange is not above zero.
    case nonPositiveValue
    /// The value to exchange is more than the curve can release.
    case valueTooLargeForLiquidityCap
    /// An intermediate value or a result is out of range.
    case money(MoneyError)

    /// What is wrong, in lower case and without a full stop.
    public var description: String {
        switch self {
        case .nonPositiveValue: "the value to exchange is not above zero"
        case .valueTooLargeForLiquidityCap: "the value to exchange is more than the currency's liquidity"
        case .money(let error): error.description
        }
    }

    /// Runs `operation` and wraps the error that it throws.
    static func wrapping<Value>(_ operation: () throws(MoneyError) -> Value) throws(BondingCurveError) -> Value {
        do {
            return try operation()
        } catch {
            throw .money(error)
        }
    }
}

extension BondingCurve {
    /// Returns the price per token at a supply of `supply` tokens.
    ///
    /// - Throws: ``BondingCurveError/money(_:)`` for a supply that is negative or not a number, and for a price that
    ///   does not fit a decimal.
    public func spotPrice(supply: Decimal) throws(BondingCurveError) -> Decimal {
        let tokens = try BondingCurveError.wrapping { () throws(MoneyError) in try ExactRational(supply) }
        guard !tokens.isNegative else { throw .money(.invalidNegativeValue) }
        let price = exactA * exactC * (try growthMinusOne(tokens) + .one)
        return try rounded(price)
    }

    /// Returns the cost of `quarks` tokens on top of a supply.
    ///
    /// - Throws: ``BondingCurveError/money(_:)`` when the cost does not fit a decimal.
    public func costToBuy(quarks: UInt64, supply: UInt64) throws(BondingCurveError) -> Decimal {
        let growth = try growthMinusOne(BondingCurve.tokens(supply)) + .one
        return try rounded(exactA * growth * growthMinusOne(BondingCurve.tokens(quarks)))
    }

    /// Returns the proceeds of selling `quarks` tokens while `tvl` is locked.
    ///
    /// - Throws: ``BondingCurveError/money(_:)`` when the proceeds do not fit a decimal.
    public func valueFromSelling(quarks: UInt64, tvl: UInt64) throws(BondingCurveError) -> Decimal {
        try rounded(proceeds(quarks: quarks, tvl: tvl))
    }

    /// Returns the number of tokens that `usdc` buys while `tvl` is locked.
    ///
    /// - Throws: ``BondingCurveError/money(_:)`` when the number does not fit a decimal.
    public func tokensBought(withUSDC usdc: UInt64, tvl: UInt64) throws(BondingCurveError) -> Decimal {
        try rounded(purchased(usdc: usdc, tvl: tvl))
    }

    /// A purchase, in tokens.
    public struct Purchase: Hashable, Sendable {
        /// Whole tokens after the fee.
        public let netTokens: Decimal
        /// The fee in whole tokens.
        public let fees: Decimal
    }

    /// A sale, in core-mint units.
    public struct Sale: Hashable, Sendable {
        /// Core-mint units after the fee.
        public let netUSDC: Decimal
        /// The fee in core-mint units.
        public let fees: Decimal
    }

    /// Buys tokens; the fee of `feeBps` ten-thousandths is taken from the tokens.
    ///
    /// - Throws: ``BondingCurveError/money(_:)`` for a negative fee, and for results that do not fit a decimal.
    public func buy(usdcQuarks: UInt64, feeBps: Int, tvl: UInt64) throws(BondingCurveError) -> Purchase {
        let gross = try purchased(usdc: usdcQuarks, tvl: tvl)
        let fees = try fee(of: gross, bps: feeBps)
        return Purchase(netTokens: try rounded(gross - fees), fees: try rounded(fees))
    }

    /// Sells tokens; the fee of `feeBps` ten-thousandths is taken from the proceeds.
    ///
    /// - Throws: ``BondingCurveError/money(_:)`` for a negative fee, and for results that do not fit a decimal.
    public func sell(quarks: UInt64, feeBps: Int, tvl: UInt64) throws(BondingCurveError) -> Sale {
        let gross = try proceeds(quarks: quarks, tvl: tvl)
        let fees = try fee(of: gross, bps: feeBps)
        return Sale(netUSDC: try rounded(gross - fees), fees: try rounded(fees))
    }

    /// The tokens that are worth an amount of fiat, and the resulting fiat per token.
    public struct Exchange: Hashable, Sendable {
        /// Whole tokens.
        public let tokens: Decimal
        /// Fiat per token.
        public let fx: Decimal
    }

    /// Returns the tokens worth `fiat` at `fiatRate` fiat per US dollar while `tvl` is locked; zero unless `fiat` is
    /// positive.
    ///
    /// - Throws: ``BondingCurveError/nonPositiveValue`` for a rate that is not above zero,
    ///   ``BondingCurveError/valueTooLargeForLiquidityCap``, ``BondingCurveError/money(_:)``.
    public func tokensForValueExchange(
        fiat: Decimal, fiatRate: Decimal, tvl: UInt64
    ) throws(BondingCurveError) -> Exchange {
        let (exactFiat, exactRate) = try BondingCurveError.wrapping { () throws(MoneyError) in
            (try ExactRational(fiat), try ExactRational(fiatRate))
        }
        guard exactFiat.signum > 0 else { return Exchange(tokens: 0, fx: 0) }
        guard let value = exactFiat.divided(by: exactRate), value.signum > 0 else { throw .nonPositiveValue }
        let cap = BondingCurve.dollars(tvl) + exactA
        guard value < cap, let ratio = cap.divided(by: cap - value) else { throw .valueTooLargeForLiquidityCap }
        let tokens = try tokens(forGrowth: ratio)
        guard let fx = exactFiat.divided(by: tokens) else { throw .nonPositiveValue }
        return Exchange(tokens: try rounded(tokens), fx: try rounded(fx))
    }

    /// Returns supply times price, in core-mint units.
    ///
    /// - Throws: ``BondingCurveError/money(_:)`` when the product does not fit a decimal.
    public func marketCap(supply: UInt64) throws(BondingCurveError) -> Decimal {
        let tokens = BondingCurve.tokens(supply)
        return try rounded(tokens * exactA * exactC * (try growthMinusOne(tokens) + .one))
    }

    private func proceeds(quarks: UInt64, tvl: UInt64) throws(BondingCurveError) -> ExactRational {
        let growth = try growthMinusOne(BondingCurve.tokens(quarks))
        guard let share = growth.divided(by: growth + .one) else { throw .money(.overflow) }
        return (BondingCurve.dollars(tvl) + exactA) * share
    }

    private func purchased(usdc: UInt64, tvl: UInt64) throws(BondingCurveError) -> ExactRational {
        let locked = BondingCurve.dollars(tvl) + exactA
        guard let ratio = (locked + BondingCurve.dollars(usdc)).divided(by: locked) else { throw .money(.overflow) }
        return try tokens(forGrowth: ratio)
    }

    private func fee(of gross: ExactRational, bps: Int) throws(BondingCurveError) -> ExactRational {
        guard let bps = UInt64(exactly: bps) else { throw .money(.invalidNegativeValue) }
        return gross.share(basisPoints: bps)
    }

    private func rounded(_ value: ExactRational) throws(BondingCurveError) -> Decimal {
        try BondingCurveError.wrapping { () throws(MoneyError) in try value.decimal }
    }
}
