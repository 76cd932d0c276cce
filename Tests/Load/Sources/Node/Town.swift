import FlipcashAPI
import FlipcashCore
import FlipcashNode
import Foundation

/// A node's people, whose wallets the generator holds.
struct Town: Sendable {
    let owners: [AccountCluster]
    /// The key that signs the node's rates.
    let nodeKey: PublicKey

    /// Money of each owner, in quarks: ten thousand dollars.
    static let fortune: UInt64 = 10_000_000_000

    /// Makes a node in `folder` and gives it `count` owners with money.
    static func found(executable: String, folder: String, owners count: Int) async throws -> Town {
        var node = try NodeUnderTest(executable: executable, folder: folder)
        let key = try await client(of: node) { client in try await client.fetchMint(.usdf).vm?.authority }
        try node.stop()
        guard let key else { throw LoadFailure("the core mint has no machine") }
        let owners = (0..<count).map { _ in
            AccountCluster(authority: .generate(using: SystemRandomSource()), mint: .usdf, timeAuthority: key)
        }
        let history = try BulkHistory(path: node.databasePath, environment: .system)
        try history.enrol(owners.map(\.authority.publicKey), quarks: fortune)
        try history.close()
        node = try NodeUnderTest(executable: executable, folder: folder)
        try node.stop()
        return Town(owners: owners, nodeKey: key)
    }

    /// Calls a running node through the wallet's own client.
    static func client<Result: Sendable>(
        of node: NodeUnderTest, _ body: @Sendable (Client) async throws -> Result
    ) async throws -> Result {
        try await connected(to: node) { try await body(Client(connection: $0, environment: .system)) }
    }

    /// A connection to a running node.
    static func connection(to node: NodeUnderTest) throws -> ServiceConnection {
        try ServiceConnection(
            endpoint: .http(host: "127.0.0.1", port: node.port), userAgent: UserAgent(version: "1.0.0"),
            environment: .system)
    }

    /// Connects to a running node, and closes the connection afterwards.
    static func connected<Result: Sendable>(
        to node: NodeUnderTest, _ body: @Sendable (ServiceConnection) async throws -> Result
    ) async throws -> Result {
        let connection = try connection(to: node)
        do {
            let result = try await body(connection)
            await connection.close()
            return result
        } catch {
            await connection.close()
            throw error
        }
    }

    /// One cent, with a fresh dollar rate that the node has signed.
    func cent(on node: NodeUnderTest) async throws -> PinnedExchangeData { try await cash(10_000, on: node) }

    /// An amount of the core mint, with a fresh dollar rate that the node has signed.
    func cash(_ quarks: UInt64, on node: NodeUnderTest) async throws -> PinnedExchangeData {
        let state = try await Self.client(of: node) { [nodeKey] in
            try await Self.dollarState(client: $0, nodeKey: nodeKey)
        }
        let amount = try ExchangedFiat.computeFromQuarks(
            quarks: quarks, mint: .usdf, rate: state.rate, supplyFromBonding: nil)
        return PinnedExchangeData(amount: amount, state: state)
    }

    private static func dollarState(client: Client, nodeKey: PublicKey) async throws -> VerifiedState {
        let (proofs, found) = AsyncStream<VerifiedRate>.makeStream()
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
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
            throw LoadFailure("the stream ended without a rate")
        }
    }
}
