import BigInt
import FlipcashTestKit
import Foundation
import Testing

@testable import FlipcashCore

@Suite("Exact arithmetic")
struct ExactArithmeticTests {
    /// Returns a number with limbs of many forms: random, all ones, a single bit, zeros inside.
    private func natural(_ generator: inout SeededGenerator) -> Natural {
        let count = Int.random(in: 0...6, using: &generator)
        return Natural(
            limbs: (0..<count).map { _ in
                switch Int.random(in: 0...4, using: &generator) {
                case 0: UInt64.max
                case 1: 0
                case 2: 1 << UInt64.random(in: 0...63, using: &generator)
                default: UInt64.random(in: .min ... .max, using: &generator)
                }
            })
    }

    private func big(_ natural: Natural) -> BigUInt { BigUInt(words: natural.limbs.map { UInt($0) }) }

    @Test("A number whose exponent is out of range is rejected and does not trap")
    func decimalText_hugeExponents_refused() {
        for exponent in ["1000", "-1000", "\(Int.max)", "\(Int.min)", "99999999999999999999"] {
            #expect(DecimalText("1e\(exponent)") == nil, "\(exponent)")
        }
        #expect(DecimalText("1e999")?.exponent == 999)
        #expect(DecimalText("1e-999")?.exponent == -999)
    }

    @Test("Natural numbers compute like BigInt")
    func natural_randomOperands_agreeWithBigInt() throws {
        var generator = SeededGenerator(seed: 1)
        for round in 0..<20_000 {
            let (a, b) = (natural(&generator), natural(&generator))
            #expect(big(a + b) == big(a) + big(b), "round \(round)")
            #expect(big(a * b) == big(a) * big(b), "round \(round)")
            #expect((a < b) == (big(a) < big(b)), "round \(round)")
            #expect(a.subtracting(b).map(big) == (big(a) >= big(b) ? big(a) - big(b) : nil), "round \(round)")
            let shift = Int.random(in: 0...200, using: &generator)
            #expect(big(a << shift) == big(a) << shift, "round \(round)")
            #expect(big(a >> shift) == big(a) >> shift, "round \(round)")
            #expect(a.bitWidth == big(a).bitWidth, "round \(round)")
            let division = a.quotientAndRemainder(dividingBy: b)
            if b.isZero {
                #expect(division == nil)
            } else {
                let (quotient, remainder) = try #require(division)
                #expect(big(quotient) == big(a) / big(b), "round \(round)")
                #expect(big(remainder) == big(a) % big(b), "round \(round)")
            }
        }
    }

    @Test("Digits are written and read like BigInt's")
    func natural_digits_roundTrip() {
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<2000 {
            let value = natural(&generator)
            #expect(value.description == String(big(value)))
            #expect(Natural(digits: Array(value.description.utf8)) == value)
        }
        #expect(Natural(digits: []) == nil)
        #expect(Natural(digits: Array("12a".utf8)) == nil)
    }

    @Test("Doubles are read with their exact binary value")
    func rational_double_isExact() throws {
        let tenth = try #require(ExactRational(exactly: 0.1))
        #expect(tenth.text(places: 60) == "0.1000000000000000055511151231257827021181583404541015625")
        let least = try #require(ExactRational(exactly: .leastNonzeroMagnitude))
        #expect(least.numerator == .one)
        #expect(least.denominator == .one << 1074)
        let greatest = try #require(ExactRational(exactly: .greatestFiniteMagnitude))
        #expect(greatest.text(places: 0) == String(BigUInt(1) << 1024 - BigUInt(1) << 971))
        #expect(try #require(ExactRational(exactly: -0.5)).text(places: 3) == "-0.5")
        #expect(ExactRational(exactly: .nan) == nil)
        #expect(ExactRational(exactly: .infinity) == nil)
    }

    @Test("Decimals are unchanged after conversion to exact fractions and back")
    func decimal_roundTrip_isIdentity() throws {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<2000 {
            let count = Int.random(in: 1...38, using: &generator)
            let digits = (0..<count).map { _ in String(Int.random(in: 0...9, using: &generator)) }.joined()
            let exponent = Int.random(in: -60...40, using: &generator)
            let sign = Bool.random(using: &generator) ? "-" : ""
            let value = try #require(Decimal(string: "\(sign)\(digits)e\(exponent)"))
            #expect(try ExactRational(value).decimal == value, "\(value)")
            #expect(Decimal(plainText: value.plainText) == value, "\(value)")
        }
    }

    @Test("Wire doubles become the shortest decimal, and convert back to the same double")
    func decimal_wireDouble_usesShortestText() throws {
        for (double, text) in [(0.376, "0.376"), (1.4, "1.4"), (19.99, "19.99"), (1e-7, "0.0000001"), (1e21, nil)] {
            let value = try Decimal(wireValue: double)
            if let text { #expect(value.plainText == text) }
            #expect(value.wireValue == double)
        }
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<2000 {
            let double = Double.random(in: 0...1e9, using: &generator)
            #expect(try Decimal(wireValue: double).wireValue == double)
        }
        #expect(throws: MoneyError.notANumber) { try Decimal(wireValue: Double.nan) }
        #expect(throws: MoneyError.notANumber) { try Decimal(wireValue: Double.infinity) }
        #expect(throws: MoneyError.overflow) { try Decimal(wireValue: 1e300) }
        #expect(try Decimal(wireValue: Double.leastNonzeroMagnitude) == 0)
    }

    @Test("Rounding to no fraction digits, and to whole tens, keeps the magnitude")
    func rational_rounded_anyPlaces() {
        let value = ExactRational(1250 as UInt64)
        #expect(value.rounded(places: 0, .halfUp) == value)
        #expect(value.rounded(places: -2, .halfUp) == ExactRational(1300 as UInt64))
        #expect((-value).rounded(places: -2, .down) == -ExactRational(1200 as UInt64))
    }

    @Test("Quotients keep 38 digits, halves away from zero")
    func rational_decimal_roundsAt38Digits() throws {
        let third = try #require(ExactRational.one.divided(by: ExactRational(3 as UInt64)))
        #expect(try third.decimal.plainText == "0." + String(repeating: "3", count: 38))
        let twoThirds = third + third
        #expect(try twoThirds.decimal.plainText == "0." + String(repeating: "6", count: 37) + "7")
        #expect(try (-twoThirds).decimal.plainText == "-0." + String(repeating: "6", count: 37) + "7")
    }

    @Test("A text is read to its last digit or rejected")
    func plainText_tooManyDigits_isRefused() throws {
        let digits = String(repeating: "3", count: 38)
        for text in [digits, "0." + digits, "-1" + digits.dropLast(), digits + ".000", "00" + digits] {
            let value = try #require(Decimal(plainText: text), "\(text)")
            #expect(try ExactRational(value) == DecimalText(text)?.rational, "\(text)")
        }
        for text in [digits + "3", "0." + digits + "3", "1." + digits, "-1." + digits] {
            #expect(Decimal(plainText: text) == nil, "\(text)")
        }
    }

    @Test(
        "Only plain decimal text is read",
        arguments: ["", "-", ".", "1.", ".5", "1e3", "1E3", "+1", " 1", "1 ", "1,5", "0x1", "١", "nan", "--1", "1.2.3"])
    func plainText_otherForms_areRefused(text: String) {
        #expect(Decimal(plainText: text) == nil)
    }
}
