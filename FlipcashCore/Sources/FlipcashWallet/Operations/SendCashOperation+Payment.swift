public import FlipcashCore

extension SendCashOperation {
    /// Pays the first requester, with the advertised proofs.
    func pay(_ grab: GrabRequest) async throws -> SentCash {
        try checkPin()
        let amount = exchangeData.amount
        let cluster = try await context.cluster(for: amount.mint)
        let payment = PaymentOperation(
            context: context, kind: .give,
            intent: .payment(id: id, from: cluster, to: grab.requestorAccount, exchangeData: exchangeData),
            destination: grab.requestorAccount, exchangeData: exchangeData)
        let context = context
        // Another command may hold the lock for a long time. Meanwhile the bill can be dismissed, and the wait ends
        // when the rate expires.
        let limit = pinLeft
        let lock = try await untilWithdrawn { try await context.writerLock.acquire(waits: true, within: limit) }
        defer { withExtendedLifetime(lock) {} }
        try checkPin()
        guard perform({ $0.beginTransfer() }) else { throw SendCashFailure.cancelled }
        // A separate task: dismissing the bill must not interrupt a payment.
        let submission = context.environment.tasks.start {
            try await payment.submit()
            return SentCash(id: payment.intent.id, amount: amount)
        }
        do {
            return try await submission.value
        } catch is WorkLost {
            throw SubmissionFailure.outcomeUnknown(id)
        } catch {
            throw SendCashFailure(error)
        }
    }
}

/// Given cash.
public struct SentCash: Hashable, Sendable {
    /// The payment's id.
    public let id: IntentID
    /// The amount given.
    public let amount: ExchangedFiat
}

extension JournalAmount {
    init(_ amount: FiatAmount) {
        self.init(currency: amount.currency.rawValue, value: amount.value.plainText)
    }
}
