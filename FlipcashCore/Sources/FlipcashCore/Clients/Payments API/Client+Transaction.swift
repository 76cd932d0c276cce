extension Client {
    /// Submits an intent and returns when it is committed. After a failure, `progress` says how far the submission got.
    ///
    /// The stream has no deadline, but a server that stops responding is abandoned; see ``SubmissionBound``.
    ///
    /// - Throws: `SubmitIntentError`; use `progress` to find out whether the intent may have been committed
    ///   nevertheless.
    public func submitIntent(_ intent: Intent, progress: SubmissionProgress) async throws(SubmitIntentError) {
        let bound = SubmissionBound(clock: environment.clock, progress: progress)
        // Nonces are stored before they are used.
        try await environment.tasks.performBlocking { () async throws(SubmitIntentError) in
            try await bound.run { () async throws(SubmitIntentError) in
                try await transactions.submitIntent(intent, progress: progress)
            }
        }
    }

    /// Opens the primary account of a cluster's mint; has no effect when it is open.
    ///
    /// - Throws: `SubmitIntentError`.
    public func openAccount(_ cluster: AccountCluster) async throws(SubmitIntentError) {
        let id = IntentID.generate(using: environment.random)
        try await submitIntent(
            .openPrimary(id: id, cluster: cluster), progress: SubmissionProgress(clock: environment.clock))
    }

    /// Fetches what the service recorded of an intent.
    ///
    /// - Throws: `IntentMetadataError.notFound` while it is not committed, `.denied` when the asker is not a party to
    ///   it, `.malformed`, `.rpc`.
    public func fetchIntentMetadata(
        _ id: IntentID, asker: IntentAsker
    ) async throws(IntentMetadataError) -> CommittedIntent {
        try await transactions.intentMetadata(id, asker: asker)
    }

    /// The deadline of one request of ``pollIntentMetadata(_:asker:attempts:)``.
    public static let metadataAttemptTimeout: Duration = .seconds(2)
    /// The time after which ``pollIntentMetadata(_:asker:attempts:)`` begins no further request.
    public static let metadataPollingTimeMax: Duration = .seconds(10)

    /// Fetches an intent, and retries until it exists.
    ///
    /// Makes up to 50 requests. The wait before request i is 50·⌊i/10⌋ ms, about 5 s in total (payment specification
    /// §14.3). Slow answers reduce the number of requests and do not extend the wait. Retries after network errors;
    /// throws a denial at once.
    ///
    /// - Throws: `IntentMetadataError.notFound` when the intent did not appear, or the last failure.
    public func pollIntentMetadata(
        _ id: IntentID, asker: IntentAsker, attempts: Int = 50
    ) async throws -> CommittedIntent {
        var last = IntentMetadataError.notFound
        let start = environment.clock.uptime()
        for attempt in 0..<max(1, attempts) {
            if attempt > 0, environment.clock.uptime() - start >= Self.metadataPollingTimeMax { break }
            if attempt >= 10 { try await environment.clock.sleep(for: .milliseconds(50 * (attempt / 10))) }
            switch await intentMetadataResult(id, asker: asker) {
            case .success(let intent): return intent
            case .failure(let error):
                guard error.isRetryable else { throw error }
                last = error
            }
            try Task.checkCancellation()
        }
        throw last
    }

    private func intentMetadataResult(
        _ id: IntentID, asker: IntentAsker
    ) async -> Result<CommittedIntent, IntentMetadataError> {
        do throws(IntentMetadataError) {
            return .success(
                try await transactions.intentMetadata(id, asker: asker, timeout: Self.metadataAttemptTimeout))
        } catch {
            return .failure(error)
        }
    }

    /// Fetches what `owner` may still send, counted from `consumedSince`, the user's local midnight.
    ///
    /// - Throws: `RPCFailure`.
    public func fetchLimits(owner: KeyPair, consumedSince: Instant) async throws(RPCFailure) -> Limits {
        try await transactions.limits(owner: owner, consumedSince: consumedSince, now: environment.clock.now())
    }

    /// Fetches whether an address can receive a withdrawal of `mint`, and whether its token account must be created.
    ///
    /// - Throws: `RPCFailure`.
    public func canWithdraw(to account: PublicKey, mint: PublicKey) async throws(RPCFailure) -> WithdrawalAccount {
        try await transactions.canWithdraw(to: account, mint: mint)
    }

    /// Takes back the money of an uncollected cash link.
    ///
    /// - Throws: `VoidGiftCardError`.
    public func voidGiftCard(vault: PublicKey, owner: KeyPair) async throws(VoidGiftCardError) {
        try await transactions.voidGiftCard(vault: vault, owner: owner)
    }
}
