import FlipcashAPI
import FlipcashCore
import FlipcashTestKit
import Testing

@testable import FlipcashNode

/// What only a store on PostgreSQL can do or suffer.
@Suite(.enabled(if: ThrowAwayPostgreSQL.isInstalled, "PostgreSQL is not installed"))
struct PostgreSQLStoreTests {
    private let schema: ThrowAwaySchema

    init() throws { schema = try ThrowAwaySchema() }

    private var path: String { schema.url.description }

    private func insert(_ number: Int, _ writer: StoreWriter) throws {
        try writer.execute("INSERT INTO facts (name, value) VALUES (?, ?)", ["unit \(number)", number])
    }

    private func stored(_ store: NodeStore) throws -> [Int64] {
        try store.read { try $0.rows("SELECT value FROM facts ORDER BY value").map { try $0.integer("value") } }
    }

    @Test("A schema becomes a node's database once, and keeps its content")
    func open_again_keepsContent() throws {
        #expect(try NodeStore.owner(of: schema.url) == nil)
        let store = try NodeStore(schema.url)
        try store.write { try $0.noteTime(.init(seconds: 7)) }
        try store.close()
        let again = try NodeStore(schema.url)
        #expect(try again.read { try $0.latestTimeSeen() } == .init(seconds: 7))
        let mark = try again.read { try SchemaMark(of: $0) }
        #expect(mark.application == NodeSchema.applicationID && mark.version == NodeSchema.version)
    }

    @Test("A schema of another program, and of a later release, is refused")
    func open_otherSchema_throws() throws {
        let store = try NodeStore(schema.url)
        try store.withWriter { try $0.script("UPDATE node_database SET version = 999") }
        try store.close()
        #expect(throws: StoreError.newerSchema(path: path, found: 999, supported: NodeSchema.version)) {
            try NodeStore(schema.url)
        }
        let other = try ThrowAwaySchema()
        try PostgreSQLConnection(other.url).script("CREATE TABLE recipes (title TEXT)")
        let foreign = StoreError.foreignDatabase(path: other.url.description)
        #expect(throws: foreign) { try NodeStore(other.url) }
        #expect(throws: foreign) { try NodeStore.owner(of: other.url) }
    }

    @Test("Nodes share a database when each has a schema of its own, but never a schema")
    func open_secondNode_isRefusedInTheSameSchema() throws {
        let store = try NodeStore(schema.url)
        let neighbour = try ThrowAwaySchema()
        try NodeStore(neighbour.url).close()
        let failure = #expect(throws: StoreError.self) { try NodeStore(schema.url) }
        #expect(failure?.description.contains("another node writes to") == true)
        try store.close()
    }

    @Test("A unit whose connection is lost fails without a trace, and the next one is written")
    func commit_connectionLostInUnit_failsThenGoesOn() async throws {
        let store = try NodeStore(schema.url)
        let committer = GroupCommitter(store: store)
        let schema = schema
        await #expect(throws: StoreError.self) {
            try await committer.commit { writer in
                try insert(1, writer)
                try schema.endSessions()
                try insert(2, writer)
            }
        }
        try await committer.commit { try insert(3, $0) }
        #expect(try stored(store) == [3])
    }

    @Test("A commit whose outcome is unknown fails, and the next one is written")
    func commit_connectionLostBeforeCommit_isUnavailable() async throws {
        let store = try NodeStore(schema.url)
        // The server has compiled COMMIT, so that it is what the loss interrupts.
        try await GroupCommitter(store: store).commit { try insert(0, $0) }
        let schema = schema
        let points = CrashPoints { point in
            guard case .unitReleased = point else { return }
            try? schema.endSessions()
        }
        let committer = GroupCommitter(store: store, crashPoints: points)
        let failure = await #expect(throws: StoreError.self) { try await committer.commit { try insert(1, $0) } }
        #expect(failure?.description.contains("may be committed or not") == true)
        #expect(!committer.isCertain)
        try await GroupCommitter(store: store).commit { try insert(2, $0) }
        #expect(try stored(store) == [0, 2])
    }

    @Test("After another node has had the database, a node that comes back writes nothing more")
    func commit_takenOverMeanwhile_isRefused() async throws {
        let store = try NodeStore(schema.url)
        try store.write { try insert(1, $0) }
        try schema.endSessions()
        let other = try NodeStore(schema.url)
        try other.write { try insert(2, $0) }
        try other.close()
        for _ in 0..<2 {
            let failure = #expect(throws: StoreError.self) { try store.write { try insert(3, $0) } }
            #expect(failure?.description.contains("another node has written to") == true)
        }
        #expect(try stored(store) == [1, 2])
    }

    /// The findings of an audit of an empty ledger.
    private func findings(_ store: NodeStore) throws -> [String] {
        let settings = LedgerSettings(nodeKey: .usdf, feeCollector: .usdf, coreMint: .usdf)
        return try store.audit(settings).findings.map(\.description)
    }

    @Test("An audit finds rows that were written while a condition of their table was off")
    func audit_rowsAgainstCondition_areFound() throws {
        let store = try NodeStore(schema.url)
        #expect(try findings(store) == [])
        try store.damage(
            "INSERT INTO rates (observed_at, currency, value, proof) VALUES (1, 'usd', 0, ''), (2, 'usd', -1, '')")
        #expect(try findings(store) == ["file: 2 rows of rates break rates_value_check"])
    }

    @Test("An audit finds a row whose foreign key names a row that does not exist")
    func audit_danglingReference_isFound() throws {
        let store = try NodeStore(schema.url)
        #expect(try findings(store) == [])
        try store.damage(
            "INSERT INTO reserves (mint, observed_at, supply, proof) VALUES (?, 1, 0, '')", [Samples.mint.blob])
        #expect(try findings(store) == ["file: 1 rows of reserves point to nothing in mints"])
    }

    @Test(
        "An audit finds that a guard of the journal is off",
        arguments: ["journal_keeps_entries", "journal_keeps_all"])
    func audit_guardOff_isFound(trigger: String) throws {
        let store = try NodeStore(schema.url)
        #expect(try findings(store) == [])
        try store.withWriter { try $0.script("ALTER TABLE journal DISABLE TRIGGER \(trigger)") }
        #expect(try findings(store) == ["file: the guards of the journal are off"])
    }

    @Test("The first numbers of intents follow each other, and gaps after refused ones do no harm")
    func submit_afterRefusals_keepsOrder() async throws {
        let world = try LedgerWorld(store: try NodeStore(database: schema.open(), path: path))
        let (a, b) = (try await world.user(25_000_000), try await world.user())
        let id = world.id()
        func payment() -> LedgerWorld.Request.SubmitActions {
            a.pay(world.dollars(1_000_000), to: b.vault(world.usdf), world.usdf, id: id)
        }
        try await world.submitted(payment(), signers: [a])
        for _ in 0..<3 {
            let again = try await world.submit(payment(), signers: [a])
            #expect(again != .success)
        }
        try world.store.write { writer in
            let intent = try #require(try writer.intent(id))
            #expect(try writer.insert(intent) == nil, "uses up a number")
        }
        try await world.submitted(
            a.pay(world.dollars(1_000_000), to: b.vault(world.usdf), world.usdf, id: world.id()), signers: [a])
        let sequences = try world.store.read { try $0.intents(after: 0, limit: 100).compactMap(\.sequence) }
        #expect(sequences == sequences.sorted() && Set(sequences).count == sequences.count)
        #expect(try world.findings().map(\.description) == [])
    }
}
