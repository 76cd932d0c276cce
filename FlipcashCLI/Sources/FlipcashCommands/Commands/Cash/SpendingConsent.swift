import FlipcashCore
import FlipcashWallet

extension Invocation {
    /// Computes what is to be spent and asks for consent. If the answer took long, computes it again, and asks again if
    /// the figures have changed.
    ///
    /// - Parameter plan: computes the figures: in the given token, or in the one that the command line asks for.
    /// - Returns: what the person agreed to; nil after a dry run, whose answer is printed here.
    /// - Throws: `CommandFailure.declined`, and the errors of `plan`; nothing has been submitted.
    func agreed(
        _ money: MoneyText, to plan: (_ token: TokenArgument?) async throws -> SpendingPlan
    ) async throws -> SpendingPlan? {
        var offered = try await plan(nil)
        if options.isDryRun {
            try answer(offered, money)
            return nil
        }
        while true {
            let shown = runtime.clock.uptime()
            try askBeforeSpending(offered, money)
            guard runtime.clock.uptime() - shown > SpendingOrder.patience else { return offered }
            let renewed = try await plan(TokenArgument(mint: offered.cash.token.mint))
            guard !renewed.hasFigures(of: offered) else { return renewed }
            prompt.show("The figures have changed in the meantime:")
            offered = renewed
        }
    }

    /// Pays what was agreed to, and shows that the payment is being submitted.
    ///
    /// - Parameter body: pays, and returns the payment's id.
    /// - Throws: the errors of `body`; with an unknown outcome, a failure that has the pending payment.
    func pay(
        _ plan: SpendingPlan, _ text: String, _ money: MoneyText, _ body: @Sendable () async throws -> IntentID
    ) async throws -> PaymentView {
        do {
            return PaymentView(plan: plan, id: try await paying(text, body))
        } catch let failure as PaymentFailure {
            guard case .submission(.outcomeUnknown(let id)) = failure else { throw failure }
            let pending = PaymentView(plan: plan, id: id, state: "pending")
            throw CommandFailure(describing: failure).withPending(pending.document(money))
        }
    }

    /// Checks, before anything is looked up, that a payment that cannot be undone can be agreed to.
    ///
    /// - Throws: a usage error without a terminal, unless `--yes` or `--dry-run` is given.
    func requireConsentIsPossible() throws(CommandFailure) {
        guard !options.assumesYes, !options.isDryRun, !prompt.isPossible else { return }
        throw .cannotAsk("This cannot be undone. Continue?", option: "--yes")
    }
}
