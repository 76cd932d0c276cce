import FlipcashAPI
import FlipcashCore
import ProtobufCodec
import Testing

@testable import FlipcashNode

/// Tests of what the node tells about an intent (payment specification §8).
@Suite struct IntentMetadataTests {
    @Test("only the sides of an intent see it, and none of them once it is revoked")
    func intentMetadata_strangerOrRevoked_isNotTold() async throws {
        let world = try LedgerWorld()
        let (a, b) = (try await world.user(25_000_000), try await world.user())
        let id = world.id()
        try await world.submitted(
            a.pay(world.dollars(1_000_000), to: b.vault(world.usdf), world.usdf, id: id), signers: [a])
        func result(_ owner: PublicKey?) throws -> Ocp_Transaction_V1_GetIntentMetadataResponse.Result {
            try world.store.read { try $0.intentMetadata(id, for: owner) }.result
        }
        #expect(try [a.owner, b.owner, nil].map(result) == [.ok, .ok, .ok])
        #expect(try result(world.stranger().owner) == .denied)
        try world.store.write {
            try $0.execute(
                "UPDATE intents SET state = ? WHERE intent_id = ?", [IntentState.revoked.rawValue, id.blob])
        }
        #expect(try [a.owner, b.owner, nil].map(result) == [.notFound, .notFound, .notFound])
    }
}
