import FlipcashCore
import FlipcashWallet

/// Cash that somebody wants to spend, from the words on the command line to the figures that are paid (client
/// specification §12.4, §12.5).
struct SpendingOrder: Sendable {
    /// How long figures may stand at a question before they are computed anew: what is read and answered at once is
    /// paid as shown, and a bill keeps nearly all the time that its quote holds.
    static let patience = Duration.seconds(60)

    let amount: AmountText
    /// The token asked for; chosen automatically if nil.
    let token: TokenArgument?
    let form: SpendingPlan.Form

    /// Computes the cash and asks for a yes. Where that took long it is computed again, and asked again if the figures
    /// are others then.
    ///
    /// - Returns: the cash as it was agreed to; nil after a dry run, which has been answered.
    /// - Throws: `CommandFailure.declined`, `SessionError`, `MoneyError`; nothing has been submitted.
    func agreed(in wallet: any WalletAccess, _ money: MoneyText, _ call: Invocation) async throws -> PreparedCash? {
        var cash = try await prepare(in: wallet, token: token)
        if call.options.isDryRun {
            try call.answer(SpendingPlan(form: form, cash: cash), money)
            return nil
        }
        let clock = call.runtime.clock
        while true {
            let shown = clock.uptime()
            try call.askBeforeSpending(SpendingPlan(form: form, cash: cash), money)
            guard clock.uptime() - shown > Self.patience else { return cash }
            let renewed = try await prepare(in: wallet, token: TokenArgument(mint: cash.token.mint))
            guard !renewed.hasFigures(of: cash) else { return renewed }
            call.prompt.show("Meanwhile the figures have changed:")
            cash = renewed
        }
    }

    /// The cash of one more link: `quote` while it holds, else a new one in the same token.
    ///
    /// - Parameter agreed: what was said yes to.
    /// - Throws: `CommandFailure`, exit 7, when it would now cost more than that.
    func another(
        quote: PreparedCash, agreed: PreparedCash, in wallet: any WalletAccess, _ clock: any WallClock
    ) async throws -> PreparedCash {
        guard quote.pinned.state.isStale(at: clock.now()) else { return quote }
        let renewed = try await wallet.prepare(amount, token: TokenArgument(mint: agreed.token.mint))
        guard !renewed.exceeds(agreed) else {
            throw CommandFailure(
                "rate_expired", .rateUnavailable,
                "The quote has expired, and each would now cost more than was agreed to.")
        }
        return renewed
    }

    private func prepare(in wallet: any WalletAccess, token: TokenArgument?) async throws -> PreparedCash {
        let cash = try await wallet.prepare(amount, token: token)
        switch form {
        case .bill: break
        case .links(let count, _): try wallet.requireFunds(for: cash, times: count)
        }
        return cash
    }
}

extension PreparedCash {
    /// Whether a person who said yes to `other` has said yes to this, too.
    func hasFigures(of other: PreparedCash) -> Bool {
        amount == other.amount && token.mint == other.token.mint && token.quarks == other.token.quarks
    }

    /// Whether this takes more out of the wallet than `other` does, or something else.
    func exceeds(_ other: PreparedCash) -> Bool {
        guard amount.currency == other.amount.currency, token.mint == other.token.mint else { return true }
        return amount.value > other.amount.value || token.quarks > other.token.quarks
    }

    /// What `count` of it come to.
    ///
    /// - Throws: `MoneyError` when the sum has no place in an amount.
    func amount(times count: Int) throws(MoneyError) -> FiatAmount {
        var total = amount
        for _ in 1..<max(1, count) { total = try total.adding(amount) }
        return total
    }
}
