public import Foundation

/// What the host knows about currencies (money specification §2.1). Nothing here decides about money.
extension CurrencyCode {
    /// The currency that the locale's region uses; nil when it names none of the table.
    public static func local(_ locale: Locale) -> CurrencyCode? {
        locale.currency.flatMap { CurrencyCode(rawValue: $0.identifier.asciiLowercased) }
    }

    /// The currency's name in the locale's language, or its upper-case code where the host has no name.
    public func localizedName(_ locale: Locale) -> String {
        let code = rawValue.uppercased()
        guard let name = locale.localizedString(forCurrencyCode: code), !name.isEmpty else { return code }
        return name
    }

    /// Currencies by their names, in the order of the locale's dictionaries.
    public static func sortedByName(_ codes: some Sequence<CurrencyCode>, locale: Locale) -> [CurrencyCode] {
        codes.map { ($0, $0.localizedName(locale)) }.sorted { left, right in
            let order = left.1.compare(right.1, options: [], range: nil, locale: locale)
            return order == .orderedSame ? left.0.rawValue < right.0.rawValue : order == .orderedAscending
        }
        .map(\.0)
    }
}
