/// Exponential and logarithm in binary fixed point with 384 fraction bits, about 115 decimal digits.
///
/// Only the analytic curve uses them. Its published values have 30 digits; cancellation can lose 40 more.
enum FixedPoint {
    static let fractionBits = 384

    private static var one: Natural { .one << fractionBits }

    /// Converts `value` to fixed point, rounded down.
    private static func fixed(_ value: ExactRational) -> Natural {
        (value.numerator << fractionBits).quotientAndRemainder(dividingBy: value.denominator)?.quotient ?? .zero
    }

    private static func rational(_ fixed: Natural) -> ExactRational {
        ExactRational(numerator: fixed, denominator: one)
    }

    private static func product(_ left: Natural, _ right: Natural) -> Natural { (left * right) >> fractionBits }

    /// The largest argument of ``exponentialMinusOne(of:)``; the result has about 6,000 bits.
    static let exponentMax: UInt64 = 4000

    /// Returns eˣ − 1 for 0 ≤ x ≤ ``exponentMax``; nil outside that range.
    static func exponentialMinusOne(of x: ExactRational) -> ExactRational? {
        guard !x.isNegative, x <= ExactRational(exponentMax) else { return nil }
        let halvings = 24
        let reduced = fixed(x) >> halvings
        var sum = Natural.zero
        var term = reduced
        var divisor: UInt64 = 1
        while !term.isZero {
            sum = sum + term
            divisor += 1
            term = product(term, reduced).dividedByLimb(divisor).quotient
        }
        // (1 + s)² − 1 = 2s + s²: doubling the argument in this form keeps the digits of a small s.
        for _ in 0..<halvings { sum = (sum << 1) + product(sum, sum) }
        return rational(sum)
    }

    /// Returns the natural logarithm for y ≥ 1; nil for y < 1.
    static func logarithm(of y: ExactRational) -> ExactRational? {
        guard y >= .one else { return nil }
        var doublings = max(0, y.numerator.bitWidth - y.denominator.bitWidth)
        if y.numerator < y.denominator << doublings { doublings -= 1 }
        let base = y.denominator << doublings
        let mantissa = inverseHyperbolicTangent(y.numerator.distance(to: base), y.numerator + base)
        let ln2 = inverseHyperbolicTangent(.one, Natural(3 as UInt64))
        return rational((mantissa + Natural(UInt64(doublings)) * ln2) << 1)
    }

    /// Returns artanh of a fraction below one half, in fixed point.
    private static func inverseHyperbolicTangent(_ numerator: Natural, _ denominator: Natural) -> Natural {
        let argument = fixed(ExactRational(numerator: numerator, denominator: denominator))
        let square = product(argument, argument)
        var power = argument
        var sum = Natural.zero
        var divisor: UInt64 = 1
        while !power.isZero {
            sum = sum + power.dividedByLimb(divisor).quotient
            power = product(power, square)
            divisor += 2
        }
        return sum
    }
}
