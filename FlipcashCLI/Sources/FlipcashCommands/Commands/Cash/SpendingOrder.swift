import FlipcashCore
import FlipcashWallet

/// An order to spend cash, from the arguments on the command line to the figures that are paid (client specification
/// §12.4, §12.5).
struct SpendingOrder: Sendable {
    /// How long a question may stay open before its figures are computed again. A quick answer pays exactly what was
    /// shown, and leaves a bill nearly all the time that its quote is valid.
    static let patience = Duration.seconds(60)

    let amount: AmountText
    /// The token asked for; chosen automatically if nil.
    let token: TokenArgument?
    let form: SpendingPlan.Form

    /// Computes the cash and asks for consent. If the answer took long, computes it again, and asks again if the
    /// figures have changed.
    ///
    /// - Returns: the cash that the person agreed to; nil after a dry run, whose answer is printed here.
    /// - Throws: `CommandFailure.declined`, `SessionError`, `MoneyError`; nothing has been submitted.
    func agreed(in wallet: any WalletAccess, _ money: MoneyText, _ call: Invocation) async throws -> PreparedCash? {
        try await call.agreed(money) { renewed in
            SpendingPlan(form: form, cash: try await prepare(in: wallet, token: renewed ?? token))
        }?.cash
    }

    /// The cash of one more link: `quote` while it is valid, else a new quote in the same token.
    ///
    /// - Parameter agreed: the cash that the person agreed to.
    /// - Throws: `CommandFailure`, exit 7, if it would now cost more than that.
    func another(
        quote: PreparedCash, agreed: PreparedCash, in wallet: any WalletAccess, _ clock: any WallClock
    ) async throws -> PreparedCash {
        guard quote.pinned.state.isStale(at: clock.now()) else { return quote }
        let renewed = try await wallet.prepare(amount, token: TokenArgument(mint: agreed.token.mint))
        guard !renewed.exceeds(agreed) else {
            throw CommandFailure(
                "rate_expired", .rateUnavailable,
                "The quote has expired, and each link would now cost more than you agreed to. Run the command "
                    + "again for the rest.")
        }
        return renewed
    }

    private func prepare(in wallet: any WalletAccess, token: TokenArgument?) async throws -> PreparedCash {
        let cash = try await wallet.prepare(amount, token: token)
        switch form {
        case .bill, .person, .withdrawal: break
        case .links(let count, _): try wallet.requireFunds(for: cash, times: count)
        }
        return cash
    }
}

extension PreparedCash {
    /// Whether consent to `other` is also consent to this.
    func hasFigures(of other: PreparedCash) -> Bool {
        amount == other.amount && token.mint == other.token.mint && token.quarks == other.token.quarks
    }

    /// Whether this takes more out of the wallet than `other`, or another token or currency.
    func exceeds(_ other: PreparedCash) -> Bool {
        guard amount.currency == other.amount.currency, token.mint == other.token.mint else { return true }
        return amount.value > other.amount.value || token.quarks > other.token.quarks
    }

    /// The sum of `count` of these.
    ///
    /// - Throws: `MoneyError` if the sum is too large for an amount.
    func amount(times count: Int) throws(MoneyError) -> FiatAmount {
        var total = amount
        for _ in 1..<max(1, count) { total = try total.adding(amount) }
        return total
    }
}
