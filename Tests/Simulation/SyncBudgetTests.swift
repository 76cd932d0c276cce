import FaultyDisk
import FlipcashCore
import FlipcashNode
import FlipcashTestKit
import Testing

/// How often a node lets its disk sync: the figure that bounds what it can do in a second.
@Suite("Syncs of a node")
struct SyncBudgetTests {
    @Test("A booking alone costs one sync, and 64 at once cost at most four")
    func deposit_aloneAndTogether_staysWithinSyncBudget() throws {
        let disk = try FaultyDisk("syncs", seed: 1, isPowersafe: true)
        let folder = try TemporaryFolder()
        let world = SimulatedWorld(seed: 1)
        let (alone, together) = try world.run { () -> ([UInt64], UInt64) in
            var configuration = NodeConfiguration.inMemory(seed: [UInt8](repeating: 7, count: 32))
            configuration.databaseURI = disk.uri("/node/node.sqlite")
            let node = try await Node.start(configuration, environment: world.environment)
            let person = try await SimulatedPerson.enrol("payee", on: node, folder: folder.path, world: world)
            @Sendable func deposit(_ number: Int) async -> Bool {
                let request = AdminRequest(
                    .deposit, owner: person.owner.base58, quarks: 1, reference: "deposit-\(number)")
                return await node.perform(request).ok
            }
            var alone: [UInt64] = []
            for number in 0..<10 {
                let earlier = disk.counts()
                #expect(await deposit(number))
                alone.append((disk.counts() - earlier).syncs)
            }
            let earlier = disk.counts()
            let booked = await withTaskGroup(of: Bool.self) { group in
                for number in 0..<64 { group.addTask { await deposit(100 + number) } }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(booked == 64)
            let together = (disk.counts() - earlier).syncs
            await person.leave()
            await node.shutDown()
            return (alone, together)
        }
        #expect(alone == [UInt64](repeating: 1, count: 10))
        #expect((1...4).contains(together), "\(together) syncs")
    }
}
