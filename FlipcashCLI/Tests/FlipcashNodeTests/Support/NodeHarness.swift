import FlipcashAPI
import FlipcashCore
import FlipcashCoreAPI
import FlipcashNodeTestKit
import FlipcashTestKit
import GRPCCore
import GRPCInProcessTransport
import ProtobufCodec

@testable import FlipcashNode

/// A node in memory whose clock a test moves, and one client of it.
struct NodeHarness: Sendable {
    let node: Node
    let clock: TestClock
    let client: GRPCClient<InProcessTransport.Client>

    /// Runs `body` against a fresh node and shuts the node down afterwards.
    static func run(
        settings: NodeSettings? = nil, storage: NodeConfiguration.Storage? = nil,
        _ body: @escaping @Sendable (NodeHarness) async throws -> Void
    ) async throws {
        let clock = TestClock()
        var configuration = NodeConfiguration.inMemory(seed: Hash(sha256: "spec/node".utf8).bytes)
        configuration.settings = settings
        if let storage { configuration.storage = storage }
        try await TestDatabase.with(configuration) { configuration in
            try await withNode(configuration, environment: .test(clock: clock)) { node in
                try await withGRPCClient(transport: node.connect()) { client in
                    let harness = NodeHarness(node: node, clock: clock, client: client)
                    // Connects first, because closing an unconnected client is an error.
                    _ = try await harness.health.check(.init())
                    try await body(harness)
                }
            }
        }
    }

    var accounts: Ocp_Account_V1_Account.Client<InProcessTransport.Client> { .init(wrapping: client) }
    var currencies: Ocp_Currency_V1_Currency.Client<InProcessTransport.Client> { .init(wrapping: client) }
    var messaging: Ocp_Messaging_V1_Messaging.Client<InProcessTransport.Client> { .init(wrapping: client) }
    var users: Flipcash_Account_V1_Account.Client<InProcessTransport.Client> { .init(wrapping: client) }
    var feed: Flipcash_Activity_V1_ActivityFeed.Client<InProcessTransport.Client> { .init(wrapping: client) }
    var health: Grpc_Health_V1_Health.Client<InProcessTransport.Client> { .init(wrapping: client) }
}

/// A user with a key.
struct Somebody: Sendable {
    let key: KeyPair

    init(key: KeyPair) { self.key = key }

    /// Creates a user whose key depends only on the name.
    init(_ name: String) throws {
        key = try KeyPair(seed: Hash(sha256: "person/\(name)".utf8).bytes)
    }

    /// The vault for a mint on this node.
    func timelock(_ node: Node, mint: PublicKey = .usdf) -> TimelockAccount {
        TimelockAccount(
            owner: key.publicKey, virtualMachine: VirtualMachine(mint: mint, authority: node.publicKey))
    }

    /// Signs a message of the payments API.
    func sign(_ message: some Message) throws -> Ocp_Common_V1_Signature {
        key.sign(try message.serializedBytes()).wire
    }

    /// `auth` over a message of the core API.
    func auth(_ message: some Message) throws -> Flipcash_Common_V1_Auth {
        let signature = key.sign(try message.serializedBytes())
        return .with {
            $0.keyPair = .with {
                $0.pubKey = key.publicKey.coreKey
                $0.signature = .with { $0.value = signature.bytes }
            }
        }
    }
}

extension NodeHarness {
    /// Records a user as `Register` would.
    func register(_ person: Somebody) async throws -> [UInt8] {
        let request = Flipcash_Account_V1_RegisterRequest.with { $0.publicKey = person.key.publicKey.coreKey }
        let signature = person.key.sign(try request.serializedBytes())
        var signed = request
        signed.signature = .with { $0.value = signature.bytes }
        return try await users.register(signed).userID.value
    }

    /// Records an account as the commit of an intent would.
    @discardableResult
    func open(_ person: Somebody, type: AccountType = .primary, mint: PublicKey = .usdf) async throws -> Vault {
        let timelock = person.timelock(node, mint: mint)
        let vault = Vault(
            token: timelock.vault.address, owner: person.key.publicKey, authority: person.key.publicKey, mint: mint,
            type: type, index: 0, createdAt: clock.now(), vaultState: .locked, balance: .opened)
        try await node.context.committer.commit { try $0.open(OpenedVault(vault, timelock: timelock)) }
        return vault
    }
}
