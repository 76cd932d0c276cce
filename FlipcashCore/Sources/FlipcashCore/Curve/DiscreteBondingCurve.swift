/// The pricing curve of launchpad currencies: 210,001 steps of 100 tokens at a fixed price each (money specification
/// §3). The on-chain program is the authority; every rounding here is one that it, the server or the client makes.
///
/// Supplies and token amounts are in quarks of 10⁻¹⁰ token, values in quarks of 10⁻⁶ core-mint unit. Client functions
/// return exact fractions; the roundings are left to the exits that name them.
public struct DiscreteBondingCurve: Sendable {
    /// Tokens per step.
    public static let stepTokens: UInt64 = 100
    /// Steps in the table; the last starts at the maximum supply.
    public static let stepCount = CurveTable.entryCount
    /// Decimals of every launchpad mint.
    public static let tokenDecimals = 10
    /// Quarks per whole token.
    public static let quarksPerToken: UInt64 = 10_000_000_000
    /// Decimals of the core mint.
    public static let valueDecimals = 6
    /// Most tokens that a currency can have.
    public static let maxSupplyTokens: UInt64 = 21_000_000
    /// ``maxSupplyTokens`` in quarks.
    public static let maxSupplyQuarks: UInt64 = 210_000_000_000_000_000
    /// Quarks per step.
    static let quarksPerStep: UInt64 = 1_000_000_000_000

    public init() {}

    var table: CurveTable { CurveTable.shared }

    /// Price per token at a supply of whole tokens, in units of 10⁻¹⁸; nil above the maximum supply.
    public func spotPrice18(supply tokens: UInt64) -> UInt128? {
        guard tokens <= DiscreteBondingCurve.maxSupplyTokens else { return nil }
        return CurveTable.price(step: Int(tokens / DiscreteBondingCurve.stepTokens))
    }

    /// Price per token at a supply of whole tokens; nil above the maximum supply.
    public func spotPrice(supply tokens: UInt64) -> ExactRational? {
        spotPrice18(supply: tokens).map { ExactRational(numerator: Natural($0), denominator: .powerOfTen(18)) }
    }

    /// The exact cost of the supply from 0; nil where the curve ends, one step above the maximum supply.
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

/// An exact value on the curve: units of 10⁻¹⁸ and, below them, units of 10⁻²⁸, fewer than 10¹⁰.
///
/// Token quarks (10⁻¹⁰) times prices (10⁻¹⁸) give 28 decimals; the whole curve needs 133 bits at that scale, so the
/// two parts are kept apart.
struct CurveSum: Hashable, Sendable {
    let units18: UInt128
    let units28: UInt64

    private static let ratio: UInt128 = 10_000_000_000

    /// Carries whole units out of `units28`. `units18` is below 2¹⁰⁴ everywhere on the curve.
    init(units18: UInt128, units28: UInt128) {
        let (carry, rest) = units28.quotientAndRemainder(dividingBy: CurveSum.ratio)
        self.units18 = units18 + carry
        self.units28 = UInt64(rest)
    }

    /// A core-mint amount of 10⁻⁶ each.
    init(valueQuarks: UInt64) {
        units18 = UInt128(valueQuarks) * 1_000_000_000_000
        units28 = 0
    }

    func adding(_ other: CurveSum) -> CurveSum {
        CurveSum(units18: units18 + other.units18, units28: UInt128(units28) + UInt128(other.units28))
    }

    /// The difference; nil when it would be negative.
    func subtracting(_ other: CurveSum) -> CurveSum? {
        guard (units18, units28) >= (other.units18, other.units28) else { return nil }
        if units28 >= other.units28 {
            return CurveSum(units18: units18 - other.units18, units28: UInt128(units28 - other.units28))
        }
        return CurveSum(
            units18: units18 - other.units18 - 1, units28: UInt128(units28) + CurveSum.ratio - UInt128(other.units28))
    }

    /// Core-mint quarks, rounded down; nil when 64 bits do not hold them.
    var valueQuarksDown: UInt64? { UInt64(exactly: units18 / 1_000_000_000_000) }

    /// `bps` ten-thousandths in core-mint quarks, rounded down; nil when 64 bits do not hold them.
    ///
    /// Safe: below 2¹⁰⁴ times 2¹⁶.
    func shareQuarksDown(bps: UInt16) -> UInt64? {
        let carried = UInt128(units28) * UInt128(bps) / CurveSum.ratio
        return UInt64(exactly: (units18 * UInt128(bps) + carried) / 10_000_000_000_000_000)
    }

    var exact: ExactRational {
        ExactRational(
            numerator: Natural(units18) * Natural(CurveSum.ratio) + Natural(units28), denominator: .powerOfTen(28))
    }
}
