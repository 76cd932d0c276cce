/// A JSON number, kept exactly: decimal digits with an exponent.
struct DecimalNumber {
    /// Why a number cannot be converted to an integer type.
    enum Failure: Error {
        case notWhole
        case outOfRange
    }

    /// The number's text, which follows JSON's grammar.
    let text: String
    private let isNegative: Bool
    /// The digits of the mantissa, without the point and without zeros at either end.
    private let digits: [UInt8]
    /// The power of ten of the last digit.
    private let exponent: Int

    /// Reads the number at the start of `bytes`; nil when there is none or it is malformed.
    init?(prefixOf bytes: ArraySlice<UInt8>) {
        var rest = bytes
        isNegative = rest.first == UInt8(ascii: "-")
        if isNegative { rest.removeFirst() }
        let whole = rest.prefix { Self.isDigit($0) }
        guard let first = whole.first, whole.count == 1 || first != UInt8(ascii: "0") else { return nil }
        rest = rest.dropFirst(whole.count)
        var fraction: ArraySlice<UInt8> = []
        if rest.first == UInt8(ascii: ".") {
            fraction = rest.dropFirst().prefix { Self.isDigit($0) }
            guard !fraction.isEmpty else { return nil }
            rest = rest.dropFirst(1 + fraction.count)
        }
        var power = 0
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            rest.removeFirst()
            let isNegativePower = rest.first == UInt8(ascii: "-")
            if isNegativePower || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
            let powerDigits = rest.prefix { Self.isDigit($0) }
            guard !powerDigits.isEmpty else { return nil }
            for digit in powerDigits where power < Self.greatestPower {
                power = power * 10 + Int(digit - UInt8(ascii: "0"))
            }
            if isNegativePower { power = -power }
            rest = rest.dropFirst(powerDigits.count)
        }
        text = String(decoding: bytes[bytes.startIndex..<rest.startIndex], as: UTF8.self)
        var mantissa = (whole + fraction)[...]
        power -= fraction.count
        while mantissa.last == UInt8(ascii: "0") {
            mantissa.removeLast()
            power += 1
        }
        digits = mantissa.drop { $0 == UInt8(ascii: "0") }.map { $0 - UInt8(ascii: "0") }
        exponent = power
    }

    /// Larger exponents give the same result.
    private static let greatestPower = 1 << 40

    private static func isDigit(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }

    private func magnitude() throws(Failure) -> UInt64 {
        guard !digits.isEmpty else { return 0 }
        guard exponent >= 0 else { throw .notWhole }
        guard digits.count <= 20, exponent <= 20 - digits.count else { throw .outOfRange }
        var value: UInt64 = 0
        for place in 0..<(digits.count + exponent) {
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let digit = place < digits.count ? UInt64(digits[place]) : 0
            let (sum, carry) = product.addingReportingOverflow(digit)
            guard !overflow, !carry else { throw .outOfRange }
            value = sum
        }
        return value
    }

    /// The number as a signed integer.
    func signed() throws(Failure) -> Int64 {
        let magnitude = try magnitude()
        if isNegative {
            guard magnitude <= Int64.min.magnitude else { throw .outOfRange }
            return Int64(truncatingIfNeeded: 0 &- magnitude)
        }
        guard let value = Int64(exactly: magnitude) else { throw .outOfRange }
        return value
    }

    /// The number as an unsigned integer.
    func unsigned() throws(Failure) -> UInt64 {
        let magnitude = try magnitude()
        guard !isNegative || magnitude == 0 else { throw .outOfRange }
        return magnitude
    }
}
