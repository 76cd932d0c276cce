import FlipcashCore

/// Pays an account whose address is known: another user's vault, or an outside token account (payment specification
/// §5.2).
struct PaymentOperation: Sendable {
    let context: OperationContext
    let kind: PaymentRecord.Kind
    /// The payment or withdrawal. Its id belongs to this payment only.
    let intent: Intent
    /// The account that the intent pays.
    let destination: PublicKey
    /// The gross amount that leaves the wallet, and its proofs.
    let exchangeData: PinnedExchangeData
    /// The shared expense that the payment settles.
    var splitPayment: String?
    /// The savings goal that the payment serves.
    var goal: String?

    /// Takes the writer lock and submits. A payment that was handed over runs to its end, even if the caller is
    /// cancelled.
    ///
    /// - Throws: `SessionError.verifiedStateStale` if the rate expires first, `ExchangeDataFailure`,
    ///   `WriterLockFailure`, `SubmissionFailure`, `CancellationError` before anything was submitted.
    func run() async throws {
        // Do not wait longer than the rate is valid.
        let pinLeft = exchangeData.state.usableTime(at: context.environment.clock.now())
        try await context.withWriterLock(within: pinLeft) {
            guard !exchangeData.state.isStale(at: context.environment.clock.now()) else {
                throw SessionError.verifiedStateStale
            }
            try exchangeData.check()
            try Task.checkCancellation()
            try await submit()
        }
    }

    /// Submits, and records begin and end in the journal. The caller holds the writer lock.
    ///
    /// A payment between people is not submitted without its record, so that a crash never makes it look unpaid.
    ///
    /// - Throws: `SubmissionFailure`.
    func submit() async throws {
        let amount = exchangeData.amount
        let record = PaymentRecord(
            intent: intent.id, kind: kind, mint: amount.mint, quarks: amount.quarks, destination: destination,
            native: JournalAmount(amount.nativeAmount), created: context.environment.clock.now(), state: .submitting,
            splitPayment: splitPayment, goal: goal, node: context.node.coreVMAuthority)
        try await context.submit(intent, as: .payment(record), isRecordRequired: splitPayment != nil)
    }
}
