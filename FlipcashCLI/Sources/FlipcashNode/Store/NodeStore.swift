import FlipcashCore
import Foundation
import Synchronization

/// The node's database: one writer, synchronous calls (payment specification §21).
///
/// A commit that has returned survives a power failure.
final class NodeStore: Sendable {
    /// The path of the file; `:memory:` for a store without a file.
    let path: String

    private let database: any SQLDatabase
    private let isClosed = Latch()
    /// Open after the disk has failed during a commit.
    private let keepsLog = Latch()
    private let hasCheck = Mutex(false)

    /// A file up to this size is checked completely when it is opened; a larger one only by the operator's `check`.
    private static let checkedSize = 64 << 20

    /// Opens the database at `path`, creating or upgrading it. A file that is upgraded is copied first, to
    /// `PATH.version-N`.
    ///
    /// - Parameter keepsOlder: whether a file of an earlier version is copied before it is upgraded.
    /// - Throws: `StoreError` when the file is not usable.
    init(path: String, keepsOlder: Bool = true) throws(StoreError) {
        self.path = path
        do {
            database = try SQLiteDatabase(path: path)
            if keepsOlder { try Self.keepOlder(database, path: path) }
            try Self.prepare(database, path: path)
            try Self.checkWhole(database, path: path)
        } catch {
            throw StoreError(error, path: path)
        }
    }

    /// Opens a database for reading only. Neither upgrades it nor changes the mode of its file.
    ///
    /// - Throws: `StoreError` when it is not usable, `NodeError.refused` when it has to be upgraded first.
    init(readingFrom place: DatabasePlace) throws {
        path = place.path
        do {
            switch place {
            case .file(let path): database = try SQLiteDatabase(readingFrom: path)
            case .postgreSQL(let url): database = try PostgreSQLDatabase(readingFrom: url)
            }
            try Self.checkIsCurrent(try database.read { try Self.version(of: $0, path: path) }, path: path)
        } catch let error as NodeError {
            throw error
        } catch {
            throw StoreError(error, path: path)
        }
    }

    /// Opens a PostgreSQL database, which exists, and creates or upgrades its tables.
    ///
    /// - Throws: `StoreError` when the database is not usable, or another node writes to it.
    convenience init(_ url: PostgreSQLURL) throws(StoreError) {
        let path = url.description
        do {
            try self.init(database: PostgreSQLDatabase(url), path: path)
        } catch {
            throw StoreError(error, path: path)
        }
    }

    /// Opens an empty database in memory, for tests and simulations.
    convenience init() throws(StoreError) {
        let path = ":memory:"
        do {
            try self.init(database: SQLiteDatabase(), path: path)
        } catch {
            throw StoreError(error, path: path)
        }
    }

    /// Opens a database by its SQLite URI, for tests that bring a disk of their own.
    convenience init(uri: String) throws(StoreError) {
        do {
            try self.init(database: SQLiteDatabase(uri: uri), path: uri)
        } catch {
            throw StoreError(error, path: uri)
        }
    }

    /// Uses a database that is open already, and upgrades it.
    init(database: any SQLDatabase, path: String) throws(StoreError) {
        self.path = path
        self.database = database
        do {
            try Self.prepare(database, path: path)
        } catch {
            throw StoreError(error, path: path)
        }
    }

    /// Runs `body` on one consistent snapshot.
    ///
    /// - Throws: what `body` throws; a `StoreError` for a failure of the database.
    func read<Result>(_ body: (StoreReader) throws -> Result) throws -> Result {
        do {
            return try database.read { try body(StoreReader(connection: $0)) }
        } catch let error as SQLFailure {
            throw StoreError(error, path: path)
        }
    }

    /// Runs `body` in one durable transaction of its own.
    ///
    /// Services commit through `GroupCommitter` instead, so that units share transactions.
    ///
    /// - Throws: what `body` throws, after undoing everything; a `StoreError` for a failure of the database.
    @discardableResult
    func write<Result>(_ body: (StoreWriter) throws -> Result) throws -> Result {
        do {
            return try database.write { try body(StoreWriter(connection: $0)) }
        } catch let error as SQLFailure {
            throw StoreError(error, path: path)
        }
    }

    /// Runs `body` on the writing connection, outside any transaction.
    func withWriter<Result>(_ body: (any SQLConnection) throws -> Result) throws -> Result {
        try database.withWriter(body)
    }

    /// As ``read(_:)``, on a connection that no request waits for. Keep `body` short: the write-ahead log grows until it
    /// returns.
    func readAside<Result>(_ body: (StoreReader) throws -> Result) throws -> Result {
        do {
            return try database.readAside { try body(StoreReader(connection: $0)) }
        } catch let error as SQLFailure {
            throw StoreError(error, path: path)
        }
    }

    /// Whether a check runs.
    var isBeingChecked: Bool { hasCheck.withLock { $0 } }

    /// Runs a check. It reads with ``readAside(_:)``, which ends early when the task is cancelled.
    ///
    /// - Throws: what `check` throws; `NodeError.refused` while another check runs, whose connection this one would use.
    func perform<Result>(check: () throws -> Result) async throws -> Result {
        let isFirst = hasCheck.withLock { hasCheck in
            defer { hasCheck = true }
            return !hasCheck
        }
        guard isFirst else { throw NodeError.refused(reason: "another check is running; wait until it has ended") }
        defer { hasCheck.withLock { $0 = false } }
        return try await withTaskCancellationHandler {
            try check()
        } onCancel: {
            database.interruptReadsAside()
        }
    }

    /// Whether the database runs inside this process, so that a read waits for no other process.
    var isEmbedded: Bool { database.isEmbedded }

    /// Whether the write-ahead log has to be copied into the file.
    var needsLogCopies: Bool { database.needsLogCopies }

    /// Copies the write-ahead log into the file while others write; nil when nothing was copied.
    func copyLog() throws -> LogState? { isClosed.isOpen || keepsLog.isOpen ? nil : try database.copyLog() }

    /// Copies the rest of the write-ahead log. Only for the writer, outside a transaction.
    func restartLog() throws -> LogState? { keepsLog.isOpen ? nil : try database.restartLog() }

    /// Leaves the write-ahead log as it is from now on, also when the database is closed. What a failed disk has of it is
    /// unknown until a restart has read it and written it again.
    func keepLog() { keepsLog.open() }

    /// Writes a consistent copy to `destination`, which must not exist yet, while the node keeps committing. The copy
    /// has mode 0600 and is on the disk when this returns.
    func backUp(to destination: String) throws(StoreError) {
        let file = try BackupFile(creatingAt: destination)
        do {
            try database.copy(toFile: file.draft)
            try file.complete()
        } catch {
            file.remove()
            throw StoreError(error, path: destination)
        }
    }

    /// Closes the database. Nothing may use the store afterwards.
    func close() throws(StoreError) {
        isClosed.open()
        do {
            try database.close(keepingLog: keepsLog.isOpen)
        } catch {
            throw StoreError(error, path: path)
        }
    }
}

extension NodeStore {
    /// Copies a database that is about to be upgraded beside itself. Keeps a copy that is there already.
    private static func keepOlder(_ database: any SQLDatabase, path: String) throws {
        guard let found = try database.read({ try version(of: $0, path: path) }), found < NodeSchema.version else {
            return
        }
        let destination = "\(path).version-\(found)"
        guard !SystemFiles.exists(destination) else { return }
        let file = try BackupFile(creatingAt: destination)
        do {
            try database.copy(toFile: file.draft)
            try file.complete()
        } catch {
            file.remove()
            throw error
        }
    }

    private static func prepare(_ database: any SQLDatabase, path: String) throws {
        try database.write { connection in
            let found = try version(of: connection, path: path)
            if found ?? 0 < NodeSchema.version { try NodeSchema.migrate(connection, from: found) }
            try database.takeOver(connection)
        }
    }

    /// Returns the version of a node's database; nil for a database without tables.
    ///
    /// - Throws: `StoreError` for another program's database, and for an unknown version.
    static func version(of connection: any SQLConnection, path: String) throws -> Int? {
        let mark = try SchemaMark(of: StoreReader(connection: connection))
        let (application, found) = (mark.application, mark.version)
        guard application == NodeSchema.applicationID || (application == 0 && mark.tableCount == 0) else {
            throw StoreError.foreignDatabase(path: path)
        }
        guard found <= NodeSchema.version else {
            throw StoreError.newerSchema(path: path, found: found, supported: NodeSchema.version)
        }
        guard found >= 0 else { throw StoreError.corrupted(path: path, detail: "version \(found)") }
        guard application == NodeSchema.applicationID, found > 0 else { return nil }
        guard found >= NodeSchema.oldestVersion else {
            throw StoreError.obsoleteSchema(path: path, found: found, oldest: NodeSchema.oldestVersion)
        }
        return found
    }

    private static func checkWhole(_ database: any SQLDatabase, path: String) throws {
        let size = try SystemFiles.status(path)?.size ?? 0
        guard size <= checkedSize else { return }
        let verdict = try database.read { connection in
            try connection.rows("PRAGMA quick_check(1)", []).first?.text("quick_check") ?? ""
        }
        guard verdict == "ok" else { throw StoreError.corrupted(path: path, detail: verdict) }
    }
}

extension StoreError {
    /// Converts an error of any layer to the error that the node reports.
    init(_ error: any Error, path: String) {
        switch error {
        case let error as StoreError:
            self = error
        case let error as SQLFailure:
            switch error {
            case .notADatabase: self = .notADatabase(path: path)
            case .duplicate(let reason), .constraint(let reason): self = .refusedRecord(reason: reason)
            case .damaged(let reason): self = .corrupted(path: path, detail: reason)
            case .busy(let reason), .conflict(let reason), .disk(let reason), .lost(let reason),
                .superseded(let reason), .other(let reason):
                self = .unavailable(path: path, reason: reason)
            }
        default:
            self = .unavailable(path: path, reason: "\(error)")
        }
    }
}
