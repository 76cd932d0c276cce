import FlipcashCore
import GRDB

/// An SQLite file in WAL mode with one writer, or a database in memory.
///
/// A commit that has returned survives a power failure: the file is opened with `synchronous = FULL`. The setting is
/// verified, because the connection pool lowers it while it opens.
struct SQLiteDatabase: SQLDatabase {
    let writer: any DatabaseWriter
    /// More connections to the file; nil for a database in memory, and for a file that is only read.
    let side: SQLiteSideConnections?
    /// The connections that requests read on; nil for a database in memory, and for a file that is only read, where
    /// requests read on the writer's connection.
    private let readers: SQLiteReaders?
    private let isReadOnly: Bool

    var isEmbedded: Bool { true }

    /// Opens the file at `path`, creating it when it is missing.
    ///
    /// - Throws: `StoreError`, `SQLFailure` when the file is not usable.
    init(path: String) throws {
        try Self.refuseOtherFiles(path)
        try DatabaseFile.makePrivate(path)
        do {
            try self.init(writingTo: path)
        } catch let error as DatabaseError {
            throw SQLFailure(error)
        }
    }

    /// Opens a database by its SQLite URI, for tests with a simulated disk.
    ///
    /// - Throws: `StoreError`, `SQLFailure` when the database is not usable.
    init(uri: String) throws {
        do {
            try self.init(writingTo: uri)
        } catch let error as DatabaseError {
            throw SQLFailure(error)
        }
    }

    private init(writingTo path: String) throws {
        let pool = try DatabasePool(path: path, configuration: Self.configuration)
        try Self.makeDurable(pool, path: path)
        writer = pool
        side = try SQLiteSideConnections(path: path, configuration: Self.configuration)
        readers = SQLiteReaders(path: path, configuration: Self.configuration)
        isReadOnly = false
    }

    /// Opens an empty database in memory, for tests and simulations.
    init() throws {
        do {
            (writer, side) = (try DatabaseQueue(configuration: Self.configuration), nil)
            (readers, isReadOnly) = (nil, false)
        } catch {
            throw SQLFailure(error)
        }
    }

    /// Opens the file at `path` for reading only.
    ///
    /// - Throws: `StoreError`, `SQLFailure` when the file is not usable.
    init(readingFrom path: String) throws {
        try Self.refuseOtherFiles(path)
        var configuration = Self.configuration
        configuration.readonly = true
        do {
            (writer, side) = (try DatabaseQueue(path: path, configuration: configuration), nil)
            (readers, isReadOnly) = (nil, true)
        } catch {
            throw SQLFailure(error)
        }
    }

    func read<Result>(_ body: (any SQLConnection) throws -> Result) throws -> Result {
        do {
            guard let readers else { return try writer.read { try body(SQLiteConnection(database: $0)) } }
            return try readers.read(body)
        } catch let error as DatabaseError {
            throw SQLFailure(error)
        }
    }

    func withWriter<Result>(_ body: (any SQLConnection) throws -> Result) throws -> Result {
        do {
            return try writer.unsafeReentrantWrite { try body(SQLiteConnection(database: $0)) }
        } catch let error as DatabaseError {
            throw SQLFailure(error)
        }
    }

    func copy(toFile path: String) throws {
        do {
            try writer.unsafeRead { database in
                try database.interruptible { try database.execute(sql: "VACUUM INTO ?", arguments: [path]) }
            }
        } catch {
            throw SQLFailure(error)
        }
    }

    func close(keepingLog: Bool) throws {
        do {
            if keepingLog {
                // The last connection to close would copy the log, unless it may only read.
                try writer.close()
                try readers?.close()
                try side?.close()
                return
            }
            try side?.close()
            try readers?.close()
            if !isReadOnly {
                try writer.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
            }
            try writer.close()
        } catch {
            throw SQLFailure(error)
        }
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.label = "flipcash.node"
        configuration.foreignKeysEnabled = true
        configuration.busyMode = .timeout(1)
        // The group committer begins and ends its transactions itself. If the disk fails so badly that a rollback fails
        // too, the node refuses to write instead of trapping.
        configuration.allowsUnsafeTransactions = true
        return configuration
    }

    /// Refuses a file that is not an SQLite database before anything is written, such as a write-ahead log beside it.
    ///
    /// - Throws: `StoreError.notADatabase`; `.unavailable` for a folder. A file that cannot be read is left to SQLite.
    private static func refuseOtherFiles(_ path: String) throws(StoreError) {
        let head: [UInt8]
        do throws(SystemFailure) {
            head = try OpenFile.with(path, .read) { file throws(SystemFailure) in try file.contents(upTo: 16) }
        } catch {
            guard (try? SystemFiles.status(path))?.kind != .folder else {
                throw .unavailable(path: path, reason: error.reason)
            }
            return
        }
        guard head.isEmpty || head == Array("SQLite format 3\0".utf8) else { throw .notADatabase(path: path) }
    }

    private static func makeDurable(_ pool: DatabasePool, path: String) throws {
        let (mode, level) = try pool.writeWithoutTransaction { database in
            // A commit never copies the log into the file: see `copyLog`. A log that begins anew is cut to 64 MiB.
            try database.execute(
                sql: "PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0; PRAGMA journal_size_limit = 67108864")
            return (
                try String.fetchOne(database, sql: "PRAGMA journal_mode") ?? "",
                try Int.fetchOne(database, sql: "PRAGMA synchronous") ?? -1
            )
        }
        guard mode == "wal" else { throw StoreError.notDurable(path: path, setting: "journal_mode", found: mode) }
        guard level == 2 else { throw StoreError.notDurable(path: path, setting: "synchronous", found: "\(level)") }
    }
}
