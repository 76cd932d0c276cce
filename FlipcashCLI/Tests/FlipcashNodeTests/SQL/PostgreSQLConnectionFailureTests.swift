import Testing

@testable import FlipcashNode

@Suite(.enabled(if: ThrowAwayPostgreSQL.isInstalled, "PostgreSQL is not installed"))
struct PostgreSQLConnectionFailureTests {
    private let town: PostgreSQLTown
    private let connection: PostgreSQLConnection

    init() throws {
        town = try PostgreSQLTown()
        connection = try town.connection()
        try connection.script(
            """
            CREATE TABLE things (id BIGINT PRIMARY KEY, name TEXT UNIQUE, n BIGINT NOT NULL DEFAULT 0 CHECK (n >= 0));
            CREATE TABLE parts (thing BIGINT NOT NULL REFERENCES things (id))
            """)
    }

    private func insert(_ id: Int, _ name: String? = nil) throws(SQLFailure) {
        try connection.execute("INSERT INTO things (id, name) VALUES (?, ?)", [id, name])
    }

    @Test("A key that exists is a duplicate, and the error quotes no content")
    func execute_sameKey_throwsDuplicate() throws {
        try insert(1, "private")
        #expect(
            throws: SQLFailure.duplicate(
                "duplicate key value violates unique constraint \"things_name_key\" (PostgreSQL 23505)")
        ) { try insert(2, "private") }
    }

    @Test(
        "Other broken rules are constraints, and the error quotes no content",
        arguments: [
            "INSERT INTO things (id, name, n) VALUES (1, 'private', -1)", "INSERT INTO parts VALUES (?)",
            "INSERT INTO things (id, name, n) VALUES (1, 'private', NULL)", "INSERT INTO parts VALUES (NULL)",
        ])
    func execute_brokenRule_throwsConstraint(_ sql: String) throws {
        let failure = #expect(throws: SQLFailure.self) { try connection.execute(sql, sql.contains("?") ? [9] : []) }
        let reason = try #require(failure?.reason)
        #expect(failure == .constraint(reason))
        #expect(!reason.contains("private"))
    }

    @Test("A text with a zero character is refused before it is sent")
    func execute_zeroCharacter_throwsConstraint() throws {
        try connection.script("BEGIN")
        #expect(throws: SQLFailure.constraint("a text must not contain a zero character")) { try insert(1, "a\0b") }
        try insert(1, "ab")
        try connection.script("COMMIT")
    }

    @Test("A column of a type that the node does not read is refused before the statement runs")
    func rows_numericColumn_throwsBeforeRunning() throws {
        #expect(throws: SQLFailure.other("cast the column sum: the node does not read PostgreSQL's type 1700")) {
            try connection.rows("SELECT sum(n) FROM things", [])
        }
        #expect(throws: SQLFailure.self) {
            try connection.rows("INSERT INTO things VALUES (1, 'a', 0) RETURNING n + 0.5", [])
        }
        #expect(try connection.value("SELECT count(*) FROM things") == .integer(0))
    }

    @Test("A wrong number of arguments is refused", arguments: [[], [1, 2]] as [[Int]])
    func rows_wrongArgumentCount_throws(_ arguments: [Int]) throws {
        let sql = "SELECT ? + 0"
        #expect(throws: SQLFailure.other("1 arguments expected, \(arguments.count) given: \(sql)")) {
            arguments.isEmpty ? try connection.rows(sql, []) : try connection.rows(sql, [1, 2])
        }
    }

    @Test("An integer that is too large throws, and the connection stays usable")
    func rows_overflow_throws() throws {
        #expect(throws: SQLFailure.other("bigint out of range (PostgreSQL 22003)")) {
            try connection.rows("SELECT ? + 1", [Int64.max])
        }
        #expect(try connection.value("SELECT ? + 1", [1]) == .integer(2))
    }

    @Test("Notices and warnings of the server are not printed")
    func script_notice_printsNothing() async throws {
        let address = town.address
        let result = try await #require(
            processExitsWith: .success, observing: [\.standardErrorContent, \.standardOutputContent]
        ) { [address = address as String] in
            let connection = try PostgreSQLConnection(PostgreSQLURL(address))
            try connection.script("DO $$ BEGIN RAISE WARNING 'heard'; END $$; DROP TABLE IF EXISTS heard")
            try connection.execute("DROP TABLE IF EXISTS heard", [])
        }
        let printed = String(decoding: result.standardErrorContent + result.standardOutputContent, as: UTF8.self)
        #expect(!printed.contains("heard"))
    }

    @Test("COPY is refused and ends the connection", arguments: [true, false])
    func script_copy_throws(_ asScript: Bool) throws {
        #expect(throws: SQLFailure.other("COPY is not supported")) {
            if asScript {
                try connection.script("COPY things FROM STDIN")
            } else {
                try connection.execute("COPY things TO STDOUT", [])
            }
        }
        #expect(!connection.isUsable)
        #expect(throws: SQLFailure.self) { try connection.rows("SELECT 1", []) }
    }

    @Test("Every call on a closed connection throws")
    func close_laterCalls_throw() {
        connection.close()
        #expect(throws: SQLFailure.self) { try connection.script("SELECT 1") }
        #expect(throws: SQLFailure.self) { try connection.rows("SELECT ?", [1]) }
        #expect(throws: SQLFailure.self) { try connection.execute("BEGIN", []) }
        #expect(!connection.isInTransaction && !connection.isUsable)
    }

    @Test("A missing server or database is an error that names it without the password")
    func init_noServer_throwsWithoutPassword() throws {
        for address in ["postgres://anna:secret@/node?host=/nowhere", town.address + "_none"] {
            let failure = #expect(throws: SQLFailure.self) { try PostgreSQLConnection(PostgreSQLURL(address)) }
            #expect(failure?.reason.hasPrefix("cannot connect to postgres://") == true)
            #expect(failure?.reason.contains("secret") == false)
        }
    }

    @Test("A wrong password is an error that does not show it, and the right one connects")
    func init_wrongPassword_throwsWithoutPassword() throws {
        let server = try #require(
            try ThrowAwayPostgreSQL(access: ["local all anna scram-sha-256", "local all all trust"]))
        defer { server.stop() }
        let administrator = try PostgreSQLConnection(PostgreSQLURL(server.address(of: "postgres")))
        try administrator.script("CREATE ROLE anna LOGIN PASSWORD 'right secret'")
        let wrong = server.address(of: "postgres", user: "anna:wrong%20secret")
        let failure = #expect(throws: SQLFailure.self) { try PostgreSQLConnection(PostgreSQLURL(wrong)) }
        #expect(failure?.reason.contains("password authentication failed for user \"anna\"") == true)
        #expect(failure?.reason.contains("secret") == false)
        _ = try PostgreSQLConnection(PostgreSQLURL(server.address(of: "postgres", user: "anna:right%20secret")))
    }
}
