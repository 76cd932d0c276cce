/// Errors from operations on money.
public enum MoneyError: Error, Hashable, Sendable {
    /// The result or an input is negative, but only zero and positive values are valid.
    case invalidNegativeValue
    /// The result does not fit its type.
    case overflow
    /// The amounts have different currencies.
    case currencyCodeMismatch(CurrencyCode, CurrencyCode)
    /// The amounts have different numbers of decimals.
    case decimalMismatch(Int, Int)
    /// The number of decimals is outside 0…19.
    case unsupportedDecimals(Int)
    /// The currency of an amount differs from that of its exchange rate.
    case invalidCurrency(amount: CurrencyCode, rate: CurrencyCode)
    /// The exchange rate is not a positive number.
    case invalidRate
    /// The amounts are of different mints.
    case mismatchedMint
    /// The amounts were converted at different rates.
    case mismatchedRate
    /// The fee exceeds the amount that it is taken from.
    case feeLargerThanAmount
    /// The value is not a number.
    case notANumber
    /// A launchpad amount has no value because the supply of its currency is unknown.
    case unknownSupply
}

extension MoneyError: CustomStringConvertible {
    /// What is wrong, in lower case and without a full stop.
    public var description: String {
        switch self {
        case .invalidNegativeValue: "the amount would be negative"
        case .overflow: "the amount is too large to represent"
        case .currencyCodeMismatch(let left, let right):
            "the amounts have different currencies, \(left.rawValue) and \(right.rawValue)"
        case .decimalMismatch(let left, let right): "the amounts have different decimals, \(left) and \(right)"
        case .unsupportedDecimals(let decimals): "\(decimals) decimals are outside the supported range 0 to 19"
        case .invalidCurrency(let amount, let rate):
            "the amount is in \(amount.rawValue) but its exchange rate is for \(rate.rawValue)"
        case .invalidRate: "the exchange rate is not a positive number"
        case .mismatchedMint: "the amounts are of different mints"
        case .mismatchedRate: "the amounts were converted at different exchange rates"
        case .feeLargerThanAmount: "the fee is larger than the amount it is taken from"
        case .notANumber: "the value is not a number"
        case .unknownSupply: "the supply of this currency is not known, so it has no price yet"
        }
    }
}
