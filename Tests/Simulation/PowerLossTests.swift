import FaultyDisk
import FlipcashCore
import FlipcashNode
import FlipcashNodeTestKit
import FlipcashTestKit
import FlipcashWallet
import Foundation
import Testing

/// Two wallets pay each other through a node whose disk loses power in the middle. The node starts again on what the
/// disk has kept. Every payment that a wallet had an answer for is there, once, and nothing else is.
@Suite("A node that loses power", .serialized)
struct PowerLossTests {
    /// What is known after the power loss, and what the node's books then say.
    private struct Story {
        /// Dollars that a wallet knows to be given or received.
        var acknowledged: UInt64 = 0
        /// Payments that were begun.
        var attempted: UInt64 = 0
        var hasLostPower = false
        /// Dollars in the books after the restart.
        var giver: UInt64 = 0
        var receiver: UInt64 = 0
        var auditError: String?

        /// Whether the books agree with the wallets.
        var isTrue: Bool {
            auditError == nil && giver + receiver == Self.funds && acknowledged <= receiver && receiver <= attempted
        }

        static let funds: UInt64 = 20
    }

    /// About as many changes of the disk as eight payments make.
    private static let changesOfStory: UInt64 = 200

    private static let nodeSeed = [UInt8](repeating: 7, count: 32)

    private static func configuration(on disk: FaultyDisk) -> NodeConfiguration {
        var configuration = NodeConfiguration.inMemory(seed: nodeSeed)
        configuration.databaseURI = disk.uri("/node/node.sqlite")
        return configuration
    }

    private func play(seed: UInt64, ignoresSyncs: Bool = false) throws -> Story {
        let disk = try FaultyDisk("power-\(seed)-\(ignoresSyncs)", seed: seed, isPowersafe: true)
        let folder = try TemporaryFolder()
        let world = SimulatedWorld(seed: seed)
        let (story, owners) = try world.run {
            let node = try await Node.start(Self.configuration(on: disk), environment: world.environment)
            let giver = try await SimulatedPerson.enrol("giver", on: node, folder: folder.path, world: world)
            let receiver = try await SimulatedPerson.enrol("receiver", on: node, folder: folder.path, world: world)
            let owners = [giver.owner, receiver.owner]
            _ = await node.perform(
                AdminRequest(.faucet, owner: giver.owner.base58, quarks: Story.funds * 1_000_000))
            try await giver.session.fetchBalance()
            // What was done so far is on the disk.
            disk.ignoreSyncs(ignoresSyncs)
            // Anywhere between the first change of the first payment and the last one.
            disk.losePower(after: Int(seed * 37 % Self.changesOfStory))
            let story = await payUntilTheEnd(from: giver, to: receiver, on: disk)
            await giver.leave()
            await receiver.leave()
            await node.shutDown()
            return (story, owners)
        }
        disk.crash(seed: seed)
        try disk.reopen()
        return try restart(on: disk, owners, story)
    }

    /// Gives a dollar after the other until one cannot be given.
    private func payUntilTheEnd(
        from giver: SimulatedPerson, to receiver: SimulatedPerson, on disk: FaultyDisk
    ) async -> Story {
        var story = Story()
        while disk.isOn, story.attempted < 8 {
            story.attempted += 1
            guard await give(from: giver, to: receiver) else { break }
            story.acknowledged += 1
        }
        story.hasLostPower = !disk.isOn
        return story
    }

    /// Whether one of the two sides knows that the dollar has moved.
    private func give(from giver: SimulatedPerson, to receiver: SimulatedPerson) async -> Bool {
        let amount = FiatAmount(value: 1, currency: .usd)
        guard
            let pinned = try? await giver.session.prepareSubmission(amount: amount, mint: .usdf),
            let bill = try? giver.session.showCashBill(pinned)
        else { return false }
        return await withTaskGroup(of: Bool.self) { group in
            group.addTask { (try? await bill.run()) != nil }
            group.addTask {
                for await state in bill.states() where state == .advertised { break }
                return (try? await receiver.session.receiveCash(bill.payload)) != nil
            }
            return await group.reduce(false) { $0 || $1 }
        }
    }

    private func restart(on disk: FaultyDisk, _ owners: [PublicKey], _ story: Story) throws -> Story {
        let world = SimulatedWorld(seed: 1)
        return try world.run {
            var story = story
            let node = try await Node.start(Self.configuration(on: disk), environment: world.environment)
            let report = await node.perform(AdminRequest(.check)).check
            story.auditError = report.map { $0.violations.first } ?? "the books could not be checked"
            var dollars: [UInt64] = []
            for owner in owners {
                let probe = AdminRequest(.deposit, owner: owner.base58, quarks: 1, reference: "probe")
                let answer = await node.perform(probe)
                dollars.append((answer.deposit?.balance ?? 0) / 1_000_000)
            }
            (story.giver, story.receiver) = (dollars[0], dollars[1])
            await node.shutDown()
            return story
        }
    }

    @Test("Payments that were answered are in the books after a power loss, once, and the books pass their audit")
    func payments_powerLoss_keepWhatWasAnswered() throws {
        var answered: UInt64 = 0
        for seed in Seeds.asked {
            let story = try play(seed: seed)
            #expect(story.isTrue, "seed \(seed): \(story)")
            answered += story.hasLostPower ? story.acknowledged : 0
        }
        #expect(Seeds.asked.count < 12 || answered > 0, "the power was never lost after an answer")
    }

    @Test("A disk that does not sync is caught: some seed loses a payment that was answered")
    func payments_disksThatDoNotSync_areCaught() throws {
        let isCaught = (1...20 as ClosedRange<UInt64>).contains { seed in
            // A database that cannot be opened proves nothing about payments.
            guard let story = try? play(seed: seed, ignoresSyncs: true) else { return false }
            return story.giver + story.receiver == Story.funds && story.receiver < story.acknowledged
        }
        #expect(isCaught)
    }
}
