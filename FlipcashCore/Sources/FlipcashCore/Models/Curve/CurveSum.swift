/// An exact value on the curve: units of 10⁻¹⁸, plus fewer than 10¹⁰ units of 10⁻²⁸.
///
/// Token quarks (10⁻¹⁰) times prices (10⁻¹⁸) give 28 decimals. The whole curve needs 133 bits at that scale, so the
/// value is kept in two parts.
struct CurveSum: Hashable, Sendable {
    let units18: UInt128
    let units28: UInt64

    private static let ratio: UInt128 = 10_000_000_000

    /// Carries whole units from `units28` into `units18`, which is below 2¹⁰⁴ everywhere on the curve.
    init(units18: UInt128, units28: UInt128) {
        let (carry, rest) = units28.quotientAndRemainder(dividingBy: CurveSum.ratio)
        self.units18 = units18 + carry
        self.units28 = UInt64(rest)
    }

    /// Converts core-mint quarks of 10⁻⁶.
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

    /// The value in core-mint quarks, rounded down; nil when it does not fit 64 bits.
    var valueQuarksDown: UInt64? { UInt64(exactly: units18 / 1_000_000_000_000) }

    /// Returns `bps` ten-thousandths of the value in core-mint quarks, rounded down; nil when it does not fit 64 bits.
    ///
    /// Safe: the product of a number below 2¹⁰⁴ and one below 2¹⁶ fits.
    func shareQuarksDown(bps: UInt16) -> UInt64? {
        let carried = UInt128(units28) * UInt128(bps) / CurveSum.ratio
        return UInt64(exactly: (units18 * UInt128(bps) + carried) / 10_000_000_000_000_000)
    }

    var exact: ExactRational {
        ExactRational(
            numerator: Natural(units18) * Natural(CurveSum.ratio) + Natural(units28), denominator: .powerOfTen(28))
    }
}
