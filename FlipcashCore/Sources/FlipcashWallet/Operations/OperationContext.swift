import FlipcashCore

/// The dependencies of an operation that moves money, provided by its session.
struct OperationContext: Sendable {
    let client: Client
    let environment: RuntimeEnvironment
    let owner: KeyPair
    let node: PinnedNode
    let journal: Journal
    let writerLock: WriterLock
    /// Whether to wait while another money command of this account runs.
    let waitsForLock: Bool
    /// Returns a currency's description from the store, else from the service.
    let mintMetadata: @Sendable (PublicKey) async throws -> MintMetadata
    /// Stores a description that arrived with a message.
    let rememberMint: @Sendable (MintMetadata) async -> Void
    /// Throws if this build or this account may not be used. Called before every money command.
    let passGates: @Sendable () async throws -> Void
    /// Watches the gates; returns only by throwing, when this build or this account may no longer be used or the task
    /// is cancelled.
    let watchGates: @Sendable () async throws -> Void

    /// Returns the owner's keys and addresses for `mint`.
    func cluster(for mint: PublicKey) async throws -> AccountCluster {
        if mint == node.coreMint {
            return AccountCluster(authority: owner, mint: mint, timeAuthority: node.coreVMAuthority)
        }
        guard let authority = try await mintMetadata(mint).vm?.authority else {
            throw SessionError.vmMetadataMissing(mint)
        }
        return AccountCluster(authority: owner, mint: mint, timeAuthority: authority)
    }

    /// Opens the owner's account of `mint`; does nothing if the account is open.
    func openAccount(_ cluster: AccountCluster) async throws {
        do throws(SubmitIntentError) {
            try await client.openAccount(cluster)
        } catch {
            // Another process of the same user has opened the account.
            if case .staleState = error { return }
            throw SessionError.openAccount(error)
        }
    }

    /// Runs `body` while holding the account's writer lock, where it may block: it writes the journal.
    ///
    /// - Parameter limit: the longest time to wait for the lock; nil for no limit.
    /// - Throws: as `WriterLock.acquire`, and any error of `body`.
    func withWriterLock<Value>(
        within limit: Duration? = nil, _ body: () async throws -> Value
    ) async throws -> Value {
        try await environment.tasks.performBlocking {
            try await writerLock.withLock(waits: waitsForLock, within: limit, body)
        }
    }

    var submitter: IntentSubmitter { IntentSubmitter(client: client, environment: environment) }
}
