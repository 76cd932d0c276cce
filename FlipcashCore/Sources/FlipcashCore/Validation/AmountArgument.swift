/// An amount on a command line: `max`, `5`, `.5`, `5.50`, `$5`, `5.50cad`, `5 CAD` (client specification §9.4, §12.3).
public enum AmountArgument: Hashable, Sendable {
    /// As much as balance and limits allow.
    case max
    /// Above zero, with no more digits than its currency has.
    case amount(FiatAmount)

    /// Reads an argument.
    ///
    /// A currency sign is read where it leaves no doubt: `$5` is dollars of the United States, since that is what
    /// `$5.00` says when it is printed, and is refused where another dollar is the default.
    ///
    /// - Parameters:
    ///   - text: the argument as it was typed.
    ///   - defaultCurrency: the currency of an amount without a code.
    ///   - separator: the decimal separator of the person's locale; `.` is read beside it.
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

    /// `^([0-9]{1,9})?([.][0-9]{1,d})?$` and not empty, with a reason for each way to miss it.
    private static func checkShape(
        _ number: Substring, separator: Character, currency: CurrencyCode
    ) throws(AmountArgumentError) {
        let isSeparator = { (character: Character) in character == separator || character == "." }
        if separator != ".", number.contains("."), number.contains(separator) { throw .thousandsSeparator }
        let parts = number.split(omittingEmptySubsequences: false, whereSeparator: isSeparator)
        guard parts.count <= 2, parts.last?.isEmpty == false else { throw .notAnAmount }
        guard parts[0].count <= wholeDigitsMax else { throw .tooLarge }
        guard parts.count == 2 else { return }
        // Where a comma stands before the decimals, 1.500 says fifteen hundred.
        if separator != ".", number.contains("."), parts[1].count == 3, !parts[0].isEmpty {
            guard currency.digits >= 3 else { throw .thousandsSeparator }
            throw .twoReadings(String(parts[0]), String(parts[1]), separator)
        }
        guard parts[1].count <= currency.digits else { throw .tooManyDecimals(currency, currency.digits) }
    }

    /// Most digits before the separator.
    static let wholeDigitsMax = 9
}

/// Why an amount on a command line was refused, in words for the person who typed it.
public enum AmountArgumentError: Error, Hashable, Sendable {
    /// Neither a number nor `max`.
    case notAnAmount
    /// A currency sign that does not say which currency, or that contradicts the code.
    case currencySign
    /// A currency sign that would mean another currency than the default, which has the same sign.
    case ambiguousSign(CurrencyCode)
    /// Digits in groups.
    case thousandsSeparator
    /// A point between these digits, which may stand before decimals or between thousands, and the separator that
    /// leaves no doubt.
    case twoReadings(String, String, Character)
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
