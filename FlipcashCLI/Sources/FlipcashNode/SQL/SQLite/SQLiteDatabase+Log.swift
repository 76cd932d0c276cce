import GRDB

/// The write-ahead log of a file. The writer only appends to it; others copy it into the file.
extension SQLiteDatabase {
    /// How long the writer waits for a lock: a short time for readers when it begins the log anew, longer otherwise.
    private static let waitsOfWriter = (short: "PRAGMA busy_timeout = 20", usual: "PRAGMA busy_timeout = 1000")

    var needsLogCopies: Bool { side != nil }

    func copyLog() throws -> LogState? {
        do {
            return try side?.copyLog()
        } catch let error as DatabaseError {
            throw SQLFailure(error)
        }
    }

    func restartLog() throws -> LogState? {
        guard needsLogCopies else { return nil }
        do {
            return try writer.unsafeReentrantWrite { database in
                try database.execute(sql: Self.waitsOfWriter.short)
                defer { try? database.execute(sql: Self.waitsOfWriter.usual) }
                return try LogState(copying: .restart, in: database) ?? LogState(copying: .passive, in: database)
            }
        } catch let error as DatabaseError {
            throw SQLFailure(error)
        }
    }

    func readAside<Result>(_ body: (any SQLConnection) throws -> Result) throws -> Result {
        guard let side else { return try read(body) }
        do {
            return try side.read { database in
                try database.interruptible { try body(SQLiteConnection(database: database)) }
            }
        } catch let error as DatabaseError {
            throw SQLFailure(error)
        }
    }

    func interruptReadsAside() { side?.interrupt() }
}

/// Two connections to a database's file that no request waits for: one copies the log, one reads for audits.
struct SQLiteSideConnections {
    private let copier: DatabaseQueue
    private let reader: DatabaseQueue

    init(path: String, configuration: Configuration) throws {
        copier = try DatabaseQueue(path: path, configuration: configuration)
        try copier.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        var configuration = configuration
        configuration.readonly = true
        reader = try DatabaseQueue(path: path, configuration: configuration)
    }

    func copyLog() throws -> LogState? {
        try copier.writeWithoutTransaction { try LogState(copying: .passive, in: $0) }
    }

    func read<Result>(_ body: (Database) throws -> Result) throws -> Result { try reader.read(body) }

    /// Makes the statement fail that runs in ``read(_:)``. In SQLite 3.40 the check of a table's structure is one step of
    /// its machine, so ``Database/interruptible(_:)`` does not end it.
    func interrupt() { reader.interrupt() }

    /// Closes both, the one that only reads last.
    func close() throws {
        try copier.close()
        try reader.close()
    }
}

extension LogState {
    /// Copies the log; nil when another connection is in the way.
    fileprivate init?(copying kind: Database.CheckpointMode, in database: Database) throws {
        do {
            let (frames, copied) = try database.checkpoint(kind)
            let pageSize = try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 0
            self.init(bytes: max(0, frames) * pageSize, copiedBytes: max(0, copied) * pageSize)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            return nil
        }
    }
}
