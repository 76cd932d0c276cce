import Foundation
import FlipcashCore
import FlipcashNode
import Testing

/// Kills the real node over a real socket at every point where a transfer could be interrupted, and restarts it. Then
/// it does what a wallet does: looks the intent up, and submits the same intent if it is missing.
@Suite("A node that is killed in the middle of a transfer", .serialized)
struct CrashTests {
    /// The outcome of the transfers of one kill.
    private struct Outcome {
        var wasKilled = false
        /// Intents in the books without an answer.
        var committedWithoutAnswer = 0
    }

    @Test(
        "At every step, no transfer is lost and none is made twice",
        arguments: CrashPoint.allCases)
    func transfer_nodeKilledAtPoint_happensExactlyOnce(point: CrashPoint) async throws {
        let folder = try CrashFolder()
        let world = try await CrashWorld(folder)
        var kills = 0
        var answersLost = 0
        // The first passages may belong to the node's own start; later ones are the transfer's.
        for passage in 1...6 {
            let outcome = try await disturb(world, crash: "\(point):\(passage)")
            kills += outcome.wasKilled ? 1 : 0
            answersLost += outcome.committedWithoutAnswer
            try await world.expectBooksInOrder()
        }
        #expect(kills > 0, "the node never came past \(point)")
        if point == .intentCommitted { #expect(answersLost > 0, "no kill hit between commit and answer") }
    }

    /// Three transfers at once against a node that will kill itself, then recovery.
    private func disturb(_ world: CrashWorld, crash: String) async throws -> Outcome {
        var outcome = Outcome()
        let intents = try world.nextPayments(3)
        var failed: [Intent] = []
        if let armed = try NodeProcess(folder: world.folder, crash: crash) {
            failed = try await submit(intents, to: world)
            // A node that did not reach the crash point is killed from outside.
            if failed.isEmpty && !armed.hasEnded { armed.kill() } else { outcome.wasKilled = armed.waitUntilKilled() }
        } else {
            outcome.wasKilled = true
            failed = intents
        }
        let node = try #require(try NodeProcess(folder: world.folder))
        defer { node.kill() }
        outcome.committedWithoutAnswer = try await recover(failed, in: world)
        try await world.readBooks()
        return outcome
    }

    /// Submits all at once; returns those without an answer.
    private func submit(_ intents: [Intent], to world: CrashWorld) async throws -> [Intent] {
        let connection = try CrashConnection(world.folder)
        let failed = await withTaskGroup(of: Intent?.self) { group -> [Intent] in
            for intent in intents {
                group.addTask {
                    do {
                        try await connection.client.submitIntent(
                            intent, progress: SubmissionProgress(clock: SystemClock()))
                        return nil
                    } catch {
                        return intent
                    }
                }
            }
            var failed: [Intent] = []
            for await intent in group {
                if let intent { failed.append(intent) }
            }
            return failed
        }
        await connection.close()
        return failed
    }

    /// Looks each intent up and submits the missing ones; returns how many were present.
    private func recover(_ intents: [Intent], in world: CrashWorld) async throws -> Int {
        let connection = try CrashConnection(world.folder)
        var found = 0
        for intent in intents {
            let isCommitted = try await CrashConnection.patiently {
                do {
                    _ = try await connection.client.fetchIntentMetadata(intent.id, asker: .owner(intent.owner))
                    return true
                } catch IntentMetadataError.notFound {
                    try await connection.client.submitIntent(intent, progress: SubmissionProgress(clock: SystemClock()))
                    return false
                }
            }
            if isCommitted { found += 1 }
            // Submitting again must change nothing.
            await #expect(throws: SubmitIntentError.self) {
                try await connection.client.submitIntent(intent, progress: SubmissionProgress(clock: SystemClock()))
            }
        }
        await connection.close()
        return found
    }
}

/// Two people on a node that crashes repeatedly, and their expected balances.
private final class CrashWorld {
    let folder: CrashFolder
    private let giver: AccountCluster
    private let receiver: AccountCluster
    private let pinned: VerifiedState
    private let start: UInt64 = 200_000_000
    private var paid: UInt64 = 0
    private var seen: (giver: UInt64, receiver: UInt64, check: String)?

    init(_ folder: CrashFolder) async throws {
        self.folder = folder
        let node = try #require(try NodeProcess(folder: folder))
        defer { node.kill() }
        let connection = try CrashConnection(folder)
        giver = try await connection.enrol()
        receiver = try await connection.enrol()
        _ = try folder.operatorCommand(
            "deposit", "200", "--owner", giver.authority.publicKey.base58, "--reference", "crash-test")
        let key = try await connection.client.fetchMint(.usdf).vm?.authority
        pinned = try await connection.dollarState(nodeKey: try #require(key))
        await connection.close()
    }

    /// Payments of one dollar each, all of which must be made in the end.
    func nextPayments(_ count: Int) throws -> [Intent] {
        paid += UInt64(count) * 1_000_000
        let amount = try ExchangedFiat(nativeAmount: FiatAmount(value: 1, currency: .usd), rate: pinned.rate)
        return (0..<count).map { _ in
            .payment(
                id: .generate(using: SystemRandomSource()), from: giver, to: receiver.vault,
                exchangeData: PinnedExchangeData(amount: amount, state: pinned))
        }
    }

    /// Reads balances and the invariants of the whole database from the running node.
    func readBooks() async throws {
        let connection = try CrashConnection(folder)
        seen = (
            try await connection.balance(of: giver), try await connection.balance(of: receiver),
            try folder.operatorCommand("check")
        )
        await connection.close()
    }

    func expectBooksInOrder() async throws {
        let seen = try #require(seen)
        #expect(seen.giver == start - paid)
        #expect(seen.receiver == paid)
    }
}
