/// The exact values that the client shows (money specification §3.5).
extension DiscreteBondingCurve {
    /// The result of a sale or a purchase.
    public struct Proceeds: Sendable {
        /// The amount before the fee.
        public let gross: ExactRational
        /// The fee, in the units of the gross amount.
        public let fees: ExactRational
        /// The amount after the fee.
        public var net: ExactRational { gross - fees }

        init(gross: ExactRational, feeBps: Int) {
            self.gross = gross
            fees = gross.share(basisPoints: UInt64(max(0, feeBps)))
        }
    }

    /// The value of `tokenQuarks` on top of a supply, in core-mint units; nil beyond the end of the curve.
    public func tokensToValue(supplyQuarks: UInt64, tokenQuarks: UInt64) -> ExactRational? {
        guard tokenQuarks > 0 else { return .zero }
        return value(ofTokens: tokenQuarks, above: supplyQuarks)?.exact
    }

    /// The whole tokens that `valueQuarks` of the core mint buy on top of a supply; nil from the maximum supply on.
    ///
    /// Above the last step the price remains that of the last step, without a cap at the maximum supply.
    public func valueToTokens(supplyQuarks: UInt64, valueQuarks: UInt64) -> ExactRational? {
        guard valueQuarks > 0 else { return .zero }
        guard supplyQuarks < DiscreteBondingCurve.maxSupplyQuarks, let cost = cost(ofSupply: supplyQuarks) else {
            return nil
        }
        let total = cost.adding(CurveSum(valueQuarks: valueQuarks)).exact
        return supply(at: total, isCapped: false) - tokens(supplyQuarks)
    }

    /// The proceeds of selling `tokenQuarks`, in core-mint units; nil when the supply is beyond the curve.
    ///
    /// More than the supply counts as the whole supply.
    public func sell(tokenQuarks: UInt64, feeBps: Int, supplyQuarks: UInt64) -> Proceeds? {
        let sold = min(tokenQuarks, supplyQuarks)
        return tokensToValue(supplyQuarks: supplyQuarks - sold, tokenQuarks: sold)
            .map { Proceeds(gross: $0, feeBps: feeBps) }
    }

    /// The tokens that `usdcQuarks` buy; nil from the maximum supply on.
    ///
    /// As clients do, this truncates the supply to whole tokens first, so the result may be up to one whole token too
    /// high.
    public func buy(usdcQuarks: UInt64, feeBps: Int, supplyQuarks: UInt64) -> Proceeds? {
        let wholeTokens = supplyQuarks - supplyQuarks % DiscreteBondingCurve.quarksPerToken
        return valueToTokens(supplyQuarks: wholeTokens, valueQuarks: usdcQuarks)
            .map { Proceeds(gross: $0, feeBps: feeBps) }
    }

    /// The tokens whose sale at this supply is worth an amount, and the resulting rate per token.
    public struct Exchange: Sendable {
        /// Whole tokens.
        public let tokens: ExactRational
        /// Fiat per token.
        public let fx: ExactRational
    }

    /// The tokens whose sale yields `fiat`, at `fx` fiat units per US dollar.
    ///
    /// Nil when `fiat` is not above zero, exceeds the value of the whole supply, or is worth less than any token
    /// amount.
    public func tokensForValueExchange(fiat: ExactRational, fx: ExactRational, supplyQuarks: UInt64) -> Exchange? {
        guard fiat.signum > 0, fx.signum > 0, let usd = fiat.divided(by: fx),
            let tokens = tokens(worth: usd, supplyQuarks: supplyQuarks), let rate = fiat.divided(by: tokens)
        else { return nil }
        return Exchange(tokens: tokens, fx: rate)
    }

    /// The tokens whose sale from the supply yields `usd`; nil when the whole supply is worth less.
    func tokens(worth usd: ExactRational, supplyQuarks: UInt64) -> ExactRational? {
        guard let locked = cost(ofSupply: supplyQuarks)?.exact, usd <= locked else { return nil }
        return supply(at: locked) - supply(at: locked - usd)
    }

    /// The supply in whole tokens whose cost is `value`, interpolated within a step.
    public func supply(atValue value: ExactRational) -> ExactRational { supply(at: value) }

    private func supply(at value: ExactRational, isCapped: Bool = true) -> ExactRational {
        guard value.signum > 0 else { return .zero }
        let units = value.scaledMagnitude(places: 18, .down).uint128 ?? .max
        let step = table.step(holding: units)
        let lower = ExactRational(numerator: Natural(table.cumulative[step]), denominator: .powerOfTen(18))
        let price = ExactRational(numerator: Natural(table.prices[step]), denominator: .powerOfTen(18))
        let stepTokens = ExactRational(DiscreteBondingCurve.stepTokens)
        let within = (value - lower).divided(by: price) ?? .zero
        let counted = isCapped ? min(within, stepTokens) : within
        return stepTokens * ExactRational(UInt64(step)) + counted
    }

    /// The step boundary at or below the supply whose cost is `tvlQuarks`, in whole tokens.
    public func supplyFromTVL(tvlQuarks: UInt64) -> UInt64 {
        UInt64(table.step(holding: CurveSum(valueQuarks: tvlQuarks).units18)) * DiscreteBondingCurve.stepTokens
    }

    /// Whole tokens times their price, in core-mint units; nil above the maximum supply.
    public func marketCap(supplyQuarks: UInt64) -> ExactRational? {
        guard supplyQuarks <= DiscreteBondingCurve.maxSupplyQuarks else { return nil }
        let wholeTokens = supplyQuarks / DiscreteBondingCurve.quarksPerToken
        return spotPrice(supply: wholeTokens).map { ExactRational(wholeTokens) * $0 }
    }

    private func tokens(_ quarks: UInt64) -> ExactRational {
        ExactRational(quarks: quarks, decimals: DiscreteBondingCurve.tokenDecimals)
    }
}
