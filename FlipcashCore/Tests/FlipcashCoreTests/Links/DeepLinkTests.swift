import CodeCurves
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

@Suite("Links")
struct DeepLinkTests {
    private let login = "HQPkfAZjgpGGANQfUNPKvW"
    private let cash = "4y7bh9TAFaamQPxGNT86e2"

    private func words(_ base58: String) throws -> Mnemonic { try Mnemonic(entropyBase58: base58) }

    @Test("Links are written in one form, with the secret in the fragment")
    func make_links_haveSecretInFragment() throws {
        let entropy = [UInt8](0x20...0x2F)
        let link = LinkHosts.flipcash.cashLink(try Mnemonic(entropy: entropy))
        #expect(link.url == "https://send.flipcash.com/c/#/e=4y7bh9TAFaamQPxGNT86e2")
        let own = LinkHosts(app: "Cash.Example:8443")
        #expect(own.loginLink(try words(login)).url == "https://cash.example:8443/login/#/e=\(login)")
        let five = FiatAmount(value: 5, currency: .usd)
        #expect(link.shareText(amount: five) == "$5.00 https://send.flipcash.com/c/#/e=4y7bh9TAFaamQPxGNT86e2")
    }

    @Test("No printed form of a link contains its secret")
    func print_links_areRedacted() throws {
        let link = LinkHosts.flipcash.cashLink(try words(cash))
        let parsed = try #require(DeepLink(link.url))
        var dumped = ""
        dump(link, to: &dumped)
        dump(parsed, to: &dumped)
        for text in ["\(link)", "\(parsed)", String(reflecting: link), String(reflecting: parsed), dumped] {
            #expect(!text.contains(cash))
        }
    }

    @Test("Login links are read in every published form")
    func parse_login_forms() throws {
        let wanted = DeepLink.login(try words(login))
        for text in [
            "flipcash://login#e=\(login)", "https://app.flipcash.com/login/#/e=\(login)",
            "https://app.flipcash.com/login#e=\(login)",
            "https://jump.flipcash.com/#source=https%3A%2F%2Fapp.flipcash.com%2Flogin%2F%23%2Fe%3D\(login)",
        ] {
            #expect(DeepLink(text) == wanted, "\(text)")
        }
        let bytes = try words(login).entropy.withUnsafeBytes { Array($0) }
        #expect(
            Hash(sha256: bytes)
                == Hash(
                    sha256: [
                        0x84, 0xd6, 0x58, 0xdd, 0xcd, 0x90, 0x05, 0xc9, 0x4f, 0xdc, 0x06, 0x7f, 0xea, 0x1c, 0x94, 0x47,
                    ] as [UInt8]))
    }

    @Test("Cash links are read in every published form and alias")
    func parse_cash_forms() throws {
        let secret = try words(cash)
        let wanted = DeepLink.cashLink(secret)
        let spaced = secret.phrase.split(separator: " ")
        for text in [
            "flipcash://c#e=\(cash)", "flipcash://cash#e=\(cash)", "https://send.flipcash.com/c/#/e=\(cash)",
            "https://send.flipcash.com/cash/#/e=\(cash)", "https://app.flipcash.com/c/#/x=1/e=\(cash)",
            "flipcash://cash?data=\(cash)", "flipcash://cash?data=" + spaced.joined(separator: "%20"),
            "flipcash://cash?data=" + spaced.joined(separator: "+"),
        ] {
            #expect(DeepLink(text) == wanted, "\(text)")
        }
        #expect(DeepLink(cashLinkOrSecret: cash) == wanted)
        #expect(DeepLink(cashLinkOrSecret: "hello") == nil)
        let long = Mnemonic.generate(.words24, using: SystemRandomSource())
        #expect(DeepLink(LinkHosts.flipcash.cashLink(long).url) == .cashLink(long))
    }

    @Test(
        "Links without a valid secret are recognised without an action",
        arguments: [
            "https://send.flipcash.com/c/", "https://send.flipcash.com/c/#E=4y7bh9TAFaamQPxGNT86e2",
            "https://send.flipcash.com/c/#/e=", "https://send.flipcash.com/c/#/e=%zz",
            "https://send.flipcash.com/c/#/e=0OIl", "https://send.flipcash.com/c/#/e=abc",
            "flipcash://cash?data=not%20words",
        ])
    func parse_cashWithoutSecret_hasNone(text: String) {
        #expect(DeepLink(text) == .cashLink(nil))
    }

    @Test("The other published routes are read")
    func parse_otherRoutes() throws {
        let host = "https://app.flipcash.com"
        #expect(
            DeepLink("\(host)/verify?code=1&email=a%2Bb%40x.io")
                == .verifyEmail(code: "1", email: "a+b@x.io", clientData: nil))
        #expect(
            DeepLink("\(host)/verify?code=1&email=a%40x.io&client_data=z")
                == .verifyEmail(code: "1", email: "a@x.io", clientData: "z"))
        #expect(DeepLink("\(host)/verify?code=1") == nil)
        let mint = try PublicKey(base58: "54ggcQ23uen5b9QXMAns99MQNTKn7iyzq4wvCW6e8r25")
        #expect(DeepLink("\(host)/token/\(mint.base58)/x") == .token(mint))
        #expect(DeepLink(LinkHosts.flipcash.tokenLink(mint)) == .token(mint))
        #expect(DeepLink("\(host)/token/abc") == nil)
        #expect(DeepLink("\(host)/token") == nil)
        for text in ["flipcash:///give", "flipcash://give", "\(host)//give", "HTTPS://APP.FLIPCASH.COM/give"] {
            #expect(DeepLink(text) == .give, "\(text)")
        }
        #expect(DeepLink("flipcash://GIVE") == .unknown("GIVE"))
        #expect(DeepLink("\(host)/foo/bar") == .unknown("bar"))
    }

    @Test(
        "Other hosts' and malformed links are rejected",
        arguments: [
            "", "FLIPCASH://give", "https://app.flipcash.com/", "https://apple.com", "https://apple.com/give",
            "https://evil@app.flipcash.com/give", "https://app.flipcash.com.evil.io/give",
            "http://app.flipcash.com/give",
            "javascript://app.flipcash.com/give", "app.flipcash.com/give", "://", "flipcash://",
            "https://jump.flipcash.com/#source=%E0%A4%A", "https://app.flipcash.com:8080/give",
        ])
    func parse_foreign_isNil(text: String) {
        #expect(DeepLink(text) == nil)
    }

    @Test("Hosts are configurable, and a jump is followed once")
    func parse_hosts_areConfigurable() {
        #expect(DeepLink("https://pay.example/give", hosts: LinkHosts(send: "pay.example")) == .give)
        #expect(DeepLink("https://pay.example:99/give", hosts: LinkHosts(additional: ["PAY.example:99"])) == .give)
        #expect(DeepLink("https://apple.com/give", hosts: LinkHosts(acceptsAnyHost: true)) == .give)
        let twice =
            "https://jump.flipcash.com/#source=https%3A%2F%2Fjump.flipcash.com%2F%23source%3Dflipcash%253A%252F%252Fgive"
        #expect(DeepLink(twice) == nil)
    }

    @Test("A camera may open only cash and tokens")
    func camera_allowList() throws {
        #expect(try DeepLink.cashLink(words(cash)).isAllowedFromCamera)
        #expect(DeepLink.token(.usdf).isAllowedFromCamera)
        #expect(try !DeepLink.login(words(login)).isAllowedFromCamera)
        #expect(!DeepLink.verifyEmail(code: "1", email: "a@b.co", clientData: nil).isAllowedFromCamera)
        #expect(!DeepLink.give.isAllowedFromCamera)
    }
}
