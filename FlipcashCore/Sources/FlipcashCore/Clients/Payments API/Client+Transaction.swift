extension Client {
    /// Submits an intent and returns once it is committed. `progress` tells, after a failure, how far it got.
    ///
    /// The stream has no deadline of its own, but a server that falls silent is given up: see ``SubmissionBound``.
    ///
    /// - Throws: `SubmitIntentError`; whether the intent may have been committed all the same is for `progress` to
    ///   tell.
    public func submitIntent(_ intent: Intent, progress: SubmissionProgress) async throws(SubmitIntentError) {
        let bound = SubmissionBound(clock: environment.clock, progress: progress)
        try await bound.run { () async throws(SubmitIntentError) in
            try await transactions.submitIntent(intent, progress: progress)
        }
    }

    /// Opens the primary account of a cluster's mint; nothing happens when it is open.
    ///
    /// - Throws: `SubmitIntentError`.
    public func openAccount(_ cluster: AccountCluster) async throws(SubmitIntentError) {
        let id = IntentID.generate(using: environment.random)
        try await submitIntent(
            .openPrimary(id: id, cluster: cluster), progress: SubmissionProgress(clock: environment.clock))
    }

    /// What the service recorded of an intent.
    ///
    /// - Throws: `IntentMetadataError.notFound` while it is not committed, `.denied` when the asker is no party to it,
    ///   `.malformed`, `.rpc`.
    public func fetchIntentMetadata(
        _ id: IntentID, asker: IntentAsker
    ) async throws(IntentMetadataError) -> CommittedIntent {
        try await transactions.intentMetadata(id, asker: asker)
    }

    /// How long one look of ``pollIntentMetadata(_:asker:attempts:)`` may take.
    public static let metadataAttemptTimeout: Duration = .seconds(2)
    /// How long all looks together may take before the last one begins.
    public static let metadataPollingTimeMax: Duration = .seconds(10)

    /// Asks for an intent until it is there: up to 50 times, the wait before try i being 50·⌊i/10⌋ ms, about 5 s in all
    /// (payment specification §14.3). Slow answers make it fewer looks, not a longer wait.
    ///
    /// Trouble on the network counts as a miss; a denial ends the asking at once.
    ///
    /// - Throws: `IntentMetadataError.notFound` when it never appeared, or the last failure.
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

    /// What `owner` may still send, counted from `consumedSince`, the person's local midnight.
    ///
    /// - Throws: `RPCFailure`.
    public func fetchLimits(owner: KeyPair, consumedSince: Instant) async throws(RPCFailure) -> Limits {
        try await transactions.limits(owner: owner, consumedSince: consumedSince, now: environment.clock.now())
    }

    /// Takes the money of an uncollected cash link back.
    ///
    /// - Throws: `VoidGiftCardError`.
    public func voidGiftCard(vault: PublicKey, owner: KeyPair) async throws(VoidGiftCardError) {
        try await transactions.voidGiftCard(vault: vault, owner: owner)
    }
}
