/// An amount on a command line: `max`, `5`, `.5`, `5.50`, `$5`, `5.50cad`, `5 CAD` (client specification §9.4, §12.3).
public enum AmountArgument: Hashable, Sendable {
    /// The largest amount that balance and limits allow.
    case max
    /// An amount above zero, with at most the number of decimals of its currency.
    case amount(FiatAmount)

    /// Reads an argument.
    ///
    /// A currency sign is accepted only where it is unambiguous. `$5` means US dollars, like `$5.00` in output, and is
    /// rejected if another dollar is the default currency.
    ///
    /// - Parameters:
    ///   - text: the argument as typed.
    ///   - defaultCurrency: the currency of an amount without a code.
    ///   - separator: the decimal separator of the user's locale; `.` is accepted too.
    /// - Throws: ``AmountArgumentError``.
    public init(
        _ text: String, defaultCurrency: CurrencyCode, separator: Character = "."
    ) throws(AmountArgumentError) {
        if text.asciiLowercased == "max" {
            self = .max
            return
        }
        let parts = try AmountParts(text, separator: separator)
        let currency = try parts.currency(defaultCurrency)
        try AmountArgument.checkShape(parts.number, separator: separator, currency: currency)
        guard let value = AmountValidator(separator: separator).validate(String(parts.number)) else {
            throw .notAnAmount
        }
        let amount = FiatAmount(value: value, currency: currency)
        guard (try? amount.exact.signum) == 1 else { throw .notAboveZero }
        self = .amount(amount)
    }

    /// Checks for `^([0-9]{1,9})?([.][0-9]{1,d})?$`, not empty, and throws a specific error for each violation.
    private static func checkShape(
        _ number: Substring, separator: Character, currency: CurrencyCode
    ) throws(AmountArgumentError) {
        let isSeparator = { (character: Character) in character == separator || character == "." }
        if separator != ".", number.contains("."), number.contains(separator) { throw .thousandsSeparator }
        let parts = number.split(omittingEmptySubsequences: false, whereSeparator: isSeparator)
        guard parts.count <= 2, parts.last?.isEmpty == false else { throw .notAnAmount }
        guard parts[0].count <= wholeDigitsMax else { throw .tooLarge }
        guard parts.count == 2 else { return }
        // In a locale with a decimal comma, 1.500 means fifteen hundred.
        if separator != ".", number.contains("."), parts[1].count == 3, !parts[0].isEmpty {
            guard currency.digits >= 3 else { throw .thousandsSeparator }
            throw .twoReadings(String(parts[0]), String(parts[1]), separator)
        }
        guard parts[1].count <= currency.digits else { throw .tooManyDecimals(currency, currency.digits) }
    }

    /// The largest number of digits before the separator.
    static let wholeDigitsMax = 9
}

/// Errors from reading an amount on a command line. Messages are for the user who typed it.
public enum AmountArgumentError: Error, Hashable, Sendable {
    /// The text is neither a number nor `max`.
    case notAnAmount
    /// The currency sign is ambiguous or contradicts the code.
    case currencySign
    /// The currency sign means another currency than the default currency, which has the same sign.
    case ambiguousSign(CurrencyCode)
    /// The digits are grouped.
    case thousandsSeparator
    /// The point between these digits may be a decimal or a thousands separator; the third value is the unambiguous
    /// separator.
    case twoReadings(String, String, Character)
    /// The amount has too many digits before the separator.
    case tooLarge
    /// The amount has more decimals than the currency, whose number of decimals follows.
    case tooManyDecimals(CurrencyCode, Int)
    /// The amount is zero.
    case notAboveZero
    /// The currency code is unknown.
    case unknownCurrency(String)

    /// Creates the error for text that is not an amount, with special cases for common ways of writing amounts.
    init(unreadable text: String) {
        let isSign = { (scalar: Unicode.Scalar) in scalar.properties.generalCategory == .currencySymbol }
        let hasSign = text.unicodeScalars.contains(where: isSign)
        let bare = text.drop { $0 == " " || $0.unicodeScalars.contains(where: isSign) }
        if bare.first?.isNumber == true, text.contains(where: { ",'_\u{A0}\u{202F}\u{2019}".contains($0) }) {
            self = .thousandsSeparator
        } else if hasSign {
            self = .currencySign
        } else {
            self = .notAnAmount
        }
    }
}

extension AmountArgumentError: CustomStringConvertible {
    /// What is wrong and often how to write it, in lower case and without a full stop.
    public var description: String {
        switch self {
        case .notAnAmount: "not an amount: write 5, 5.50, \"5.50 CAD\" or max"
        case .currencySign: "leave the currency sign out: write 5 or \"5 CAD\""
        case .ambiguousSign(let currency):
            "\(currency.symbol ?? "") stands for several currencies: write 5\(currency.rawValue) or 5usd"
        case .thousandsSeparator:
            "write the amount without thousands separators and with a point before the decimals: 1234.50"
        case .twoReadings(let whole, let rest, let separator):
            "\(whole).\(rest) can be read in two ways: write \(whole)\(rest), "
                + "or \(whole)\(separator)\(rest) for decimals"
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
