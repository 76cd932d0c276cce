/// An amount on a command line: `max`, `5`, `5.50`, `5.50cad`, `5 CAD` (client specification §9.4, §12.3).
public enum AmountArgument: Hashable, Sendable {
    /// As much as balance and limits allow.
    case max
    /// Above zero, with no more digits than its currency has.
    case amount(FiatAmount)

    /// Reads an argument.
    ///
    /// - Parameters:
    ///   - text: the argument as it was typed.
    ///   - defaultCurrency: the currency of an amount without a code.
    ///   - separator: the decimal separator; only interactive prompts in comma locales use another than `.`.
    /// - Throws: ``AmountArgumentError``.
    public init(
        _ text: String, defaultCurrency: CurrencyCode, separator: Character = "."
    ) throws(AmountArgumentError) {
        if text.asciiLowercased == "max" {
            self = .max
            return
        }
        let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == separator || $0 == ".") }
        var rest = text[number.endIndex...]
        guard let first = number.first, number != "." else { throw .init(unreadable: text) }
        if rest.first == " ", rest.count > 1 { rest.removeFirst() }
        let currency = try AmountArgument.currency(rest, defaultCurrency, text)
        try AmountArgument.checkShape(number, first: first, separator: separator, currency: currency)
        guard let value = AmountValidator(separator: separator).validate(String(number)) else {
            throw .notAnAmount
        }
        let amount = FiatAmount(value: value, currency: currency)
        guard (try? amount.exact.signum) == 1 else { throw .notAboveZero }
        self = .amount(amount)
    }

    private static func currency(
        _ rest: Substring, _ defaultCurrency: CurrencyCode, _ text: String
    ) throws(AmountArgumentError) -> CurrencyCode {
        guard !rest.isEmpty else { return defaultCurrency }
        guard (3...4).contains(rest.count), rest.allSatisfy({ $0.isASCII && $0.isLetter }) else {
            throw .init(unreadable: text)
        }
        do {
            return try CurrencyCode(currencyCode: String(rest))
        } catch {
            throw .unknownCurrency(String(rest))
        }
    }

    /// `^[0-9]{1,9}([.][0-9]{1,d})?$`, with a reason for each way to miss it.
    private static func checkShape(
        _ number: Substring, first: Character, separator: Character, currency: CurrencyCode
    ) throws(AmountArgumentError) {
        let parts = number.split(whereSeparator: { $0 == separator || $0 == "." })
        let separators = number.count - parts.reduce(0) { $0 + $1.count }
        guard first.isNumber, separators <= 1, parts.count == separators + 1 else { throw .notAnAmount }
        guard parts[0].count <= wholeDigitsMax else { throw .tooLarge }
        guard let fraction = parts.dropFirst().first, fraction.count > currency.digits else { return }
        throw .tooManyDecimals(currency, currency.digits)
    }

    /// Most digits before the separator.
    static let wholeDigitsMax = 9
}

/// Why an amount on a command line was refused, in words for the person who typed it.
public enum AmountArgumentError: Error, Hashable, Sendable {
    /// Neither a number nor `max`.
    case notAnAmount
    /// A currency sign, which does not say which currency.
    case currencySign
    /// Digits in groups.
    case thousandsSeparator
    /// More digits before the separator than are accepted.
    case tooLarge
    /// More digits after it than the currency has, with their number.
    case tooManyDecimals(CurrencyCode, Int)
    /// Nothing.
    case notAboveZero
    /// A code that names no currency.
    case unknownCurrency(String)

    /// Tells apart the common ways of writing an amount that are not accepted.
    init(unreadable text: String) {
        if text.unicodeScalars.contains(where: { $0.properties.generalCategory == .currencySymbol }) {
            self = .currencySign
        } else if text.first?.isNumber == true, text.contains(where: { ",'_\u{A0}\u{202F}\u{2019}".contains($0) }) {
            self = .thousandsSeparator
        } else {
            self = .notAnAmount
        }
    }
}

extension AmountArgumentError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notAnAmount: "not an amount: write 5, 5.50, \"5.50 CAD\" or max"
        case .currencySign: "leave the currency sign out: write 5 or \"5 CAD\""
        case .thousandsSeparator:
            "write the amount without thousands separators and with a point before the decimals: 1234.50"
        case .tooLarge: "the amount has more than nine digits before the point"
        case .tooManyDecimals(let currency, 0):
            "\(currency.rawValue.uppercased()) has no decimals: write a whole number"
        case .tooManyDecimals(let currency, let digits):
            "\(currency.rawValue.uppercased()) has at most \(digits) decimals"
        case .notAboveZero: "the amount must be above zero"
        case .unknownCurrency(let code): "unknown currency code \"\(code)\""
        }
    }
}
