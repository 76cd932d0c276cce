import FlipcashCore
import Foundation

extension FuzzProperties {
    /// Amounts are rejected or read exactly.
    ///
    /// A read amount has at most the digits of its currency, is read again from its text, and prints in every locale.
    /// The first input byte chooses the currency, the second the separator.
    static func amounts(_ input: [UInt8]) throws {
        guard input.count >= 2 else { return }
        let currencies = CurrencyCode.allCases
        let currency = currencies[Int(input[0]) % currencies.count]
        let separator: Character = input[1] & 1 == 0 ? "." : ","
        let rest = Array(input.dropFirst(2))
        let text = String(decoding: rest, as: UTF8.self)
        try argument(text, currency, separator)
        try entry(text, separator)
        try keypad(rest, currency)
        try plain(text, currency)
        if let bits = rest.prefix(8).count == 8 ? rest.prefix(8).reduce(UInt64(0), { $0 << 8 | UInt64($1) }) : nil {
            try wire(Double(bitPattern: bits))
        }
    }

    private static func argument(_ text: String, _ currency: CurrencyCode, _ separator: Character) throws {
        let result = Result { () throws(AmountArgumentError) in
            try AmountArgument(text, defaultCurrency: currency, separator: separator)
        }
        switch result {
        case .failure(let error): _ = error.description
        case .success(.max): try claim(text.lowercased() == "max", "this is not max")
        case .success(.amount(let amount)):
            try claim(isWritten(text, separator), "the text is not in the form of an amount")
            let plain = amount.value.plainText
            try claim(amount.value > 0 && amount.value < 1_000_000_000, "the amount is out of range")
            let fraction = plain.drop { $0 != "." }.dropFirst()
            try claim(fraction.count <= amount.currency.digits, "the amount has more digits than its currency")
            let written = "\(plain) \(amount.currency.rawValue)"
            try claim(
                try AmountArgument(written, defaultCurrency: .usd) == .amount(amount), "the amount changes: \(written)")
            try printed(amount)
        }
    }

    /// Whether a text has a valid form: digits with at most one separator, at most one currency sign on either side,
    /// and letters.
    ///
    /// Examples: `5`, `.5`, `5.50`, `$5`, `5 €`, `5.50cad`, `5 CAD`.
    private static func isWritten(_ text: String, _ separator: Character) -> Bool {
        var rest = Substring(text)
        let isDigit = { (character: Character) in character >= "0" && character <= "9" && character.utf8.count == 1 }
        let hasSignBefore = dropSign(from: &rest)
        if hasSignBefore, rest.first == " " { rest.removeFirst() }
        let whole = rest.prefix(while: isDigit)
        rest = rest.dropFirst(whole.count)
        guard whole.count <= 9 else { return false }
        if rest.first == separator || rest.first == "." {
            let fraction = rest.dropFirst().prefix(while: isDigit)
            rest = rest.dropFirst(fraction.count + 1)
            guard !fraction.isEmpty else { return false }
        } else if whole.isEmpty {
            return false
        }
        if rest.first == " " { rest.removeFirst() }
        if !hasSignBefore, dropSign(from: &rest), rest.first == " " { rest.removeFirst() }
        return rest.utf8.allSatisfy { (0x61...0x7A).contains($0 | 0x20) }
    }

    private static func dropSign(from rest: inout Substring) -> Bool {
        guard rest.first?.unicodeScalars.first?.properties.generalCategory == .currencySymbol else { return false }
        rest.removeFirst()
        return true
    }

    private static func entry(_ text: String, _ separator: Character) throws {
        let validator = AmountValidator(separator: separator)
        // The written text has a digit before the separator, so it may be longer than the longest text that is read.
        guard let value = validator.validate(text), text.utf8.count <= 64 else { return }
        let fraction = text.drop { $0 != separator && $0 != "." }.dropFirst()
        let written = validator.string(from: value, fractionDigits: fraction.count)
        try claim(validator.validate(written) == value, "an entry changes when it is written again")
        try claim(value >= 0, "an entry is negative")
        let amount = Result { () throws(MoneyError) in try TokenAmount(wholeTokens: value, mint: .usdf) }
        switch amount {
        case .success(let amount):
            let error = abs(amount.decimalValue - value)
            try claim(error <= Decimal(string: "0.0000005") ?? 0, "a conversion rounds by more than half a quark")
        case .failure(let error): try claim(error == .overflow, "an entry does not convert: \(error)")
        }
    }

    private static func keypad(_ keys: [UInt8], _ currency: CurrencyCode) throws {
        var pad = AmountKeypad(currency: currency)
        for key in keys.prefix(32) {
            switch key % 12 {
            case 10: pad.press(.separator)
            case 11: pad.press(.delete)
            case let digit: pad.press(.digit(Int(digit)))
            }
        }
        let value = AmountValidator().validate(pad.content)
        try claim(pad.content.isEmpty || value != nil, "the pad shows an invalid amount: \(pad.content)")
        guard let value, value > 0, pad.content.last != ".", pad.content.first != "." else { return }
        let argument = try AmountArgument(pad.content, defaultCurrency: currency)
        try claim(
            argument == .amount(FiatAmount(value: value, currency: currency)),
            "the pad and the command line disagree on \(pad.content)")
    }

    private static func plain(_ text: String, _ currency: CurrencyCode) throws {
        guard let value = Decimal(plainText: text) else { return }
        try claim(Decimal(plainText: value.plainText) == value, "a decimal changes when it is written again")
        try printed(FiatAmount(value: value, currency: currency))
    }

    /// Locales that differ in separators, groups and compact forms.
    private static let locales = ["en_US", "de_DE", "es_ES", "hi_IN", "ja_JP"].compactMap(
        NumberLocale.init(identifier:))

    private static func printed(_ amount: FiatAmount) throws {
        for locale in locales {
            try claim(!amount.formatted(locale: locale).isEmpty, "an amount prints as empty text")
            try claim(!amount.localized(locale: locale).isEmpty, "an amount prints as empty text")
            try claim(!amount.formattedCompact(locale: locale).isEmpty, "an amount prints as empty text")
        }
        _ = amount.formattedFee()
        _ = try amount.flooredToSmallestUnit()
        _ = try amount.roundedForDisplay()
    }

    private static func wire(_ double: Double) throws {
        guard let value = try? Decimal(wireValue: double) else { return }
        try claim(double.isFinite, "infinity is read as an amount")
        // Outside this range a decimal has fewer digits than a double, or cannot hold the value.
        guard double == 0 || (1e-100...1e100).contains(abs(double)) else { return }
        try claim(value.wireValue == double, "a double changes when converted to a decimal and back")
    }
}
