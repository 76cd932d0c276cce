/// The pricing curve of launchpad currencies: 210,001 steps of 100 tokens, each at a fixed price (money specification
/// §3).
///
/// The on-chain program is the authority. Every rounding here matches one of the program, the server or the client.
/// Supplies and token amounts are in quarks of 10⁻¹⁰ token, values in quarks of 10⁻⁶ core-mint unit. Client functions
/// return exact fractions, which the caller rounds.
public struct DiscreteBondingCurve: Sendable {
    /// The number of tokens of a step.
    public static let stepTokens: UInt64 = 100
    /// The number of steps in the table; the last starts at the maximum supply.
    public static let stepCount = CurveTable.entryCount
    /// The number of decimals of every launchpad mint.
    public static let tokenDecimals = 10
    /// The number of quarks of a whole token.
    public static let quarksPerToken: UInt64 = 10_000_000_000
    /// The number of decimals of the core mint.
    public static let valueDecimals = 6
    /// The largest number of tokens of a currency.
    public static let maxSupplyTokens: UInt64 = 21_000_000
    /// ``maxSupplyTokens`` in quarks.
    public static let maxSupplyQuarks: UInt64 = 210_000_000_000_000_000
    /// The number of quarks of a step.
    static let quarksPerStep: UInt64 = 1_000_000_000_000

    /// Creates the curve; its tables are computed once, at the first use.
    public init() {}

    var table: CurveTable { CurveTable.shared }

    /// The price per token at a supply of whole tokens, in units of 10⁻¹⁸; nil above the maximum supply.
    public func spotPrice18(supply tokens: UInt64) -> UInt128? {
        guard tokens <= DiscreteBondingCurve.maxSupplyTokens else { return nil }
        return CurveTable.price(step: Int(tokens / DiscreteBondingCurve.stepTokens))
    }

    /// The price per token at a supply of whole tokens; nil above the maximum supply.
    public func spotPrice(supply tokens: UInt64) -> ExactRational? {
        spotPrice18(supply: tokens).map { ExactRational(numerator: Natural($0), denominator: .powerOfTen(18)) }
    }

    /// The exact cost of the supply from 0; nil beyond the curve's end, one step above the maximum supply.
    func cost(ofSupply quarks: UInt64) -> CurveSum? {
        let (step, within) = quarks.quotientAndRemainder(dividingBy: DiscreteBondingCurve.quarksPerStep)
        guard step < CurveTable.entryCount else { return nil }
        // Safe: a step has fewer than 2⁴⁰ quarks and prices are below 2⁸⁰.
        return CurveSum(units18: table.cumulative[Int(step)], units28: UInt128(within) * table.prices[Int(step)])
    }

    /// The exact proceeds of selling `tokens` out of `supply + tokens`, without a fee.
    func value(ofTokens tokens: UInt64, above supply: UInt64) -> CurveSum? {
        let (total, overflowed) = supply.addingReportingOverflow(tokens)
        guard !overflowed, let upper = cost(ofSupply: total), let lower = cost(ofSupply: supply) else { return nil }
        return upper.subtracting(lower)
    }
}
