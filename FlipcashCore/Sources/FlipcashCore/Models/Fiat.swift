#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// An amount as an integer count of the smallest unit, with its currency and the number of decimals of that unit
/// (money specification §2.2).
///
/// Equality compares all three: 1.00 at two decimals is not 1.000000 at six. Ordering compares values.
public struct Quarks: Hashable, Sendable {
    /// Count of units of 10⁻ᵈᵉᶜⁱᵐᵃˡˢ.
    public let quarks: UInt64
    /// The currency that is counted.
    public let currencyCode: CurrencyCode
    /// Decimals of one unit, 0…19.
    public let decimals: Int

    /// The numbers of decimals that an amount can have: 10¹⁹ is the largest power of ten in 64 bits.
    public static let supportedDecimals = 0...19

    /// Takes an integer count as it stands.
    ///
    /// - Precondition: `decimals` is within ``supportedDecimals``. Check decimals from outside first.
    public init(quarks: UInt64, currencyCode: CurrencyCode, decimals: Int) {
        precondition(Quarks.supportedDecimals.contains(decimals), "decimals must be within 0...19")
        self.quarks = quarks
        self.currencyCode = currencyCode
        self.decimals = decimals
    }

    /// Takes a signed count. Literals take the initialiser that cannot fail.
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

    /// `exact` in units of 10⁻ᵘⁿⁱᵗᴰᵉᶜⁱᵐᵃˡˢ, rounded half up.
    init(
        exact: ExactRational, unitDecimals: Int, _ currencyCode: CurrencyCode, _ decimals: Int
    ) throws(MoneyError) {
        guard Quarks.supportedDecimals.contains(decimals) else { throw .unsupportedDecimals(decimals) }
        self.quarks = try exact.quarks(decimals: unitDecimals, .halfUp)
        self.currencyCode = currencyCode
        self.decimals = decimals
    }

    /// The value, exactly.
    public var decimalValue: Decimal {
        // Safe: an integer of 64 bits and an exponent of at most 19 digits are within a decimal's range.
        Decimal(sign: .plus, exponent: -decimals, significand: Decimal(quarks))
    }

    /// The value as an exact fraction.
    var exact: ExactRational { ExactRational(quarks: quarks, decimals: decimals) }
}

extension Quarks: ExpressibleByIntegerLiteral {
    /// Whole US dollars at six decimals.
    public init(integerLiteral value: UInt32) {
        self.init(quarks: UInt64(value) * 1_000_000, currencyCode: .usd, decimals: 6)
    }
}

extension Quarks {
    /// The smallest count that shows as something other than zero.
    public var minimumDisplayableQuarks: UInt64 {
        decimals < currencyCode.digits ? 1 : PowersOfTen.uint64[decimals - currencyCode.digits]
    }

    /// Whether the amount reaches the smallest unit that people see.
    public var hasDisplayableValue: Bool { quarks >= minimumDisplayableQuarks }

    /// Whether the amount is above zero but below the smallest unit that people see.
    public var isApproximatelyZero: Bool { quarks > 0 && !hasDisplayableValue }
}

extension Quarks: Comparable {
    /// Compares values whatever their decimals.
    ///
    /// - Precondition: both have the same currency. Use ``compare(to:)`` on untrusted input.
    public static func < (left: Quarks, right: Quarks) -> Bool {
        precondition(left.currencyCode == right.currencyCode, "amounts of different currencies have no order")
        return left.order(to: right) < 0
    }

    /// −1, 0 or 1 as the value is below, at or above that of `other`.
    ///
    /// - Throws: ``MoneyError/currencyCodeMismatch(_:_:)``.
    public func compare(to other: Quarks) throws(MoneyError) -> Int {
        try requireSameCurrency(as: other)
        return order(to: other)
    }

    /// Cross-multiplied in 128 bits: scaling one side to the other's decimals in 64 bits would overflow.
    private func order(to other: Quarks) -> Int {
        let left = UInt128(quarks) * UInt128(PowersOfTen.uint64[other.decimals])
        let right = UInt128(other.quarks) * UInt128(PowersOfTen.uint64[decimals])
        return left < right ? -1 : left == right ? 0 : 1
    }
}
