#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A decimal amount of a currency, as entered and shown (money specification §2.3).
///
/// Negative values are differences. Equality ignores trailing zeros: 1.50 equals 1.5.
public struct FiatAmount: Hashable, Sendable {
    /// Units of ``currency``.
    public let value: Decimal
    /// The currency of ``value``.
    public let currency: CurrencyCode

    /// Creates an amount from a value and its currency.
    public init(value: Decimal, currency: CurrencyCode) {
        self.value = value
        self.currency = currency
    }

    /// Zero in `currency`.
    public static func zero(_ currency: CurrencyCode) -> FiatAmount { FiatAmount(value: 0, currency: currency) }

    /// Reads a value from the wire by its shortest text.
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
    /// Returns the sum.
    ///
    /// - Throws: ``MoneyError/currencyCodeMismatch(_:_:)``, ``MoneyError/overflow``, ``MoneyError/notANumber``.
    public func adding(_ other: FiatAmount) throws(MoneyError) -> FiatAmount {
        try requireSameCurrency(as: other)
        return try FiatAmount(exact: exact + other.exact, currency: currency)
    }

    /// Returns the difference, which may be negative.
    ///
    /// - Throws: ``MoneyError/currencyCodeMismatch(_:_:)``, ``MoneyError/overflow``, ``MoneyError/notANumber``.
    public func subtracting(_ other: FiatAmount) throws(MoneyError) -> FiatAmount {
        try requireSameCurrency(as: other)
        return try FiatAmount(exact: exact - other.exact, currency: currency)
    }

    /// Returns the product.
    ///
    /// - Throws: ``MoneyError/overflow``, ``MoneyError/notANumber``.
    public func multiplied(by factor: Decimal) throws(MoneyError) -> FiatAmount {
        try FiatAmount(exact: exact * ExactRational(factor), currency: currency)
    }

    /// Returns −1, 0 or 1 when the value is below, equal to or above that of `other`.
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

/// Operators for amounts that the caller knows to be compatible. Use the throwing methods for untrusted input.
extension FiatAmount: Comparable {
    /// The sum; use ``adding(_:)`` for untrusted input.
    ///
    /// - Precondition: both amounts have the same currency, and both values and the sum are numbers.
    public static func + (left: FiatAmount, right: FiatAmount) -> FiatAmount { require { try left.adding(right) } }

    /// The difference; use ``subtracting(_:)`` for untrusted input.
    ///
    /// - Precondition: both amounts have the same currency, and both values and the difference are numbers.
    public static func - (left: FiatAmount, right: FiatAmount) -> FiatAmount { require { try left.subtracting(right) } }

    /// The product; use ``multiplied(by:)`` for untrusted input.
    ///
    /// - Precondition: both factors and the product are numbers.
    public static func * (left: FiatAmount, right: Decimal) -> FiatAmount { require { try left.multiplied(by: right) } }

    /// Whether the left amount is less; use ``compare(to:)`` for untrusted input.
    ///
    /// - Precondition: both amounts have the same currency and are numbers.
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
    /// Converts this amount, in US dollars, to the rate's currency.
    ///
    /// - Throws: ``MoneyError/currencyCodeMismatch(_:_:)``, ``MoneyError/invalidRate``, ``MoneyError/overflow``.
    public func converting(to rate: Rate) throws(MoneyError) -> FiatAmount {
        guard currency == .usd else { throw .currencyCodeMismatch(currency, .usd) }
        return try FiatAmount(exact: exact * rate.exactFx, currency: rate.currency)
    }

    /// Converts this amount, in the rate's currency, to US dollars.
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

    /// The smallest displayed amount of this currency: 10⁻ᵈⁱᵍⁱᵗˢ.
    public var smallestUnit: FiatAmount {
        FiatAmount(value: Decimal(sign: .plus, exponent: -currency.digits, significand: 1), currency: currency)
    }

    /// Whether the value is at least the smallest displayed unit; 0.006 USD is not, although it is printed as `$0.01`.
    public var hasDisplayableValue: Bool { !value.isNaN && value >= smallestUnit.value }

    /// Whether the value is above zero but below the smallest displayed unit.
    public var isApproximatelyZero: Bool { !value.isNaN && value > 0 && value < smallestUnit.value }

    /// Returns the value with the displayed number of fraction digits, truncated towards zero.
    ///
    /// - Throws: ``MoneyError/notANumber``.
    public func flooredToSmallestUnit() throws(MoneyError) -> FiatAmount { try rounded(.down) }

    /// Returns the value with the displayed number of fraction digits, rounded half up.
    ///
    /// Round a bound like this before showing it or comparing it with an entry.
    ///
    /// - Throws: ``MoneyError/notANumber``.
    public func roundedForDisplay() throws(MoneyError) -> FiatAmount { try rounded(.halfUp) }

    private func rounded(_ rounding: ExactRational.Rounding) throws(MoneyError) -> FiatAmount {
        try FiatAmount(exact: exact.rounded(places: currency.digits, rounding), currency: currency)
    }
}
