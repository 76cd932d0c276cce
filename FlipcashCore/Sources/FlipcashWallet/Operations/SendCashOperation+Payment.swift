public import FlipcashCore

extension SendCashOperation {
    /// Pays the first requester, with the advertised proofs.
    func pay(_ grab: GrabRequest) async throws -> SentCash {
        try checkPin()
        let amount = exchangeData.amount
        let cluster = try await context.cluster(for: amount.mint)
        let intent = Intent.payment(
            id: id, from: cluster, to: grab.requestorAccount, exchangeData: exchangeData)
        let context = context
        // Another command may hold the lock for a long time. Meanwhile the bill can be dismissed, and the wait ends
        // when the rate expires.
        let limit = pinLeft
        let lock = try await untilWithdrawn { try await context.writerLock.acquire(waits: true, within: limit) }
        defer { withExtendedLifetime(lock) {} }
        try checkPin()
        guard perform({ $0.beginTransfer() }) else { throw SendCashFailure.cancelled }
        // A separate task: dismissing the bill must not interrupt a payment.
        let payment = context.environment.tasks.start {
            try await Self.submit(intent, amount: amount, context: context)
        }
        do {
            return try await payment.value
        } catch is WorkLost {
            throw SubmissionFailure.outcomeUnknown(intent.id)
        } catch {
            throw SendCashFailure(error)
        }
    }

    private static func submit(
        _ intent: Intent, amount: ExchangedFiat, context: OperationContext
    ) async throws -> SentCash {
        let record = PaymentRecord(
            intent: intent.id, kind: .give, mint: amount.mint, quarks: amount.quarks,
            native: JournalAmount(amount.nativeAmount), created: context.environment.clock.now(), state: .submitting,
            node: context.node.coreVMAuthority)
        try await context.submit(intent, as: .payment(record))
        return SentCash(id: intent.id, amount: amount)
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
