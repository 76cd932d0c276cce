import FlipcashCore
import FlipcashWallet

/// The commands' view of a wallet session.
struct SessionWallet: WalletAccess {
    let session: Session
    let hosts: LinkHosts
    let isOffline: Bool
    let runtime: RuntimeEnvironment

    var owner: PublicKey { session.ownerPublicKey }

    func addresses(_ token: TokenArgument?) async throws -> AccountAddresses {
        let cluster = try await session.cluster(for: mint(token))
        return AccountAddresses(owner: owner, deposit: cluster.depositAddress, vault: cluster.vault)
    }

    /// The mint that an argument means: any in base58, else one that is held.
    private func mint(_ token: TokenArgument?) throws -> PublicKey {
        guard let token, !token.isDollars else { return session.node.coreMint }
        if let mint = try? PublicKey(base58: token.text) { return mint }
        return try TokenChoice.balance(token, among: session.balances).mint
    }

    func balance(all: Bool, token: TokenArgument?) async throws -> BalanceView {
        if !isOffline { try await session.fetchBalance() }
        let rate = try await displayRate()
        let shown = try session.balances(at: rate, showsHidden: all || token != nil)
            .filter { shown in token.map { TokenView(shown.balance).answers(to: $0) } ?? true }
        var rows = try shown.map { try row($0.balance, value: $0.value.nativeAmount, rate: rate) }
        if let token, rows.isEmpty { throw TokenChoice.notHeld(token) }
        if token == nil, !rows.contains(where: { $0.token.mint == session.node.coreMint }) {
            rows.append(emptyDollars(rate))
        }
        let total =
            try token == nil
            ? session.totalBalance(at: rate) : ExchangedFiat.total(shown.map(\.value), rate: rate)
        let asOf = session.balances.map(\.updatedAt).min() ?? runtime.clock.now()
        return BalanceView(rows: rows, total: total.nativeAmount, asOf: asOf, isStale: isOffline)
    }

    func prepare(_ amount: AmountText, token: TokenArgument?) async throws -> PreparedCash {
        let currency = session.rates.entryCurrency
        let entered = try amount.amount(in: currency)
        try await session.fetchBalance()
        let balance = try chosenBalance(token)
        let pinned: PinnedExchangeData
        switch entered {
        case .amount(let amount):
            pinned = try await session.prepareSubmission(amount: amount, mint: balance.mint)
        case .max: pinned = try await session.prepareMaximum(currency: currency, mint: balance.mint)
        }
        return PreparedCash(pinned: pinned, token: TokenView(balance, quarks: pinned.amount.quarks))
    }

    func showBill(_ cash: PreparedCash) async throws -> any ShownBill {
        SessionBill(operation: try session.showCashBill(cash.pinned), session: session, cash: cash, hosts: hosts)
    }

    func grab(_ payload: CashCode.Payload) async throws -> GrabbedCash {
        GrabbedCash(received: try await session.receiveCash(payload))
    }

    func prepare(passingOn cash: GrabbedCash) async throws -> PreparedCash {
        PreparedCash(
            pinned: try await session.exchangeData(toPassOn: cash.received),
            token: TokenView(cash.received.mint, quarks: cash.received.tokens.quarks))
    }

    /// The rate that values are shown at; from the service where the display currency needs one.
    private func displayRate() async throws -> Rate {
        let currency = session.rates.balanceCurrency
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

    private func row(_ balance: StoredBalance, value: FiatAmount, rate: Rate) throws -> BalanceView.Row {
        let isCore = balance.mint == session.node.coreMint
        let appreciation = isCore ? nil : try balance.appreciation(at: rate)
        return BalanceView.Row(
            token: TokenView(balance), value: value, usd: balance.usdcValue,
            costBasis: isCore ? nil : balance.costBasis.flatMap { try? FiatAmount(wireValue: $0, currency: .usd) },
            appreciation: try appreciation.map {
                $0.isPositive ? $0.value : try FiatAmount.zero(rate.currency).subtracting($0.value)
            },
            isSpendable: value.hasDisplayableValue)
    }

    private func emptyDollars(_ rate: Rate) -> BalanceView.Row {
        BalanceView.Row(
            token: TokenView(mint: session.node.coreMint, symbol: "USDF", name: "USDF", quarks: 0),
            value: .zero(rate.currency), usd: .zero(.usd), costBasis: nil, appreciation: nil, isSpendable: false)
    }
}
