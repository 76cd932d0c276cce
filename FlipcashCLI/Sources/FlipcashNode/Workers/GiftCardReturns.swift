import FlipcashCore

/// Returns gift cards to their issuers, under the card's lock (payment specification §13.6).
struct GiftCardReturns: Sendable {
    /// How many times a return is decided while others keep changing the card.
    private static let attempts = 3

    let store: NodeStore
    let committer: GroupCommitter
    let locks: any LedgerLocks
    /// Whether a return is settled by its commit.
    let isFinal: Bool

    /// Returns the money of a gift card, unless it was returned or collected before. Idempotent.
    ///
    /// - Throws: `LocksBusy`, `StoreError`, `PostingFailure`.
    func perform(_ token: PublicKey, cause: GiftCardReturnCause, now: Instant) async throws -> GiftCardReturn {
        try await locks.withLocks([.vault(token.bytes)]) {
            try await perform(token, cause: cause, now: now, attempts: Self.attempts)
        }
    }

    /// Decides and commits. If another process has changed the card between the two, decides again.
    private func perform(
        _ token: PublicKey, cause: GiftCardReturnCause, now: Instant, attempts: Int
    ) async throws -> GiftCardReturn {
        let decision = try store.read { reader in
            try GiftCardReturnPlan.decide(token, cause: cause, now: now, isFinal: isFinal, view: reader)
        }
        switch decision {
        case .done(let result):
            return result
        case .due(let plan):
            switch await committer.commit(.giftCardReturn(plan)) {
            case .committed: return .returned
            case .refused where attempts > 1:
                return try await perform(token, cause: cause, now: now, attempts: attempts - 1)
            case .refused(let refusal):
                throw StoreError.refusedRecord(reason: "the return of \(token.base58) is refused: \(refusal)")
            case .unavailable(.store(let error)): throw error
            case .unavailable(.books(let failure)): throw failure
            }
        }
    }
}
