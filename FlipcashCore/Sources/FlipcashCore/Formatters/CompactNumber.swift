/// Abbreviates integers the way a locale does (money specification §8.2).
struct CompactNumber {
    /// An abbreviation: from `10^exponent` on, numbers are counted in `10^unit`.
    private struct Pattern {
        let exponent: Int
        let unit: Int
        let name: String

        init(_ exponent: Int, _ name: String) {
            self.init(exponent, unit: exponent, name)
        }

        init(_ exponent: Int, unit: Int, _ name: String) {
            self.exponent = exponent
            self.unit = unit
            self.name = name
        }
    }

    private let locale: NumberLocale
    private let patterns: [Pattern]

    init(locale: NumberLocale) {
        self.locale = locale
        patterns = CompactNumber.patterns(locale.identifier)
    }

    /// `value` in the largest unit that it reaches: one decimal below ten, none above, halves to even.
    func text(_ value: Natural) -> String {
        let exponent = value.description.utf8.count - 1
        guard var index = patterns.lastIndex(where: { $0.exponent <= exponent }) else {
            return number(value * Natural(10 as UInt64))
        }
        var tenths = CompactNumber.tenths(of: value, unit: patterns[index].unit)
        // Rounding up can reach the next abbreviation: 999,500 is 1M.
        if index + 1 < patterns.count, reaches(patterns[index + 1], tenths, patterns[index].unit) {
            index += 1
            tenths = CompactNumber.tenths(of: value, unit: patterns[index].unit)
        }
        return number(tenths) + patterns[index].name
    }

    private func reaches(_ next: Pattern, _ tenths: Natural, _ unit: Int) -> Bool {
        tenths >= .powerOfTen(next.exponent - unit + 1)
    }

    /// Tenths of the unit; a multiple of ten from ten units on, and below where no decimal is kept.
    private static func tenths(of value: Natural, unit: Int) -> Natural {
        let ten = Natural(10 as UInt64)
        let fine = halfToEven(value * ten, .powerOfTen(unit))
        return fine < Natural(100 as UInt64) ? fine : halfToEven(value, .powerOfTen(unit)) * ten
    }

    private static func halfToEven(_ value: Natural, _ divisor: Natural) -> Natural {
        guard let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor) else { return .zero }
        let twice = remainder + remainder
        let isOdd = (quotient.limbs.first ?? 0) & 1 == 1
        return twice > divisor || (twice == divisor && isOdd) ? quotient + .one : quotient
    }

    /// Grouped only from five digits.
    private func number(_ tenths: Natural) -> String {
        let isGrouped = tenths >= .powerOfTen(5)
        return locale.text(digits: tenths, places: 1, minimumPlaces: 0, isGrouped: isGrouped)
    }

    private static func patterns(_ identifier: String) -> [Pattern] {
        switch identifier {
        case "de_DE": [Pattern(6, "\u{A0}Mio."), Pattern(9, "\u{A0}Mrd."), Pattern(12, "\u{A0}Bio.")]
        case "it_IT": [Pattern(6, "\u{A0}Mln"), Pattern(9, "\u{A0}Mrd"), Pattern(12, "\u{A0}Bln")]
        case "fr_FR": [Pattern(3, "\u{A0}k"), Pattern(6, "\u{A0}M"), Pattern(9, "\u{A0}Md"), Pattern(12, "\u{A0}Bn")]
        case "es_ES":
            [
                Pattern(3, "\u{A0}mil"), Pattern(6, "\u{A0}M"), Pattern(10, unit: 9, "\u{A0}mil\u{A0}M"),
                Pattern(12, "\u{A0}B"),
            ]
        case "pt_BR":
            [Pattern(3, "\u{A0}mil"), Pattern(6, "\u{A0}mi"), Pattern(9, "\u{A0}bi"), Pattern(12, "\u{A0}tri")]
        case "nl_NL": [Pattern(3, "K"), Pattern(6, "\u{A0}mln."), Pattern(9, "\u{A0}mld."), Pattern(12, "\u{A0}bln.")]
        case "pl_PL":
            [Pattern(3, "\u{A0}tys."), Pattern(6, "\u{A0}mln"), Pattern(9, "\u{A0}mld"), Pattern(12, "\u{A0}bln")]
        case "tr_TR": [Pattern(3, "\u{A0}B"), Pattern(6, "\u{A0}Mn"), Pattern(9, "\u{A0}Mr"), Pattern(12, "\u{A0}Tn")]
        case "ru_RU":
            [Pattern(3, "\u{A0}тыс."), Pattern(6, "\u{A0}млн"), Pattern(9, "\u{A0}млрд"), Pattern(12, "\u{A0}трлн")]
        case "ja_JP": [Pattern(4, "万"), Pattern(8, "億"), Pattern(12, "兆")]
        case "zh_CN": [Pattern(4, "万"), Pattern(8, "亿"), Pattern(12, "万亿")]
        case "ko_KR": [Pattern(3, "천"), Pattern(4, "만"), Pattern(8, "억"), Pattern(12, "조")]
        case "en_IN": [Pattern(3, "K"), Pattern(5, "L"), Pattern(7, "Cr"), Pattern(10, "KCr"), Pattern(12, "LCr")]
        default: [Pattern(3, "K"), Pattern(6, "M"), Pattern(9, "B"), Pattern(12, "T")]
        }
    }
}
