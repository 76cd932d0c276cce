/// Abbreviates integers by the rules of a locale (money specification §8.2).
struct CompactNumber {
    /// An abbreviation: numbers from `10^exponent` on are written in units of `10^unit`.
    struct Pattern {
        let exponent: Int
        let unit: Int
        let name: String
        /// The unit's name after whole numbers that end in 3 to 10, in languages with a separate form for them.
        let fewName: String

        init(_ exponent: Int, unit: Int? = nil, _ name: String, few: String? = nil) {
            self.exponent = exponent
            self.unit = unit ?? exponent
            self.name = name
            fewName = few ?? name
        }

        func name(forTenths tenths: Natural) -> String {
            let (whole, tenth) = tenths.dividedByLimb(10)
            return tenth == 0 && (3...10).contains(whole.dividedByLimb(100).remainder) ? fewName : name
        }
    }

    private let locale: NumberLocale
    private let patterns: [Pattern]

    init(locale: NumberLocale) {
        self.locale = locale
        patterns = CompactNumber.patterns(locale.identifier)
    }

    /// Returns `value` in the largest unit that it reaches: one decimal below ten units, none above, halves to even.
    func text(_ value: Natural) -> String {
        let exponent = value.description.utf8.count - 1
        guard var index = patterns.lastIndex(where: { $0.exponent <= exponent }) else {
            return number(value * Natural(10 as UInt64))
        }
        var tenths = CompactNumber.tenths(of: value, unit: patterns[index].unit)
        // Rounding up can reach the next abbreviation: 999,500 becomes 1M.
        if index + 1 < patterns.count, reaches(patterns[index + 1], tenths, patterns[index].unit) {
            index += 1
            tenths = CompactNumber.tenths(of: value, unit: patterns[index].unit)
        }
        return number(tenths) + patterns[index].name(forTenths: tenths)
    }

    private func reaches(_ next: Pattern, _ tenths: Natural, _ unit: Int) -> Bool {
        tenths >= .powerOfTen(next.exponent - unit + 1)
    }

    /// Returns the value in tenths of the unit; a multiple of ten from ten units on, where no decimal is kept.
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

    /// Groups digits only from five digits on.
    private func number(_ tenths: Natural) -> String {
        let isGrouped = tenths >= .powerOfTen(5)
        return locale.text(digits: tenths, places: 1, minimumPlaces: 0, isGrouped: isGrouped)
    }
}
