import FlipcashCore
import FlipcashWallet

extension Invocation {
    /// How this call writes amounts.
    ///
    /// - Throws: `CommandFailure` for a locale that is not in the table.
    func moneyText() throws -> MoneyText {
        let tag = try options.locale ?? settings().text(.locale)
        guard let tag else { return MoneyText(locale: .enUS, isPlain: options.plainSymbols) }
        guard let locale = NumberLocale(identifier: tag) else {
            throw CommandFailure.usage(
                "\"\(DisplayText.sanitized(tag))\" is no locale known here. Use a tag such as en_US or de_DE.")
        }
        return MoneyText(locale: locale, isPlain: options.plainSymbols)
    }
}
