#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// An amount of a currency as a decimal: what people type and see (money specification §2.3).
///
/// Negative values are differences. Equality ignores trailing zeros: 1.50 equals 1.5.
public struct FiatAmount: Hashable, Sendable {
    /// Units of ``currency``.
    public let value: Decimal
    /// The currency of ``value``.
    public let currency: CurrencyCode

    /// Pairs a value with its currency, as they stand.
    public init(value: Decimal, currency: CurrencyCode) {
        self.value = value
        self.currency = currency
    }

    /// Nothing, in `currency`.
    public static func zero(_ currency: CurrencyCode) -> FiatAmount { FiatAmount(value: 0, currency: currency) }

    /// Reads a value from the wire through its shortest text.
    ///
    /// - Throws: ``MoneyError/notANumber`` for infinities and NaN, ``MoneyError/overflow``.
    public init(wireValue: Double, currency: CurrencyCode) throws(MoneyError) {
        self.init(value: try Decimal(wireValue: wireValue), currency: currency)
    }

    /// The nearest double, for the wire.
    public var wireValue: Double { value.wireValue }

    var exact: ExactRational { get throws(MoneyError) { try ExactRational(value) } }

    init(exact: ExactRational, currency: CurrencyCode) throws(MoneyError) {
        self.init(value: try exact.decimal, currency: currency)
    }
}

extension FiatAmount {
    /// The sum.
    ///
    /// - Throws: ``MoneyError/currencyCodeMismatch(_:_:)``, ``MoneyError/overflow``, ``MoneyError/notANumber``.
    public func adding(_ other: FiatAmount) throws(MoneyError) -> FiatAmount {
        try requireSameCurrency(as: other)
        return try FiatAmount(exact: exact + other.exact, currency: currency)
    }

    /// The difference, which may be negative.
    ///
    /// - Throws: ``MoneyError/currencyCodeMismatch(_:_:)``, ``MoneyError/overflow``, ``MoneyError/notANumber``.
    public func subtracting(_ other: FiatAmount) throws(MoneyError) -> FiatAmount {
        try requireSameCurrency(as: other)
        return try FiatAmount(exact: exact - other.exact, currency: currency)
    }

    /// The product.
    ///
    /// - Throws: ``MoneyError/overflow``, ``MoneyError/notANumber``.
    public func multiplied(by factor: Decimal) throws(MoneyError) -> FiatAmount {
        try FiatAmount(exact: exact * ExactRational(factor), currency: currency)
    }

    /// −1, 0 or 1 as the value is below, at or above that of `other`.
    ///
    /// - Throws: ``MoneyError/currencyCodeMismatch(_:_:)``, ``MoneyError/notANumber``.
    public func compare(to other: FiatAmount) throws(MoneyError) -> Int {
        try requireSameCurrency(as: other)
        return try (exact - other.exact).signum
    }

    private func requireSameCurrency(as other: FiatAmount) throws(MoneyError) {
        guard currency == other.currency else { throw .currencyCodeMismatch(currency, other.currency) }
    }
}

/// Operators for amounts that the caller knows to agree. Each has a throwing counterpart for untrusted input.
extension FiatAmount: Comparable {
    /// The sum, of which ``adding(_:)`` is the form for untrusted input.
    ///
    /// - Precondition: both have the same currency and are numbers, and so is the sum.
    public static func + (left: FiatAmount, right: FiatAmount) -> FiatAmount { require { try left.adding(right) } }

    /// The difference, of which ``subtracting(_:)`` is the form for untrusted input.
    ///
    /// - Precondition: both have the same currency and are numbers, and so is the difference.
    public static func - (left: FiatAmount, right: FiatAmount) -> FiatAmount { require { try left.subtracting(right) } }

    /// The product, of which ``multiplied(by:)`` is the form for untrusted input.
    ///
    /// - Precondition: both factors and the product are numbers.
    public static func * (left: FiatAmount, right: Decimal) -> FiatAmount { require { try left.multiplied(by: right) } }

    /// Whether the left amount is less, of which ``compare(to:)`` is the form for untrusted input.
    ///
    /// - Precondition: both have the same currency and are numbers.
    public static func < (left: FiatAmount, right: FiatAmount) -> Bool { require { try left.compare(to: right) < 0 } }

    private static func require<Value>(_ operation: () throws -> Value) -> Value {
        do {
            return try operation()
        } catch {
            preconditionFailure("\(error)")
        }
    }
}

extension FiatAmount {
    /// The amount in the rate's currency. The amount itself is in US dollars.
    ///
    /// - Throws: ``MoneyError/currencyCodeMismatch(_:_:)``, ``MoneyError/invalidRate``, ``MoneyError/overflow``.
    public func converting(to rate: Rate) throws(MoneyError) -> FiatAmount {
        guard currency == .usd else { throw .currencyCodeMismatch(currency, .usd) }
        return try FiatAmount(exact: exact * rate.exactFx, currency: rate.currency)
    }

    /// The amount in US dollars. The amount itself is in the rate's currency.
    ///
    /// - Throws: ``MoneyError/currencyCodeMismatch(_:_:)``, ``MoneyError/invalidRate``, ``MoneyError/overflow``.
    public func convertingToUSD(rate: Rate) throws(MoneyError) -> FiatAmount {
        try FiatAmount(exact: exactUSD(rate: rate), currency: .usd)
    }

    /// The unrounded quotient of ``convertingToUSD(rate:)``.
    func exactUSD(rate: Rate) throws(MoneyError) -> ExactRational {
        guard currency == rate.currency else { throw .currencyCodeMismatch(currency, rate.currency) }
        guard let usd = try exact.divided(by: rate.exactFx) else { throw .invalidRate }
        return usd
    }

    /// The smallest amount that people see in this currency: 10⁻ᵈⁱᵍⁱᵗˢ.
    public var smallestUnit: FiatAmount {
        FiatAmount(value: Decimal(sign: .plus, exponent: -currency.digits, significand: 1), currency: currency)
    }

    /// Whether the value reaches the smallest unit that people see. 0.006 USD prints as `$0.01` and still does not.
    public var hasDisplayableValue: Bool { !value.isNaN && value >= smallestUnit.value }

    /// Whether the value is above zero but below the smallest unit that people see.
    public var isApproximatelyZero: Bool { !value.isNaN && value > 0 && value < smallestUnit.value }

    /// The value with the digits that people see, cut off towards zero.
    ///
    /// - Throws: ``MoneyError/notANumber``.
    public func flooredToSmallestUnit() throws(MoneyError) -> FiatAmount { try rounded(.down) }

    /// The value with the digits that people see, rounded half up: what a bound must be rounded to before it is shown
    /// or compared with an entry.
    ///
    /// - Throws: ``MoneyError/notANumber``.
    public func roundedForDisplay() throws(MoneyError) -> FiatAmount { try rounded(.halfUp) }

    private func rounded(_ rounding: ExactRational.Rounding) throws(MoneyError) -> FiatAmount {
        try FiatAmount(exact: exact.rounded(places: currency.digits, rounding), currency: currency)
    }
}
