import FlipcashCore

/// A decimal number as people and the wire write it: digits, and perhaps a point and more digits.
struct PlainDecimal: Sendable {
    let value: ExactRational
    let isWhole: Bool

    /// Reads at most 18 digits before and after the point, with an optional sign. Nil for other text.
    init?(_ text: String) {
        let trimmed = text.trimmingBlanks()
        let isNegative = trimmed.hasPrefix("-")
        let parts = (isNegative ? trimmed.dropFirst() : Substring(trimmed)).split(
            separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = parts.first.flatMap(Self.digits) else { return nil }
        var magnitude = ExactRational(whole)
        if parts.count == 2 {
            guard let fraction = Self.digits(parts[1]) else { return nil }
            magnitude = magnitude + ExactRational(quarks: fraction, decimals: parts[1].utf8.count)
            isWhole = fraction == 0
        } else {
            isWhole = true
        }
        value = isNegative ? -magnitude : magnitude
    }

    private static func digits(_ text: Substring) -> UInt64? {
        guard (1...18).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return UInt64(text)
    }
}

extension ExactRational {
    /// A whole number with a sign.
    init(units: Int64) {
        let magnitude = ExactRational(units.magnitude)
        self = units < 0 ? -magnitude : magnitude
    }

    /// The whole number after rounding; nil when it does not fit.
    func units(_ rounding: Rounding) -> Int64? { Int64(text(places: 0, rounding)) }
}

extension ExactRational {
    /// 10 to the power of a small number.
    init(powerOfTen exponent: Int) {
        self.init((0..<max(0, min(19, exponent))).reduce(1 as UInt64) { value, _ in value &* 10 })
    }
}
