import FlipcashCore
import FlipcashWallet

/// The commands' view of a wallet session.
struct SessionWallet: WalletAccess {
    let session: Session
    let hosts: LinkHosts
    let isOffline: Bool
    let runtime: RuntimeEnvironment
    /// The person's number format.
    var locale = NumberLocale.enUS

    var owner: PublicKey { session.ownerPublicKey }

    var market: any MarketAccess {
        SessionMarket(session: session, isOffline: isOffline, runtime: runtime, locale: locale)
    }

    func addresses(_ token: TokenArgument?) async throws -> AccountAddresses {
        var mint = session.node.coreMint
        if let token { mint = try await TokenFinder(session: session, isOffline: isOffline).token(token).address }
        let cluster = try await session.cluster(for: mint)
        return AccountAddresses(owner: owner, deposit: cluster.depositAddress, vault: cluster.vault)
    }

    func balance(all: Bool, token: TokenArgument?) async throws -> BalanceView {
        if !isOffline { try await session.fetchBalance() }
        let rate = try await displayRate()
        return try BalanceView(
            session.sheet, at: rate, all: all, token: token, isStale: isOffline, now: runtime.clock.now())
    }

    func prepare(_ amount: AmountText, token: TokenArgument?, flow: EntryFlow) async throws -> PreparedCash {
        let currency = session.rates.entryCurrency
        let entered = try amount.amount(in: currency, locale: locale)
        try await session.fetchBalance()
        let balance = try chosenBalance(token)
        let pinned: PinnedExchangeData
        switch entered {
        case .amount(let amount):
            pinned = try await session.prepareSubmission(amount: amount, mint: balance.mint, flow: flow)
        case .max: pinned = try await session.prepareMaximum(currency: currency, mint: balance.mint, flow: flow)
        }
        return PreparedCash(pinned: pinned, token: TokenView(balance, quarks: pinned.amount.quarks))
    }

    /// Checks that the balance covers a fiat amount, and computes its price from one fresh quote.
    func prepare(_ amount: FiatAmount, token: TokenArgument?) async throws -> PreparedCash {
        try await session.fetchBalance()
        let balance = try token.map { try TokenChoice.balance($0, among: session.balances) } ?? dollars()
        let pinned = try await session.prepareSubmission(amount: amount, mint: balance.mint)
        return PreparedCash(pinned: pinned, token: TokenView(balance, quarks: pinned.amount.quarks))
    }

    /// The balance of dollars, with which debts are paid unless another token is named.
    private func dollars() throws -> StoredBalance {
        guard let balance = session.balance(for: session.node.coreMint) else { throw SessionError.noBalance }
        return balance
    }

    func showBill(_ cash: PreparedCash) async throws -> SessionBill {
        SessionBill(
            operation: try session.showCashBill(cash.pinned), session: session, cash: cash, hosts: hosts,
            tasks: runtime.tasks)
    }

    func grab(_ payload: CashCode.Payload) async throws -> GrabbedCash {
        GrabbedCash(received: try await session.receiveCash(payload))
    }

    func prepare(passingOn cash: GrabbedCash) async throws -> PreparedCash {
        PreparedCash(
            pinned: try await session.exchangeData(toPassOn: cash.received),
            token: TokenView(cash.received.mint, quarks: cash.received.tokens.quarks))
    }

    /// The exchange rate of displayed values. Asks the service unless the display currency is dollars.
    private func displayRate() async throws -> Rate {
        try await rate(of: session.rates.balanceCurrency)
    }

    /// The exchange rate of a currency. Asks the service unless the currency is dollars.
    func rate(of currency: CurrencyCode) async throws -> Rate {
        if currency == .usd { return .oneToOne }
        if !isOffline { try await session.rates.refreshRates() }
        guard let rate = session.rates.rate(for: currency) else { throw SessionError.rateUnavailable(currency) }
        return rate
    }

    private func chosenBalance(_ token: TokenArgument?) throws -> StoredBalance {
        if let token { return try TokenChoice.balance(token, among: session.balances) }
        guard let balance = session.tokenForGiving() else { throw SessionError.noBalance }
        return balance
    }
}
