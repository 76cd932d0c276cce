@testable import FlipcashNode

/// A database that fails at some statements.
struct FailingDatabase: SQLDatabase {
    let database: any SQLDatabase
    let failing: Shared<Set<String>>
    let failure: SQLFailure

    init(
        _ database: any SQLDatabase, _ failing: Set<String>, with failure: SQLFailure = .disk("the test's disk failed")
    ) {
        self.database = database
        self.failing = Shared(failing)
        self.failure = failure
    }

    private struct Connection: SQLConnection {
        let connection: any SQLConnection
        let failing: Shared<Set<String>>
        let failure: SQLFailure

        var dialect: SQLDialect { connection.dialect }
        var isInTransaction: Bool { connection.isInTransaction }

        func rows(_ sql: String, _ arguments: SQLArguments) throws(SQLFailure) -> [SQLRow] {
            try connection.rows(sql, arguments)
        }

        func execute(_ sql: String, _ arguments: SQLArguments) throws(SQLFailure) -> Int {
            guard !failing.value.contains(sql) else { throw failure }
            return try connection.execute(sql, arguments)
        }

        func script(_ sql: String) throws(SQLFailure) { try connection.script(sql) }
    }

    func read<Result>(_ body: (any SQLConnection) throws -> Result) throws -> Result {
        try database.read { try body(Connection(connection: $0, failing: failing, failure: failure)) }
    }

    func withWriter<Result>(_ body: (any SQLConnection) throws -> Result) throws -> Result {
        try database.withWriter { try body(Connection(connection: $0, failing: failing, failure: failure)) }
    }

    func copy(toFile path: String) throws { try database.copy(toFile: path) }

    func close(keepingLog: Bool) throws { try database.close(keepingLog: keepingLog) }
}
