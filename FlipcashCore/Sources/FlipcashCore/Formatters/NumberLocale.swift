/// The number format of a region (money specification §8.1).
///
/// The table is our own, because some hosts report wrong symbols and a payment must look the same everywhere.
public struct NumberLocale: Hashable, Sendable {
    /// Language and region, as in `en_US`.
    public let identifier: String
    /// The separator between whole units and decimals.
    public let decimalSeparator: String
    let groupSeparator: String
    /// The number of digits in the groups after the first three digits.
    let laterGroup: Int
    /// The number of digits that must precede the first separator for digits to be grouped.
    let groupingMinimum: Int
    /// The Unicode scalar of the digit zero; those of the other digits follow it.
    let zero: UInt32

    /// The default locale. The host's locale is not used, because it is wrong on a minimal server.
    public static let enUS = NumberLocale("en_US", ".", ",")

    private init(
        _ identifier: String, _ decimal: String, _ group: String, laterGroup: Int = 3, groupingMinimum: Int = 1,
        zero: UInt32 = 0x30
    ) {
        self.identifier = identifier
        decimalSeparator = decimal
        groupSeparator = group
        self.laterGroup = laterGroup
        self.groupingMinimum = groupingMinimum
        self.zero = zero
    }

    /// Finds the locale of an identifier such as `de_DE`, `de-DE`, `zh_Hans_CN` or `de`; nil when the table does not
    /// have it.
    public init?(identifier: String) {
        var parts = identifier.split(whereSeparator: { "_-.@".contains($0) })
        guard let language = parts.first?.lowercased() else { return nil }
        // A script before a region does not affect numbers. Without a region, it is kept and matches no locale.
        if parts.count > 2, parts[1].count == 4, parts[1].allSatisfy({ $0.isASCII && $0.isLetter }) {
            parts.remove(at: 1)
        }
        let region = parts.dropFirst().first.map { $0.uppercased() }
        let match = NumberLocale.table.first { locale in
            region.map { locale.identifier == "\(language)_\($0)" } ?? locale.identifier.hasPrefix("\(language)_")
        }
        guard let match else { return nil }
        self = match
    }

    /// All locales of the table; the first of a language is used for the language without a region.
    static let table: [NumberLocale] = {
        let narrow = "\u{202F}"
        let hard = "\u{A0}"
        var locales = ["en_US", "en_GB", "en_CA", "en_AU", "ja_JP", "ko_KR", "zh_CN", "th_TH", "he_IL", "ar_AE"]
            .map { NumberLocale($0, ".", ",") }
        locales += ["en_IN", "hi_IN"].map { NumberLocale($0, ".", ",", laterGroup: 2) }
        locales += ["de_DE", "nl_NL", "da_DK", "tr_TR", "id_ID", "vi_VN", "pt_BR"].map { NumberLocale($0, ",", ".") }
        locales += ["es_ES", "it_IT"].map { NumberLocale($0, ",", ".", groupingMinimum: 2) }
        locales += ["es_AR", "es_CL"].map { NumberLocale($0, ",", ".") }
        locales.append(NumberLocale("es_MX", ".", ","))
        locales += ["pl_PL", "pt_PT", "hu_HU"].map { NumberLocale($0, ",", hard, groupingMinimum: 2) }
        locales.append(NumberLocale("fr_FR", ",", narrow))
        locales += ["fr_CA", "sv_SE", "nb_NO", "fi_FI", "ru_RU", "uk_UA", "cs_CZ", "en_ZA"]
            .map { NumberLocale($0, ",", hard) }
        locales.append(NumberLocale("de_CH", ".", "\u{2019}"))
        locales.append(NumberLocale("ar_EG", "\u{66B}", "\u{66C}", zero: 0x660))
        locales.append(NumberLocale("fa_IR", "\u{66B}", "\u{66C}", zero: 0x6F0))
        return locales
    }()
}

extension NumberLocale {
    /// The position of the currency symbol in a locale.
    enum SymbolPlace: Hashable, Sendable {
        /// `$5.50`
        case before
        /// `€ 5,50`
        case beforeWithSpace
        /// `5,50 €`
        case after

        func text(symbol: String, number: String) -> String {
            switch self {
            case .before: symbol + number
            case .beforeWithSpace: symbol + " " + number
            case .after: number + " " + symbol
            }
        }
    }

    /// The position of the symbol in this locale, by Unicode's common locale data.
    var symbolPlace: SymbolPlace {
        switch identifier {
        case "nl_NL", "pt_BR", "de_CH", "es_AR": .beforeWithSpace
        case "de_DE", "da_DK", "es_ES", "it_IT", "fr_FR", "fr_CA", "pl_PL", "pt_PT", "hu_HU", "sv_SE", "nb_NO", "fi_FI",
            "ru_RU", "uk_UA", "cs_CZ", "vi_VN", "he_IL":
            .after
        default: .before
        }
    }

    /// Formats a count of 10⁻ᵖˡᵃᶜᵉˢ with grouping, the locale's digits, and at least `minimumPlaces` fraction digits.
    func text(digits: Natural, places: Int, minimumPlaces: Int, isGrouped: Bool = true) -> String {
        var plain = Array(digits.description.utf8)
        if plain.count <= places {
            plain.insert(contentsOf: repeatElement(0x30, count: places + 1 - plain.count), at: 0)
        }
        let whole = plain.dropLast(places)
        var fraction = plain.suffix(places)
        while fraction.count > minimumPlaces, fraction.last == 0x30 { fraction.removeLast() }
        var text = ""
        let groupsFrom = isGrouped && whole.count >= 3 + groupingMinimum ? 3 : Int.max
        for (offset, digit) in whole.enumerated() {
            let following = whole.count - offset
            if offset > 0, following >= groupsFrom, (following - 3) % laterGroup == 0 { text += groupSeparator }
            append(digit, to: &text)
        }
        if !fraction.isEmpty { text += decimalSeparator }
        for digit in fraction { append(digit, to: &text) }
        return text
    }

    private func append(_ digit: UInt8, to text: inout String) {
        guard let scalar = Unicode.Scalar(zero + UInt32(digit - 0x30)) else { return }
        text.unicodeScalars.append(scalar)
    }
}
