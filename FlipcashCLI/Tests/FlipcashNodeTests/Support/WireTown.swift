import FlipcashAPI
import FlipcashCore
import FlipcashCoreAPI
import FlipcashNodeTestKit
import FlipcashTestKit
import GRPCCore
import GRPCNIOTransportHTTP2
import ProtobufCodec
import Testing

@testable import FlipcashNode

/// A running node, reached over HTTP/2 on a TCP port of the loopback interface. It has two registered users; A holds 25
/// dollars.
struct WireTown: Sendable {
    typealias Client = GRPCClient<HTTP2ClientTransport.Posix>
    typealias Request = Ocp_Transaction_V1_SubmitIntentRequest

    let node: Node
    let clock: TestClock
    let client: Client
    let usdf: MintRecord
    let a: Payer
    let b: Payer

    /// Runs `body` against a node on `storage` and shuts the node down afterwards. Registers the users on the node's
    /// first run only.
    static func run<Result: Sendable>(
        _ storage: NodeConfiguration.Storage = .memory(seed: Hash(sha256: "spec/node".utf8).bytes),
        database: PostgreSQLURL? = nil, settings: NodeSettings? = nil, clock: TestClock = TestClock(),
        seed: UInt64 = 1, metricsAddress: ListenAddress? = nil, messageLimits: MessageLimits? = nil,
        _ body: @escaping @Sendable (WireTown) async throws -> Result
    ) async throws -> Result {
        var configuration = NodeConfiguration(
            storage: storage, database: database, listeners: [.init(.tcp(host: "127.0.0.1", port: 0))],
            settings: settings)
        configuration.metricsAddress = metricsAddress
        configuration.messageLimits = messageLimits
        return try await TestDatabase.with(configuration) { configuration in
            try await withNode(configuration, environment: .test(clock: clock, seed: seed)) { node -> Result in
                let port = try node.loopbackPort
                return try await withGRPCClient(
                    transport: .http2NIOPosix(
                        target: .ipv4(address: "127.0.0.1", port: port), transportSecurity: .plaintext)
                ) { client in
                    let town = try await WireTown(node, clock, client)
                    return try await body(town)
                }
            }
        }
    }

    private init(_ node: Node, _ clock: TestClock, _ client: Client) async throws {
        self.node = node
        self.clock = clock
        self.client = client
        usdf = try #require(try node.context.store.read { try $0.mint(.usdf) })
        a = Payer(key: try Somebody("a").key)
        b = Payer(key: try Somebody("b").key)
        // Connects first, because closing an unconnected client is an error.
        _ = try await Grpc_Health_V1_Health.Client(wrapping: client).check(.init())
        guard try node.context.store.read({ [usdf, a] in try $0.vault(a.vault(usdf)) }) == nil else { return }
        for person in [a, b] {
            try await register(person)
            #expect(try await submit(person.open(usdf, id: id()), signers: []) == nil)
        }
        let faucet = AdminRequest(.faucet, owner: a.owner.base58, quarks: 25_000_000)
        #expect(await node.perform(faucet).ok)
    }

    // MARK: Calls

    var transactions: Ocp_Transaction_V1_Transaction.Client<HTTP2ClientTransport.Posix> { .init(wrapping: client) }
    var messaging: Ocp_Messaging_V1_Messaging.Client<HTTP2ClientTransport.Posix> { .init(wrapping: client) }
    var accounts: Ocp_Account_V1_Account.Client<HTTP2ClientTransport.Posix> { .init(wrapping: client) }

    /// Registers `person` as the core API does.
    func register(_ person: Payer) async throws {
        var request = Flipcash_Account_V1_RegisterRequest.with { $0.publicKey = person.owner.coreKey }
        let signature = person.key.sign(try request.serializedBytes())
        request.signature = .with { $0.value = signature.bytes }
        _ = try await Flipcash_Account_V1_Account.Client(wrapping: client).register(request)
    }

    func id() -> IntentID { node.newIntentID() }

    func dollars(_ quarks: UInt64) throws -> Ocp_Transaction_V1_VerifiedExchangeData { try node.dollars(quarks) }

    func submit(_ actions: Request.SubmitActions, signers: [Payer]) async throws -> String? {
        try await transactions.submit(actions, signers: signers)
    }

    /// Takes a cash link back as its issuer.
    func void(_ card: Payer, by issuer: Payer) async throws -> Ocp_Transaction_V1_VoidGiftCardResponse.Result {
        var request = Ocp_Transaction_V1_VoidGiftCardRequest.with {
            $0.owner = issuer.owner.accountID
            $0.giftCardVault = card.vault(usdf).accountID
        }
        request.signature = issuer.key.sign(try request.serializedBytes()).wire
        return try await transactions.voidGiftCard(request).result
    }

    // MARK: The node's own view

    /// The balance of `person` in the ledger.
    func balance(_ person: Payer) throws -> Int64 {
        try node.context.store.read { try $0.vault(person.vault(usdf))?.balance.quarks ?? -1 }
    }

    func work() async throws { try await node.letWorkersRun() }

    /// The violations that `node check` reports.
    func violations() async -> [String]? { await node.perform(AdminRequest(.check)).check?.violations }
}
