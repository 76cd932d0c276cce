/// The parts of a typed amount: a sign before or after the number, and a code at the end.
struct AmountParts {
    /// Digits and separators.
    let number: Substring
    /// A currency sign, such as `$`.
    private let sign: Character?
    /// The letters at the end; may be empty.
    private let code: Substring
    private let text: String

    /// Splits the text of an amount.
    ///
    /// - Throws: ``AmountArgumentError`` when the text does not have this form.
    init(_ text: String, separator: Character) throws(AmountArgumentError) {
        var rest = Substring(text)
        var sign = Self.takeSign(from: &rest)
        if sign != nil { Self.takeSpace(from: &rest) }
        number = rest.prefix { $0.isASCII && ($0.isNumber || $0 == separator || $0 == ".") }
        guard !number.isEmpty else { throw .init(unreadable: text) }
        rest = rest[number.endIndex...]
        Self.takeSpace(from: &rest)
        if sign == nil {
            sign = Self.takeSign(from: &rest)
            if sign != nil { Self.takeSpace(from: &rest) }
        }
        self.sign = sign
        self.text = text
        code = rest
    }

    /// Returns the currency of the code, else that of the sign, else the default.
    func currency(_ defaultCurrency: CurrencyCode) throws(AmountArgumentError) -> CurrencyCode {
        guard code.isEmpty else {
            let named = try namedCurrency()
            guard sign == nil || sign.map(String.init) == named.symbol else { throw .currencySign }
            return named
        }
        guard let sign else { return defaultCurrency }
        let named = CurrencyCode.allCases.first { $0.isNamedBySymbol && $0.symbol == String(sign) }
        if defaultCurrency.symbol == String(sign) {
            guard named == nil || named == defaultCurrency else { throw .ambiguousSign(defaultCurrency) }
            return defaultCurrency
        }
        guard let named else { throw .currencySign }
        return named
    }

    private func namedCurrency() throws(AmountArgumentError) -> CurrencyCode {
        guard (3...4).contains(code.count), code.allSatisfy({ $0.isASCII && $0.isLetter }) else {
            throw .init(unreadable: text)
        }
        do {
            return try CurrencyCode(currencyCode: String(code))
        } catch {
            throw .unknownCurrency(String(code))
        }
    }

    /// Reads a currency sign. Letters used as symbols, such as the rand's R, are not read, because many words begin
    /// with them.
    private static func takeSign(from rest: inout Substring) -> Character? {
        guard let first = rest.first, first.unicodeScalars.count == 1,
            first.unicodeScalars.first?.properties.generalCategory == .currencySymbol
        else { return nil }
        return rest.removeFirst()
    }

    /// Skips a single space between two parts, but not a space at the end.
    private static func takeSpace(from rest: inout Substring) {
        if rest.first == " ", rest.count > 1 { rest.removeFirst() }
    }
}
