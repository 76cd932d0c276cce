import FlipcashCore
import FlipcashTestKit
import Testing

@testable import FlipcashNode

/// A node whose folder has its key and settings, and whose database is on a server.
@Suite("A node on PostgreSQL", .enabled(if: ThrowAwayPostgreSQL.isInstalled, "PostgreSQL is not installed"))
struct PostgreSQLNodeTests {
    private let folder: TemporaryFolder
    private let place: NodeFolder
    private let schema: ThrowAwaySchema

    init() throws {
        folder = try TemporaryFolder()
        place = NodeFolder(folder.path + "/node")
        schema = try ThrowAwaySchema()
    }

    private func start(_ database: PostgreSQLURL?) async throws -> Node {
        try await Node.start(NodeConfiguration(storage: .folder(place), database: database), environment: .test())
    }

    /// Writes the settings file as an operator does.
    private func set(_ address: String, mode: UInt16 = 0o600) throws {
        try PrivateFile.makeDirectory(place.path)
        PrivateFile.remove(place.settings)
        #expect(try PrivateFile.create(place.settings, content: Array(#"{"database":"\#(address)"}"#.utf8)))
        try SystemFiles.setMode(place.settings, mode)
    }

    @Test("Money stays when the node stops and starts, and commands find it while the node is stopped")
    func run_again_keepsMoney() async throws {
        let url = schema.url
        try await WireTown.run(.folder(place), database: url) { town in
            let outcome = try await town.submit(
                town.a.pay(town.dollars(1_000_000), to: town.b.vault(town.usdf), town.usdf, id: town.id()),
                signers: [town.a])
            #expect(outcome == nil)
        }
        try await WireTown.run(.folder(place), database: url, seed: 2) { town in
            let balances = [try town.balance(town.a), try town.balance(town.b)]
            #expect(balances == [24_000_000, 1_000_000])
            #expect(await town.violations() == [])
        }
        #expect(!SystemFiles.exists(place.database))
        try set(url.text)
        let check = try await Node.perform(AdminRequest(.check), atRest: place, environment: .test()).check
        #expect(check?.violations == [] && check?.intents == 4)
    }

    @Test("A key without its database is refused, and so is a database without its key")
    func start_halfOfANode_throws() async throws {
        let node = try await start(schema.url)
        let key = node.publicKey
        await node.shutDown()
        let empty = try ThrowAwaySchema()
        await #expect(throws: NodeError.missingDatabase(path: empty.url.description, key: place.key)) {
            try await start(empty.url)
        }
        await #expect(throws: NodeError.missingDatabase(path: place.database, key: place.key)) {
            try await start(nil)
        }
        let other = NodeFolder(folder.path + "/other")
        await #expect(throws: NodeError.missingKey(path: other.key, owner: key)) {
            try await Node.start(
                NodeConfiguration(storage: .folder(other), database: schema.url), environment: .test())
        }
    }

    @Test("Backup and restore name the programs of PostgreSQL, and leave no file behind")
    func backup_onServer_isRefused() async throws {
        let node = try await start(schema.url)
        let copy = folder.file("copy.sqlite")
        let refusal = await node.perform(AdminRequest(.backup, path: copy))
        #expect(refusal.error?.contains("use pg_dump for it, and copy the key file node.key by hand") == true)
        #expect(!SystemFiles.exists(copy) && !SystemFiles.exists(copy + ".key"))
        await node.shutDown()
        let file = NodeFolder(folder.path + "/file")
        let source = try await Node.start(.embedded(file), environment: .test())
        #expect(await source.perform(AdminRequest(.backup, path: copy)).ok)
        await source.shutDown()
        try set(schema.url.text)
        let failure = #expect(throws: NodeError.self) { try NodeBackup(copy).restore(into: place) }
        #expect(failure?.description.contains("pg_restore") == true)
        #expect(!SystemFiles.exists(place.database))
    }

    @Test("An address with a password is read only from a file that is private, and is never shown")
    func load_password_needsPrivateFile() throws {
        let address = "postgres://anna:secret@example.org/node"
        try set(address, mode: 0o644)
        #expect(throws: NodeError.insecureFile(path: place.settings, mode: 0o644)) {
            try NodeSettings.load(place.settings)
        }
        try set(address)
        let settings = try NodeSettings.load(place.settings)
        #expect(settings.database?.text == address)
        #expect(!"\(settings)".contains("secret"))
        try set("postgres://anna@example.org/node?passfile=/p", mode: 0o644)
        #expect(try NodeSettings.load(place.settings).database?.hasPassword == false)
        for invalid in ["postgres://anna:a@secret@example.org/node", "/var/lib/secret"] {
            try set(invalid)
            let failure = #expect(throws: NodeError.self) { try NodeSettings.load(place.settings) }
            #expect(failure?.description.contains("\"database\"") == true)
            #expect(failure?.description.contains("secret") == false)
        }
    }
}
