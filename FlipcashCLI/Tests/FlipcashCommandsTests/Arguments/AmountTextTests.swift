import Foundation
import FlipcashCore
import Testing

@testable import FlipcashCommands

@Suite struct AmountTextTests {
    @Test("The display currency counts unless the text names another")
    func amount_code_overridesDisplayCurrency() throws {
        #expect(
            try AmountText(argument: "5.50").amount(in: .usd) == .amount(FiatAmount(value: 5.5, currency: .usd)))
        #expect(
            try AmountText(argument: "5.50cad").amount(in: .usd) == .amount(FiatAmount(value: 5.5, currency: .cad)))
        #expect(try AmountText(argument: "max").amount(in: .usd) == .max)
    }

    @Test(
        "Anything else is a usage error that repeats the text and says what is expected",
        arguments: ["", "0", "5.", ".", "5.005", "1,50", "1e3", "12abc", "£5", "5 xyz", "1234567890", "٣", "5.1jpy"])
    func amount_malformed_isUsageError(text: String) {
        let error = #expect(throws: CommandFailure.self) { try AmountText(argument: text).amount(in: .usd) }
        #expect(error?.status == .usage)
        #expect(error?.message.hasPrefix("\"\(text)\": ") == true)
    }

    @Test("A sign and a missing zero are read, and a comma where the locale writes one")
    func amount_commonForms_areRead() throws {
        let german = try #require(NumberLocale(identifier: "de_DE"))
        #expect(
            try AmountText(argument: ".5").amount(in: .usd) == .amount(FiatAmount(value: 0.5, currency: .usd)))
        #expect(try AmountText(argument: "$5").amount(in: .usd) == .amount(FiatAmount(value: 5, currency: .usd)))
        #expect(
            try AmountText(argument: "5,50").amount(in: .eur, locale: german)
                == .amount(FiatAmount(value: 5.5, currency: .eur)))
    }

    @Test("Hostile text is made harmless before it is repeated")
    func amount_controlCharacters_areStripped() {
        let error = #expect(throws: CommandFailure.self) {
            try AmountText(argument: "5\u{1B}[2J" + String(repeating: "x", count: 100)).amount(in: .usd)
        }
        #expect(error?.message.contains("\u{1B}") == false)
        #expect((error?.message.count ?? 0) < 160)
    }
}
