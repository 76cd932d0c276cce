#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Units of a currency per US dollar, that is per unit of the core mint (money specification §2.5).
public struct Rate: Hashable, Sendable {
    /// Units of ``currency`` per US dollar.
    public let fx: Decimal
    /// The currency of ``fx``.
    public let currency: CurrencyCode

    /// One US dollar per US dollar.
    public static let oneToOne = Rate(fx: 1, currency: .usd)

    /// Creates a rate without checking it; conversions at a rate that is not above zero throw.
    ///
    /// A fractional literal becomes a `Decimal` through a double and is inexact in its last digits on Linux. Write
    /// `Decimal(wireValue: 0.376)` instead.
    public init(fx: Decimal, currency: CurrencyCode) {
        self.fx = fx
        self.currency = currency
    }

    /// Reads a rate from the wire.
    ///
    /// - Throws: ``RateError`` when the number is not positive and finite or the code is unknown. The reader of a batch
    ///   skips such a rate and keeps the others.
    public init(wireValue: Double, currencyCode: String) throws(RateError) {
        guard let currency = CurrencyCode(rawValue: currencyCode) else { throw .unknownCurrency(currencyCode) }
        guard wireValue > 0, let fx = try? Decimal(wireValue: wireValue), fx > 0 else {
            throw .notPositive(currency)
        }
        self.init(fx: fx, currency: currency)
    }

    /// Whether conversions at this rate are possible.
    public var isValid: Bool { !fx.isNaN && fx > 0 }

    /// The rate as an exact fraction above zero.
    var exactFx: ExactRational {
        get throws(MoneyError) {
            guard isValid else { throw .invalidRate }
            return try ExactRational(fx)
        }
    }
}

/// Errors from reading a rate from the wire.
public enum RateError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The currency code is unknown.
    case unknownCurrency(String)
    /// The number is not finite and above zero.
    case notPositive(CurrencyCode)

    /// What is wrong, in lower case and without a full stop.
    public var description: String {
        switch self {
        case .unknownCurrency(let code): "exchange rate for unknown currency \"\(code.prefix(16))\""
        case .notPositive(let currency): "exchange rate for \(currency.rawValue) is not a positive number"
        }
    }
}
