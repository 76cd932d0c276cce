public import FlipcashCore
public import Observation
import Synchronization

extension Session: Observable {
    /// What is held, highest value first.
    public var balances: [StoredBalance] { observed(\.balances, \.balances) }

    /// What may be sent, as last fetched.
    public var limits: Limits? { observed(\.limits, \.limits) }

    /// The user's flags, as last fetched.
    public var userFlags: UserFlags? { observed(\.userFlags, \.userFlags) }

    /// Whether an account has left the service's management, so that nothing can be paid here any more.
    public var requiresForceLogout: Bool { observed(\.requiresForceLogout, \.requiresForceLogout) }

    /// The bill on show; nil once it has ended, which its watchers are told just before.
    public var bill: SendCashOperation? { observed(\.bill, \.bill) }

    /// The balance of one currency.
    public func balance(for mint: PublicKey) -> StoredBalance? { balances.first { $0.mint == mint } }

    /// Everything together at the display currency's rate, what is too little to be shown by itself included.
    public var totalBalance: ExchangedFiat {
        let rate = rates.rateForBalanceCurrency()
        return (try? totalBalance(at: rate)) ?? .zero(mint: node.coreMint, rate: rate)
    }

    /// Everything together at `rate`, what is too little to be shown by itself included.
    ///
    /// - Throws: `MoneyError.invalidRate`, `.overflow`.
    public func totalBalance(at rate: Rate) throws(MoneyError) -> ExchangedFiat {
        try sheet.total(at: rate)
    }

    /// The balances worth showing at `rate`, highest value first: those that do not round to nothing, and the core mint
    /// always (client specification §2.6).
    ///
    /// - Parameters:
    ///   - rate: what the values are counted at.
    ///   - showsHidden: also those that round to nothing.
    /// - Throws: `MoneyError.invalidRate`, `.overflow`.
    public func balances(
        at rate: Rate, showsHidden: Bool = false
    ) throws(MoneyError) -> [(balance: StoredBalance, value: ExchangedFiat)] {
        try sheet.shown(at: rate, showsHidden: showsHidden)
    }

    /// The balances as they are shown.
    public var sheet: BalanceSheet { BalanceSheet(balances: balances, coreMint: node.coreMint) }

    /// Whether the balance covers `amount`, valued at that amount's own rate; every decision about affordability is
    /// this one (money specification §6).
    ///
    /// - Throws: `MoneyError`.
    public func hasSufficientFunds(for amount: ExchangedFiat) throws(MoneyError) -> SufficientFunds {
        let balance = balance(for: amount.mint)
        return try SufficientFunds.check(
            requested: amount, balanceQuarks: balance?.quarks,
            supplyFromBonding: amount.mint.isDollarMint ? nil : balance?.supplyFromBonding)
    }

    /// The currency that cash is given in: the one asked for if held, else the stored choice, else the first giveable
    /// one that is not the core mint, else the first giveable one (client specification §2.6).
    public func tokenForGiving(explicit: PublicKey? = nil) -> StoredBalance? {
        if let explicit { return balance(for: explicit) }
        let shown = (try? balances(at: rates.rateForBalanceCurrency())) ?? []
        let giveable = shown.filter { $0.value.nativeAmount.hasDisplayableValue }.map(\.balance)
        if let stored = preferences.storedTokenMint, stored != node.coreMint,
            let balance = giveable.first(where: { $0.mint == stored })
        {
            return balance
        }
        return giveable.first { $0.mint != node.coreMint } ?? giveable.first
    }

    /// Chooses the currency that cash is given in.
    public func selectToken(_ mint: PublicKey) { preferences.storedTokenMint = mint }

    private func observed<Value>(
        _ keyPath: KeyPath<Session, Value>, _ stored: any KeyPath<Values, Value> & Sendable
    ) -> Value where Value: Sendable {
        registrar.access(self, keyPath: keyPath)
        return values.withLock { $0[keyPath: stored] }
    }

    /// Changes one value, telling observers unless it stays the same.
    func change<Value: Equatable & Sendable>(
        _ keyPath: KeyPath<Session, Value>, _ stored: any WritableKeyPath<Values, Value> & Sendable, to value: Value
    ) {
        guard values.withLock({ $0[keyPath: stored] != value }) else { return }
        registrar.withMutation(of: self, keyPath: keyPath) {
            values.withLock { $0[keyPath: stored] = value }
        }
    }
}
