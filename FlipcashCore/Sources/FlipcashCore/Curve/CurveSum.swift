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
