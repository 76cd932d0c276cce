import Foundation
import Testing

@testable import FlipcashCore

@Suite("Quarks")
struct QuarksTests {
    @Test("Whole units are converted to quarks, and rejected if they do not fit")
    func init_wholeUnits_multiply() throws {
        #expect(try Quarks(fiatInt: 5, currencyCode: .usd, decimals: 6).quarks == 5_000_000)
        #expect(try Quarks(fiatUnsigned: 5, currencyCode: .cad, decimals: 10).quarks == 50_000_000_000)
        #expect(5 as Quarks == Quarks(quarks: 5_000_000, currencyCode: .usd, decimals: 6))
        #expect(throws: MoneyError.invalidNegativeValue) {
            try Quarks(fiatInt: -1, currencyCode: .usd, decimals: 6)
        }
        #expect(throws: MoneyError.overflow) { try Quarks(fiatUnsigned: .max, currencyCode: .usd, decimals: 1) }
        #expect(throws: MoneyError.unsupportedDecimals(20)) {
            try Quarks(fiatInt: 1, currencyCode: .usd, decimals: 20)
        }
        #expect(throws: MoneyError.invalidNegativeValue) {
            try Quarks(quarks: -1 as Int64, currencyCode: .usd, decimals: 6)
        }
        #expect(throws: MoneyError.notANumber) {
            try Quarks(fiatDecimal: .nan, currencyCode: .usd, decimals: 6)
        }
    }

    @Test("Values are exact at every number of decimals", arguments: 0...19)
    func decimalValue_everyDecimals_isExact(decimals: Int) throws {
        for quarks: UInt64 in [0, 1, 9, 10, .max - 1, .max] {
            let amount = Quarks(quarks: quarks, currencyCode: .usd, decimals: decimals)
            #expect(try ExactRational(amount.decimalValue) == ExactRational(quarks: quarks, decimals: decimals))
            #expect(try Quarks(fiatDecimal: amount.decimalValue, currencyCode: .usd, decimals: decimals) == amount)
        }
    }

    @Test("Equality compares the unit too; order compares only the value")
    func comparison_differentDecimals_comparesValues() throws {
        let coarse = Quarks(quarks: 100, currencyCode: .usd, decimals: 2)
        let fine = Quarks(quarks: 1_000_000, currencyCode: .usd, decimals: 6)
        #expect(coarse != fine)
        #expect(try coarse.compare(to: fine) == 0)
        #expect(!(coarse < fine) && !(fine < coarse))
        #expect(throws: MoneyError.currencyCodeMismatch(.usd, .cad)) {
            try coarse.compare(to: Quarks(quarks: 1, currencyCode: .cad, decimals: 2))
        }
    }

    @Test("The smallest displayable value depends on the currency's digits")
    func displayable_dependsOnDigits() {
        let cent = Quarks(quarks: 10_000, currencyCode: .usd, decimals: 6)
        #expect(cent.minimumDisplayableQuarks == 10_000)
        #expect(cent.hasDisplayableValue && !cent.isApproximatelyZero)
        let below = Quarks(quarks: 9999, currencyCode: .usd, decimals: 6)
        #expect(!below.hasDisplayableValue && below.isApproximatelyZero)
        #expect(Quarks(quarks: 1, currencyCode: .bhd, decimals: 2).minimumDisplayableQuarks == 1)
        #expect(!Quarks(quarks: 0, currencyCode: .usd, decimals: 6).isApproximatelyZero)
    }

    @Test("A conversion rounds half up, once")
    func converting_rate_roundsHalfUp() throws {
        let amount = Quarks(quarks: 1, currencyCode: .usd, decimals: 6)
        let rate = Rate(fx: try #require(Decimal(plainText: "0.5")), currency: .eur)
        #expect(try amount.converting(to: rate, decimals: 6).quarks == 1)
        #expect(try amount.converting(to: rate, decimals: 6).currencyCode == .eur)
        #expect(throws: MoneyError.invalidRate) { try amount.converting(to: Rate(fx: 0, currency: .eur), decimals: 6) }
        #expect(throws: MoneyError.invalidRate) {
            try amount.converting(to: Rate(fx: .nan, currency: .eur), decimals: 6)
        }
        #expect(throws: MoneyError.overflow) {
            try Quarks(quarks: .max, currencyCode: .usd, decimals: 0).converting(
                to: Rate(fx: 2, currency: .eur), decimals: 0)
        }
    }

    @Test("Rates from the wire are positive numbers of known currencies")
    func rate_wire_refusesTheRest() throws {
        #expect(try Rate(wireValue: 0.376, currencyCode: "bhd").fx.plainText == "0.376")
        for value in [0, -1, .nan, .infinity, 1e300, .leastNonzeroMagnitude] {
            #expect(throws: RateError.notPositive(.cad)) { try Rate(wireValue: value, currencyCode: "cad") }
        }
        #expect(throws: RateError.unknownCurrency("CAD")) { try Rate(wireValue: 1, currencyCode: "CAD") }
        #expect(throws: RateError.unknownCurrency("xdr")) { try Rate(wireValue: 1, currencyCode: "xdr") }
    }
}

@Suite("Fiat and token amounts")
struct FiatAmountTests {
    private func usd(_ text: String) throws -> FiatAmount {
        FiatAmount(value: try #require(Decimal(plainText: text)), currency: .usd)
    }

    @Test("Sums, differences and products are exact and keep their currency")
    func arithmetic_sameCurrency_isExact() throws {
        #expect(try usd("0.1") + usd("0.2") == usd("0.3"))
        #expect(try usd("0.1") - usd("0.3") == usd("-0.2"))
        #expect(try usd("1.1") * 3 == usd("3.3"))
        #expect(try usd("-1") < usd("0.5"))
        #expect(throws: MoneyError.currencyCodeMismatch(.usd, .cad)) { try usd("1").adding(.zero(.cad)) }
        #expect(throws: MoneyError.currencyCodeMismatch(.usd, .cad)) { try usd("1").compare(to: .zero(.cad)) }
        #expect(throws: MoneyError.notANumber) {
            try usd("1").adding(FiatAmount(value: .nan, currency: .usd))
        }
    }

    @Test("A product beyond a decimal's range throws, where Foundation's operator ends the process")
    func multiplied_hugeFactors_throwsOverflow() throws {
        let huge = Decimal(sign: .plus, exponent: 127, significand: 1)
        #expect(throws: MoneyError.overflow) { try FiatAmount(value: huge, currency: .usd).multiplied(by: huge) }
    }

    @Test("Conversion needs matching currencies and goes both ways")
    func converting_rate_checksCurrency() throws {
        let rate = Rate(fx: try #require(Decimal(plainText: "1.4")), currency: .cad)
        #expect(try usd("5").converting(to: rate) == FiatAmount(value: 7, currency: .cad))
        #expect(try FiatAmount(value: 7, currency: .cad).convertingToUSD(rate: rate) == usd("5"))
        #expect(throws: MoneyError.currencyCodeMismatch(.cad, .usd)) {
            try FiatAmount(value: 7, currency: .cad).converting(to: rate)
        }
        #expect(throws: MoneyError.currencyCodeMismatch(.usd, .cad)) { try usd("5").convertingToUSD(rate: rate) }
    }

    @Test("Flooring truncates negative values towards zero too")
    func floored_negative_truncates() throws {
        #expect(try usd("-1.239").flooredToSmallestUnit() == usd("-1.23"))
        #expect(try usd("1.239").flooredToSmallestUnit() == usd("1.23"))
        #expect(try usd("0.006").roundedForDisplay() == usd("0.01"))
        #expect(try !usd("0.006").hasDisplayableValue)
    }

    @Test("Token amounts use their mint's decimals and never mix mints")
    func tokenAmount_mints_areChecked() throws {
        let bonded = try PublicKey(base58: "54ggcQ23uen5b9QXMAns99MQNTKn7iyzq4wvCW6e8r25")
        let half = try #require(Decimal(plainText: "1.5"))
        #expect(try TokenAmount(wholeTokens: half, mint: .usdf).quarks == 1_500_000)
        #expect(try TokenAmount(wholeTokens: half, mint: .usdc).quarks == 1_500_000)
        #expect(try TokenAmount(wholeTokens: half, mint: bonded).quarks == 15_000_000_000)
        #expect(TokenAmount(quarks: 1, mint: bonded).decimalValue.plainText == "0.0000000001")
        let one = TokenAmount(quarks: 1, mint: .usdf)
        #expect(try one + one == TokenAmount(quarks: 2, mint: .usdf))
        #expect(throws: MoneyError.mismatchedMint) { try one + TokenAmount(quarks: 1, mint: bonded) }
        #expect(throws: MoneyError.invalidNegativeValue) { try TokenAmount.zero(.usdf) - one }
        #expect(throws: MoneyError.overflow) { try TokenAmount(quarks: .max, mint: .usdf) + one }
    }
}
