import Foundation
import Testing

@testable import FlipcashCore

@Suite("Amount arguments")
struct AmountArgumentTests {
    private func read(_ text: String, _ currency: CurrencyCode = .usd) -> Result<AmountArgument, AmountArgumentError> {
        Result { () throws(AmountArgumentError) in try AmountArgument(text, defaultCurrency: currency) }
    }

    private func amount(_ text: String, _ currency: CurrencyCode) throws -> AmountArgument {
        .amount(FiatAmount(value: try #require(Decimal(plainText: text)), currency: currency))
    }

    @Test("Amounts with and without a code are read")
    func init_validForms_areRead() throws {
        #expect(read("5") == .success(try amount("5", .usd)))
        #expect(read("5.50") == .success(try amount("5.5", .usd)))
        #expect(read("5.50cad") == .success(try amount("5.5", .cad)))
        #expect(read("5 CAD") == .success(try amount("5", .cad)))
        #expect(read("1000", .jpy) == .success(try amount("1000", .jpy)))
        #expect(read("0.001 BHD") == .success(try amount("0.001", .bhd)))
        #expect(read("999999999.99") == .success(try amount("999999999.99", .usd)))
        #expect(read("max") == .success(.max))
        #expect(read("MAX") == .success(.max))
        #expect(read(".5") == .success(try amount("0.5", .usd)))
        #expect(
            try AmountArgument("1,50", defaultCurrency: .eur, separator: ",") == amount("1.5", .eur))
    }

    @Test("A currency sign is read where it is unambiguous, and rejected where it may mean another currency")
    func init_sign_isReadWithoutGuessing() throws {
        for text in ["$5", "5$", "$ 5", "5 $", "$5 USD", "$5.00"] {
            #expect(read(text) == .success(try amount("5", .usd)), "\(text)")
        }
        #expect(read("€5") == .success(try amount("5", .eur)))
        #expect(read("5 $ CAD") == .success(try amount("5", .cad)))
        #expect(read("$5", .eur) == .success(try amount("5", .usd)))
        #expect(read("£5", .gbp) == .success(try amount("5", .gbp)))
        #expect(read("$5", .cad) == .failure(.ambiguousSign(.cad)))
        #expect(read("$5 CAD", .cad) == .success(try amount("5", .cad)))
    }

    @Test("With a decimal comma both separators are read, and grouped digits are still rejected")
    func init_commaSeparator_refusesGroups() throws {
        func read(_ text: String, _ currency: CurrencyCode) -> Result<AmountArgument, AmountArgumentError> {
            Result { () throws(AmountArgumentError) in
                try AmountArgument(text, defaultCurrency: currency, separator: ",")
            }
        }
        #expect(read("5,50", .eur) == .success(try amount("5.5", .eur)))
        #expect(read("5.50", .eur) == .success(try amount("5.5", .eur)))
        #expect(read(",5", .eur) == .success(try amount("0.5", .eur)))
        #expect(read("5,50 €", .usd) == .success(try amount("5.5", .eur)))
        #expect(read("1,500", .bhd) == .success(try amount("1.5", .bhd)))
        for text in ["1.234,50", "1,234.50"] {
            #expect(read(text, .bhd) == .failure(.thousandsSeparator), "\(text)")
        }
        #expect(read("1.500 BHD", .eur) == .failure(.twoReadings("1", "500", ",")))
        #expect(
            AmountArgumentError.twoReadings("1", "500", ",").description
                == "1.500 can be read in two ways: write 1500, or 1,500 for decimals")
        #expect(read("1.500", .jpy) == .failure(.thousandsSeparator))
        #expect(read("5,", .eur) == .failure(.notAnAmount))
    }

    @Test("Printed amounts are read in the same locale, for every currency whose symbol is not a letter")
    func init_localizedText_isReadBack() throws {
        for identifier in ["en_US", "de_DE", "nl_NL", "ja_JP"] {
            let locale = try #require(NumberLocale(identifier: identifier))
            for currency in CurrencyCode.allCases where currency.symbol?.first?.isLetter != true {
                let printed = FiatAmount(value: 5, currency: currency).localized(locale: locale)
                let separator: Character = locale.decimalSeparator == "," ? "," : "."
                let read = try? AmountArgument(printed, defaultCurrency: .eur, separator: separator)
                #expect(read == .amount(FiatAmount(value: 5, currency: currency)), "\(printed)")
            }
        }
    }

    @Test(
        "Other text is rejected with a reason",
        arguments: [
            ("", AmountArgumentError.notAnAmount), (" 5", .notAnAmount), ("5 ", .notAnAmount), ("-5", .notAnAmount),
            ("+5", .notAnAmount), (".", .notAnAmount), ("5.", .notAnAmount), ("1.2.3", .notAnAmount),
            ("1e3", .notAnAmount), ("0x5", .notAnAmount), ("abc", .notAnAmount), ("12abcde", .notAnAmount),
            ("5  CAD", .notAnAmount), ("٣", .notAnAmount), ("5 max", .unknownCurrency("max")),
            ("$", .currencySign), ("£5", .currencySign), ("$5 EUR", .currencySign), ("$$5", .currencySign),
            ("$5$", .currencySign), ("$1,000", .thousandsSeparator), ("1,000", .thousandsSeparator),
            ("1,50", .thousandsSeparator),
            ("1'000", .thousandsSeparator), ("1234567890", .tooLarge), ("1.005", .tooManyDecimals(.usd, 2)),
            ("1.5 JPY", .tooManyDecimals(.jpy, 0)), ("1.0005 BHD", .tooManyDecimals(.bhd, 3)),
            ("0", .notAboveZero), ("0.00", .notAboveZero), ("5 XYZ", .unknownCurrency("XYZ")),
        ])
    func init_otherForms_areRefused(text: String, error: AmountArgumentError) {
        #expect(read(text) == .failure(error), "\(text)")
    }

    @Test("Text that the validator writes can be read by it")
    func validator_string_roundTrips() throws {
        let validator = AmountValidator(separator: ",")
        let value = try #require(Decimal(plainText: "9.999"))
        #expect(validator.string(from: value, fractionDigits: 2) == "9,99")
        #expect(validator.validate("9,99") == Decimal(plainText: "9.99"))
        #expect(AmountValidator().string(from: 12345, fractionDigits: 2) == "12345.00")
        #expect(AmountValidator().string(from: 990, fractionDigits: 0) == "990")
        #expect(AmountValidator().validate(String(repeating: "9", count: 39)) == nil)
        #expect(AmountValidator().validate(String(repeating: "9", count: 38)) != nil)
    }
}
