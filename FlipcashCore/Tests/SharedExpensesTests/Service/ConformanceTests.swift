import FlipcashCore
import FlipcashCoreAPI
import GRPCCore
import GRPCInProcessTransport
import ProtobufCodec
import SharedExpenses
import SharedExpensesFixtures
import Testing

/// The conformance suite, on the service in memory and on the same service behind the wire.
@Suite struct ConformanceTests {
    @Test("the service in memory passes every check", arguments: ConformanceCheck.all)
    func inMemory_everyCheck_passes(_ check: ConformanceCheck) async throws {
        try await check.run(on: InMemorySubject())
    }

    // One after another, so that a call does not wait for other cases until its deadline.
    @Test("the client and the messages pass every check", .serialized, arguments: ConformanceCheck.all)
    func overTheWire_everyCheck_passes(_ check: ConformanceCheck) async throws {
        let transport = InProcessTransport()
        let server = GRPCServer(
            transport: transport.server, services: [SignedService(server: InMemorySharedExpenses())])
        let client = GRPCClient(transport: transport.client)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.serve() }
            group.addTask { try await client.runConnections() }
            try await check.run(on: WireSubject(client: client))
            client.beginGracefulShutdown()
            server.beginGracefulShutdown()
            group.cancelAll()
            while let result = await group.nextResult() { _ = result }
        }
    }
}

/// People whose calls are signed and sent as messages.
private struct WireSubject: ConformanceSubject {
    let client: GRPCClient<InProcessTransport.Client>

    func service(for person: Int) async throws -> any SharedExpensesService {
        let owner = try SignedService.key(person)
        return SharedExpensesClient(
            stub: Flipcash_Split_V1_SharedExpenses.Client(wrapping: client), owner: owner,
            user: try #require(SignedService.account(owner.publicKey)))
    }

    var now: SplitTime { get async { SplitTime(seconds: 1_750_000_000) } }
}

/// The service in memory behind its messages. The account comes from the key that signed.
struct SignedService: Flipcash_Split_V1_SharedExpenses.SimpleServiceProtocol {
    let server: InMemorySharedExpenses

    static func key(_ person: Int) throws -> KeyPair {
        try KeyPair(seed: [UInt8](repeating: UInt8(person), count: 32))
    }

    static func account(_ key: PublicKey) -> AccountID? { AccountID(userID: Array(key.bytes.prefix(16))) }

    private func answers(
        _ auth: Flipcash_Common_V1_Auth, _ unsigned: some Message
    ) throws -> SharedExpensesAnswers {
        guard let key = PublicKey(exactly: auth.keyPair.pubKey.value),
            let signature = Signature(exactly: auth.keyPair.signature.value),
            key.verify(signature: signature, data: try unsigned.serializedBytes() as [UInt8]),
            let account = Self.account(key)
        else { throw RPCError(code: .unauthenticated, message: "the signature is wrong") }
        return SharedExpensesAnswers(service: server.service(for: account, name: "Person"), caller: account)
    }

    func getAccount(
        request: Flipcash_Split_V1_GetAccountRequest, context: ServerContext
    ) async throws -> Flipcash_Split_V1_GetAccountResponse {
        var unsigned = request
        unsigned.clearAuth()
        return try await answers(request.auth, unsigned).answer(request)
    }

    func apply(
        request: Flipcash_Split_V1_ApplyRequest, context: ServerContext
    ) async throws -> Flipcash_Split_V1_ApplyResponse {
        var unsigned = request
        unsigned.clearAuth()
        return try await answers(request.auth, unsigned).answer(request)
    }

    func getSnapshot(
        request: Flipcash_Split_V1_GetSnapshotRequest, context: ServerContext
    ) async throws -> Flipcash_Split_V1_GetSnapshotResponse {
        var unsigned = request
        unsigned.clearAuth()
        return try await answers(request.auth, unsigned).answer(request)
    }

    func getChanges(
        request: Flipcash_Split_V1_GetChangesRequest, context: ServerContext
    ) async throws -> Flipcash_Split_V1_GetChangesResponse {
        var unsigned = request
        unsigned.clearAuth()
        return try await answers(request.auth, unsigned).answer(request)
    }

    func resolveMembers(
        request: Flipcash_Split_V1_ResolveMembersRequest, context: ServerContext
    ) async throws -> Flipcash_Split_V1_ResolveMembersResponse {
        var unsigned = request
        unsigned.clearAuth()
        return try await answers(request.auth, unsigned).answer(request)
    }

    func previewInvite(
        request: Flipcash_Split_V1_PreviewInviteRequest, context: ServerContext
    ) async throws -> Flipcash_Split_V1_PreviewInviteResponse {
        var unsigned = request
        unsigned.clearAuth()
        return try await answers(request.auth, unsigned).answer(request)
    }

    func getPayee(
        request: Flipcash_Split_V1_GetPayeeRequest, context: ServerContext
    ) async throws -> Flipcash_Split_V1_GetPayeeResponse {
        var unsigned = request
        unsigned.clearAuth()
        return try await answers(request.auth, unsigned).answer(request)
    }
}
