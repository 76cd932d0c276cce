import FlipcashCore
import FlipcashTestKit
import Foundation
import Testing

@testable import FlipcashNode

/// Upgrades a database of every released schema to the present one.
///
/// The databases are `Tests/Schemas/schema-N.sqlite`, one for each version that was released. Each holds the same town.
/// With `FLIPCASH_RECORD=1` the database of the present version is written again; a released one is never changed.
@Suite("Databases of every released schema")
struct ReleasedSchemaTests {
    /// What the town looks like after its few payments, in core-mint quarks.
    private enum Town {
        static let balances: [Int64] = [14_750_000, 8_750_000, 0]
        static let intents = 13
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Schemas")

    /// The database of a version that was released.
    static func fixture(_ version: Int) -> URL { folder.appending(path: "schema-\(version).sqlite") }

    @Test(
        "a database of an earlier release is upgraded, keeps every balance, passes its audit and goes on",
        arguments: NodeSchema.oldestVersion...NodeSchema.version)
    func open_releasedSchema_isUpgradedAndAudited(version: Int) async throws {
        let temporary = try TemporaryFolder()
        let path = temporary.file("node.sqlite")
        if version == NodeSchema.version, ProcessInfo.processInfo.environment["FLIPCASH_RECORD"] == "1" {
            try await record(at: Self.fixture(version))
        }
        try FileManager.default.copyItem(at: Self.fixture(version), to: URL(filePath: path))

        let world = try LedgerWorld(store: NodeStore(path: path))
        let copy = "\(path).version-\(version)"
        #expect(FileManager.default.fileExists(atPath: copy) == (version < NodeSchema.version))
        let people = try people()
        #expect(try people.map { try world.balance($0) } == Town.balances)
        let report = try world.store.audit(world.ledger.settings)
        #expect(report.findings.map(\.description) == [])
        #expect(report.intents == Town.intents)
        #expect(try world.store.read { try NodeStore.version(of: $0.connection, path: path) } == NodeSchema.version)

        try await world.submitted(
            people[1].pay(
                world.dollars(8_750_000), to: people[0].vault(world.usdf), world.usdf,
                id: IntentID.generate(using: SeededRandomSource(seed: 77))), signers: [people[1]])
        #expect(try world.balance(people[1]) == 0)
        #expect(try world.findings().map(\.description) == [])
    }

    @Test("a start with the key of another node does not upgrade the database")
    func start_keyOfAnotherNode_isNotUpgraded() async throws {
        let temporary = try TemporaryFolder()
        let place = NodeFolder(temporary.file("node"))
        try PrivateFile.makeDirectory(place.path)
        #expect(try NodeKeyFile.create(place.key, key: try people()[0].key))
        let earlier = Self.fixture(NodeSchema.oldestVersion)
        let content = [UInt8](try Data(contentsOf: earlier))
        try FileManager.default.copyItem(at: earlier, to: URL(filePath: place.database))
        let error = await #expect(throws: NodeError.self) {
            try await Node.start(.embedded(place), environment: .test())
        }
        #expect("\(try #require(error))".contains("the database belongs to node key"))
        #expect([UInt8](try Data(contentsOf: URL(filePath: place.database))) == content)
        let files = Set(try FileManager.default.contentsOfDirectory(atPath: place.path))
        #expect(files == ["node.key", "node.lock", "node.sqlite"])
    }

    private func people() throws -> [Payer] {
        try (1...3).map { try Payer(entropy: [UInt8](repeating: $0, count: 16)) }
    }

    /// Writes a database with at least one row of everything that a node keeps of money: payments, links that are open and
    /// collected, withdrawals within the node and to outside, and another currency.
    private func record(at fixture: URL) async throws {
        let temporary = try TemporaryFolder()
        let world = try LedgerWorld(store: NodeStore(path: temporary.file("node.sqlite")))
        let people = try people()
        let (ann, ben) = (people[0], people[1])
        for person in people { try await world.open(person) }
        try await world.ledger.deposits.faucet(25_000_000, mint: .usdf, to: ann.owner)
        try await world.submitted(ann.open(world.jeffy, id: world.id()), signers: [])
        try world.grantJeffy(70_000_000_000, to: ann)
        try await world.submitted(
            ann.pay(world.dollars(5_000_000), to: ben.vault(world.usdf), world.usdf, id: world.id()), signers: [ann])
        let cards = [world.stranger(), world.stranger()]
        for card in cards {
            try await world.submitted(
                ann.link(world.dollars(250_000), card: card, world.usdf, id: world.id()), signers: [ann, card])
        }
        try await world.submitted(
            ben.claim(cards[0], quarks: 250_000, world.usdf, id: world.id()), signers: [cards[0]])
        for (owner, amount): (PublicKey, UInt64) in [(ben.owner, 4_000_000), (world.stranger().owner, 750_000)] {
            try await world.submitted(
                ann.withdraw(
                    world.dollars(amount),
                    to: AssociatedTokenAccount.address(owner: owner, mint: world.usdf.mint).address, owner: owner,
                    fee: 500_000, world.usdf, id: world.id()), signers: [ann])
        }
        #expect(try world.findings().map(\.description) == [])
        try? FileManager.default.removeItem(at: fixture)
        try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
        try world.store.backUp(to: fixture.path)
    }
}
