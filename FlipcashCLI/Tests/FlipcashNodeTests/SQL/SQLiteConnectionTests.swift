import FlipcashTestKit
import Testing

@testable import FlipcashNode

@Suite("Statements on SQLite")
struct SQLiteConnectionTests {
    private let database: SQLiteDatabase

    init() throws { database = try SQLiteDatabase() }

    private func script(_ sql: String) throws { try database.withWriter { try $0.script(sql) } }

    private func rows(_ sql: String, _ values: [SQLValue] = []) throws -> [SQLRow] {
        try database.withWriter { try $0.rows(sql, SQLArguments(values)) }
    }

    private func execute(_ sql: String, _ values: [SQLValue]) throws -> Int {
        try database.withWriter { try $0.execute(sql, SQLArguments(values)) }
    }

    @Test(
        "Every value comes back as it was stored",
        arguments: [
            .null, .integer(0), .integer(.max), .integer(.min), .real(0.1), .real(-1.5e300), .real(.infinity),
            .text(""), .text("it's ? \\ \"x\""), .text("Grüße 🏦\n"), .text("a\0b"), .bytes([]), .bytes([0]),
            .bytes((0...255).map { $0 }), .bytes([UInt8](repeating: 7, count: 100_000)),
        ] as [SQLValue])
    func rows_storedValue_isTheSame(_ value: SQLValue) throws {
        try script("CREATE TABLE things (value)")
        #expect(try execute("INSERT INTO things VALUES (?)", [value]) == 1)
        #expect(try rows("SELECT value FROM things").map(\.values) == [[value]])
        // A statement that is used again keeps nothing of its last arguments.
        #expect(try rows("SELECT ? AS other", [.integer(1)]).map(\.values) == [[.integer(1)]])
        #expect(try rows("SELECT ? AS other", [value]).first?.columns == ["other"])
    }

    @Test("A wrong number of arguments is an error, and the statement can be used again", arguments: [0, 1, 3])
    func rows_wrongArgumentCount_throws(_ count: Int) throws {
        let arguments = [SQLValue](repeating: .integer(1), count: count)
        #expect(throws: SQLFailure.self) { try rows("SELECT ?1, ?2", arguments) }
        #expect(try rows("SELECT ?1, ?2", [.integer(1), .integer(2)]).count == 1)
    }

    @Test("What the database refuses says which rule was broken")
    func execute_brokenRule_saysWhich() throws {
        try script("CREATE TABLE things (id INTEGER PRIMARY KEY, value INTEGER CHECK (value > 0))")
        let insert = "INSERT INTO things VALUES (?, ?)"
        #expect(try execute(insert, [.integer(1), .integer(1)]) == 1)
        #expect {
            try execute(insert, [.integer(1), .integer(1)])
        } throws: { error in
            if case .duplicate(let reason)? = error as? SQLFailure { reason.contains("things.id") } else { false }
        }
        #expect {
            try execute(insert, [.integer(2), .integer(0)])
        } throws: { error in
            if case .constraint? = error as? SQLFailure { true } else { false }
        }
        #expect {
            try rows("SELECT nothing")
        } throws: { error in
            if case .other(let reason)? = error as? SQLFailure { reason.contains("nothing") } else { false }
        }
        #expect(try execute(insert, [.integer(2), .integer(1)]) == 1)
    }

    @Test("A file is read by many at once, each from one state, while another writes")
    func read_manyAtOnce_eachSeesOneState() async throws {
        let folder = try TemporaryFolder()
        let file = try SQLiteDatabase(path: folder.path + "/node.sqlite")
        try file.write { connection in
            try connection.script("CREATE TABLE things (value INTEGER); INSERT INTO things VALUES (0), (0)")
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for _ in 0..<50 {
                    _ = try file.write { try $0.execute("UPDATE things SET value = value + 1", []) }
                }
            }
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<50 {
                        let values = try file.read { connection in
                            try ["ASC", "DESC"].map { order in
                                try connection.rows("SELECT value FROM things ORDER BY rowid \(order) LIMIT 1", [])
                            }
                        }
                        #expect(values[0] == values[1])
                    }
                }
            }
            try await group.waitForAll()
        }
        struct Failed: Error {}
        // A reader that failed is used again.
        for _ in 0..<8 { #expect(throws: Failed.self) { try file.read { _ in throw Failed() } } }
        let sums = try file.read { try $0.rows("SELECT sum(value) AS s FROM things", []) }
        #expect(sums.map(\.values) == [[.integer(100)]])
        #expect(throws: SQLFailure.self) { try file.read { try $0.execute("DELETE FROM things", []) } }
        try file.close()
    }
}
