/// Amounts before and after the fee of a sale or purchase (money specification §2.8).
///
/// A fee above 100 % counts as 100 %, a negative fee as 0.
extension FiatAmount {
    /// Returns the amount to sell so that this amount is left after the fee; this amount if the fee is 100 %.
    ///
    /// - Parameter bps: the fee in basis points.
    /// - Throws: ``MoneyError/notANumber``, ``MoneyError/overflow``.
    public func grossingUpLaunchpadSellFee(bps: Int) throws(MoneyError) -> FiatAmount {
        let kept = ExactRational.one - Self.share(bps)
        guard kept.signum > 0, let gross = try exact.divided(by: kept) else { return self }
        return try FiatAmount(exact: gross, currency: currency)
    }

    /// Returns the largest entry that this balance covers when the fee is taken from the sale.
    ///
    /// - Parameter bps: the fee in basis points.
    /// - Throws: ``MoneyError/notANumber``, ``MoneyError/overflow``.
    public func spendableUnderGrossedUpSellFee(bps: Int) throws(MoneyError) -> FiatAmount {
        try FiatAmount(exact: exact * (.one - Self.share(bps)), currency: currency)
    }

    /// Returns the largest entry that this balance covers when the fee is charged on top.
    ///
    /// - Parameter bps: the fee in basis points.
    /// - Throws: ``MoneyError/notANumber``, ``MoneyError/overflow``.
    public func spendableUnderSellFeeOnTop(bps: Int) throws(MoneyError) -> FiatAmount {
        guard let spendable = try exact.divided(by: .one + Self.share(bps)) else { return self }
        return try FiatAmount(exact: spendable, currency: currency)
    }

    /// Returns a lower entry when this entry plus its fee exceeds the balance; nil when the balance suffices.
    ///
    /// - Throws: ``MoneyError/currencyCodeMismatch(_:_:)``, ``MoneyError/overflow``.
    public func entryAffordableAfterFee(
        balance: FiatAmount, feeBps: Int, isFeeOnTop: Bool
    ) throws(MoneyError) -> FiatAmount? {
        guard feeBps > 0 else { return nil }
        let debit =
            isFeeOnTop
            ? try FiatAmount(exact: exact * (.one + Self.share(feeBps)), currency: currency)
            : try grossingUpLaunchpadSellFee(bps: feeBps)
        guard try debit.compare(to: balance) > 0 else { return nil }
        let spendable =
            isFeeOnTop
            ? try balance.spendableUnderSellFeeOnTop(bps: feeBps)
            : try balance.spendableUnderGrossedUpSellFee(bps: feeBps)
        return try spendable.flooredToSmallestUnit()
    }

    private static func share(_ bps: Int) -> ExactRational {
        ExactRational.one.share(basisPoints: UInt64(min(max(0, bps), Int(BasisPoints.whole))))
    }
}
