#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension CashCode.Payload {
    /// The currency at the payload's index in the current table; `nil` beyond its end.
    ///
    /// Writers use different tables and the code does not say which. Until the giver's message has arrived this is a
    /// guess; never show it as a fact.
    public var unverifiedCurrency: CurrencyCode? { CurrencyCode(index: currencyIndex) }

    /// The amount in the guessed currency; `nil` when the index is beyond the end of our table.
    public var unverifiedAmount: FiatAmount? {
        guard let currency = unverifiedCurrency else { return nil }
        // Safe: an integer of 64 bits and six decimals are within a decimal's range.
        let value = Decimal(sign: .plus, exponent: -CashCode.Payload.decimals, significand: Decimal(quarks))
        return FiatAmount(value: value, currency: currency)
    }
}
