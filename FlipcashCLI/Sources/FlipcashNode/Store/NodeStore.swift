import FlipcashCore
import Foundation
import GRDB

/// The node's database: one SQLite file in WAL mode, one writer, synchronous calls (payment specification §21).
///
/// A commit that has returned survives a power failure: the file is opened with `synchronous = FULL`. The setting is
/// verified, because the connection pool lowers it while it opens.
final class NodeStore: Sendable {
    /// The path of the file; `:memory:` for a store without a file.
    let path: String

    private let database: any DatabaseWriter

    /// A file up to this size is checked completely when it is opened; a larger one only by the operator's `check`.
    private static let checkedSize: UInt64 = 64 << 20

    /// Opens the database at `path`, creating or upgrading it.
    ///
    /// - Throws: `StoreError` when the file is not usable.
    init(path: String) throws(StoreError) {
        self.path = path
        do {
            try Self.refuseOtherFiles(path)
            try DatabaseFile.makePrivate(path)
            let pool = try DatabasePool(path: path, configuration: Self.configuration)
            try Self.makeDurable(pool, path: path)
            try Self.prepare(pool, path: path)
            try Self.checkWhole(pool, path: path)
            database = pool
        } catch {
            throw StoreError(error, path: path)
        }
    }

    /// Opens an empty database in memory, for tests and simulations.
    init() throws(StoreError) {
        path = ":memory:"
        do {
            let queue = try DatabaseQueue(configuration: Self.configuration)
            try Self.prepare(queue, path: path)
            database = queue
        } catch {
            throw StoreError(error, path: path)
        }
    }

    /// Runs `body` on one consistent snapshot.
    ///
    /// - Throws: what `body` throws; a `StoreError` for a failure of the database.
    func read<Result>(_ body: (StoreReader) throws -> Result) throws -> Result {
        do {
            return try database.read { try body(StoreReader(database: $0)) }
        } catch let error as DatabaseError {
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
            return try database.write { try body(StoreWriter(database: $0)) }
        } catch let error as DatabaseError {
            throw StoreError(error, path: path)
        }
    }

    /// Runs `body` on the writing connection, outside any transaction.
    func withWritingConnection<Result>(_ body: (Database) throws -> Result) rethrows -> Result {
        try database.unsafeReentrantWrite(body)
    }

    /// Writes a consistent copy to `destination`, which must not exist yet, while the node keeps working. The copy has
    /// mode 0600 and is on the disk when this returns.
    func backUp(to destination: String) throws(StoreError) {
        let file = try BackupFile(creatingAt: destination)
        do {
            try database.writeWithoutTransaction { database in
                try database.execute(sql: "VACUUM INTO ?", arguments: [file.draft])
            }
            try file.complete()
        } catch {
            file.remove()
            throw StoreError(error, path: destination)
        }
    }

    /// Moves the write-ahead log into the file and closes it. Nothing may use the store afterwards.
    func close() throws(StoreError) {
        do {
            try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
            try database.close()
        } catch {
            throw StoreError(error, path: path)
        }
    }
}

extension NodeStore {
    static var configuration: Configuration {
        var configuration = Configuration()
        configuration.label = "flipcash.node"
        configuration.foreignKeysEnabled = true
        configuration.busyMode = .timeout(1)
        configuration.maximumReaderCount = 4
        // The group committer begins and ends its transactions itself. If the disk fails so badly that a rollback fails
        // too, the node refuses to write instead of trapping.
        configuration.allowsUnsafeTransactions = true
        return configuration
    }

    /// Refuses a file that is not a node's database before anything is written, such as a write-ahead log beside it.
    static func refuseOtherFiles(_ path: String) throws {
        guard let file = FileHandle(forReadingAtPath: path) else { return }
        defer { try? file.close() }
        let head = try file.read(upToCount: 16) ?? Data()
        guard head.isEmpty || head == Data("SQLite format 3\0".utf8) else { throw StoreError.notADatabase(path: path) }
    }

    private static func makeDurable(_ pool: DatabasePool, path: String) throws {
        let (mode, level) = try pool.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA synchronous = FULL")
            return (
                try String.fetchOne(database, sql: "PRAGMA journal_mode") ?? "",
                try Int.fetchOne(database, sql: "PRAGMA synchronous") ?? -1
            )
        }
        guard mode == "wal" else { throw StoreError.notDurable(path: path, setting: "journal_mode", found: mode) }
        guard level == 2 else { throw StoreError.notDurable(path: path, setting: "synchronous", found: "\(level)") }
    }

    private static func prepare(_ writer: some DatabaseWriter, path: String) throws {
        try writer.write { database in
            let found = try version(of: database, path: path)
            if found < NodeSchema.version { try NodeSchema.migrate(database, from: found) }
        }
    }

    /// Returns the version of a node's database; 0 for a database without tables.
    ///
    /// - Throws: `StoreError` for another program's database, and for an unknown version.
    static func version(of database: Database, path: String) throws -> Int {
        let application = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        let found = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
        guard application == NodeSchema.applicationID || (application == 0 && tables == 0) else {
            throw StoreError.foreignDatabase(path: path)
        }
        guard found <= NodeSchema.version else {
            throw StoreError.newerSchema(path: path, found: found, supported: NodeSchema.version)
        }
        guard found >= 0 else { throw StoreError.corrupted(path: path, detail: "version \(found)") }
        return found
    }

    private static func checkWhole(_ pool: DatabasePool, path: String) throws {
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? UInt64 ?? 0
        guard size <= checkedSize else { return }
        let verdict = try pool.read { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") ?? "" }
        guard verdict == "ok" else { throw StoreError.corrupted(path: path, detail: verdict) }
    }
}

extension StoreError {
    /// Converts an error of any layer to the error that the node reports.
    init(_ error: any Error, path: String) {
        switch error {
        case let error as StoreError:
            self = error
        case let error as DatabaseError:
            switch error.resultCode {
            case .SQLITE_NOTADB: self = .notADatabase(path: path)
            case .SQLITE_CONSTRAINT: self = .refusedRecord(reason: error.message ?? "a constraint failed")
            case .SQLITE_CORRUPT: self = .corrupted(path: path, detail: error.message ?? "malformed")
            default: self = .unavailable(path: path, reason: error.message ?? "SQLite error \(error.resultCode)")
            }
        default:
            self = .unavailable(path: path, reason: "\(error)")
        }
    }
}
