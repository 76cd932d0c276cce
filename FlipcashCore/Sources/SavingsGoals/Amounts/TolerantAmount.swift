import FlipcashCore

/// Why an imported amount was not understood.
public enum AmountTextError: String, Error, Hashable, Sendable {
    /// The text is empty, signed, or its spaces and separators are in the wrong places.
    case invalidFormat = "invalid_format"
    /// The text has characters that are neither digits nor separators.
    case unsupportedCharacters = "unsupported_characters"
    /// It is not clear which separator is the decimal sign.
    case ambiguousSeparators = "ambiguous_separators"
    /// The text has more decimals than the currency.
    case tooManyFractionDigits = "too_many_fraction_digits"
}

/// Reads amounts that other programs wrote, with currency symbols, grouping and either decimal sign (goals
/// specification §1).
public struct TolerantAmount: Sendable {
    /// The decimal sign of the text.
    public enum DecimalSign: Character, Sendable {
        /// A point.
        case point = "."
        /// A comma.
        case comma = ","
    }

    private let currency: AssetCurrency
    private let sign: Character

    /// Creates a reader of amounts of `currency`.
    public init(currency: AssetCurrency, decimalSign: DecimalSign = .point) {
        self.currency = currency
        sign = decimalSign.rawValue
    }

    /// Reads `text`.
    public func amount(_ text: String) throws(AmountTextError) -> AssetAmount {
        let characters = Array(Self.cleaned(text))
        guard let first = characters.first, !"-+−(".contains(first) else { throw .invalidFormat }
        guard characters.allSatisfy({ Self.isDigit($0) || ".,\u{20}".contains($0) }) else {
            throw .unsupportedCharacters
        }
        return try amount(whole: try Self.withoutSpaces(characters))
    }

    private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) && character.isASCII }

    /// Replaces odd spaces, and drops currency symbols and grouping signs that are not separators.
    private static func cleaned(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\u{A0}", "\u{202F}", "\u{2009}": scalars.append(" ")
            case "_", "'", "\u{2019}": continue
            default:
                if scalar.properties.generalCategory != .currencySymbol { scalars.append(scalar) }
            }
        }
        return String(scalars).trimmingBlanks()
    }

    /// Removes spaces that group the integer part in threes; other spaces are errors.
    private static func withoutSpaces(_ characters: [Character]) throws(AmountTextError) -> [Character] {
        let end = characters.firstIndex { $0 == "." || $0 == "," } ?? characters.count
        guard !characters[end...].contains(" ") else { throw .invalidFormat }
        let groups = characters[..<end].split(separator: " ", omittingEmptySubsequences: false)
        if groups.count > 1 {
            guard let first = groups.first, (1...3).contains(first.count),
                groups.dropFirst().allSatisfy({ $0.count == 3 })
            else { throw .invalidFormat }
        }
        return characters.filter { $0 != " " }
    }

    private func amount(whole characters: [Character]) throws(AmountTextError) -> AssetAmount {
        let separators = characters.indices.filter { !Self.isDigit(characters[$0]) }
        guard separators.count < characters.count,
            !zip(separators, separators.dropFirst()).contains(where: { $0 + 1 == $1 })
        else { throw .invalidFormat }
        guard let last = separators.last else { return try parsed(characters[...], fraction: []) }
        let kinds = Set(separators.map { characters[$0] })
        let (before, after) = (characters[..<last], characters[(last + 1)...])
        if kinds.count == 2 {
            let grouping = before.filter { !Self.isDigit($0) }
            guard !grouping.contains(characters[last]), Self.isGrouped(before) else { throw .ambiguousSeparators }
            return try parsed(before, fraction: after)
        }
        if separators.count > 1 {
            guard Self.isGrouped(characters[...]) else { throw .ambiguousSeparators }
            return try parsed(characters[...], fraction: [])
        }
        if characters[last] == sign || after.count != 3 { return try parsed(before, fraction: after) }
        guard Self.isGrouped(characters[...]) else { throw .ambiguousSeparators }
        return try parsed(characters[...], fraction: [])
    }

    /// Whether the separators divide the digits into clean groups of three.
    private static func isGrouped(_ characters: ArraySlice<Character>) -> Bool {
        let groups = characters.split(omittingEmptySubsequences: false) { !isDigit($0) }
        guard let first = groups.first, (1...3).contains(first.count), first.first != "0" else { return false }
        return groups.dropFirst().allSatisfy { $0.count == 3 }
    }

    private func parsed(
        _ whole: ArraySlice<Character>, fraction: ArraySlice<Character>
    ) throws(AmountTextError) -> AssetAmount {
        var fraction = fraction
        while fraction.count > currency.scale, fraction.last == "0" { fraction.removeLast() }
        guard fraction.count <= currency.scale else { throw .tooManyFractionDigits }
        let digits = String(whole.filter(Self.isDigit)) + String(fraction)
        let zeros = String(repeating: "0", count: currency.scale - fraction.count)
        guard let units = ExactInteger(digits + zeros) else { throw .invalidFormat }
        return AssetAmount(units: units, currency)
    }
}
