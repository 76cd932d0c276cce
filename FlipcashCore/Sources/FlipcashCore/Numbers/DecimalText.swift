/// A decimal number as its digits and a power of ten.
///
/// It converts between text, doubles, decimals and exact fractions. `Foundation.Decimal` does not work for this: on
/// Linux `Decimal(0.376)` is 0.3759999999999998976, and its operators trap when an exponent overflows.
struct DecimalText: Hashable, Sendable {
    let isNegative: Bool
    let digits: Natural
    let exponent: Int

    init(isNegative: Bool, digits: Natural, exponent: Int) {
        self.isNegative = isNegative
        self.digits = digits
        self.exponent = exponent
    }

    /// The longest text that is read; a 38-digit decimal with an exponent of 127 has 166 characters.
    private static let lengthMax = 400

    /// Reads `[-]digits[.digits][e[±]digits]` in ASCII; nil for anything else.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count <= DecimalText.lengthMax else { return nil }
        var rest = bytes[...]
        isNegative = rest.first == UInt8(ascii: "-")
        if isNegative { rest.removeFirst() }
        var power = 0
        if let mark = rest.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "e") }) {
            guard let written = Int(String(decoding: rest[(mark + 1)...], as: UTF8.self)),
                (-999...999).contains(written)
            else { return nil }
            power = written
            rest = rest[..<mark]
        }
        var fraction: ArraySlice<UInt8> = []
        if let point = rest.firstIndex(of: UInt8(ascii: ".")) {
            fraction = rest[(point + 1)...]
            guard !fraction.isEmpty, point > rest.startIndex else { return nil }
            rest = rest[..<point]
        }
        guard let digits = Natural(digits: Array(rest) + Array(fraction)) else { return nil }
        self.digits = digits
        exponent = power - fraction.count
    }

    /// Creates the shortest decimal that reads back as `value`; nil for infinities and NaN.
    init?(shortest value: Double) {
        guard value.isFinite else { return nil }
        self.init("\(value)")
    }

    /// Creates the shortest decimal that reads back as `value`, a 32-bit float, the wire's type for limits.
    init?(shortest value: Float) {
        guard value.isFinite else { return nil }
        self.init("\(value)")
    }

    var rational: ExactRational {
        ExactRational(
            isNegative: isNegative,
            numerator: exponent > 0 ? digits * .powerOfTen(exponent) : digits,
            denominator: .powerOfTen(-exponent))
    }
}

extension DecimalText: CustomStringConvertible {
    /// Plain notation: no exponent, no grouping, no trailing zeros in the fraction.
    var description: String {
        var text = digits.description
        if exponent > 0 && !digits.isZero { text += String(repeating: "0", count: exponent) }
        if exponent < 0 {
            let places = -exponent
            let missing = places + 1 - text.utf8.count
            if missing > 0 { text = String(repeating: "0", count: missing) + text }
            var fraction = Substring(text.suffix(places))
            while fraction.last == "0" { fraction.removeLast() }
            text = text.dropLast(places) + (fraction.isEmpty ? "" : "." + fraction)
        }
        return (isNegative ? "-" : "") + text
    }
}
