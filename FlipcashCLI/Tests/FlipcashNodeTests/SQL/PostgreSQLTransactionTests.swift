import Testing

@testable import FlipcashNode

@Suite(.enabled(if: ThrowAwayPostgreSQL.isInstalled, "PostgreSQL is not installed"))
struct PostgreSQLTransactionTests {
    private let town: PostgreSQLTown
    private let connection: PostgreSQLConnection

    init() throws {
        town = try PostgreSQLTown()
        connection = try town.connection()
        try connection.script("CREATE TABLE things (id BIGINT PRIMARY KEY)")
    }

    private func insert(_ id: Int) throws(SQLFailure) { try connection.execute("INSERT INTO things VALUES (?)", [id]) }

    /// What others see.
    private func committed() throws -> [SQLValue] {
        try town.connection().rows("SELECT id FROM things ORDER BY id", []).flatMap(\.values)
    }

    @Test("A transaction is open from BEGIN to its end, also after a failure")
    func isInTransaction_stages_isTrueUntilEnd() throws {
        #expect(!connection.isInTransaction)
        for end in ["COMMIT", "ROLLBACK"] {
            try connection.script(connection.dialect.begin)
            #expect(connection.isInTransaction)
            try connection.script(end)
            #expect(!connection.isInTransaction)
        }
        try connection.script("BEGIN")
        #expect(throws: SQLFailure.self) { try connection.rows("SELECT nothing", []) }
        #expect(connection.isInTransaction)
        try connection.script("ROLLBACK")
        #expect(!connection.isInTransaction)
    }

    @Test("A failed unit is undone to its savepoint, and the transaction goes on")
    func script_rollbackTo_recovers() throws {
        try connection.script("BEGIN")
        try insert(1)
        try connection.script("SAVEPOINT unit")
        try insert(2)
        #expect(throws: SQLFailure.self) { try insert(1) }
        #expect(connection.isInTransaction)
        try connection.script("ROLLBACK TO unit")
        try connection.script("RELEASE unit")
        try connection.script("SAVEPOINT unit")
        try insert(3)
        try connection.script("RELEASE unit")
        try connection.script("COMMIT")
        #expect(try committed() == [.integer(1), .integer(3)])
    }

    @Test("Savepoints also work as compiled statements")
    func execute_rollbackTo_recovers() throws {
        try connection.execute("BEGIN", [])
        try connection.execute("SAVEPOINT unit", [])
        try insert(1)
        #expect(throws: SQLFailure.self) { try insert(1) }
        try connection.execute("ROLLBACK TO unit", [])
        try connection.execute("RELEASE unit", [])
        try insert(2)
        try connection.execute("COMMIT", [])
        #expect(try committed() == [.integer(2)])
    }

    @Test("After a failure every statement is refused until the rollback")
    func rows_failedTransaction_throws() throws {
        try connection.script("BEGIN")
        try insert(1)
        #expect(throws: SQLFailure.self) { try insert(1) }
        for _ in 0..<2 {
            let failure = #expect(throws: SQLFailure.self) { try connection.rows("SELECT ?", [1]) }
            #expect(failure?.reason.contains("25P02") == true)
        }
        #expect(throws: SQLFailure.self) { try connection.script("RELEASE unit") }
        try connection.script("ROLLBACK")
        try insert(1)
        #expect(try committed() == [.integer(1)])
    }

    @Test("COMMIT of a failed transaction throws, because the server rolls back", arguments: [true, false])
    func script_commitAfterFailure_throws(_ asScript: Bool) throws {
        try connection.script("BEGIN")
        try insert(1)
        #expect(throws: SQLFailure.self) { try insert(1) }
        #expect(throws: SQLFailure.other("a statement had failed, so the transaction was rolled back")) {
            if asScript { try connection.script("COMMIT") } else { try connection.execute("COMMIT", []) }
        }
        #expect(!connection.isInTransaction)
        #expect(try committed().isEmpty)
    }

    @Test("COMMIT outside a transaction and BEGIN inside one are refused, as by SQLite")
    func script_unexpectedTransactionCommand_throws() throws {
        #expect(throws: SQLFailure.other("no transaction is open")) { try connection.script("COMMIT") }
        #expect(throws: SQLFailure.other("no transaction is open")) { try connection.execute(" end ", []) }
        try connection.script("BEGIN")
        try insert(1)
        #expect(throws: SQLFailure.other("a transaction is open already")) {
            try connection.script(connection.dialect.begin)
        }
        try connection.script("COMMIT")
        #expect(try committed() == [.integer(1)])
    }

    @Test("A rule that is checked at the end makes COMMIT fail")
    func script_deferredRule_throwsAtCommit() throws {
        try connection.script("CREATE TABLE parts (thing BIGINT REFERENCES things (id) DEFERRABLE INITIALLY DEFERRED)")
        try connection.script("BEGIN")
        try connection.execute("INSERT INTO parts VALUES (?)", [1])
        let failure = #expect(throws: SQLFailure.self) { try connection.script("COMMIT") }
        #expect(failure == .constraint(try #require(failure?.reason)))
        #expect(!connection.isInTransaction)
    }

    @Test("A row that another transaction has locked is busy after a second")
    func execute_lockedRow_throwsBusy() throws {
        try insert(1)
        let other = try town.connection()
        try other.script("BEGIN")
        _ = try other.rows("SELECT id FROM things WHERE id = ? FOR UPDATE", [1])
        let failure = #expect(throws: SQLFailure.self) { try connection.execute("DELETE FROM things", []) }
        #expect(failure == .busy(try #require(failure?.reason)))
        try other.script("ROLLBACK")
        #expect(try connection.execute("DELETE FROM things", []) == 1)
    }
}
