/// The exact results of the on-chain program (money specification §3.3–3.4).
///
/// The program computes in fixed point at 10⁻¹⁸ and rounds half up. It prices from the reserve, not from the supply;
/// the reserve is a whole number of quarks, so it is slightly off the curve.
extension DiscreteBondingCurve {
    private static let half18: UInt128 = 500_000_000_000_000_000

    /// The value of a supply, counted from 0, in units of 10⁻¹⁸; nil beyond the curve.
    func chainValue18(ofSupply quarks: UInt64) -> UInt128? {
        let (step, within) = quarks.quotientAndRemainder(dividingBy: DiscreteBondingCurve.quarksPerStep)
        guard step < CurveTable.entryCount else { return nil }
        return table.cumulative[Int(step)] + chainProduct18(within, step: Int(step))
    }

    /// The supply, in units of 10⁻¹⁸ token, whose value from 0 is `value18`, at most 2¹⁰⁴.
    func chainSupply18(atValue value18: UInt128) -> UInt128 {
        let step = table.step(holding: value18)
        let within = chainQuotient18(value18 - table.cumulative[step], by: table.prices[step])
        return UInt128(step) * 100_000_000_000_000_000_000 + within
    }

    /// The value of `tokenQuarks` on top of a supply, in units of 10⁻¹⁸, rounded like the program's general conversion.
    public func chainTokensToValue18(supplyQuarks: UInt64, tokenQuarks: UInt64) -> UInt128? {
        let (total, overflowed) = supplyQuarks.addingReportingOverflow(tokenQuarks)
        let (first, firstWithin) = supplyQuarks.quotientAndRemainder(dividingBy: DiscreteBondingCurve.quarksPerStep)
        let (last, lastWithin) = total.quotientAndRemainder(dividingBy: DiscreteBondingCurve.quarksPerStep)
        guard !overflowed, last < CurveTable.entryCount else { return nil }
        guard first != last else { return chainProduct18(tokenQuarks, step: Int(first)) }
        let between = table.cumulative[Int(last)] - table.cumulative[Int(first) + 1]
        return chainProduct18(DiscreteBondingCurve.quarksPerStep - firstWithin, step: Int(first))
            + between + chainProduct18(lastWithin, step: Int(last))
    }

    /// The tokens that `valueQuarks` buy on top of a supply, in units of 10⁻¹⁸; nil from the maximum supply on.
    ///
    /// Rounds like the program's general conversion.
    public func chainValueToTokens18(supplyQuarks: UInt64, valueQuarks: UInt64) -> UInt128? {
        guard valueQuarks > 0 else { return 0 }
        let (step, within) = supplyQuarks.quotientAndRemainder(dividingBy: DiscreteBondingCurve.quarksPerStep)
        guard supplyQuarks < DiscreteBondingCurve.maxSupplyQuarks else { return nil }
        let value = UInt128(valueQuarks) * 1_000_000_000_000
        let leftInStep = DiscreteBondingCurve.quarksPerStep - within
        let stepCost = chainProduct18(leftInStep, step: Int(step))
        guard value >= stepCost else { return chainQuotient18(value, by: table.prices[Int(step)]) }
        let next = Int(step) + 1
        let reached = chainSupply18(atValue: table.cumulative[next] + value - stepCost)
        return UInt128(leftInStep) * 100_000_000 + reached - UInt128(next) * 100_000_000_000_000_000_000
    }

    /// Multiplies quarks of one step by its price, rounded half up, in units of 10⁻¹⁸.
    private func chainProduct18(_ quarks: UInt64, step: Int) -> UInt128 {
        (UInt128(quarks) * table.prices[step] + 5_000_000_000) / 10_000_000_000
    }

    /// Returns `(dividend · 10¹⁸ + 5·10¹⁷) / divisor`: the program adds a constant half, not half the divisor.
    ///
    /// Safe: the divisor is a price, below 2⁸⁰, so each partial dividend stays below 2¹¹¹.
    private func chainQuotient18(_ dividend: UInt128, by divisor: UInt128) -> UInt128 {
        let (whole, rest) = dividend.quotientAndRemainder(dividingBy: divisor)
        let (upper, upperRest) = (rest * 1_000_000_000).quotientAndRemainder(dividingBy: divisor)
        let lower = (upperRest * 1_000_000_000 + DiscreteBondingCurve.half18) / divisor
        return whole * 1_000_000_000_000_000_000 + upper * 1_000_000_000 + lower
    }
}

extension DiscreteBondingCurve {
    /// The balances of a currency's pool, in quarks.
    public struct Pool: Hashable, Sendable {
        /// Unsold tokens.
        public let targetVault: UInt64
        /// Core-mint quarks, including collected fees.
        public let baseVault: UInt64
        /// The part of ``baseVault`` that is fees to be burned.
        public let feesAccumulated: UInt64
        /// The selling fee in ten-thousandths.
        public let sellFeeBps: UInt16

        /// Creates a pool from its on-chain balances.
        public init(targetVault: UInt64, baseVault: UInt64, feesAccumulated: UInt64, sellFeeBps: UInt16) {
            self.targetVault = targetVault
            self.baseVault = baseVault
            self.feesAccumulated = feesAccumulated
            self.sellFeeBps = sellFeeBps
        }

        /// Creates the pool that holds exactly what backs a supply, rounded to quarks; nil beyond the curve.
        ///
        /// A pool on the chain may differ by the roundings of its past trades.
        public init?(supplyQuarks: UInt64, sellFeeBps: UInt16) {
            guard supplyQuarks <= maxSupplyQuarks,
                let value = DiscreteBondingCurve().chainValue18(ofSupply: supplyQuarks),
                let baseVault = DiscreteBondingCurve.valueQuarks(value)
            else { return nil }
            self.init(
                targetVault: maxSupplyQuarks - supplyQuarks, baseVault: baseVault, feesAccumulated: 0,
                sellFeeBps: sellFeeBps)
        }

        /// The tokens sold; nil when the vault holds more than the maximum supply.
        public var supplyQuarks: UInt64? {
            targetVault <= maxSupplyQuarks ? maxSupplyQuarks - targetVault : nil
        }

        /// The core-mint quarks that back the tokens sold; nil when the vault holds less than its fees.
        public var valueLocked: UInt64? {
            baseVault >= feesAccumulated ? baseVault - feesAccumulated : nil
        }

        var reserve18: UInt128? { valueLocked.map { UInt128($0) * 1_000_000_000_000 } }
    }

    /// Errors of the on-chain program for a trade. The raw values are the program's messages.
    public enum ChainError: String, Error, Hashable, Sendable {
        /// The balances do not match each other, or the trade goes beyond the curve.
        case invalidArgument = "InvalidArgument"
        /// The payment buys less than half a token quark.
        case noTokensBought = "No tokens bought"
        /// The tokens are worth less than half a quark.
        case noValueReceived = "No value received"
        /// The sale is too small for a fee of one quark.
        case noFeesGenerated = "No fees generated"
        /// The trade yields less than the trader's minimum.
        case slippageExceeded = "Slippage exceeded"
        /// The sale exceeds the supply.
        case supplyUnderflow = "panic: supply underflow"
    }

    /// A settled purchase, in quarks.
    public struct ChainPurchase: Hashable, Sendable {
        /// Core-mint quarks paid, less than offered at the end of the curve.
        public let amountIn: UInt64
        /// Tokens bought.
        public let tokensOut: UInt64
    }

    /// A settled sale, in core-mint quarks.
    ///
    /// Both parts are rounded, so their sum may differ from the total by one.
    public struct ChainSale: Hashable, Sendable {
        /// The amount paid out.
        public let net: UInt64
        /// The fee, kept in the vault.
        public let fee: UInt64
    }

    /// Settles a purchase for `amount` quarks of the core mint.
    ///
    /// - Parameters:
    ///   - pool: the reserves before the purchase.
    ///   - amount: the payment. In an instruction, 0 means the buyer's whole balance; the caller passes that balance
    ///     instead (money specification §3.4). Here, 0 buys nothing.
    ///   - minOut: the minimum number of token quarks.
    /// - Throws: ``ChainError/invalidArgument``, ``ChainError/noTokensBought``, ``ChainError/slippageExceeded``.
    public func chainBuy(pool: Pool, amount: UInt64, minOut: UInt64) throws(ChainError) -> ChainPurchase {
        guard let supply = pool.supplyQuarks, let current = pool.reserve18 else { throw .invalidArgument }
        let end = table.cumulative[CurveTable.lastStep]
        let new = min(current + UInt128(amount) * 1_000_000_000_000, end)
        guard new >= current else { throw .invalidArgument }
        let reached = chainSupply18(atValue: new)
        let sold = UInt128(supply) * 100_000_000
        guard reached >= sold else { throw .invalidArgument }
        let tokens = min(reached - sold, UInt128(pool.targetVault) * 100_000_000)
        guard let paid = DiscreteBondingCurve.valueQuarks(new - current),
            let tokensOut = UInt64(exactly: (tokens + 50_000_000) / 100_000_000)
        else { throw .invalidArgument }
        guard tokensOut > 0 else { throw .noTokensBought }
        guard tokensOut >= minOut else { throw .slippageExceeded }
        return ChainPurchase(amountIn: paid, tokensOut: tokensOut)
    }

    /// Settles the sale of `tokenQuarks`.
    ///
    /// - Parameters:
    ///   - pool: the reserves before the sale.
    ///   - tokenQuarks: the tokens to sell. In an instruction, 0 means the seller's whole balance; the caller passes
    ///     that balance instead (money specification §3.4). Here, 0 sells nothing.
    ///   - minOut: the minimum number of core-mint quarks after the fee.
    /// - Throws: ``ChainError/invalidArgument``, ``ChainError/supplyUnderflow``, ``ChainError/noValueReceived``,
    ///   ``ChainError/noFeesGenerated``, ``ChainError/slippageExceeded``.
    public func chainSell(pool: Pool, tokenQuarks: UInt64, minOut: UInt64) throws(ChainError) -> ChainSale {
        guard let supply = pool.supplyQuarks, let current = pool.reserve18 else { throw .invalidArgument }
        guard tokenQuarks <= supply else { throw .supplyUnderflow }
        guard let left = chainValue18(ofSupply: supply - tokenQuarks), current >= left else { throw .invalidArgument }
        let total = current - left
        let fee = (total * UInt128(pool.sellFeeBps) + 5000) / UInt128(BasisPoints.whole)
        guard fee <= total, let netQuarks = DiscreteBondingCurve.valueQuarks(total - fee),
            let feeQuarks = DiscreteBondingCurve.valueQuarks(fee)
        else { throw .invalidArgument }
        guard netQuarks > 0 else { throw .noValueReceived }
        guard pool.sellFeeBps == 0 || feeQuarks > 0 else { throw .noFeesGenerated }
        guard netQuarks >= minOut else { throw .slippageExceeded }
        return ChainSale(net: netQuarks, fee: feeQuarks)
    }

    /// Converts units of 10⁻¹⁸ to core-mint quarks, rounded half up, also in the trader's favour.
    fileprivate static func valueQuarks(_ units18: UInt128) -> UInt64? {
        UInt64(exactly: (units18 + 500_000_000_000) / 1_000_000_000_000)
    }
}
