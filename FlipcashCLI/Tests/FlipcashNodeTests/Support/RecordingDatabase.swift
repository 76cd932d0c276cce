import Synchronization

@testable import FlipcashNode

/// Passes everything on to another database. Remembers the statements, and counts the rows that they return.
struct RecordingDatabase: SQLDatabase {
    /// The statements, in the order of their execution.
    final class Statements: Sendable {
        private let texts = Mutex<[String]>([])
        private let rowCount = Mutex(0)

        var all: [String] { texts.withLock { $0 } }

        /// Returns the statements until now and forgets them.
        func take() -> [String] {
            texts.withLock { texts in
                defer { texts = [] }
                return texts
            }
        }

        /// Returns how many rows were read until now, and counts from zero.
        func takeRowCount() -> Int {
            rowCount.withLock { count in
                defer { count = 0 }
                return count
            }
        }

        fileprivate func note(_ sql: String) { texts.withLock { $0.append(sql) } }

        fileprivate func note(rows: Int) { rowCount.withLock { $0 += rows } }
    }

    let database: any SQLDatabase
    let statements = Statements()

    private struct Connection: SQLConnection {
        let connection: any SQLConnection
        let statements: Statements

        var dialect: SQLDialect { connection.dialect }
        var isInTransaction: Bool { connection.isInTransaction }

        func rows(_ sql: String, _ arguments: SQLArguments) throws(SQLFailure) -> [SQLRow] {
            statements.note(sql)
            let rows = try connection.rows(sql, arguments)
            statements.note(rows: rows.count)
            return rows
        }

        func execute(_ sql: String, _ arguments: SQLArguments) throws(SQLFailure) -> Int {
            statements.note(sql)
            return try connection.execute(sql, arguments)
        }

        func script(_ sql: String) throws(SQLFailure) { try connection.script(sql) }
    }

    func read<Result>(_ body: (any SQLConnection) throws -> Result) throws -> Result {
        try database.read { try body(Connection(connection: $0, statements: statements)) }
    }

    func withWriter<Result>(_ body: (any SQLConnection) throws -> Result) throws -> Result {
        try database.withWriter { try body(Connection(connection: $0, statements: statements)) }
    }

    var needsLogCopies: Bool { database.needsLogCopies }

    func copyLog() throws -> LogState? { try database.copyLog() }

    func restartLog() throws -> LogState? { try database.restartLog() }

    func readAside<Result>(_ body: (any SQLConnection) throws -> Result) throws -> Result {
        try database.readAside { try body(Connection(connection: $0, statements: statements)) }
    }

    func copy(toFile path: String) throws { try database.copy(toFile: path) }

    func takeOver(_ connection: any SQLConnection) throws { try database.takeOver(connection) }

    func close(keepingLog: Bool) throws { try database.close(keepingLog: keepingLog) }
}
