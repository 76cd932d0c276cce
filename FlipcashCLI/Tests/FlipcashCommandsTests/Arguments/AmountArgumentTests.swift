import FlipcashCore
import Testing

@testable import FlipcashCommands

@Suite struct AmountArgumentTests {
    @Test(
        "Digits, a fraction within the currency's digits and a code are read as typed",
        arguments: [
            ("5", CurrencyCode.usd, AmountEntry.amount("5", .usd)),
            ("5.50", .usd, .amount("5.50", .usd)),
            ("5.50cad", .usd, .amount("5.50", .cad)),
            ("5 CAD", .usd, .amount("5", .cad)),
            ("1000", .jpy, .amount("1000", .jpy)),
            ("2.345bhd", .usd, .amount("2.345", .bhd)),
            ("0.01", .usd, .amount("0.01", .usd)),
            ("999999999.99", .usd, .amount("999999999.99", .usd)),
            ("max", .usd, .everything),
        ])
    func entry_wellFormed_readsDigitsAndCurrency(text: String, display: CurrencyCode, expected: AmountEntry) throws {
        #expect(try AmountArgument(argument: text).entry(in: display) == expected)
    }

    @Test(
        "Everything else is a usage error",
        arguments: [
            "", "0", "0.00", ".5", "5.", "5.005", "1,50", "1'000", "1_000", "1,000.50", "1e3", "12abc", "$5", "5$",
            "€5", "5 €", "+5", " 5", "5  cad", "5cadd", "5 xyz", "1234567890", "1.2.3", "max cad", "MAX", "٣", "5.1jpy",
            "5\u{202E}",
        ])
    func entry_malformed_isUsageError(text: String) {
        let error = #expect(throws: CommandFailure.self) { try AmountArgument(argument: text).entry(in: .usd) }
        #expect(error?.status == .usage)
        #expect(error?.message.hasPrefix("\"") == true)
    }

    @Test("A currency symbol is refused with a hint at the code")
    func entry_symbol_hintsAtCode() {
        let error = #expect(throws: CommandFailure.self) { try AmountArgument(argument: "$5").entry(in: .usd) }
        #expect(error?.message.contains("leave the symbol out") == true)
    }

    @Test("A currency without fraction says so")
    func entry_fractionOfYen_saysThatThereIsNone() {
        let error = #expect(throws: CommandFailure.self) { try AmountArgument(argument: "5.1").entry(in: .jpy) }
        #expect(error?.message == "\"5.1\" is not an amount: JPY has no fraction.")
    }

    @Test("Before the currency is known, up to three fraction digits pass")
    func validate_unknownCurrency_allowsThreeDigits() throws {
        try AmountArgument(argument: "2.345").validate()
        #expect(throws: (any Error).self) { try AmountArgument(argument: "2.3456").validate() }
    }
}
