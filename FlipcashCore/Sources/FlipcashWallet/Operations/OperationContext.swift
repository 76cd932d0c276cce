import FlipcashCore

/// What every operation that moves money needs from its session.
struct OperationContext: Sendable {
    let client: Client
    let environment: RuntimeEnvironment
    let owner: KeyPair
    let node: PinnedNode
    let journal: Journal
    let writerLock: WriterLock
    /// Whether to wait for another money command of this account.
    let waitsForLock: Bool
    /// Finds the currency's description in the store, else at the service.
    let mintMetadata: @Sendable (PublicKey) async throws -> MintMetadata
    /// Stores a description that came with a message.
    let rememberMint: @Sendable (MintMetadata) -> Void
    /// What comes before every money command: throws when this build or this account may not be used.
    let passGates: @Sendable () async throws -> Void
    /// Comes back only by throwing: when this build or this account may no longer be used, or when it is cancelled.
    let watchGates: @Sendable () async throws -> Void

    /// The owner's keys and addresses for `mint`.
    func cluster(for mint: PublicKey) async throws -> AccountCluster {
        if mint == node.coreMint {
            return AccountCluster(authority: owner, mint: mint, timeAuthority: node.coreVMAuthority)
        }
        guard let authority = try await mintMetadata(mint).vm?.authority else {
            throw SessionError.vmMetadataMissing(mint)
        }
        return AccountCluster(authority: owner, mint: mint, timeAuthority: authority)
    }

    /// Opens the owner's account of `mint`; nothing happens when it is open.
    func openAccount(_ cluster: AccountCluster) async throws {
        do throws(SubmitIntentError) {
            try await client.openAccount(cluster)
        } catch {
            // Opened meanwhile by another process of the same person.
            if case .staleState = error { return }
            throw SessionError.openAccount(error)
        }
    }

    var submitter: IntentSubmitter { IntentSubmitter(client: client, environment: environment) }
}
