#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Reads amounts as a keypad produces them (money specification §7).
///
/// ASCII digits with at most one separator and nothing else. Number formatters and prefix parsers are not used on
/// money: they read `0.69` as 69 in some locales, and `1,50` as 1.
public struct AmountValidator: Validator {
    /// A separator that is accepted besides `.`.
    public let separator: Character

    /// Accepts `.` and one more separator.
    public init(separator: Character = ".") {
        self.separator = separator
    }

    /// The exact value; a lone separator is 0. Nil for anything else, and for more digits than a decimal holds.
    public func validate(_ input: String) -> Decimal? {
        let mapped = String(input.map { $0 == separator ? "." : $0 })
        let parts = mapped.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard mapped != "", parts.count <= 2, mapped.utf8.count <= AmountValidator.lengthMax else { return nil }
        let digits = parts.flatMap { $0 }
        let fractionCount = parts.count == 2 ? parts[1].count : 0
        // A lone separator has no digits and means nothing entered yet.
        guard let natural = digits.isEmpty ? .zero : Natural(digits: digits) else { return nil }
        let exact = ExactRational(numerator: natural, denominator: .powerOfTen(fractionCount))
        guard let value = try? exact.decimal, (try? ExactRational(value)) == exact else { return nil }
        return value
    }

    /// The text that ``validate(_:)`` reads back: truncated, with exactly `fractionDigits` digits, without grouping.
    public func string(from value: Decimal, fractionDigits: Int) -> String {
        guard let exact = try? ExactRational(value) else { return "" }
        let places = max(0, fractionDigits)
        let digits = exact.scaledMagnitude(places: places, .down)
        let text = NumberLocale.enUS.text(digits: digits, places: places, minimumPlaces: places, isGrouped: false)
        let sign = exact.isNegative && !digits.isZero ? "-" : ""
        return sign + String(text.map { $0 == "." ? separator : $0 })
    }

    private static let lengthMax = 80
}

/// What keys on an amount pad have typed so far (money specification §7).
public struct AmountKeypad: Hashable, Sendable {
    /// A key of the pad.
    public enum Key: Hashable, Sendable {
        /// 0…9.
        case digit(Int)
        /// The decimal separator.
        case separator
        /// Takes the last key back.
        case delete
    }

    /// Digits and at most one `.`.
    public private(set) var content: String
    /// Most digits before the separator.
    public let maxIntegerDigits: Int
    /// Most digits after it; with none there is no separator key.
    public let maxDecimalDigits: Int

    /// A pad with some keys pressed already.
    public init(content: String = "", maxIntegerDigits: Int = 9, maxDecimalDigits: Int) {
        self.content = content
        self.maxIntegerDigits = maxIntegerDigits
        self.maxDecimalDigits = maxDecimalDigits
    }

    /// A pad for amounts of `currency`.
    public init(currency: CurrencyCode) {
        self.init(maxDecimalDigits: currency.digits)
    }

    /// Presses a key; one that does not fit is ignored.
    public mutating func press(_ key: Key) {
        switch key {
        case .delete:
            _ = content.popLast()
        case .separator:
            guard maxDecimalDigits > 0, !content.contains(".") else { return }
            replaceLoneZero(with: ".")
        case .digit(let digit):
            guard (0...9).contains(digit), hasRoomForDigit else { return }
            replaceLoneZero(with: String(digit))
        }
    }

    private var hasRoomForDigit: Bool {
        guard let separator = content.firstIndex(of: ".") else {
            return content == "0" || content.count < maxIntegerDigits
        }
        return content.distance(from: separator, to: content.endIndex) - 1 < maxDecimalDigits
    }

    private mutating func replaceLoneZero(with text: String) {
        content = content == "0" ? text : content + text
    }
}
