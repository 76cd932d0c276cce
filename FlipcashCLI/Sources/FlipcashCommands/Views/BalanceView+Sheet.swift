import FlipcashCore
import FlipcashWallet

extension BalanceView {
    /// Shows the balances of a sheet.
    ///
    /// - Parameters:
    ///   - sheet: the stored balances.
    ///   - rate: the exchange rate of the values.
    ///   - all: also show tokens whose value rounds to zero.
    ///   - token: show only this token.
    ///   - isStale: whether the service was not asked.
    ///   - now: the time to show if the sheet has none.
    /// - Throws: `CommandFailure`, exit 5, when nothing is held of `token`; `MoneyError`.
    init(
        _ sheet: BalanceSheet, at rate: Rate, all: Bool, token: TokenArgument?, isStale: Bool, now: Instant
    ) throws {
        let shown = try sheet.shown(at: rate, showsHidden: all || token != nil)
            .filter { shown in token.map { TokenView(shown.balance).answers(to: $0) } ?? true }
        var rows = try shown.map { try Row($0.balance, value: $0.value.nativeAmount, at: rate, sheet) }
        if let token, rows.isEmpty { throw TokenChoice.notHeld(token) }
        if token == nil, !rows.contains(where: { $0.token.mint == sheet.coreMint }) {
            rows.append(Row(emptyDollarsAt: rate, sheet))
        }
        let total = try token == nil ? sheet.total(at: rate) : ExchangedFiat.total(shown.map(\.value), rate: rate)
        self.init(
            rows: rows, total: total.nativeAmount, asOf: sheet.balances.map(\.updatedAt).min() ?? now,
            isStale: isStale)
    }
}

extension BalanceView.Row {
    fileprivate init(_ balance: StoredBalance, value: FiatAmount, at rate: Rate, _ sheet: BalanceSheet) throws {
        let isCore = balance.mint == sheet.coreMint
        let appreciation = isCore ? nil : try balance.appreciation(at: rate)
        self.init(
            token: TokenView(balance), value: value, usd: balance.usdcValue,
            costBasis: isCore ? nil : balance.costBasis.flatMap { try? FiatAmount(wireValue: $0, currency: .usd) },
            appreciation: try appreciation.map {
                $0.isPositive ? $0.value : try FiatAmount.zero(rate.currency).subtracting($0.value)
            },
            isSpendable: value.hasDisplayableValue)
    }

    fileprivate init(emptyDollarsAt rate: Rate, _ sheet: BalanceSheet) {
        self.init(
            token: TokenView(mint: sheet.coreMint, symbol: "USDF", name: "USDF", quarks: 0),
            value: .zero(rate.currency), usd: .zero(.usd), costBasis: nil, appreciation: nil, isSpendable: false)
    }
}
