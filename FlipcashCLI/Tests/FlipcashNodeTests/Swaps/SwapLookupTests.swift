import FlipcashAPI
import FlipcashCore
import FlipcashTestKit
import GRPCCore
import GRPCInProcessTransport
import ProtobufCodec
import Testing

@testable import FlipcashNode

/// What the node tells of swaps, through gRPC (payment specification §16.1).
@Suite struct SwapLookupTests {
    typealias Client = Ocp_Transaction_V1_Transaction.Client<InProcessTransport.Client>

    let world: LedgerWorld
    let a: Payer
    let b: Payer
    let order: SwapOrder

    init() async throws {
        world = try LedgerWorld()
        a = try await world.user(60_000_000)
        b = try await world.user(1_000_000)
        try await world.submitted(a.open(world.jeffy, id: world.id()), signers: [])
        try world.backJeffy(tokens: 10_000_000_000_000_000, reserve: 16_006_351_806)
        order = world.order(world.usdf, world.jeffy, 1_000_000)
        #expect(try await world.start(order, by: a) == .success)
    }

    private func serving<Result: Sendable>(
        _ body: @escaping @Sendable (Client) async throws -> Result
    ) async throws -> Result {
        let transport = InProcessTransport()
        return try await withGRPCServer(
            transport: transport.server, services: [TransactionServiceProvider(ledger: world.ledger)]
        ) { _ in
            try await withGRPCClient(transport: transport.client) { try await body(Client(wrapping: $0)) }
        }
    }

    private func lookup(_ id: SwapID, by owner: Payer, signedBy key: KeyPair? = nil)
        -> Ocp_Transaction_V1_GetSwapRequest
    {
        var request = Ocp_Transaction_V1_GetSwapRequest()
        request.id.value = id.bytes
        request.owner = owner.owner.accountID
        request.signature.value = (key ?? owner.key).sign((try? request.serializedBytes()) ?? []).bytes
        return request
    }

    private func pending(of owner: Payer, signedBy key: KeyPair? = nil) -> Ocp_Transaction_V1_GetPendingSwapsRequest {
        var request = Ocp_Transaction_V1_GetPendingSwapsRequest()
        request.owner = owner.owner.accountID
        request.signature.value = (key ?? owner.key).sign((try? request.serializedBytes()) ?? []).bytes
        return request
    }

    @Test("an owner sees their own swap with its state and proof, and no other swap")
    func getSwap_parties_areChecked() async throws {
        let requests = [
            lookup(order.id, by: a), lookup(order.id, by: b), lookup(.generate(using: world.random), by: a),
        ]
        let answers = try await serving { client in
            var answers: [Ocp_Transaction_V1_GetSwapResponse] = []
            for request in requests { answers.append(try await client.getSwap(request)) }
            return answers
        }
        #expect(answers.map(\.result) == [.ok, .denied, .notFound])
        #expect(answers[0].swap.state == .created)
        #expect(answers[0].swap.verifiedMetadata.reserve.clientParameters.id.value == order.id.bytes)
        #expect(answers[0].swap.signature.value == (try world.swap(order))?.proofSignature.bytes)
        #expect(!answers[1].hasSwap)
    }

    @Test("swaps that wait for their funds are listed for their owner alone, until they are funded")
    func getPendingSwaps_unfunded_areListed() async throws {
        let (own, other) = (pending(of: a), pending(of: b))
        let answers = try await serving { try await [$0.getPendingSwaps(own), $0.getPendingSwaps(other)] }
        #expect(answers.map(\.result) == [.ok, .notFound])
        #expect(answers[0].swaps.map(\.state) == [.created])
        #expect(try await world.fund(order, by: a) == .success)
        let later = try await serving { try await $0.getPendingSwaps(own) }
        #expect(later.result == .notFound)
    }

    @Test("requests that another key has signed are UNAUTHENTICATED")
    func lookups_wrongSignature_areUnauthenticated() async throws {
        let (one, all) = (lookup(order.id, by: a, signedBy: b.key), pending(of: a, signedBy: b.key))
        let statuses = try await serving { client in
            [
                await grpcStatus { try await client.getSwap(one) }?.code,
                await grpcStatus { try await client.getPendingSwaps(all) }?.code,
            ]
        }
        #expect(statuses == [.unauthenticated, .unauthenticated])
    }
}
