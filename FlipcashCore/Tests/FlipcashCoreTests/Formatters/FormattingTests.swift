import Foundation
import Testing

@testable import FlipcashCore

@Suite("Formatting")
struct FormattingTests {
    private func text(_ value: String, _ currency: CurrencyCode) throws -> FiatAmount {
        FiatAmount(value: try #require(Decimal(plainText: value)), currency: currency)
    }

    @Test("The symbol is where the locale puts it, and the code comes last")
    func localized_locales_placeTheSymbol() throws {
        func printed(_ value: String, _ currency: CurrencyCode, _ identifier: String) throws -> String {
            try text(value, currency).localized(locale: try #require(NumberLocale(identifier: identifier)))
        }
        #expect(try printed("5.5", .eur, "de_DE") == "5,50 €")
        #expect(try printed("-1234.5", .eur, "de_DE") == "-1.234,50 €")
        #expect(try printed("5.5", .eur, "nl_NL") == "€ 5,50")
        #expect(try printed("5.5", .eur, "en_US") == "€5.50")
        #expect(try printed("5.5", .cad, "de_DE") == "5,50 $ CAD")
        #expect(try printed("5.5", .chf, "de_DE") == "5,50 CHF")
        #expect(try text("5", .cad).localized(namesCurrency: false, locale: .enUS) == "$5.00")
        for currency in CurrencyCode.allCases {
            let amount = FiatAmount(value: 5, currency: currency)
            #expect(amount.localized(locale: .enUS) == amount.formattedNamingCurrency())
        }
    }

    @Test("Negative amounts have their sign before the symbol; zero has no sign")
    func formatted_negative_hasSign() throws {
        #expect(try text("-3.5", .usd).formatted() == "-$3.50")
        #expect(try text("-0.001", .usd).formatted() == "$0.00")
        #expect(try text("0.005", .usd).formatted() == "$0.01")
        #expect(try text("0.009", .usd).formatted(isTruncated: true) == "$0.00")
        #expect(try text("10.5", .jpy).formatted() == "¥11")
        #expect(FiatAmount(value: .nan, currency: .usd).formatted() == "NaN")
    }

    @Test("Amounts whose symbol is ambiguous get the currency code")
    func formattedNamingCurrency_ambiguous_hasCode() throws {
        #expect(try text("5", .usd).formattedNamingCurrency() == "$5.00")
        #expect(try text("5", .cad).formattedNamingCurrency() == "$5.00 CAD")
        #expect(try text("5", .chf).formattedNamingCurrency() == "5.00 CHF")
        #expect(try text("5", .eur).formattedNamingCurrency() == "€5.00")
        #expect(try text("5", .zmw).formattedNamingCurrency() == "K5.00 ZMW")
        #expect(try text("5", .gbp).formattedNamingCurrency() == "£5.00 GBP")
        #expect(try text("1000", .jpy).formattedNamingCurrency() == "¥1,000 JPY")
        #expect(try text("5", .zar).formattedNamingCurrency() == "R5.00")
    }

    @Test("No two currencies print the same text")
    func formattedNamingCurrency_everyCurrency_isUnmistakable() throws {
        let texts = try CurrencyCode.allCases.map { try text("5", $0).formattedNamingCurrency() }
        #expect(Set(texts).count == CurrencyCode.allCases.count)
    }

    @Test("A fee that is above zero but prints as zero has a tilde")
    func formattedFee_tiny_hasTilde() throws {
        #expect(try text("0.004", .usd).formattedFee() == "~$0.00")
        #expect(try text("0.006", .usd).formattedFee() == "~$0.01")
        #expect(try text("0.6", .jpy).formattedFee() == "~¥1")
        #expect(try text("0.01", .usd).formattedFee() == "$0.01")
        #expect(FiatAmount.zero(.usd).formattedFee() == "$0.00")
    }

    @Test("Locales are found by any usual spelling; unknown ones are not guessed")
    func locale_identifiers_areMatched() {
        #expect(NumberLocale(identifier: "de-DE")?.identifier == "de_DE")
        #expect(NumberLocale(identifier: "de_DE.UTF-8")?.identifier == "de_DE")
        #expect(NumberLocale(identifier: "fr")?.identifier == "fr_FR")
        #expect(NumberLocale(identifier: "es")?.identifier == "es_ES")
        #expect(NumberLocale(identifier: "zh_Hans_CN")?.identifier == "zh_CN")
        #expect(NumberLocale(identifier: "zh-hans-cn.UTF-8")?.identifier == "zh_CN")
        #expect(NumberLocale(identifier: "zh-Hant-TW") == nil)
        #expect(NumberLocale(identifier: "zh-Hant") == nil)
        #expect(NumberLocale(identifier: "de_AT") == nil)
        #expect(NumberLocale(identifier: "C") == nil)
        #expect(NumberLocale(identifier: "") == nil)
        #expect(NumberLocale.table.count == 39)
    }

    @Test(
        "Compact amounts round half to even and carry",
        arguments: [
            ("200", "$200"), ("999", "$999"), ("1000", "$1K"), ("1050", "$1K"), ("1150", "$1.2K"), ("1250", "$1.2K"),
            ("1350", "$1.4K"), ("9949", "$9.9K"), ("9950", "$10K"), ("12345", "$12K"), ("99999", "$100K"),
            ("999499", "$999K"), ("999500", "$1M"), ("1290000", "$1.3M"), ("15500000", "$16M"), ("10500000", "$10M"),
            ("1234567890123456789", "$1,234,568T"), ("0.99", "$0"), ("-1234.9", "-$1.2K"),
        ])
    func formattedCompact_vectors(value: String, wanted: String) throws {
        #expect(try text(value, .usd).formattedCompact() == wanted)
    }
}
