/// Fees in ten-thousandths.
public enum BasisPoints {
    /// One whole: 100 %.
    public static let whole: UInt64 = 10_000

    /// Returns `⌊quarks · bps / 10000⌋`, without losing bits in between.
    ///
    /// - Throws: ``MoneyError/invalidNegativeValue`` for a negative `bps`, ``MoneyError/overflow``.
    public static func fee(of quarks: UInt64, bps: Int) throws(MoneyError) -> UInt64 {
        guard let bps = UInt64(exactly: bps) else { throw .invalidNegativeValue }
        guard let fee = UInt64(exactly: UInt128(quarks) * UInt128(bps) / UInt128(whole)) else { throw .overflow }
        return fee
    }
}
