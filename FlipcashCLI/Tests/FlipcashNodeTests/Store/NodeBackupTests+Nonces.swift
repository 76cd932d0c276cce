import FlipcashAPI
import FlipcashCore
import FlipcashTestKit
import GRPCCore
import ProtobufCodec
import Testing

@testable import FlipcashNode

/// What a restored node asks its clients to sign with.
extension NodeBackupTests {
    @Test("A node restored from a backup hands out no pair of nonce and blockhash that it has handed out before")
    func restore_afterRequests_handsOutNewNonces() async throws {
        let folder = try TemporaryFolder()
        let backup = NodeBackup(folder.file("copy.sqlite"))
        let earlier = try await WireTown.run(.folder(NodeFolder(folder.file("node")))) { town in
            let before = try await Self.pairs(town)
            #expect(await town.node.perform(AdminRequest(.backup, path: backup.database)).ok)
            // The backup does not know of these.
            let after = try await Self.pairs(town)
            return before + after
        }
        let place = NodeFolder(folder.file("restored"))
        let restored = try backup.restore(into: place)
        #expect(restored.includesDatabase && restored.includesKey)
        // Another seed, because each start has random bytes of its own.
        let later = try await WireTown.run(.folder(place), seed: 2) { town in try await Self.pairs(town) }
        let all = earlier + later
        #expect(all.count == 9 && Set(all).count == 9)
        #expect(all.allSatisfy { $0.count == 64 })
    }

    /// The nonces that the node hands out for three payments by A, each followed by its blockhash. A does not sign.
    private static func pairs(_ town: WireTown) async throws -> [[UInt8]] {
        var pairs: [[UInt8]] = []
        for _ in 0..<3 {
            let payment = town.a.pay(
                try town.dollars(1_000_000), to: town.b.vault(town.usdf), town.usdf, id: town.id())
            let found = try await Self.pairs(for: payment, town)
            pairs += found
        }
        return pairs
    }

    private static func pairs(for actions: Payer.Actions, _ town: WireTown) async throws -> [[UInt8]] {
        let asked = AsyncStream<Void>.makeStream()
        return try await town.transactions.submitIntent { writer in
            try await writer.write(.with { $0.submitActions = actions })
            for await _ in asked.stream {}
        } onResponse: { response in
            defer { asked.continuation.finish() }
            var pairs: [[UInt8]] = []
            do {
                for try await message in response.messages {
                    let nonces = message.serverParameters.serverParameters.flatMap(\.nonces)
                    pairs += nonces.map { $0.nonce.value + $0.blockhash.value }
                    asked.continuation.finish()
                }
            } catch is RPCError {
                // The node ends the call, because the client does not sign.
            }
            return pairs
        }
    }
}
