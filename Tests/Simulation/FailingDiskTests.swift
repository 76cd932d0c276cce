import FaultyDisk
import FlipcashCore
import FlipcashNode
import FlipcashTestKit
import FlipcashWallet
import Foundation
import Testing

/// Wallets pay each other through a node whose disk fails while the node goes on running.
@Suite("A node on a failing disk", .serialized)
struct FailingDiskTests {
    private static let dollar: UInt64 = 1_000_000
    private static let funds = 20 * dollar

    /// Runs `body` in a world in which the first person has 20 dollars and the others have none.
    ///
    /// - Parameter disk: the disk's name, which no other test uses at the same time.
    private func run(seed: UInt64, disk: String, _ body: @escaping @Sendable (Stage) async throws -> Void) throws {
        let world = SimulatedWorld(seed: seed)
        let network = SimulatedNetwork(in: world, seed: seed)
        let node = try SimulatedNode(in: world, network: network, seed: seed, disk: disk)
        let stage = Stage(world: world, network: network, node: node, seed: seed)
        try world.run {
            try await stage.open()
            let deposit = await stage.perform(.deposit(to: 0, cents: 2_000, reference: 0))
            #expect(deposit.isKnown)
            try await stage.recoverWallets()
            try await body(stage)
            await stage.close()
        }
    }

    /// Sends a dollar from the first person to the second. Returns why that failed; nil for success.
    ///
    /// - Parameter whenPrepared: called right before the payment is submitted.
    private func send(
        on stage: Stage, whenPrepared: @escaping @Sendable () -> Void = {}
    ) async throws -> PaymentFailure? {
        let receiver = try #require(stage.wallets[1].running).owner.publicKey
        do {
            try await stage.perform(stage.wallets[0]) { running -> Void in
                let session = running.session
                let person = try await session.person(at: receiver, mint: .usdf)
                let pinned = try await session.prepareSubmission(
                    amount: FiatAmount(value: 1, currency: .usd), mint: .usdf)
                whenPrepared()
                _ = try await session.send(exchangedFiat: pinned, to: person)
            }
            return nil
        } catch let failure as PaymentFailure {
            return failure
        }
    }

    /// Why the wallet cannot look up a swap that does not exist; nil if the service says that it does not exist.
    private func failureOfSwapLookUp(on stage: Stage) async throws -> RPCFailure? {
        do {
            try await stage.perform(stage.wallets[0]) { running -> Void in
                _ = try await running.session.swap(.generate(using: SeededRandomSource(seed: 1)))
            }
        } catch SwapFailure.lookUp(.rpc(let failure)) {
            return failure
        } catch SwapFailure.lookUp(.notFound) {}
        return nil
    }

    private func state(of node: SimulatedNode) async -> String? {
        await node.perform(AdminRequest(.status))?.status?.state
    }

    /// Why the node does not book a deposit; nil when it does.
    private func refusalOfDeposit(on stage: Stage) async throws -> String? {
        let owner = try #require(stage.wallets[0].running).owner.publicKey
        return await stage.node.perform(
            AdminRequest(.deposit, owner: owner.base58, quarks: 1, reference: "refused"))?.error
    }

    /// What everybody has, as the node tells their wallets.
    private func holdings(_ stage: Stage) async throws -> [Int: UInt64] { try await stage.observe().holdings }

    @Test("A payment whose sync fails has no success, suspends the node, and is there once or not after a restart")
    func send_failedSync_suspendsTheNodeAndLosesNothing() throws {
        for seed in Seeds.asked {
            try run(seed: seed, disk: "failed-sync") { stage in
                let node = stage.node
                let failure = try await send(on: stage) { node.disk.fail(.sync, of: .log) }
                // A wallet that heard that there is no payment would pay again.
                guard case .submission(.outcomeUnknown)? = failure else {
                    Issue.record("seed \(seed): unexpected \(String(describing: failure))")
                    return
                }
                #expect(await state(of: node) == "suspended", "seed \(seed)")
                guard case .transportFailure? = try await failureOfSwapLookUp(on: stage) else {
                    Issue.record("seed \(seed): the node says that a swap does not exist")
                    return
                }
                let refusal = try await refusalOfDeposit(on: stage)
                #expect(refusal?.contains("restart the node") == true, "seed \(seed): \(refusal ?? "booked")")
                #expect(try await holdings(stage) == [0: Self.funds, 1: 0, 2: 0], "seed \(seed)")

                // A killed node finds everything that was written; after a power loss some of it is missing.
                if seed.isMultiple(of: 2) { node.kill() } else { node.losePower() }
                try await node.start()
                try await stage.recoverWallets()
                let found = try await holdings(stage)
                // The disk may have the payment, although it has reported an error.
                let received = try #require(found[1])
                #expect(received == 0 || received == Self.dollar, "seed \(seed): \(found)")
                #expect(found == [0: Self.funds - received, 1: received, 2: 0], "seed \(seed)")
                #expect(try await stage.complaint() == nil, "seed \(seed)")
                #expect(try await send(on: stage) == nil, "seed \(seed)")
                #expect(try await holdings(stage)[1] == received + Self.dollar, "seed \(seed)")
                #expect(try await stage.complaint() == nil, "seed \(seed)")
            }
        }
    }

    /// Books cents for the first person until the write-ahead log has grown, and returns their value.
    ///
    /// A log that has begun anew writes over its own bytes first. Once it has grown, every commit needs space.
    private func growLog(on stage: Stage) async throws -> UInt64 {
        func size() -> Int { stage.node.disk.contents(of: "/node/node.sqlite-wal")?.count ?? 0 }
        let before = size()
        var cents = 0
        while size() <= before {
            cents += 1
            try #require(cents < 200, "the log does not grow")
            let deposit = await stage.perform(.deposit(to: 0, cents: 1, reference: cents))
            #expect(deposit.isKnown)
        }
        return Stage.quarks(cents)
    }

    @Test(
        "On a full disk payments are refused and reads work; with space and after a restart, payments work again",
        arguments: [0, 100, 5_000, 12_000])
    func send_fullDisk_isRefusedUntilThereIsSpace(space: Int) throws {
        try run(seed: UInt64(space) + 1, disk: "full") { stage in
            let node = stage.node
            let before = try await Self.funds + growLog(on: stage)
            try await stage.recoverWallets()
            node.disk.limitSpace(to: space)
            let failure = try await send(on: stage)
            guard case .submission(.notSubmitted)? = failure else {
                Issue.record("unexpected \(String(describing: failure))")
                return
            }
            let refusal = try await refusalOfDeposit(on: stage)
            #expect(refusal?.contains("full") == true, "\(refusal ?? "booked")")
            #expect(await state(of: node) == "serving")
            #expect(try await holdings(stage) == [0: before, 1: 0, 2: 0])

            node.disk.limitSpace(to: nil)
            try await stage.restartNode()
            #expect(try await holdings(stage) == [0: before, 1: 0, 2: 0])
            #expect(try await send(on: stage) == nil)
            #expect(try await holdings(stage) == [0: before - Self.dollar, 1: Self.dollar, 2: 0])
            #expect(try await stage.complaint() == nil)
        }
    }
}
