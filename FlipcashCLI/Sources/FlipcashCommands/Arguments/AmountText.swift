public import ArgumentParser
import FlipcashCore

/// An amount as it was typed on the command line.
///
/// It is read once the display currency is known, since that decides how many decimals it may have.
public struct AmountText: ExpressibleByArgument, Sendable, Hashable {
    /// The text as it was typed.
    public let text: String

    /// Takes any text; whether it is an amount shows once the currency is known.
    public init(argument: String) { text = argument }

    /// What was asked for, in `currency` unless the text names one itself.
    ///
    /// - Parameter locale: whose decimal separator is read beside the point.
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
