import FlipcashCore
import FlipcashWallet

extension Invocation {
    /// How this call formats amounts.
    ///
    /// - Throws: `CommandFailure` for an unknown locale.
    func moneyText() throws -> MoneyText {
        let tag = try options.locale ?? settings().text(.locale)
        guard let tag else { return MoneyText(locale: .enUS, isPlain: options.plainSymbols) }
        guard let locale = NumberLocale(identifier: tag) else {
            throw CommandFailure.unknownLocale(tag)
        }
        return MoneyText(locale: locale, isPlain: options.plainSymbols)
    }
}

extension CommandFailure {
    /// The failure for a locale that is not in the table of number formats.
    static func unknownLocale(_ tag: String) -> CommandFailure {
        let shown = DisplayText.truncated(DisplayText.sanitized(tag), to: 40)
        return .usage("The locale \"\(shown)\" is not known. Use a tag such as en_US or de_DE.")
    }
}
