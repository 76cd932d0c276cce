#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Reads amounts in the form that a keypad produces (money specification §7).
///
/// The form is ASCII digits with at most one separator. Number formatters and prefix parsers are not used for money:
/// they read `0.69` as 69 in some locales, and `1,50` as 1.
public struct AmountValidator: Validator {
    /// The separator that is accepted besides `.`.
    public let separator: Character

    /// Creates a validator that accepts `.` and one more separator.
    public init(separator: Character = ".") {
        self.separator = separator
    }

    /// Returns the exact value; nil for other text and for more digits than a decimal holds. A lone separator is 0.
    public func validate(_ input: String) -> Decimal? {
        let mapped = String(input.map { $0 == separator ? "." : $0 })
        let parts = mapped.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard mapped != "", parts.count <= 2, mapped.utf8.count <= AmountValidator.lengthMax else { return nil }
        let digits = parts.flatMap { $0 }
        let fractionCount = parts.count == 2 ? parts[1].count : 0
        // A lone separator has no digits; the user has not entered an amount yet.
        guard let natural = digits.isEmpty ? .zero : Natural(digits: digits) else { return nil }
        let exact = ExactRational(numerator: natural, denominator: .powerOfTen(fractionCount))
        guard let value = try? exact.decimal, (try? ExactRational(value)) == exact else { return nil }
        return value
    }

    /// Returns the text that ``validate(_:)`` reads back: truncated, with exactly `fractionDigits` digits, without
    /// grouping.
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

/// The state of an amount keypad (money specification §7).
public struct AmountKeypad: Hashable, Sendable {
    /// A key of the keypad.
    public enum Key: Hashable, Sendable {
        /// 0…9.
        case digit(Int)
        /// The decimal separator.
        case separator
        /// Deletes the last character.
        case delete
    }

    /// The typed text: digits and at most one `.`.
    public private(set) var content: String
    /// The largest number of digits before the separator.
    public let maxIntegerDigits: Int
    /// The largest number of digits after the separator; 0 for a keypad without a separator key.
    public let maxDecimalDigits: Int

    /// Creates a keypad, optionally with text already typed.
    public init(content: String = "", maxIntegerDigits: Int = 9, maxDecimalDigits: Int) {
        self.content = content
        self.maxIntegerDigits = maxIntegerDigits
        self.maxDecimalDigits = maxDecimalDigits
    }

    /// Creates a keypad for amounts of `currency`.
    public init(currency: CurrencyCode) {
        self.init(maxDecimalDigits: currency.digits)
    }

    /// Presses a key; a key that is not valid at this point is ignored.
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
