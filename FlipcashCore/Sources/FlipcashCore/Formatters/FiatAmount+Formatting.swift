extension FiatAmount {
    /// The amount as people read it: symbol, number, suffix, as in `$1,234.50` (money specification §8.1).
    ///
    /// The symbol comes first without a space in every locale; a currency without one has none. Halves round up. A
    /// negative amount has `-` before the symbol.
    ///
    /// - Parameters:
    ///   - minimumFractionDigits: fewer digits than the currency has, so that 0 prints 10 as `$10`.
    ///   - suffix: appended as it stands.
    ///   - isTruncated: cuts off instead of rounding.
    ///   - locale: whose separators are used.
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

    /// ``formatted(minimumFractionDigits:suffix:isTruncated:locale:)`` with the code after amounts that the symbol does
    /// not name: `$5.00 CAD`, `K5.00 ZMW`, `5.00 CHF`, but `$5.00` and `€5.00` (money specification §2.1).
    ///
    /// What else is in view makes no difference: two amounts can be told apart wherever they are printed.
    public func formattedNamingCurrency(locale: NumberLocale = .enUS) -> String {
        formatted(suffix: currency.isNamedBySymbol ? nil : " " + currency.rawValue.uppercased(), locale: locale)
    }

    /// The amount as readers of `locale` write it: `$5.50` in the United States, `5,50 €` in Germany, `€ 5,50` in the
    /// Netherlands. The symbol stands where the locale puts it, unlike in ``formatted(minimumFractionDigits:suffix:isTruncated:locale:)``.
    ///
    /// - Parameters:
    ///   - namesCurrency: whether the code follows where the symbol does not name the currency, as in
    ///     ``formattedNamingCurrency(locale:)``.
    ///   - locale: whose separators and whose place of the symbol are used.
    public func localized(namesCurrency: Bool = true, locale: NumberLocale) -> String {
        guard let exact = try? exact else { return "NaN" }
        let digits = exact.scaledMagnitude(places: currency.digits, .halfUp)
        let number = locale.text(digits: digits, places: currency.digits, minimumPlaces: currency.digits)
        let sign = exact.isNegative && !digits.isZero ? "-" : ""
        let amount = currency.symbol.map { locale.symbolPlace.text(symbol: $0, number: number) } ?? number
        let code = namesCurrency && !currency.isNamedBySymbol ? " " + currency.rawValue.uppercased() : ""
        return sign + amount + code
    }

    /// A fee as people read it: `~` before one that is above zero and below the smallest unit, however it rounds
    /// (money specification §5.7).
    public func formattedFee(locale: NumberLocale = .enUS) -> String {
        (isApproximatelyZero ? "~" : "") + formatted(locale: locale)
    }

    /// The amount in few characters, as in `$1.2K`, cut to an integer first (money specification §8.2).
    public func formattedCompact(locale: NumberLocale = .enUS) -> String {
        guard let exact = try? exact else { return "NaN" }
        let whole = exact.scaledMagnitude(places: 0, .down)
        let sign = exact.isNegative && !whole.isZero ? "-" : ""
        return sign + (currency.symbol ?? "") + CompactNumber(locale: locale).text(whole)
    }
}

extension Quarks {
    /// As ``FiatAmount/formatted(minimumFractionDigits:suffix:isTruncated:locale:)``.
    public func formatted(
        minimumFractionDigits: Int? = nil, suffix: String? = nil, isTruncated: Bool = false,
        locale: NumberLocale = .enUS
    ) -> String {
        FiatAmount(value: decimalValue, currency: currencyCode).formatted(
            minimumFractionDigits: minimumFractionDigits, suffix: suffix, isTruncated: isTruncated, locale: locale)
    }
}
