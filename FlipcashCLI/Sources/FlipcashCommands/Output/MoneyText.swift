import FlipcashCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Formats amounts with this call's locale and symbols (client specification §9.2, §12.7).
struct MoneyText: Sendable {
    let locale: NumberLocale
    /// Whether to show the bare symbol even if several currencies share it.
    let isPlain: Bool

    /// The amount for people, with the symbol where the locale puts it.
    func text(_ amount: FiatAmount) -> String { amount.localized(namesCurrency: !isPlain, locale: locale) }

    /// The price of one token for people: at least four significant digits, because a token may cost less than the
    /// currency's smallest unit.
    func price(_ amount: FiatAmount) -> String {
        amount.localized(namesCurrency: !isPlain, fractionDigits: Self.priceDigits(amount.value), locale: locale)
    }

    /// The price of one token for machines. Unlike that of an amount, its value is not rounded to the currency's digits.
    func priceValue(_ amount: FiatAmount) -> OutputValue {
        .fields([
            "currency": .string(amount.currency.rawValue), "value": .string(amount.value.plainText),
            "formatted": .string(
                amount.localized(
                    namesCurrency: false, fractionDigits: Self.priceDigits(amount.value), locale: locale)),
        ])
    }

    /// The fraction digits that show four significant digits of a price below one; 0 from one on.
    static func priceDigits(_ price: Decimal) -> Int {
        let (significant, most) = (4, 12)
        var (rest, digits) = (price.magnitude, significant)
        guard rest > 0, rest < 1 else { return 0 }
        while rest < Decimal(sign: .plus, exponent: -1, significand: 1), digits < most {
            rest *= 10
            digits += 1
        }
        return digits
    }

    /// A large amount in few characters, as in `$1.2K`, for lists and charts.
    func compact(_ amount: FiatAmount) -> String {
        let code = isPlain || amount.currency.isNamedBySymbol ? "" : " " + amount.currency.rawValue.uppercased()
        return amount.formattedCompact(locale: locale) + code
    }

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
