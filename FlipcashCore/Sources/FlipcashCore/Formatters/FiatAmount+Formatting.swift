extension FiatAmount {
    /// Formats the amount for display: symbol, number, suffix, as in `$1,234.50` (money specification §8.1).
    ///
    /// The symbol comes first without a space in every locale; some currencies have no symbol. Halves round up. A
    /// negative amount has `-` before the symbol.
    ///
    /// - Parameters:
    ///   - minimumFractionDigits: fewer digits than the currency has; 0 prints 10 as `$10`.
    ///   - suffix: appended without change.
    ///   - isTruncated: whether to truncate instead of rounding.
    ///   - locale: the locale of the separators.
    public func formatted(
        minimumFractionDigits: Int? = nil, suffix: String? = nil, isTruncated: Bool = false,
        locale: NumberLocale = .enUS
    ) -> String {
        guard let exact = try? exact else { return "NaN" + (suffix ?? "") }
        let places = currency.digits
        let digits = exact.scaledMagnitude(places: places, isTruncated ? .down : .halfUp)
        let number = locale.text(
            digits: digits, places: places, minimumPlaces: min(places, max(0, minimumFractionDigits ?? places)))
        let sign = exact.isNegative && !digits.isZero ? "-" : ""
        return sign + (currency.symbol ?? "") + number + (suffix ?? "")
    }

    /// Formats the amount with the currency code if the symbol is ambiguous or missing: `$5.00 CAD`, `K5.00 ZMW`, `5.00
    /// CHF`, but `$5.00` and `€5.00` (money specification §2.1).
    ///
    /// The result does not depend on other amounts in view, so any two amounts can be told apart. The format is
    /// otherwise that of ``formatted(minimumFractionDigits:suffix:isTruncated:locale:)``.
    public func formattedNamingCurrency(locale: NumberLocale = .enUS) -> String {
        formatted(suffix: currency.isNamedBySymbol ? nil : " " + currency.rawValue.uppercased(), locale: locale)
    }

    /// Formats the amount as is usual in `locale`: `$5.50` in the United States, `5,50 €` in Germany, `€ 5,50` in the
    /// Netherlands.
    ///
    /// Unlike in ``formatted(minimumFractionDigits:suffix:isTruncated:locale:)``, the locale decides the place of the
    /// symbol.
    ///
    /// - Parameters:
    ///   - namesCurrency: whether to add the code if the symbol is ambiguous or missing, as in
    ///     ``formattedNamingCurrency(locale:)``.
    ///   - fractionDigits: more digits than the currency has, for a price that is below its smallest unit.
    ///   - locale: the locale of the separators and of the symbol's place.
    public func localized(namesCurrency: Bool = true, fractionDigits: Int? = nil, locale: NumberLocale) -> String {
        guard let exact = try? exact else { return "NaN" }
        let places = max(currency.digits, fractionDigits ?? 0)
        let digits = exact.scaledMagnitude(places: places, .halfUp)
        let number = locale.text(digits: digits, places: places, minimumPlaces: places)
        let sign = exact.isNegative && !digits.isZero ? "-" : ""
        let amount = currency.symbol.map { locale.symbolPlace.text(symbol: $0, number: number) } ?? number
        let code = namesCurrency && !currency.isNamedBySymbol ? " " + currency.rawValue.uppercased() : ""
        return sign + amount + code
    }

    /// Formats a fee for display, with `~` before a fee that is above zero and below the smallest unit (money
    /// specification §5.7).
    public func formattedFee(locale: NumberLocale = .enUS) -> String {
        (isApproximatelyZero ? "~" : "") + formatted(locale: locale)
    }

    /// Formats the amount in few characters, as in `$1.2K`, truncated to an integer first (money specification §8.2).
    public func formattedCompact(locale: NumberLocale = .enUS) -> String {
        guard let exact = try? exact else { return "NaN" }
        let whole = exact.scaledMagnitude(places: 0, .down)
        let sign = exact.isNegative && !whole.isZero ? "-" : ""
        return sign + (currency.symbol ?? "") + CompactNumber(locale: locale).text(whole)
    }
}

extension Quarks {
    /// Formats the amount; see ``FiatAmount/formatted(minimumFractionDigits:suffix:isTruncated:locale:)``.
    public func formatted(
        minimumFractionDigits: Int? = nil, suffix: String? = nil, isTruncated: Bool = false,
        locale: NumberLocale = .enUS
    ) -> String {
        FiatAmount(value: decimalValue, currency: currencyCode).formatted(
            minimumFractionDigits: minimumFractionDigits, suffix: suffix, isTruncated: isTruncated, locale: locale)
    }
}
