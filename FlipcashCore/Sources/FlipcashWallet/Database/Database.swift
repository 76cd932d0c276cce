public import FlipcashCore
import GRDB

/// One owner's disposable store: balances, currencies, rates, proofs and history, all of which can be fetched again
/// (client specification §4).
///
/// All access is synchronous. Writes use one connection, reads use others.
///
/// Every query and every change throws `DatabaseFailure`: `.busy` if another process writes for more than two seconds,
/// `.damaged` if the file is not a valid database, `.unusable` for any other SQLite error.
public final class Database: Sendable {
    private let writer: any DatabaseWriter
    let changes = ChangeBroadcaster()

    /// Opens the store of `owner`. Creates it again if it is missing, of another version, or damaged.
    ///
    /// - Throws: `DatabaseFailure` if the files cannot be used.
    public convenience init(
        owner: PublicKey, folder: ProfileFolder, files: any FileSystem
    ) throws(DatabaseFailure) {
        let path = folder.store(owner)
        do {
            try files.makeFolder(folder.path)
            let stored = SQLiteVersion.parse(try files.read(folder.storeVersion(owner)))
            if stored != SQLiteVersion.current {
                try Self.rebuild(owner: owner, folder: folder, files: files)
            }
        } catch let failure as FileFailure {
            throw .file(failure)
        } catch {
            throw .unusable(path: path, reason: String(describing: error))
        }
        do {
            // SQLite creates its other files with the mode of this one.
            if try files.permissions(path) == nil { try files.append([], to: path) }
        } catch { throw .file(error) }
        do {
            try self.init(path: path)
        } catch let failure {
            guard failure.isDamage else { throw failure }
            // Deleting a damaged store is safe: everything in it comes from the server.
            do { try Self.delete(owner: owner, folder: folder, files: files) } catch { throw .file(error) }
            try self.init(path: path)
        }
    }

    /// Opens a store at `path`; nil for one in memory.
    convenience init(path: String?) throws(DatabaseFailure) {
        do {
            var configuration = Configuration()
            configuration.busyMode = .timeout(2)
            configuration.foreignKeysEnabled = true
            configuration.prepareDatabase { try $0.execute(sql: "PRAGMA cache_size = 10000") }
            let writer: any DatabaseWriter =
                if let path {
                    try DatabasePool(path: path, configuration: configuration)
                } else {
                    try DatabaseQueue(configuration: configuration)
                }
            try self.init(writer: writer)
        } catch {
            throw DatabaseFailure(error, path: path ?? ":memory:")
        }
    }

    /// Creates a store in memory, for sessions that must leave no files.
    public static func inMemory() throws(DatabaseFailure) -> Database { try Database(path: nil) }

    private init(writer: any DatabaseWriter) throws {
        self.writer = writer
        try writer.write { try Schema.create($0) }
    }

    /// Reads from one consistent snapshot.
    func read<Value>(_ body: (GRDB.Database) throws -> Value) throws(DatabaseFailure) -> Value {
        do { return try writer.read(body) } catch { throw DatabaseFailure(error, path: writer.path) }
    }

    /// Runs `body` in one transaction, and announces one change unless `body` is silent.
    ///
    /// Announces nothing if no row changed (client specification §4.6).
    func write<Value>(
        isSilent: Bool = false, _ body: (GRDB.Database) throws -> Value
    ) throws(DatabaseFailure) -> Value {
        do {
            let (value, changed) = try writer.write { database in
                let before = database.totalChangesCount
                let value = try body(database)
                return (value, database.totalChangesCount > before)
            }
            if changed && !isSilent { changes.announce() }
            return value
        } catch {
            throw DatabaseFailure(error, path: writer.path)
        }
    }

    /// Closes the connections; later calls throw.
    public func close() { try? writer.close() }
}
