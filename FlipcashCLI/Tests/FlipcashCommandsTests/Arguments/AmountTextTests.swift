import Foundation
import FlipcashCore
import Testing

@testable import FlipcashCommands

@Suite struct AmountTextTests {
    @Test("The display currency is used unless the text names another")
    func amount_code_overridesDisplayCurrency() throws {
        #expect(
            try AmountText(argument: "5.50").amount(in: .usd) == .amount(FiatAmount(value: 5.5, currency: .usd)))
        #expect(
            try AmountText(argument: "5.50cad").amount(in: .usd) == .amount(FiatAmount(value: 5.5, currency: .cad)))
        #expect(try AmountText(argument: "max").amount(in: .usd) == .max)
    }

    @Test(
        "Any other text is a usage error that repeats it and says what is expected",
        arguments: ["", "0", "5.", ".", "5.005", "1,50", "1e3", "12abc", "£5", "5 xyz", "1234567890", "٣", "5.1jpy"])
    func amount_malformed_isUsageError(text: String) {
        let error = #expect(throws: CommandFailure.self) { try AmountText(argument: text).amount(in: .usd) }
        #expect(error?.status == .usage)
        #expect(error?.message.hasPrefix("\"\(text)\": ") == true)
    }

    @Test(
        "A currency sign, a missing zero and the locale's decimal comma are accepted",
        arguments: [
            (".5", CurrencyCode.usd, "en_US", Decimal(0.5)), ("$5", CurrencyCode.usd, "en_US", Decimal(5)),
            ("5,50", CurrencyCode.eur, "de_DE", Decimal(5.5)),
        ])
    func amount_commonForms_areRead(
        text: String, currency: CurrencyCode, identifier: String, value: Decimal
    ) throws {
        let locale = try #require(NumberLocale(identifier: identifier))
        #expect(
            try AmountText(argument: text).amount(in: currency, locale: locale)
                == .amount(FiatAmount(value: value, currency: currency)))
    }

    @Test("Hostile text is sanitized before it is repeated")
    func amount_controlCharacters_areStripped() {
        let error = #expect(throws: CommandFailure.self) {
            try AmountText(argument: "5\u{1B}[2J" + String(repeating: "x", count: 100)).amount(in: .usd)
        }
        #expect(error?.message.contains("\u{1B}") == false)
        #expect((error?.message.count ?? 0) < 160)
    }
}
