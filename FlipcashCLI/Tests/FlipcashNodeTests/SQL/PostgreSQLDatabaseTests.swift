import FlipcashCore
import Foundation
import Synchronization
import Testing

@testable import FlipcashNode

@Suite(.enabled(if: ThrowAwayPostgreSQL.isInstalled, "PostgreSQL is not installed"))
struct PostgreSQLDatabaseTests {
    struct Refused: Error, Equatable {}

    private let town: PostgreSQLTown
    private let database: PostgreSQLDatabase

    init() throws {
        town = try PostgreSQLTown()
        database = try PostgreSQLDatabase(town.url)
        try database.withWriter { try $0.script("CREATE TABLE things (id BIGINT PRIMARY KEY)") }
    }

    private func insert(_ id: Int) throws {
        try database.write { _ = try $0.execute("INSERT INTO things VALUES (?)", [id]) }
    }

    private func stored() throws -> [SQLValue] {
        try database.read { try $0.rows("SELECT id FROM things ORDER BY id", []).flatMap(\.values) }
    }

    /// Ends a session of the server, as an administrator or a crash would.
    private func end(_ session: SQLValue?) throws {
        let administrator = try town.connection()
        let session = try #require(session)
        _ = try administrator.rows("SELECT pg_terminate_backend(CAST(? AS INTEGER))", [session])
        while try administrator.value("SELECT count(*) FROM pg_stat_activity WHERE pid = ?", [session]) != .integer(0) {
        }
    }

    private static let session = "SELECT pg_backend_pid()"

    @Test("A read aside ends when it is interrupted, and the next one does not", .timeLimit(.minutes(1)))
    func interruptReadsAside_running_fails() async throws {
        let ended = Shared(false)
        let (database, tasks) = (database, ConcurrentTaskSpawner())
        let read = Task {
            defer { ended.change { $0 = true } }
            return try await tasks.performBlocking {
                try database.readAside { try $0.rows("SELECT pg_sleep(3600)", []).count }
            }
        }
        while !ended.value {
            database.interruptReadsAside()
            await Task.yield()
        }
        await #expect(throws: SQLFailure.self) { try await read.value }
        #expect(try database.readAside { try $0.rows("SELECT 1", []).count } == 1)
    }

    @Test("What was committed is there, and what threw is not")
    func write_commitAndFailure_areAtomic() throws {
        try insert(1)
        #expect(throws: Refused.self) {
            try database.write { connection in
                try connection.execute("INSERT INTO things VALUES (2)", [])
                throw Refused()
            }
        }
        #expect(throws: SQLFailure.self) { try insert(1) }
        try insert(3)
        #expect(try stored() == [.integer(1), .integer(3)])
    }

    @Test("A failure that the body of a transaction swallows makes the commit fail")
    func write_swallowedFailure_throws() throws {
        #expect(throws: SQLFailure.other("a statement had failed, so the transaction was rolled back")) {
            try database.write { connection in
                try connection.execute("INSERT INTO things VALUES (1)", [])
                _ = try? connection.execute("INSERT INTO things VALUES (1)", [])
            }
        }
        #expect(try stored().isEmpty)
    }

    @Test("A transaction that was left open is rolled back")
    func withWriter_leftOpen_isRolledBack() throws {
        try database.withWriter { try $0.script("BEGIN; INSERT INTO things VALUES (1)") }
        try database.withWriter { #expect(!$0.isInTransaction) }
        #expect(try stored().isEmpty)
    }

    @Test("The writer's session is durable and has the settings that the node relies on")
    func init_session_hasSettings() throws {
        try database.withWriter { connection in
            for (name, value) in [
                ("synchronous_commit", "on"), ("fsync", "on"), ("standard_conforming_strings", "on"),
                ("client_encoding", "UTF8"), ("TimeZone", "UTC"), ("lock_timeout", "1s"),
            ] {
                let found = try connection.value("SELECT current_setting(?)", [name])
                #expect(found == .text(value), "\(name)")
            }
        }
    }

    @Test("A database that would not wait for commits is made to wait; a stronger setting is kept")
    func init_synchronousCommit_isAtLeastOn() throws {
        try database.close()
        for (found, expected) in [("off", "on"), ("local", "on"), ("remote_apply", "remote_apply")] {
            try town.connection().script("ALTER DATABASE \(town.name) SET synchronous_commit = \(found)")
            let database = try PostgreSQLDatabase(town.url)
            let level = try database.withWriter { try $0.value("SELECT current_setting('synchronous_commit')") }
            #expect(level == .text(expected))
            try database.close()
        }
    }

    @Test("A server that does not sync its files is refused, except for reading")
    func init_fsyncOff_throws() throws {
        let server = try #require(try ThrowAwayPostgreSQL(settings: ["fsync": "off"]))
        defer { server.stop() }
        let database = try server.createDatabase()
        let address = database.address
        let path = try PostgreSQLURL(address).description
        #expect(throws: StoreError.notDurable(path: path, setting: "fsync", found: "off")) {
            try PostgreSQLDatabase(PostgreSQLURL(address))
        }
        try withExtendedLifetime(database) {
            let reader = try PostgreSQLDatabase(readingFrom: PostgreSQLURL(address))
            #expect(try reader.read { try $0.value("SELECT 1") } == .integer(1))
        }
    }

    @Test("A database with another encoding is refused")
    func init_otherEncoding_throws() throws {
        try town.connection().script("CREATE DATABASE \"\(town.name)_latin\" TEMPLATE template0 ENCODING 'LATIN1'")
        let address = town.address.replacing(town.name, with: town.name + "_latin")
        let failure = #expect(throws: SQLFailure.self) { try PostgreSQLDatabase(PostgreSQLURL(address)) }
        #expect(failure?.reason.contains("has the encoding LATIN1; it needs UTF8") == true)
    }

    @Test("A second writer is refused until the first one closes; readers and other databases are not")
    func init_secondWriter_throwsBusy() throws {
        #expect(throws: SQLFailure.busy("another node writes to \(town.url)")) { try PostgreSQLDatabase(town.url) }
        try insert(1)
        let reader = try PostgreSQLDatabase(readingFrom: town.url)
        #expect(try reader.read { try $0.value("SELECT id FROM things") } == .integer(1))
        let neighbour = try PostgreSQLTown()
        try PostgreSQLDatabase(neighbour.url).close()
        try database.close()
        let second = try PostgreSQLDatabase(town.url)
        try second.write { _ = try $0.execute("INSERT INTO things VALUES (2)", []) }
    }

    @Test("A database opened for reading only does not write")
    func withWriter_readingAlone_throws() throws {
        let reader = try PostgreSQLDatabase(readingFrom: town.url)
        #expect(throws: SQLFailure.other("the database was opened for reading only")) {
            try reader.write { _ in }
        }
    }

    @Test("A reader sees one state, whatever is committed meanwhile, and cannot write")
    func read_commitMeanwhile_seesSnapshot() throws {
        try insert(1)
        try database.read { connection in
            #expect(try connection.value("SELECT count(*) FROM things") == .integer(1))
            try insert(2)
            #expect(try connection.value("SELECT count(*) FROM things") == .integer(1))
        }
        #expect(throws: SQLFailure.self) {
            try database.read { _ = try $0.execute("INSERT INTO things VALUES (3)", []) }
        }
        #expect(try stored() == [.integer(1), .integer(2)])
    }

    @Test("A statement fails on a connection that was lost; the next call connects again")
    func withWriter_lostInUse_throwsThenReconnects() throws {
        let first = try database.withWriter { connection in
            let session = try connection.value(Self.session)
            try connection.script("BEGIN")
            try connection.execute("INSERT INTO things VALUES (1)", [])
            try end(session)
            let failure = #expect(throws: SQLFailure.self) {
                try connection.execute("INSERT INTO things VALUES (2)", [])
            }
            #expect(failure?.reason.hasPrefix("the connection to PostgreSQL was lost: ") == true)
            #expect(!connection.isInTransaction)
            #expect(throws: SQLFailure.self) { try connection.execute("INSERT INTO things VALUES (3)", []) }
            #expect(throws: SQLFailure.self) { try connection.script("COMMIT") }
            return session
        }
        try insert(4)
        #expect(try database.withWriter { try $0.value(Self.session) } != first)
        #expect(try stored() == [.integer(4)])
    }

    @Test("A connection lost during COMMIT leaves the outcome open, and the error says so")
    func write_lostBeforeCommit_saysOutcomeIsUnknown() throws {
        let failure = #expect(throws: SQLFailure.self) {
            try database.write { connection in
                try connection.execute("INSERT INTO things VALUES (1)", [])
                try end(try connection.value(Self.session))
            }
        }
        #expect(failure?.reason.contains("may be committed or not") == true)
        #expect(try stored().isEmpty)
    }

    @Test("A connection that was lost while idle is replaced before the next call")
    func withWriter_lostWhileIdle_reconnects() throws {
        try end(try database.withWriter { try $0.value(Self.session) })
        try insert(1)
        try end(try database.read { try $0.value(Self.session) })
        #expect(try stored() == [.integer(1)])
    }

    @Test("The writer takes its lock again when it reconnects, and throws while another node has it")
    func withWriter_lockTakenMeanwhile_throwsBusy() throws {
        try end(try database.withWriter { try $0.value(Self.session) })
        let other = try PostgreSQLDatabase(town.url)
        #expect(throws: SQLFailure.busy("another node writes to \(town.url)")) { try insert(1) }
        try other.close()
        try insert(2)
        #expect(throws: SQLFailure.self) { try PostgreSQLDatabase(town.url) }
        #expect(try stored() == [.integer(2)])
    }

    @Test("A reader whose connection is lost throws; the next read connects again")
    func read_lostInUse_throwsThenReconnects() throws {
        #expect(throws: SQLFailure.self) {
            try database.read { connection in
                try end(try connection.value(Self.session))
                _ = try connection.rows("SELECT 1", [])
            }
        }
        #expect(try stored().isEmpty)
    }

    /// Lets readers in by fours: each waits until four have come.
    private final class Meeting: Sendable {
        private let state = NSCondition()
        private let counts = Mutex((come: 0, inside: 0, most: 0))

        /// The most that were inside at once.
        var most: Int { counts.withLock { $0.most } }

        func attend() {
            state.lock()
            let number = counts.withLock { counts in
                counts = (counts.come + 1, counts.inside + 1, max(counts.most, counts.inside + 1))
                return counts.come
            }
            state.broadcast()
            while counts.withLock({ $0.come }) < (number + 3) / 4 * 4 { state.wait() }
            counts.withLock { $0.inside -= 1 }
            state.unlock()
        }
    }

    @Test("Writers run one at a time, and four readers at once, but no more", .timeLimit(.minutes(1)))
    func readAndWrite_manyThreads_areBounded() throws {
        let failures = Mutex<[String]>([])
        let (group, meeting) = (DispatchGroup(), Meeting())
        for number in 0..<12 {
            group.enter()
            Thread {
                defer { group.leave() }
                do {
                    try insert(number)
                    try database.read { connection in
                        _ = try connection.rows("SELECT 1", [])
                        meeting.attend()
                    }
                } catch {
                    failures.withLock { $0.append("\(error)") }
                }
            }.start()
        }
        group.wait()
        #expect(failures.withLock { $0 } == [])
        #expect(meeting.most == 4)
        #expect(try stored() == (0..<12).map { .integer($0) })
        let isBounded = try town.connection().value(
            """
            SELECT count(*) <= 5 FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
            """)
        #expect(isBounded == .integer(1))
    }

    @Test("A copy to a file is refused with what to use instead")
    func copy_anyFile_throws() {
        #expect(
            throws: SQLFailure.other("the node cannot copy a PostgreSQL database; use pg_dump")
        ) { try database.copy(toFile: "/tmp/none") }
    }

    @Test("Nothing works after close")
    func close_laterCalls_throw() throws {
        try database.close()
        #expect(throws: SQLFailure.other("the database is closed")) { try insert(1) }
        #expect(throws: SQLFailure.other("the database is closed")) { try stored() }
        try database.close()
    }
}
