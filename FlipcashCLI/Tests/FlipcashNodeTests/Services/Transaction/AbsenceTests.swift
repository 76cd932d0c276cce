import FlipcashAPI
import FlipcashCore
import FlipcashTestKit
import GRPCCore
import ProtobufCodec
import Testing

@testable import FlipcashNode

/// Tests that a node calls nothing absent that may be on its disk. A client that hears that there is no payment may pay
/// again.
@Suite("What a node calls absent") struct AbsenceTests {
    private let database: FailingDatabase
    private let world: LedgerWorld

    init() throws {
        database = FailingDatabase(try SQLiteDatabase(), [])
        world = try LedgerWorld(store: NodeStore(database: database, path: ":test:"))
    }

    private func swap(_ id: SwapID, of person: Payer) throws -> Ocp_Transaction_V1_GetSwapRequest {
        var request = Ocp_Transaction_V1_GetSwapRequest()
        request.id.value = id.bytes
        request.owner = person.owner.accountID
        request.signature = person.key.sign(try request.serializedBytes()).wire
        return request
    }

    private func swaps(of person: Payer) throws -> Ocp_Transaction_V1_GetPendingSwapsRequest {
        var request = Ocp_Transaction_V1_GetPendingSwapsRequest()
        request.owner = person.owner.accountID
        request.signature = person.key.sign(try request.serializedBytes()).wire
        return request
    }

    @Test("After a commit that the disk refused, a payment or a swap that is not found is unavailable, not absent")
    func lookups_commitFailed_areUnavailable() async throws {
        let (world, database) = (world, database)
        let (a, b) = (try await world.user(25_000_000), try await world.user())
        let (paid, lost) = (world.id(), world.id())
        let pay: @Sendable (IntentID) -> LedgerWorld.Request.SubmitActions = {
            a.pay(world.dollars(1_000_000), to: b.vault(world.usdf), world.usdf, id: $0)
        }
        let one = try swap(SwapID.generate(using: world.random), of: a)
        let all = try swaps(of: a)
        try await world.serving { caller async throws in
            #expect(await caller.submit(pay(paid), signers: [a]) == .success)
            #expect(try await caller.metadata(lost, by: a) == .notFound)
            #expect(try await caller.client.getSwap(one).result == .notFound)
            #expect(try await caller.client.getPendingSwaps(all).result == .notFound)

            database.failing.change { $0 = ["COMMIT"] }
            guard case .status(.unavailable, _) = await caller.submit(pay(lost), signers: [a]) else {
                Issue.record("the payment has an answer")
                return
            }
            #expect(try await caller.metadata(paid, by: a) == .ok)
            let statuses = [
                await grpcStatus { try await caller.metadata(lost, by: a) },
                await grpcStatus { try await caller.client.getSwap(one) },
                await grpcStatus { try await caller.client.getPendingSwaps(all) },
            ]
            #expect(statuses.map { $0?.code } == [.unavailable, .unavailable, .unavailable])
        }
    }
}
