/// The server's estimates for checks and quotes, truncated to quarks (money specification §3.6).
extension DiscreteBondingCurve {
    /// A sale in core-mint quarks.
    public struct SaleEstimate: Hashable, Sendable {
        /// Proceeds before the fee.
        public let value: UInt64
        /// The fee, rounded down separately.
        public let fee: UInt64
        /// Proceeds after the fee; 0 when the fee exceeds them.
        public var net: UInt64 { value > fee ? value - fee : 0 }
    }

    /// The proceeds of selling `tokenQuarks`; nil beyond the curve.
    ///
    /// A `tokenQuarks` above the supply is valued as if the supply were that large.
    public func serverSell(supplyQuarks: UInt64, tokenQuarks: UInt64, feeBps: UInt16) -> SaleEstimate? {
        let supply = max(supplyQuarks, tokenQuarks)
        guard let exact = value(ofTokens: tokenQuarks, above: supply - tokenQuarks),
            let value = exact.valueQuarksDown, let fee = exact.shareQuarksDown(bps: feeBps)
        else { return nil }
        return SaleEstimate(value: value, fee: fee)
    }

    /// The token quarks that `usdcQuarks` buy, at most the unsold ones; 0 from the maximum supply on.
    public func serverBuy(supplyQuarks: UInt64, usdcQuarks: UInt64) -> UInt64 {
        guard supplyQuarks < DiscreteBondingCurve.maxSupplyQuarks, let cost = cost(ofSupply: supplyQuarks) else {
            return 0
        }
        let unsold = DiscreteBondingCurve.maxSupplyQuarks - supplyQuarks
        let total = cost.adding(CurveSum(valueQuarks: usdcQuarks))
        let step = table.step(holding: total.units18)
        let price = table.prices[step]
        // What is left of `total` within this step, in units of 10⁻²⁸ (see `CurveSum`), divided by the price per token
        // gives token quarks. The parts are divided one by one, because the whole would not fit 128 bits.
        // Safe: `rest` is below the price, which is below 2⁸⁰, so `rest * ratio` is below 2¹¹⁴. `whole` is below 2⁵¹,
        // because `total.units18` is below 2¹⁰⁴ and every price above 2⁵³.
        let (whole, rest) = (total.units18 - table.cumulative[step]).quotientAndRemainder(dividingBy: price)
        let ratio = UInt128(DiscreteBondingCurve.quarksPerToken)
        let within = whole * ratio + (rest * ratio + UInt128(total.units28)) / price
        let reached = UInt128(step) * UInt128(DiscreteBondingCurve.quarksPerStep) + within
        return UInt64(min(reached - UInt128(supplyQuarks), UInt128(unsold)))
    }

    /// The price per token in units of 10⁻¹⁸; the last price for a supply above the maximum.
    public func currentPrice18(supplyQuarks: UInt64) -> UInt128 {
        let supply = min(supplyQuarks, DiscreteBondingCurve.maxSupplyQuarks)
        return CurveTable.price(step: Int(supply / DiscreteBondingCurve.quarksPerStep))
    }

    /// The server's market capitalisation in core-mint units: the supply, fractions included, times the price.
    public func serverMarketCap(supplyQuarks: UInt64) -> ExactRational {
        ExactRational(quarks: supplyQuarks, decimals: DiscreteBondingCurve.tokenDecimals)
            * ExactRational(
                numerator: Natural(currentPrice18(supplyQuarks: supplyQuarks)), denominator: .powerOfTen(18))
    }
}
