#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension ExactRational {
    /// The number of significant digits of the decimals made here: all 38-digit numbers fit the 128 bits of a
    /// `Decimal`.
    static let significantDigits = 38

    /// Creates the exact value of a decimal.
    ///
    /// - Throws: ``MoneyError/notANumber``.
    public init(_ value: Decimal) throws(MoneyError) {
        guard !value.isNaN, let text = DecimalText(value.description) else { throw .notANumber }
        self = text.rational
    }

    /// The nearest decimal of at most 38 significant digits, halves away from zero.
    ///
    /// - Throws: ``MoneyError/overflow`` above about 10¹⁶⁵.
    public var decimal: Decimal {
        get throws(MoneyError) {
            guard !isZero else { return 0 }
            // The estimate is off by at most one digit, which the loop corrects.
            let digitsBeforePoint = Int((Double(numerator.bitWidth - denominator.bitWidth) * 0.30103).rounded(.down))
            var places = ExactRational.significantDigits - digitsBeforePoint
            var digits = scaledMagnitude(places: places, .halfUp)
            while digits >= .powerOfTen(ExactRational.significantDigits) {
                places -= 1
                digits = scaledMagnitude(places: places, .halfUp)
            }
            return try ExactRational.decimal(isNegative: isNegative, digits: digits, places: places)
        }
    }

    private static func decimal(isNegative: Bool, digits: Natural, places: Int) throws(MoneyError) -> Decimal {
        var (digits, places) = (digits, places)
        while places > -127, case let (shorter, 0) = digits.dividedByLimb(10), !shorter.isZero {
            digits = shorter
            places -= 1
        }
        let decimalPlacesMax = 128
        if places > decimalPlacesMax {
            digits = digits.dividedHalfUp(by: .powerOfTen(places - decimalPlacesMax)) ?? .zero
            places = decimalPlacesMax
        }
        guard -places <= 127, let value = Decimal(string: "\(isNegative ? "-" : "")\(digits)e\(-places)") else {
            throw .overflow
        }
        return value
    }
}

extension Decimal {
    /// Creates the shortest decimal that reads back as `wireValue`, the conversion for doubles from the wire.
    ///
    /// - Throws: ``MoneyError/notANumber`` for infinities and NaN.
    public init(wireValue: Double) throws(MoneyError) {
        guard let text = DecimalText(shortest: wireValue) else { throw .notANumber }
        self = try text.rational.decimal
    }

    /// Creates the shortest decimal that reads back as `wireValue`, a 32-bit float.
    ///
    /// - Throws: ``MoneyError/notANumber`` for infinities and NaN.
    public init(wireValue: Float) throws(MoneyError) {
        guard let text = DecimalText(shortest: wireValue) else { throw .notANumber }
        self = try text.rational.decimal
    }

    /// The double nearest to this decimal, ties to even, the conversion for amounts on the wire; NaN stays NaN.
    public var wireValue: Double { Double(description) ?? .nan }

    /// Reads a decimal in the plain form `[-]digits[.digits]`, without text before or after.
    ///
    /// Stored amounts and amounts in JSON have this form. Returns nil for exponents, grouping, signs other than `-`,
    /// non-ASCII digits, and numbers that 38 digits cannot hold exactly.
    public init?(plainText: String) {
        guard !plainText.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }),
            let text = DecimalText(plainText), let value = try? text.rational.decimal,
            (try? ExactRational(value)) == text.rational
        else { return nil }
        self = value
    }

    /// The number without rounding, exponent or grouping, with `.` as separator.
    public var plainText: String { description }
}
