#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// An integer amount of a mint, as it moves on chain (money specification §2.4).
public struct TokenAmount: Hashable, Sendable {
    /// The number of the mint's smallest units.
    public let quarks: UInt64
    /// The mint of the amount.
    public let mint: PublicKey

    /// Creates an amount from an integer count.
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

    /// Zero quarks of `mint`.
    public static func zero(_ mint: PublicKey) -> TokenAmount { TokenAmount(quarks: 0, mint: mint) }

    /// The decimals of the mint: 6 for the core mint and USDC, 10 for launchpad currencies.
    public var decimals: Int { mint.mintDecimals }

    /// The exact amount in whole tokens.
    public var decimalValue: Decimal {
        // Safe: an integer of 64 bits and at most ten decimals are within a decimal's range.
        Decimal(sign: .plus, exponent: -decimals, significand: Decimal(quarks))
    }

    var exact: ExactRational { ExactRational(quarks: quarks, decimals: decimals) }
}

extension TokenAmount {
    /// Returns the sum.
    ///
    /// - Throws: ``MoneyError/mismatchedMint``, ``MoneyError/overflow``.
    public func adding(_ other: TokenAmount) throws(MoneyError) -> TokenAmount {
        try requireSameMint(as: other)
        let (sum, overflowed) = quarks.addingReportingOverflow(other.quarks)
        guard !overflowed else { throw .overflow }
        return TokenAmount(quarks: sum, mint: mint)
    }

    /// Returns the difference.
    ///
    /// - Throws: ``MoneyError/mismatchedMint``, ``MoneyError/invalidNegativeValue``.
    public func subtracting(_ other: TokenAmount) throws(MoneyError) -> TokenAmount {
        try requireSameMint(as: other)
        let (difference, underflowed) = quarks.subtractingReportingOverflow(other.quarks)
        guard !underflowed else { throw .invalidNegativeValue }
        return TokenAmount(quarks: difference, mint: mint)
    }

    /// Whether this amount is less than `other`.
    ///
    /// - Throws: ``MoneyError/mismatchedMint``.
    public func isLess(than other: TokenAmount) throws(MoneyError) -> Bool {
        try requireSameMint(as: other)
        return quarks < other.quarks
    }

    private func requireSameMint(as other: TokenAmount) throws(MoneyError) {
        guard mint == other.mint else { throw .mismatchedMint }
    }

    /// The sum; see ``adding(_:)``.
    ///
    /// - Throws: ``MoneyError/mismatchedMint``, ``MoneyError/overflow``.
    public static func + (left: TokenAmount, right: TokenAmount) throws(MoneyError) -> TokenAmount {
        try left.adding(right)
    }

    /// The difference; see ``subtracting(_:)``.
    ///
    /// - Throws: ``MoneyError/mismatchedMint``, ``MoneyError/invalidNegativeValue``.
    public static func - (left: TokenAmount, right: TokenAmount) throws(MoneyError) -> TokenAmount {
        try left.subtracting(right)
    }

    /// Whether the left amount is less; see ``isLess(than:)``.
    ///
    /// - Throws: ``MoneyError/mismatchedMint``.
    public static func < (left: TokenAmount, right: TokenAmount) throws(MoneyError) -> Bool {
        try left.isLess(than: right)
    }
}
