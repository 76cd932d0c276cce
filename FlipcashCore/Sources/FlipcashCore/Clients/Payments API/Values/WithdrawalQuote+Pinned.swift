extension WithdrawalQuote {
    /// Converts the fee for creating the receiving account at the rate and the supply of a pinned amount.
    ///
    /// - Parameters:
    ///   - exchangeData: the gross amount to withdraw.
    ///   - creationFee: the fee in dollars; zero if the account exists.
    /// - Returns: nil when the fee has no value in a launchpad currency.
    /// - Throws: ``MoneyError/invalidRate``, ``MoneyError/notANumber``, ``MoneyError/overflow``.
    public init?(_ exchangeData: PinnedExchangeData, creationFee: FiatAmount) throws(MoneyError) {
        let amount = exchangeData.amount
        try self.init(
            usdfQuarks: try creationFee.exact.quarks(decimals: PublicKey.usdf.mintDecimals, .halfUp),
            mint: amount.mint, rate: amount.currencyRate, supplyFromBonding: exchangeData.state.supplyFromBonding,
            balanceUSD: try amount.usdfValue.value)
    }

    /// Returns the smallest valid withdrawal if `amount` is below it; nil if `amount` can be withdrawn.
    ///
    /// - Throws: ``MoneyError/overflow``, ``MoneyError/currencyCodeMismatch(_:_:)``, ``MoneyError/notANumber``.
    public func minimum(refusing amount: ExchangedFiat) throws(MoneyError) -> FiatAmount? {
        guard fee.quarks > 0 else { return nil }
        let least = try minimumWithdrawal
        let isBelow = try amount.nativeAmount.compare(to: least) < 0
        return isBelow || fee.quarks >= amount.quarks ? least : nil
    }
}
