/// What the client shows: exact values (money specification §3.5).
extension DiscreteBondingCurve {
    /// What a sale or a purchase comes to.
    public struct Proceeds: Sendable {
        /// Before the fee.
        public let gross: ExactRational
        /// The fee, in the units of the gross amount.
        public let fees: ExactRational
        /// After the fee.
        public var net: ExactRational { gross - fees }

        init(gross: ExactRational, feeBps: Int) {
            self.gross = gross
            fees = gross.share(basisPoints: UInt64(max(0, feeBps)))
        }
    }

    /// The value of `tokenQuarks` on top of a supply, in core-mint units; nil where the curve has ended.
    public func tokensToValue(supplyQuarks: UInt64, tokenQuarks: UInt64) -> ExactRational? {
        guard tokenQuarks > 0 else { return .zero }
        return value(ofTokens: tokenQuarks, above: supplyQuarks)?.exact
    }

    /// The tokens that `valueQuarks` of the core mint buy on top of a supply, in whole tokens.
    ///
    /// Above the last step the price stays that of the last step, without a cap at the maximum supply. Nil from the
    /// maximum supply on.
    public func valueToTokens(supplyQuarks: UInt64, valueQuarks: UInt64) -> ExactRational? {
        guard valueQuarks > 0 else { return .zero }
        guard supplyQuarks < DiscreteBondingCurve.maxSupplyQuarks, let cost = cost(ofSupply: supplyQuarks) else {
            return nil
        }
        let total = cost.adding(CurveSum(valueQuarks: valueQuarks)).exact
        return supply(at: total, isCapped: false) - tokens(supplyQuarks)
    }

    /// What selling `tokenQuarks` yields in core-mint units. More than the supply counts as the whole supply. Nil when
    /// the supply is beyond the curve.
    public func sell(tokenQuarks: UInt64, feeBps: Int, supplyQuarks: UInt64) -> Proceeds? {
        let sold = min(tokenQuarks, supplyQuarks)
        return tokensToValue(supplyQuarks: supplyQuarks - sold, tokenQuarks: sold)
            .map { Proceeds(gross: $0, feeBps: feeBps) }
    }

    /// What `usdcQuarks` buy, in tokens; nil from the maximum supply on.
    ///
    /// The supply is cut to whole tokens first, as the client does it: up to a whole token too many in places.
    public func buy(usdcQuarks: UInt64, feeBps: Int, supplyQuarks: UInt64) -> Proceeds? {
        let wholeTokens = supplyQuarks - supplyQuarks % DiscreteBondingCurve.quarksPerToken
        return valueToTokens(supplyQuarks: wholeTokens, valueQuarks: usdcQuarks)
            .map { Proceeds(gross: $0, feeBps: feeBps) }
    }

    /// The tokens whose sale at this supply is worth an amount, and the rate per token that this implies.
    public struct Exchange: Sendable {
        /// Whole tokens.
        public let tokens: ExactRational
        /// Fiat per token.
        public let fx: ExactRational
    }

    /// The tokens whose sale brings `fiat`, at `fx` fiat units per US dollar.
    ///
    /// Nil when `fiat` is not above zero, exceeds what the whole supply is worth, or comes to no tokens.
    public func tokensForValueExchange(fiat: ExactRational, fx: ExactRational, supplyQuarks: UInt64) -> Exchange? {
        guard fiat.signum > 0, fx.signum > 0, let usd = fiat.divided(by: fx),
            let tokens = tokens(worth: usd, supplyQuarks: supplyQuarks), let rate = fiat.divided(by: tokens)
        else { return nil }
        return Exchange(tokens: tokens, fx: rate)
    }

    /// The tokens whose sale out of the supply brings `usd`; nil when the whole supply is worth less.
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
