#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// An amount as an integer count of the smallest unit, with its currency and number of decimals (money specification
/// §2.2).
///
/// Equality compares all three: 1.00 with two decimals is not 1.000000 with six. Ordering compares values.
public struct Quarks: Hashable, Sendable {
    /// The number of units of 10⁻ᵈᵉᶜⁱᵐᵃˡˢ.
    public let quarks: UInt64
    /// The currency of the amount.
    public let currencyCode: CurrencyCode
    /// The number of decimals of one unit, 0…19.
    public let decimals: Int

    /// The valid numbers of decimals: 10¹⁹ is the largest power of ten in 64 bits.
    public static let supportedDecimals = 0...19

    /// Creates an amount from an integer count.
    ///
    /// - Precondition: `decimals` is within ``supportedDecimals``. Check untrusted decimals first.
    public init(quarks: UInt64, currencyCode: CurrencyCode, decimals: Int) {
        precondition(Quarks.supportedDecimals.contains(decimals), "decimals must be within 0...19")
        self.quarks = quarks
        self.currencyCode = currencyCode
        self.decimals = decimals
    }

    /// Creates an amount from a signed count. Literals use the initialiser that cannot fail.
    ///
    /// - Throws: ``MoneyError/invalidNegativeValue``, ``MoneyError/unsupportedDecimals(_:)``.
    @_disfavoredOverload
    public init(quarks: Int64, currencyCode: CurrencyCode, decimals: Int) throws(MoneyError) {
        guard quarks >= 0 else { throw .invalidNegativeValue }
        try self.init(exact: ExactRational(UInt64(quarks)), unitDecimals: 0, currencyCode, decimals)
    }

    /// Converts a decimal value, rounding to the nearest quark, halves up.
    ///
    /// - Throws: ``MoneyError/invalidNegativeValue``, ``MoneyError/overflow``, ``MoneyError/notANumber``,
    ///   ``MoneyError/unsupportedDecimals(_:)``.
    public init(fiatDecimal: Decimal, currencyCode: CurrencyCode, decimals: Int) throws(MoneyError) {
        try self.init(exact: ExactRational(fiatDecimal), unitDecimals: decimals, currencyCode, decimals)
    }

    /// Converts whole units of the currency.
    ///
    /// - Throws: ``MoneyError/invalidNegativeValue``, ``MoneyError/overflow``, ``MoneyError/unsupportedDecimals(_:)``.
    public init(fiatInt: Int, currencyCode: CurrencyCode, decimals: Int) throws(MoneyError) {
        guard fiatInt >= 0 else { throw .invalidNegativeValue }
        try self.init(fiatUnsigned: UInt64(fiatInt), currencyCode: currencyCode, decimals: decimals)
    }

    /// Converts whole units of the currency.
    ///
    /// - Throws: ``MoneyError/overflow``, ``MoneyError/unsupportedDecimals(_:)``.
    public init(fiatUnsigned: UInt64, currencyCode: CurrencyCode, decimals: Int) throws(MoneyError) {
        try self.init(exact: ExactRational(fiatUnsigned), unitDecimals: decimals, currencyCode, decimals)
    }

    /// Converts `exact` units of 10⁻ᵘⁿⁱᵗᴰᵉᶜⁱᵐᵃˡˢ, rounded half up.
    init(
        exact: ExactRational, unitDecimals: Int, _ currencyCode: CurrencyCode, _ decimals: Int
    ) throws(MoneyError) {
        guard Quarks.supportedDecimals.contains(decimals) else { throw .unsupportedDecimals(decimals) }
        self.quarks = try exact.quarks(decimals: unitDecimals, .halfUp)
        self.currencyCode = currencyCode
        self.decimals = decimals
    }

    /// The exact value.
    public var decimalValue: Decimal {
        // Safe: an integer of 64 bits and an exponent of at most 19 digits are within a decimal's range.
        Decimal(sign: .plus, exponent: -decimals, significand: Decimal(quarks))
    }

    /// The value as an exact fraction.
    var exact: ExactRational { ExactRational(quarks: quarks, decimals: decimals) }
}

extension Quarks: ExpressibleByIntegerLiteral {
    /// Creates whole US dollars with six decimals.
    public init(integerLiteral value: UInt32) {
        self.init(quarks: UInt64(value) * 1_000_000, currencyCode: .usd, decimals: 6)
    }
}

extension Quarks {
    /// The smallest count that is not shown as zero.
    public var minimumDisplayableQuarks: UInt64 {
        decimals < currencyCode.digits ? 1 : PowersOfTen.uint64[decimals - currencyCode.digits]
    }

    /// Whether the amount is at least the smallest displayed unit.
    public var hasDisplayableValue: Bool { quarks >= minimumDisplayableQuarks }

    /// Whether the amount is above zero but below the smallest displayed unit.
    public var isApproximatelyZero: Bool { quarks > 0 && !hasDisplayableValue }
}

extension Quarks: Comparable {
    /// Compares values, also with different decimals.
    ///
    /// - Precondition: both have the same currency. Use ``compare(to:)`` for untrusted input.
    public static func < (left: Quarks, right: Quarks) -> Bool {
        precondition(left.currencyCode == right.currencyCode, "amounts of different currencies have no order")
        return left.order(to: right) < 0
    }

    /// Returns −1, 0 or 1 when the value is below, equal to or above that of `other`.
    ///
    /// - Throws: ``MoneyError/currencyCodeMismatch(_:_:)``.
    public func compare(to other: Quarks) throws(MoneyError) -> Int {
        try requireSameCurrency(as: other)
        return order(to: other)
    }

    /// Cross-multiplies in 128 bits: in 64 bits, scaling one side to the other's decimals would overflow.
    private func order(to other: Quarks) -> Int {
        let left = UInt128(quarks) * UInt128(PowersOfTen.uint64[other.decimals])
        let right = UInt128(other.quarks) * UInt128(PowersOfTen.uint64[decimals])
        return left < right ? -1 : left == right ? 0 : 1
    }
}
