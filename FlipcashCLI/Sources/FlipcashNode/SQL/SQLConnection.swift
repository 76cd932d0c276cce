/// One connection to a database. Every call waits for its result, so a connection is used by one thread at a time.
///
/// Statements are written in the SQL that SQLite and PostgreSQL share, with `?`, or `?1`, as placeholders.
protocol SQLConnection {
    /// Which database this is, for the few statements that differ.
    var dialect: SQLDialect { get }
    /// Whether a transaction is open.
    var isInTransaction: Bool { get }
    /// Returns all rows of the result. Statements are compiled once.
    ///
    /// - Throws: `SQLFailure`.
    func rows(_ sql: String, _ arguments: SQLArguments) throws(SQLFailure) -> [SQLRow]
    /// Runs a statement and returns the number of rows it changed. Statements are compiled once.
    ///
    /// - Throws: `SQLFailure`.
    @discardableResult
    func execute(_ sql: String, _ arguments: SQLArguments) throws(SQLFailure) -> Int
    /// Runs several statements without arguments.
    ///
    /// - Throws: `SQLFailure`.
    func script(_ sql: String) throws(SQLFailure)
}

/// The kinds of database.
enum SQLDialect: Hashable, Sendable {
    case sqlite
    case postgreSQL
}

/// A database, with one connection that writes and others that read.
protocol SQLDatabase: Sendable {
    /// Runs `body` on one consistent snapshot.
    func read<Result>(_ body: (any SQLConnection) throws -> Result) throws -> Result
    /// Runs `body` on the writing connection, outside any transaction.
    func withWriter<Result>(_ body: (any SQLConnection) throws -> Result) throws -> Result
    /// Runs `body` on one consistent snapshot, on a connection that requests do not use.
    func readAside<Result>(_ body: (any SQLConnection) throws -> Result) throws -> Result
    /// Makes what ``readAside(_:)`` reads now fail. May be called from any thread.
    func interruptReadsAside()
    /// Whether the database runs inside this process, so that a read waits for no other process.
    var isEmbedded: Bool { get }
    /// Whether the node has to copy the database's write-ahead log into its file.
    var needsLogCopies: Bool { get }
    /// Copies as much of the write-ahead log into the file as readers of older states allow, while others write.
    /// Returns nil when another copy is under way.
    func copyLog() throws -> LogState?
    /// Copies the rest of the write-ahead log on the writing connection, outside a transaction, so that the next commit
    /// begins it anew. Waits only a moment for readers.
    func restartLog() throws -> LogState?
    /// Writes a consistent copy to the file `path`, which is empty, while others write. Fails when the task is cancelled.
    func copy(toFile path: String) throws
    /// Marks the database as this process's, in the transaction that opens it. A connection that is replaced later
    /// finds out by the mark whether another process has written meanwhile.
    func takeOver(_ connection: any SQLConnection) throws
    /// Ends all connections. Nothing may use the database afterwards.
    ///
    /// - Parameter keepingLog: whether the write-ahead log stays as it is. Otherwise it is copied into the file.
    func close(keepingLog: Bool) throws
}

/// For databases that are servers and look after their log themselves.
extension SQLDatabase {
    var isEmbedded: Bool { false }

    var needsLogCopies: Bool { false }

    func copyLog() throws -> LogState? { nil }

    func restartLog() throws -> LogState? { nil }

    func readAside<Result>(_ body: (any SQLConnection) throws -> Result) throws -> Result { try read(body) }

    /// Does nothing: what is read aside goes on until it ends.
    func interruptReadsAside() {}
}

extension SQLDatabase {
    /// Ends all connections, with the log copied into the file.
    func close() throws { try close(keepingLog: false) }
}

extension SQLDatabase {
    /// Does nothing: no connection is ever replaced.
    func takeOver(_ connection: any SQLConnection) throws {}
}

extension SQLDatabase {
    /// Runs `body` in a transaction of its own, which is durable when this returns.
    ///
    /// - Throws: what `body` throws, after undoing everything.
    func write<Result>(_ body: (any SQLConnection) throws -> Result) throws -> Result {
        try withWriter { connection in
            try connection.script(connection.dialect.begin)
            do {
                let result = try body(connection)
                try connection.script("COMMIT")
                return result
            } catch {
                if connection.isInTransaction { try? connection.script("ROLLBACK") }
                throw error
            }
        }
    }
}

extension SQLDialect {
    /// Begins a transaction that may write.
    var begin: String {
        switch self {
        case .sqlite: "BEGIN IMMEDIATE"
        case .postgreSQL: "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
        }
    }
}
