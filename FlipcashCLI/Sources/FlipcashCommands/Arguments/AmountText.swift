public import ArgumentParser
import FlipcashCore

/// An amount as it was typed on the command line.
///
/// Parsed once the display currency is known, which decides how many decimals are allowed.
public struct AmountText: ExpressibleByArgument, Sendable, Hashable {
    /// The text as it was typed.
    public let text: String

    /// Accepts any text. It is parsed once the currency is known.
    public init(argument: String) { text = argument }

    /// The amount, in `currency` unless the text names another.
    ///
    /// - Parameter locale: its decimal separator is accepted besides the point.
    /// - Throws: `CommandFailure` with the expected form, exit 64.
    func amount(
        in currency: CurrencyCode, locale: NumberLocale = .enUS
    ) throws(CommandFailure) -> AmountArgument {
        do {
            return try AmountArgument(
                text, defaultCurrency: currency, separator: locale.decimalSeparator == "," ? "," : ".")
        } catch {
            throw .usage("\"\(DisplayText.truncated(DisplayText.sanitized(text), to: 40))\": \(error.description).")
        }
    }
}
