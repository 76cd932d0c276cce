import FlipcashCore
import FlipcashWallet

extension SessionWallet {
    func person(at address: PublicKey, mint: PublicKey) async throws -> PaymentDestination {
        try await session.person(at: address, mint: mint)
    }

    func withdrawal(of cash: PreparedCash, to address: PublicKey) async throws -> WithdrawalTerms {
        let destination = try await session.withdrawalDestination(address, mint: cash.token.mint)
        return WithdrawalTerms(
            destination: destination, quote: try session.withdrawalQuote(cash.pinned, to: destination))
    }

    func send(_ cash: PreparedCash, to person: PaymentDestination) async throws -> PaymentView {
        try await pay(SpendingPlan(form: .person(person), cash: cash)) { () async throws(PaymentFailure) in
            try await session.send(exchangedFiat: cash.pinned, to: person, refreshes: false)
        }
    }

    func withdraw(_ cash: PreparedCash, on terms: WithdrawalTerms) async throws -> PaymentView {
        try await pay(SpendingPlan(form: .withdrawal(terms), cash: cash)) { () async throws(PaymentFailure) in
            try await session.withdraw(
                exchangedFiat: cash.pinned, fee: terms.quote.fee, to: terms.destination, refreshes: false)
        }
    }

    func limits(in currency: CurrencyCode, refreshes: Bool) async throws -> LimitsView {
        let limits = refreshes ? try await session.fetchLimits() : try await session.fetchLimitsIfStale()
        return try LimitsView(limits, currency: currency, rate: try await rate(of: currency))
    }

    /// Pays. If the outcome is unknown, the failure carries the pending payment.
    private func pay(
        _ plan: SpendingPlan, _ body: () async throws(PaymentFailure) -> SentCash
    ) async throws -> PaymentView {
        do throws(PaymentFailure) {
            return PaymentView(plan: plan, id: try await body().id)
        } catch {
            guard case .submission(.outcomeUnknown(let id)) = error else { throw error }
            let view = PaymentView(plan: plan, id: id, state: "pending")
            throw CommandFailure(describing: error).withPending(
                view.document(MoneyText(locale: locale, isPlain: false)))
        }
    }
}
