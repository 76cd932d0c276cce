import FlipcashAPI
import FlipcashCore

/// A connection to a node of a crash test, and the two people on it.
struct CrashConnection: Sendable {
    let connection: ServiceConnection
    let client: Client
    let flipClient: FlipClient

    init(_ folder: CrashFolder) throws {
        let environment = RuntimeEnvironment.system
        connection = try ServiceConnection(
            endpoint: .unix(path: folder.socket), userAgent: UserAgent(version: "1.0.0"), environment: environment)
        client = Client(connection: connection, environment: environment)
        flipClient = FlipClient(connection: connection, environment: environment)
    }

    func close() async { await connection.abort() }

    /// Repeats a call that failed with a network error, as a wallet does. If all suites run at once on two processors,
    /// a call may wait until its deadline.
    static func patiently<Value>(_ call: () async throws -> Value) async throws -> Value {
        for _ in 0..<4 {
            do {
                return try await call()
            } catch {
                guard let failure = error as? any ServerError, failure.isRetryable else { throw error }
            }
        }
        return try await call()
    }

    /// Registers a new person and opens their account.
    func enrol() async throws -> AccountCluster {
        let node = try await Self.patiently { try await client.fetchMint(.usdf) }
        let key = KeyPair.generate(using: SystemRandomSource())
        guard let machine = node.vm else { throw NodeProcess.Failure(description: "the core mint has no machine") }
        let cluster = AccountCluster(authority: key, mint: .usdf, timeAuthority: machine.authority)
        _ = try await Self.patiently { try await flipClient.register(owner: key) }
        try await Self.patiently { try await client.openAccount(cluster) }
        return cluster
    }

    /// The quarks in a person's account.
    func balance(of cluster: AccountCluster) async throws -> UInt64 {
        try await Self.patiently { try await client.fetchAccountInfo(owner: cluster.authority, mint: .usdf).quarks }
    }

    /// A dollar rate signed by the node.
    func dollarState(nodeKey: PublicKey) async throws -> VerifiedState {
        let (proofs, found) = AsyncStream<VerifiedRate>.makeStream()
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [client] in
                defer { found.finish() }
                try await client.streamLiveMintData(mints: [.usdf]) { event in
                    guard case .rates(let rates) = event else { return }
                    for rate in rates where rate.exchangeRate.currencyCode == "usd" {
                        if let proof = try? VerifiedRate(rate, nodeKey: nodeKey) { found.yield(proof) }
                    }
                }
            }
            defer { group.cancelAll() }
            for await proof in proofs { return VerifiedState(rateProof: proof, reserveProof: nil) }
            throw NodeProcess.Failure(description: "the stream ended without a rate")
        }
    }
}
