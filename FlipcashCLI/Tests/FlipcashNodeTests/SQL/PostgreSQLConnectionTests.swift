import Testing

@testable import FlipcashNode

@Suite(.enabled(if: ThrowAwayPostgreSQL.isInstalled, "PostgreSQL is not installed"))
struct PostgreSQLConnectionTests {
    private let town: PostgreSQLTown
    private let connection: PostgreSQLConnection

    init() throws {
        town = try PostgreSQLTown()
        connection = try town.connection()
    }

    private func compiledCount(like pattern: String) throws -> SQLValue? {
        try connection.value("SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE ?", [pattern])
    }

    @Test(
        "Every value comes back as it was stored",
        arguments: [
            ("BIGINT", [.integer(0), .integer(-1), .integer(.max), .integer(.min)]),
            ("DOUBLE PRECISION", [.real(0.1), .real(-1.5e300), .real(.infinity), .real(.leastNonzeroMagnitude)]),
            ("TEXT", [.text(""), .text("it's ? $1 \\ \"x\""), .text("Grüße 🏦\n")]),
            ("VARCHAR(20)", [.text("abc")]),
            ("BYTEA", [.bytes([]), .bytes([0]), .bytes((0...255).map { $0 })]),
        ] as [(String, [SQLValue])])
    func rows_storedValue_isTheSame(_ type: String, _ values: [SQLValue]) throws {
        try connection.script("CREATE TABLE things (id BIGINT PRIMARY KEY, value \(type))")
        for (id, value) in (values + [.null]).enumerated() {
            try connection.execute("INSERT INTO things VALUES (?, ?)", [id, value])
        }
        let found = try connection.rows("SELECT value FROM things ORDER BY id", [])
        #expect(found.map(\.values) == (values + [.null]).map { [$0] })
        #expect(found.first?.columns == ["value"])
    }

    @Test(
        "Every readable type of PostgreSQL becomes a value",
        arguments: [
            ("1::int2", .integer(1)), ("-2::int4", .integer(-2)), ("count(*)", .integer(1)), ("true", .integer(1)),
            ("1 = 2", .integer(0)), ("EXISTS (SELECT 1)", .integer(1)), ("1.5::float8", .real(1.5)),
            ("'x'", .text("x")), ("current_database()::name = ''", .integer(0)), ("NULL::bytea", .null),
            ("'y'::name", .text("y")), ("length('abc')", .integer(3)), ("CAST(sum(2) AS BIGINT)", .integer(2)),
            ("length('\\x0102'::bytea)", .integer(2)),
        ] as [(String, SQLValue)])
    func rows_expression_isValue(_ expression: String, _ expected: SQLValue) throws {
        #expect(try connection.value("SELECT \(expression)") == expected)
    }

    @Test("Arguments keep their types where the statement says nothing about them")
    func rows_bareArguments_keepTypes() throws {
        let rows = try connection.rows("SELECT ?, ?, ?, ?, ?", [7, 0.5, "t", [1, 2].blob, SQLValue.null])
        #expect(rows.map(\.values) == [[.integer(7), .real(0.5), .text("t"), .bytes([1, 2]), .null]])
    }

    @Test("Flags are stored as 0 and 1, and NaN as null")
    func execute_flagAndNotANumber_areNormalised() throws {
        let row = try #require(try connection.rows("SELECT ?, ?, ?", [true, false, Double.nan]).first)
        #expect(row.values == [.integer(1), .integer(0), .null])
    }

    @Test("Placeholders can be repeated and reordered")
    func rows_numberedPlaceholders_takeTheirArguments() throws {
        let rows = try connection.rows("SELECT ?2, ?1, ?2, '?'", ["a", "b"])
        #expect(rows.map(\.values) == [["b", "a", "b", "?"].map { .text($0) }])
    }

    @Test("One statement takes null and values of all types, in any order")
    func rows_sameTextOtherTypes_compilesAgain() throws {
        let sql = "SELECT coalesce(?, 1)"
        #expect(try connection.value(sql, [SQLValue.null]) == .integer(1))
        #expect(try connection.value(sql, [Int64.max]) == .integer(.max))
        #expect(try connection.value(sql, [0.5]) == .real(0.5))
        #expect(try connection.value(sql, [SQLValue.null]) == .integer(1))
        #expect(try compiledCount(like: "%coalesce%") == .integer(3))
    }

    @Test("A statement is compiled once")
    func execute_repeated_compilesOnce() throws {
        for number in 0..<5 { _ = try connection.rows("SELECT ? + 1", [number]) }
        #expect(try compiledCount(like: "%+ 1") == .integer(1))
    }

    @Test("The number of compiled statements is bounded")
    func rows_manyTexts_forgetsStatements() throws {
        for number in 0..<1_100 {
            #expect(try connection.value("SELECT \(number) + ?", [1]) == .integer(Int64(number + 1)))
        }
        #expect(try connection.value("SELECT count(*) <= 1000 FROM pg_prepared_statements") == .integer(1))
    }

    @Test("A statement works again after its table has changed")
    func rows_tableChanged_compilesAgain() throws {
        try connection.script("CREATE TABLE things (a BIGINT); INSERT INTO things VALUES (1)")
        #expect(try connection.rows("SELECT * FROM things", []).first?.columns == ["a"])
        try connection.script("ALTER TABLE things ADD COLUMN b BIGINT")
        #expect(try connection.rows("SELECT * FROM things", []).first?.columns == ["a", "b"])
        try connection.execute("ALTER TABLE things ADD COLUMN c BIGINT", [])
        #expect(throws: SQLFailure.self) { try connection.rows("SELECT * FROM things", []) }
        #expect(try connection.rows("SELECT * FROM things", []).first?.columns == ["a", "b", "c"])
    }

    @Test("The number of changed rows counts only changes")
    func execute_commands_countChanges() throws {
        try connection.script("CREATE TABLE things (id BIGINT PRIMARY KEY, n BIGINT)")
        #expect(try connection.execute("INSERT INTO things VALUES (?, 0), (?, 0)", [1, 2]) == 2)
        #expect(try connection.execute("INSERT INTO things VALUES (?, 0) ON CONFLICT DO NOTHING", [1]) == 0)
        #expect(try connection.execute("UPDATE things SET n = n + ?", [1]) == 2)
        #expect(try connection.execute("SELECT * FROM things", []) == 0)
        #expect(try connection.execute("DELETE FROM things WHERE id = ?", [3]) == 0)
        #expect(try connection.execute("DELETE FROM things", []) == 2)
        #expect(try connection.execute("DROP TABLE things", []) == 0)
    }

    @Test("RETURNING gives the new row, and ON CONFLICT can update")
    func rows_returningAndUpsert_giveRows() throws {
        try connection.script(
            """
            CREATE TABLE things (id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, name TEXT UNIQUE, n BIGINT)
            """)
        let sql = """
            INSERT INTO things (name, n) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET n = excluded.n
            WHERE excluded.n > things.n RETURNING id, n
            """
        #expect(try connection.rows(sql, ["a", 5]).first?.values == [.integer(1), .integer(5)])
        #expect(try connection.rows(sql, ["a", 6]).first?.values == [.integer(1), .integer(6)])
        #expect(try connection.rows(sql, ["a", 4]).isEmpty)
    }

    @Test("Rows are compared with arguments as in SQLite")
    func rows_rowComparison_isLexicographic() throws {
        try connection.script("CREATE TABLE things (a BIGINT, b BYTEA, PRIMARY KEY (a, b))")
        for (a, b) in [(1, 1), (1, 2), (1, 255), (2, 0)] as [(Int, UInt8)] {
            try connection.execute("INSERT INTO things VALUES (?, ?)", [a, [b].blob])
        }
        let sql = "SELECT a, b FROM things WHERE (a, b) > (?, ?) ORDER BY a, b LIMIT ?"
        let found = try connection.rows(sql, [1, [UInt8(1)].blob, 2])
        #expect(found.map(\.values) == [[.integer(1), .bytes([2])], [.integer(1), .bytes([255])]])
    }

    @Test("A script runs all its statements or none")
    func script_failure_undoesAll() throws {
        #expect(throws: SQLFailure.self) { try connection.script("CREATE TABLE one (a BIGINT); SELECT nothing") }
        #expect(try connection.value("SELECT count(*) FROM pg_tables WHERE tablename = 'one'") == .integer(0))
        try connection.script("CREATE TABLE one (a BIGINT); INSERT INTO one VALUES (1); SELECT * FROM one;")
        try connection.script("")
        #expect(try connection.value("SELECT a FROM one") == .integer(1))
    }
}
