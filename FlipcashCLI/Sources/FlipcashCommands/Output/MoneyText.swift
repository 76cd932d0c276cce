import FlipcashCore

/// Formats amounts with this call's locale and symbols (client specification §9.2, §12.7).
struct MoneyText: Sendable {
    let locale: NumberLocale
    /// Whether to show the bare symbol even if several currencies share it.
    let isPlain: Bool

    /// The amount for people, with the symbol where the locale puts it.
    func text(_ amount: FiatAmount) -> String { amount.localized(namesCurrency: !isPlain, locale: locale) }

    /// The amount for machines.
    func value(_ amount: FiatAmount) -> OutputValue {
        .fields([
            "currency": .string(amount.currency.rawValue),
            "value": .string(Self.decimal(amount)),
            "formatted": .string(amount.localized(namesCurrency: false, locale: locale)),
        ])
    }

    /// Plain digits with the currency's decimals, half up.
    static func decimal(_ amount: FiatAmount) -> String {
        let rounded = (try? amount.roundedForDisplay()) ?? amount
        return AmountValidator().string(from: rounded.value, fractionDigits: amount.currency.digits)
    }
}
