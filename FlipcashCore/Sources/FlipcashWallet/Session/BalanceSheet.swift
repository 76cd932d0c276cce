public import FlipcashCore

/// The balances to display, with their total (client specification §2.6).
public struct BalanceSheet: Sendable {
    /// The balances, highest value first.
    public let balances: [StoredBalance]
    /// The core mint, whose balance is always shown.
    public let coreMint: PublicKey

    /// Creates a sheet from balances that are already sorted.
    public init(balances: [StoredBalance], coreMint: PublicKey) {
        self.balances = balances
        self.coreMint = coreMint
    }

    /// Returns the balances to show at `rate`: those that do not round to zero, and always the core mint.
    ///
    /// - Parameters:
    ///   - rate: the rate to value the balances at.
    ///   - showsHidden: whether to include balances that round to zero.
    /// - Throws: `MoneyError.invalidRate`, `.overflow`.
    public func shown(
        at rate: Rate, showsHidden: Bool = false
    ) throws(MoneyError) -> [(balance: StoredBalance, value: ExchangedFiat)] {
        var shown: [(balance: StoredBalance, value: ExchangedFiat)] = []
        for balance in balances {
            let value = try balance.computeExchangedValue(with: rate)
            guard showsHidden || value.nativeAmount.hasDisplayableValue || balance.mint == coreMint else { continue }
            shown.append((balance, value))
        }
        return shown
    }

    /// Returns the total at `rate`, including balances that are too small to show.
    ///
    /// - Throws: `MoneyError.invalidRate`, `.overflow`.
    public func total(at rate: Rate) throws(MoneyError) -> ExchangedFiat {
        try ExchangedFiat.total(shown(at: rate, showsHidden: true).map(\.value), rate: rate)
    }
}
