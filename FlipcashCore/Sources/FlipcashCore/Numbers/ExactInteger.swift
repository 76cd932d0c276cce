/// An integer of any size, for amounts that exceed 64 bits: one ether has 10¹⁸ units.
public struct ExactInteger: Hashable, Sendable {
    let isNegative: Bool
    let digits: Natural

    /// 0.
    public static let zero = ExactInteger(isNegative: false, .zero)
    /// 1.
    public static let one = ExactInteger(isNegative: false, .one)

    init(isNegative: Bool, _ digits: Natural) {
        self.isNegative = isNegative && !digits.isZero
        self.digits = digits
    }

    /// Creates the integer `value`.
    public init(_ value: Int) { self.init(isNegative: value < 0, Natural(UInt64(value.magnitude))) }

    /// Creates the integer `value`.
    public init(_ value: UInt64) { self.init(isNegative: false, Natural(value)) }

    /// The longest text that is read, in digits.
    private static let lengthMax = 400

    /// Reads `[-]digits` in ASCII; nil for any other text, and for more than 400 digits.
    public init?(_ text: String) {
        var bytes = Array(text.utf8)[...]
        let isNegative = bytes.first == UInt8(ascii: "-")
        if isNegative { bytes.removeFirst() }
        guard bytes.count <= ExactInteger.lengthMax, let digits = Natural(digits: bytes) else { return nil }
        self.init(isNegative: isNegative, digits)
    }

    /// 1 for a positive value, 0 for zero, −1 for a negative value.
    public var signum: Int { digits.isZero ? 0 : isNegative ? -1 : 1 }

    /// Whether the value is 0.
    public var isZero: Bool { digits.isZero }

    /// The absolute value.
    public var absolute: ExactInteger { ExactInteger(isNegative: false, digits) }

    /// The value; nil when it does not fit `Int`.
    public var int: Int? {
        guard let magnitude = digits.uint64 else { return nil }
        if isNegative { return magnitude == Int.min.magnitude ? Int.min : Int(exactly: magnitude).map { -$0 } }
        return Int(exactly: magnitude)
    }

    /// The value; nil when it is negative or does not fit 64 bits.
    public var uint64: UInt64? { isNegative ? nil : digits.uint64 }

    /// 10 to the power of `exponent`; a negative exponent counts as 0.
    public static func powerOfTen(_ exponent: Int) -> ExactInteger {
        ExactInteger(isNegative: false, .powerOfTen(exponent))
    }
}

extension ExactInteger: ExpressibleByIntegerLiteral {
    /// Creates the integer that a literal in the source names, at most 64 bits.
    public init(integerLiteral value: Int) { self.init(value) }
}

extension ExactInteger: CustomStringConvertible {
    /// Decimal digits, with a minus sign before a negative number.
    public var description: String { (isNegative ? "-" : "") + digits.description }
}

extension ExactInteger: Comparable {
    /// Compares the numbers.
    public static func < (left: ExactInteger, right: ExactInteger) -> Bool {
        guard left.isNegative == right.isNegative else { return left.isNegative }
        return left.isNegative ? right.digits < left.digits : left.digits < right.digits
    }
}

extension ExactInteger {
    /// The negated value.
    public static prefix func - (value: ExactInteger) -> ExactInteger {
        ExactInteger(isNegative: !value.isNegative, value.digits)
    }

    /// The sum.
    public static func + (left: ExactInteger, right: ExactInteger) -> ExactInteger {
        if left.isNegative == right.isNegative {
            return ExactInteger(isNegative: left.isNegative, left.digits + right.digits)
        }
        let isNegative = left.digits < right.digits ? right.isNegative : left.isNegative
        return ExactInteger(isNegative: isNegative, left.digits.distance(to: right.digits))
    }

    /// The difference.
    public static func - (left: ExactInteger, right: ExactInteger) -> ExactInteger { left + -right }

    /// The product.
    public static func * (left: ExactInteger, right: ExactInteger) -> ExactInteger {
        ExactInteger(isNegative: left.isNegative != right.isNegative, left.digits * right.digits)
    }

    /// Adds `right`.
    public static func += (left: inout ExactInteger, right: ExactInteger) { left = left + right }

    /// Subtracts `right`.
    public static func -= (left: inout ExactInteger, right: ExactInteger) { left = left - right }

    /// Returns the quotient, rounded; nil when `divisor` is zero.
    public func divided(by divisor: ExactInteger, _ rounding: ExactRational.WholeRounding) -> ExactInteger? {
        ExactRational(self).divided(by: ExactRational(divisor))?.whole(rounding)
    }
}

extension ExactRational {
    /// How to round an exact value to an integer.
    public enum WholeRounding: Hashable, Sendable {
        /// Towards minus infinity.
        case floor
        /// Towards plus infinity: −10.01 becomes −10.
        case ceiling
        /// To the nearest, halves away from zero.
        case halfAwayFromZero
    }

    /// Creates a whole number.
    public init(_ value: ExactInteger) {
        self.init(isNegative: value.isNegative, numerator: value.digits, denominator: .one)
    }

    /// Creates `units` units of 10⁻ᵖˡᵃᶜᵉˢ each.
    public init(units: ExactInteger, places: Int) {
        self.init(isNegative: units.isNegative, numerator: units.digits, denominator: .powerOfTen(places))
    }

    /// Reads plain decimal text, `[-]digits[.digits]`; nil for any other text, also with an exponent.
    public init?(decimal text: String) {
        guard !text.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }), let value = DecimalText(text) else {
            return nil
        }
        self = value.rational
    }

    /// Creates the shortest decimal that reads back as `value`; nil for infinities and NaN.
    public init?(shortest value: Double) {
        guard let text = DecimalText(shortest: value) else { return nil }
        self = text.rational
    }

    /// The value rounded to an integer.
    public func whole(_ rounding: WholeRounding) -> ExactInteger {
        // The denominator is never zero, so the division does not return nil.
        guard let (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator) else { return .zero }
        let isUp =
            switch rounding {
            case .floor: isNegative && !remainder.isZero
            case .ceiling: !isNegative && !remainder.isZero
            case .halfAwayFromZero: remainder + remainder >= denominator
            }
        return ExactInteger(isNegative: isNegative, isUp ? quotient + .one : quotient)
    }

    /// `self · 10^places`, rounded to an integer: the number of smallest units of a currency with `places` decimals.
    public func units(places: Int, _ rounding: WholeRounding) -> ExactInteger {
        (self * ExactRational(.powerOfTen(places))).whole(rounding)
    }

    /// The lowest terms, as `numerator/denominator`.
    public var reducedText: String {
        var (a, b) = (numerator, denominator)
        while !b.isZero, let division = a.quotientAndRemainder(dividingBy: b) { (a, b) = (b, division.remainder) }
        guard !numerator.isZero, let over = numerator.quotientAndRemainder(dividingBy: a)?.quotient,
            let under = denominator.quotientAndRemainder(dividingBy: a)?.quotient
        else { return "0/1" }
        return (isNegative ? "-" : "") + over.description + "/" + under.description
    }
}
