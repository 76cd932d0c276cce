import FlipcashCore
import FlipcashNode
import FlipcashNodeTestKit
import FlipcashTestKit
import FlipcashWallet
import Foundation
import Testing

/// Two wallets and a node in one process, on one thread, with one seed.
@Suite("A simulated give and grab", .serialized)
struct GiveAndGrabTests {
    /// The result of one run.
    private struct Run: Equatable {
        var trace: UInt64
        var steps: Int
        var ended: Instant
        var giver: UInt64
        var receiver: UInt64
        var intent: IntentID
    }

    private func play(seed: UInt64) throws -> Run {
        let folder = try TemporaryFolder()
        let world = SimulatedWorld(seed: seed)
        let (giver, receiver, intent) = try world.run {
            try await withNode(.inMemory(), environment: world.environment) { node -> (UInt64, UInt64, IntentID) in
                let alice = try await SimulatedPerson.enrol("alice", on: node, folder: folder.path, world: world)
                let bob = try await SimulatedPerson.enrol("bob", on: node, folder: folder.path, world: world)
                try await fund(alice, on: node)
                let sent = try await give("5", from: alice, to: bob, world: world)
                let balances = (alice.dollars, bob.dollars, sent.id)
                world.executor.record("\(balances)")
                await alice.leave()
                await bob.leave()
                return balances
            }
        }
        return Run(
            trace: world.executor.trace, steps: world.executor.steps, ended: world.clock.now(), giver: giver,
            receiver: receiver, intent: intent)
    }

    private func fund(_ person: SimulatedPerson, on node: Node) async throws {
        let answer = await node.perform(AdminRequest(.faucet, owner: person.owner.base58, quarks: 20_000_000))
        #expect(answer.ok, "\(answer.error ?? "")")
        try await person.session.fetchBalance()
    }

    private func give(
        _ dollars: String, from giver: SimulatedPerson, to receiver: SimulatedPerson, world: SimulatedWorld
    ) async throws -> SentCash {
        let amount = try FiatAmount(value: #require(Decimal(string: dollars)), currency: .usd)
        let pinned = try await giver.session.prepareSubmission(amount: amount, mint: .usdf)
        let bill = try giver.session.showCashBill(pinned)
        return try await withThrowingTaskGroup(of: SentCash?.self) { group in
            group.addTask { try await bill.run() }
            group.addTask {
                // A camera can see the code only while the bill is displayed.
                for await state in bill.states() where state == .advertised { break }
                let received = try await receiver.session.receiveCash(bill.payload)
                world.executor.record("received \(received.received.quarks)")
                return nil
            }
            var sent: SentCash?
            for try await result in group { sent = result ?? sent }
            try await giver.session.fetchBalance()
            return try #require(sent)
        }
    }

    @Test("One seed repeats a run exactly, and the balances are correct", arguments: [1, 2, 3] as [UInt64])
    func giveAndGrab_sameSeedTwice_equalTraces(seed: UInt64) throws {
        let first = try play(seed: seed)
        let second = try play(seed: seed)
        #expect(first == second)
        #expect(first.giver == 15_000_000)
        #expect(first.receiver == 5_000_000)
        #expect(first.steps > 100)
    }

    @Test("Other seeds give other interleavings with the same balances")
    func giveAndGrab_otherSeeds_otherTracesSameMoney() throws {
        let runs = try (10..<14 as Range<UInt64>).map(play)
        #expect(Set(runs.map(\.trace)).count == runs.count)
        #expect(runs.allSatisfy { $0.giver == 15_000_000 && $0.receiver == 5_000_000 })
    }
}
