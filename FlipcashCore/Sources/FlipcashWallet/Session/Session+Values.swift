public import FlipcashCore
public import Observation
import Synchronization

extension Session: Observable {
    /// The balances, highest value first.
    public var balances: [StoredBalance] { observed(\.balances, \.balances) }

    /// The sending limits, as last fetched.
    public var limits: Limits? { observed(\.limits, \.limits) }

    /// The user's flags, as last fetched.
    public var userFlags: UserFlags? { observed(\.userFlags, \.userFlags) }

    /// Whether the service no longer manages an account, so that this wallet can no longer pay.
    public var requiresForceLogout: Bool { observed(\.requiresForceLogout, \.requiresForceLogout) }

    /// The bill on display; nil once it has ended. The bill reports its last state just before.
    public var bill: SendCashOperation? { observed(\.bill, \.bill) }

    /// The balance of one currency.
    public func balance(for mint: PublicKey) -> StoredBalance? { balances.first { $0.mint == mint } }

    /// The total at the display currency's rate, including balances that are too small to show.
    public var totalBalance: ExchangedFiat {
        let rate = rates.rateForBalanceCurrency()
        return (try? totalBalance(at: rate)) ?? .zero(mint: node.coreMint, rate: rate)
    }

    /// Returns the total at `rate`, including balances that are too small to show.
    ///
    /// - Throws: `MoneyError.invalidRate`, `.overflow`.
    public func totalBalance(at rate: Rate) throws(MoneyError) -> ExchangedFiat {
        try sheet.total(at: rate)
    }

    /// Returns the balances to show at `rate`, highest value first: those that do not round to zero, and always the
    /// core mint (client specification §2.6).
    ///
    /// - Parameters:
    ///   - rate: the rate to value the balances at.
    ///   - showsHidden: whether to include balances that round to zero.
    /// - Throws: `MoneyError.invalidRate`, `.overflow`.
    public func balances(
        at rate: Rate, showsHidden: Bool = false
    ) throws(MoneyError) -> [(balance: StoredBalance, value: ExchangedFiat)] {
        try sheet.shown(at: rate, showsHidden: showsHidden)
    }

    /// The balances to display.
    public var sheet: BalanceSheet { BalanceSheet(balances: balances, coreMint: node.coreMint) }

    /// Returns whether the balance covers `amount`, valued at the amount's own rate. Every decision about affordability
    /// uses this method (money specification §6).
    ///
    /// - Throws: `MoneyError`.
    public func hasSufficientFunds(for amount: ExchangedFiat) throws(MoneyError) -> SufficientFunds {
        let balance = balance(for: amount.mint)
        return try SufficientFunds.check(
            requested: amount, balanceQuarks: balance?.quarks,
            supplyFromBonding: amount.mint.isDollarMint ? nil : balance?.supplyFromBonding)
    }

    /// Returns the currency to give cash in: `explicit` if held, else the stored choice, else the first giveable
    /// currency other than the core mint, else the first giveable one (client specification §2.6).
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

    /// Sets the currency to give cash in.
    public func selectToken(_ mint: PublicKey) { preferences.storedTokenMint = mint }

    private func observed<Value>(
        _ keyPath: KeyPath<Session, Value>, _ stored: any KeyPath<Values, Value> & Sendable
    ) -> Value where Value: Sendable {
        registrar.access(self, keyPath: keyPath)
        return values.withLock { $0[keyPath: stored] }
    }

    /// Changes one value, and notifies observers if it differs.
    func change<Value: Equatable & Sendable>(
        _ keyPath: KeyPath<Session, Value>, _ stored: any WritableKeyPath<Values, Value> & Sendable, to value: Value
    ) {
        guard values.withLock({ $0[keyPath: stored] != value }) else { return }
        registrar.withMutation(of: self, keyPath: keyPath) {
            values.withLock { $0[keyPath: stored] = value }
        }
    }
}
