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

    func send(_ cash: PreparedCash, to person: PaymentDestination) async throws -> IntentID {
        try await session.send(exchangedFiat: cash.pinned, to: person, refreshes: false).id
    }

    func send(
        _ cash: PreparedCash, to person: PaymentDestination, id: IntentID, goal: String
    ) async throws -> IntentID {
        try await session.send(exchangedFiat: cash.pinned, to: person, id: id, goal: goal, refreshes: false).id
    }

    func journalState(of payment: IntentID) throws -> PaymentRecord.State? {
        for record in try session.journal.records() {
            if case .payment(let known) = record, known.intent == payment { return known.state }
        }
        return nil
    }

    func withdraw(_ cash: PreparedCash, on terms: WithdrawalTerms) async throws -> IntentID {
        try await session.withdraw(
            exchangedFiat: cash.pinned, fee: terms.quote.fee, to: terms.destination, refreshes: false
        ).id
    }

    func limits(in currency: CurrencyCode, refreshes: Bool) async throws -> LimitsView {
        let limits = refreshes ? try await session.fetchLimits() : try await session.fetchLimitsIfStale()
        return try LimitsView(limits, currency: currency, rate: try await rate(of: currency))
    }
}
