public import FlipcashCore

/// Balances as they are shown: what counts, and what it is worth together (client specification §2.6).
public struct BalanceSheet: Sendable {
    /// What is held, highest value first.
    public let balances: [StoredBalance]
    /// The mint that counts as one US dollar, whose balance is always shown.
    public let coreMint: PublicKey

    /// Takes balances in their order.
    public init(balances: [StoredBalance], coreMint: PublicKey) {
        self.balances = balances
        self.coreMint = coreMint
    }

    /// The balances worth showing at `rate`: those that do not round to nothing, and the core mint always.
    ///
    /// - Parameters:
    ///   - rate: what the values are counted at.
    ///   - showsHidden: also those that round to nothing.
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

    /// Everything together at `rate`, what is too little to be shown included.
    ///
    /// - Throws: `MoneyError.invalidRate`, `.overflow`.
    public func total(at rate: Rate) throws(MoneyError) -> ExchangedFiat {
        try ExchangedFiat.total(shown(at: rate, showsHidden: true).map(\.value), rate: rate)
    }
}
