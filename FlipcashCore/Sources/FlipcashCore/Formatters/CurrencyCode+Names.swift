public import Foundation

/// The host's data about currencies (money specification §2.1), used for display only.
extension CurrencyCode {
    /// The currency of the locale's region; nil when the table does not have it.
    public static func local(_ locale: Locale) -> CurrencyCode? {
        locale.currency.flatMap { CurrencyCode(rawValue: $0.identifier.asciiLowercased) }
    }

    /// The currency's name in the locale's language, or its upper-case code if the host has no name for it.
    public func localizedName(_ locale: Locale) -> String {
        let code = rawValue.uppercased()
        guard let name = locale.localizedString(forCurrencyCode: code), !name.isEmpty else { return code }
        return name
    }

    /// Sorts currencies by name, in the locale's alphabetical order.
    public static func sortedByName(_ codes: some Sequence<CurrencyCode>, locale: Locale) -> [CurrencyCode] {
        codes.map { ($0, $0.localizedName(locale)) }.sorted { left, right in
            let order = left.1.compare(right.1, options: [], range: nil, locale: locale)
            return order == .orderedSame ? left.0.rawValue < right.0.rawValue : order == .orderedAscending
        }
        .map(\.0)
    }
}
