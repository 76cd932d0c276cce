/// An exact fraction. Amounts of money are computed exactly and rounded once, at the end.
///
/// Additions, products and quotients are exact at any size. The curve's sums need 40 digits and its quotients do not
/// terminate, so neither a double nor a 38-digit decimal can hold them.
public struct ExactRational: Sendable {
    let isNegative: Bool
    let numerator: Natural
    /// The denominator, which is never zero.
    let denominator: Natural

    /// How to round an exact value.
    public enum Rounding: Hashable, Sendable {
        /// To the nearest, halves away from zero.
        case halfUp
        /// Towards zero.
        case down
    }

    /// 0.
    public static let zero = ExactRational(0 as UInt64)
    /// 1.
    public static let one = ExactRational(1 as UInt64)

    /// Creates a whole number.
    public init(_ value: UInt64) {
        self.init(numerator: Natural(value), denominator: .one)
    }

    /// Creates `quarks` units of 10⁻ᵈᵉᶜⁱᵐᵃˡˢ each; a negative number of decimals counts as 0.
    public init(quarks: UInt64, decimals: Int) {
        self.init(numerator: Natural(quarks), denominator: .powerOfTen(decimals))
    }

    /// Creates the exact value of a double; nil for infinities and NaN.
    public init?(exactly value: Double) {
        guard value.isFinite else { return nil }
        // Safe: a finite double is significand · 2^exponent with 53 bits and an exponent within ±1100.
        let significand = Natural(value.significandBitPattern | (value.isNormal ? 1 << 52 : 0))
        let exponent = (value.isNormal ? Int(value.exponentBitPattern) - 1023 : -1022) - 52
        self.init(
            isNegative: value.sign == .minus,
            numerator: exponent > 0 ? significand << exponent : significand,
            denominator: exponent < 0 ? .one << -exponent : .one)
    }

    init(isNegative: Bool = false, numerator: Natural, denominator: Natural) {
        self.isNegative = isNegative && !numerator.isZero
        self.numerator = numerator
        self.denominator = denominator
    }

    /// Whether the value is 0.
    public var isZero: Bool { numerator.isZero }

    /// 1 for a positive value, 0 for zero, −1 for a negative value.
    public var signum: Int { isZero ? 0 : isNegative ? -1 : 1 }

    /// The absolute value.
    public var magnitude: ExactRational { ExactRational(numerator: numerator, denominator: denominator) }
}

extension ExactRational {
    /// The negated value.
    public static prefix func - (value: ExactRational) -> ExactRational {
        ExactRational(isNegative: !value.isNegative, numerator: value.numerator, denominator: value.denominator)
    }

    /// The exact sum.
    public static func + (left: ExactRational, right: ExactRational) -> ExactRational {
        let (l, r, denominator) = onCommonDenominator(left, right)
        if left.isNegative == right.isNegative {
            return ExactRational(isNegative: left.isNegative, numerator: l + r, denominator: denominator)
        }
        let isNegative = l < r ? right.isNegative : left.isNegative
        return ExactRational(isNegative: isNegative, numerator: l.distance(to: r), denominator: denominator)
    }

    /// The exact difference.
    public static func - (left: ExactRational, right: ExactRational) -> ExactRational { left + -right }

    /// The exact product.
    public static func * (left: ExactRational, right: ExactRational) -> ExactRational {
        ExactRational(
            isNegative: left.isNegative != right.isNegative,
            numerator: left.numerator * right.numerator,
            denominator: left.denominator * right.denominator)
    }

    /// The quotient; nil when `divisor` is zero.
    public func divided(by divisor: ExactRational) -> ExactRational? {
        guard !divisor.isZero else { return nil }
        return ExactRational(
            isNegative: isNegative != divisor.isNegative,
            numerator: numerator * divisor.denominator,
            denominator: denominator * divisor.numerator)
    }

    /// `basisPoints` ten-thousandths of the value.
    public func share(basisPoints: UInt64) -> ExactRational {
        self * ExactRational(numerator: Natural(basisPoints), denominator: Natural(10_000 as UInt64))
    }

    private static func onCommonDenominator(
        _ left: ExactRational, _ right: ExactRational
    ) -> (Natural, Natural, Natural) {
        if left.denominator == right.denominator { return (left.numerator, right.numerator, left.denominator) }
        return (
            left.numerator * right.denominator, right.numerator * left.denominator,
            left.denominator * right.denominator
        )
    }
}

extension ExactRational: Comparable {
    /// Compares the exact values.
    public static func < (left: ExactRational, right: ExactRational) -> Bool {
        guard left.isNegative == right.isNegative else { return left.isNegative }
        let (l, r, _) = onCommonDenominator(left, right)
        return left.isNegative ? r < l : l < r
    }

    /// Whether the exact values are equal, also if the fractions are written differently.
    public static func == (left: ExactRational, right: ExactRational) -> Bool {
        guard left.isNegative == right.isNegative else { return false }
        let (l, r, _) = onCommonDenominator(left, right)
        return l == r
    }
}

extension ExactRational {
    /// `|self| · 10^places`, rounded to an integer.
    func scaledMagnitude(places: Int, _ rounding: Rounding) -> Natural {
        let scaled = places > 0 ? numerator * .powerOfTen(places) : numerator
        let divisor = places < 0 ? denominator * .powerOfTen(-places) : denominator
        // The denominator is never zero, so the divisions do not return nil.
        return switch rounding {
        case .halfUp: scaled.dividedHalfUp(by: divisor) ?? .zero
        case .down: scaled.quotientAndRemainder(dividingBy: divisor)?.quotient ?? .zero
        }
    }

    /// The value rounded to `places` fraction digits; a negative number of places rounds to tens, hundreds and so on.
    public func rounded(places: Int, _ rounding: Rounding) -> ExactRational {
        ExactRational(
            isNegative: isNegative, numerator: scaledMagnitude(places: places, rounding) * .powerOfTen(-places),
            denominator: .powerOfTen(places))
    }

    /// Plain decimal text with at most `places` fraction digits, without an exponent or trailing zeros.
    public func text(places: Int, _ rounding: Rounding = .halfUp) -> String {
        let scaled = scaledMagnitude(places: places, rounding)
        return DecimalText(isNegative: isNegative && !scaled.isZero, digits: scaled, exponent: -places).description
    }
}
