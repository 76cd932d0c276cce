/// A PostgreSQL database with one writer, up to four readers for requests, and one for long work.
///
/// A commit that has returned survives a power failure of the server. Only one node writes to a database: its
/// connection holds an advisory lock. A pooler between the node and the server must give each connection a session of
/// its own.
///
/// A call that finds its connection lost throws; the next call connects again. A call never continues on a new
/// connection, so no statement of a transaction runs outside it.
struct PostgreSQLDatabase: SQLDatabase {
    private let readers: PostgreSQLReaders
    /// For what may take long, so that requests never wait for it.
    private let aside: PostgreSQLReaders
    /// Nil when the database was opened for reading only.
    private let writer: PostgreSQLWriter?

    /// Opens the database at `url`, which exists.
    ///
    /// - Throws: `StoreError.notDurable` when the server may lose commits, `SQLFailure.busy` when another node writes
    ///   to the database, another `SQLFailure` when it is not usable.
    init(_ url: PostgreSQLURL) throws {
        writer = try PostgreSQLWriter(url)
        readers = PostgreSQLReaders(url)
        aside = PostgreSQLReaders(url, for: .longWork)
    }

    /// Opens the database at `url` for reading only, also while a node writes to it.
    ///
    /// - Throws: `SQLFailure` when the database is not usable.
    init(readingFrom url: PostgreSQLURL) throws {
        writer = nil
        readers = PostgreSQLReaders(url)
        aside = PostgreSQLReaders(url, for: .longWork)
        try readers.with { _ in }
    }

    func read<Result>(_ body: (any SQLConnection) throws -> Result) throws -> Result {
        try readers.with { try body($0) }
    }

    func readAside<Result>(_ body: (any SQLConnection) throws -> Result) throws -> Result {
        try aside.with { try body($0) }
    }

    func interruptReadsAside() { aside.interrupt() }

    /// Runs `body` on the writing connection, outside any transaction. `body` must not call this method.
    func withWriter<Result>(_ body: (any SQLConnection) throws -> Result) throws -> Result {
        guard let writer else { throw SQLFailure.other("the database was opened for reading only") }
        return try writer.with { try body($0) }
    }

    func copy(toFile path: String) throws {
        throw SQLFailure.other("the node cannot copy a PostgreSQL database; use pg_dump")
    }

    func takeOver(_ connection: any SQLConnection) throws { try writer?.takeOver(connection) }

    func close(keepingLog: Bool) throws {
        readers.close()
        aside.close()
        writer?.close()
    }
}
