#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// An integer amount of a mint, as moved on chain (money specification §2.4).
public struct TokenAmount: Hashable, Sendable {
    /// Count of the mint's smallest unit.
    public let quarks: UInt64
    /// The mint that is counted.
    public let mint: PublicKey

    /// Takes an integer count as it stands.
    public init(quarks: UInt64, mint: PublicKey) {
        self.quarks = quarks
        self.mint = mint
    }

    /// Converts whole tokens, rounding to the nearest quark, halves up.
    ///
    /// - Throws: ``MoneyError/invalidNegativeValue``, ``MoneyError/overflow``, ``MoneyError/notANumber``.
    public init(wholeTokens: Decimal, mint: PublicKey) throws(MoneyError) {
        self.init(quarks: try ExactRational(wholeTokens).quarks(decimals: mint.mintDecimals, .halfUp), mint: mint)
    }

    /// Nothing of `mint`.
    public static func zero(_ mint: PublicKey) -> TokenAmount { TokenAmount(quarks: 0, mint: mint) }

    /// Decimals of the mint: 6 for the core mint and USDC, 10 for launchpad currencies.
    public var decimals: Int { mint.mintDecimals }

    /// The amount in whole tokens, exactly.
    public var decimalValue: Decimal {
        // Safe: an integer of 64 bits and at most ten decimals are within a decimal's range.
        Decimal(sign: .plus, exponent: -decimals, significand: Decimal(quarks))
    }

    var exact: ExactRational { ExactRational(quarks: quarks, decimals: decimals) }
}

extension TokenAmount {
    /// The sum.
    ///
    /// - Throws: ``MoneyError/mismatchedMint``, ``MoneyError/overflow``.
    public func adding(_ other: TokenAmount) throws(MoneyError) -> TokenAmount {
        try requireSameMint(as: other)
        let (sum, overflowed) = quarks.addingReportingOverflow(other.quarks)
        guard !overflowed else { throw .overflow }
        return TokenAmount(quarks: sum, mint: mint)
    }

    /// The difference.
    ///
    /// - Throws: ``MoneyError/mismatchedMint``, ``MoneyError/invalidNegativeValue``.
    public func subtracting(_ other: TokenAmount) throws(MoneyError) -> TokenAmount {
        try requireSameMint(as: other)
        let (difference, underflowed) = quarks.subtractingReportingOverflow(other.quarks)
        guard !underflowed else { throw .invalidNegativeValue }
        return TokenAmount(quarks: difference, mint: mint)
    }

    /// Whether this amount is below `other`.
    ///
    /// - Throws: ``MoneyError/mismatchedMint``.
    public func isLess(than other: TokenAmount) throws(MoneyError) -> Bool {
        try requireSameMint(as: other)
        return quarks < other.quarks
    }

    private func requireSameMint(as other: TokenAmount) throws(MoneyError) {
        guard mint == other.mint else { throw .mismatchedMint }
    }

    /// As ``adding(_:)``.
    ///
    /// - Throws: ``MoneyError/mismatchedMint``, ``MoneyError/overflow``.
    public static func + (left: TokenAmount, right: TokenAmount) throws(MoneyError) -> TokenAmount {
        try left.adding(right)
    }

    /// As ``subtracting(_:)``.
    ///
    /// - Throws: ``MoneyError/mismatchedMint``, ``MoneyError/invalidNegativeValue``.
    public static func - (left: TokenAmount, right: TokenAmount) throws(MoneyError) -> TokenAmount {
        try left.subtracting(right)
    }

    /// As ``isLess(than:)``.
    ///
    /// - Throws: ``MoneyError/mismatchedMint``.
    public static func < (left: TokenAmount, right: TokenAmount) throws(MoneyError) -> Bool {
        try left.isLess(than: right)
    }
}
