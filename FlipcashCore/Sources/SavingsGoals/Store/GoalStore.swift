import FlipcashCore
import Foundation
import GRDB

/// The file in which one owner's goals are kept (goals specification §12).
///
/// The file is the only place of its contents. It is never deleted or made anew automatically: a file that cannot be
/// read is an error. Every change is one transaction, and is on the disk when the call returns.
public final class GoalStore: Sendable {
    /// The version of the newest file that this program writes.
    public static var version: Int { GoalSchema.migrations.count }
    /// How many copies of older versions are kept.
    public static let copiesMax = 3

    /// The path of the file; `:memory:` for a store without one.
    public let path: String
    private let queue: DatabaseQueue

    /// Opens the file at `path`, or creates it for its owner only. An older file is copied beside it, then migrated.
    ///
    /// - Throws: `GoalStoreFailure.newer` for a file of a newer program, which stays as it is.
    public convenience init(path: String) throws(GoalStoreFailure) {
        try self.init(path: path, migrations: GoalSchema.migrations)
    }

    init(path: String, migrations: [GoalSchema.Migration]) throws(GoalStoreFailure) {
        self.path = path
        do {
            if !SystemFiles.exists(path) {
                // Best effort: without a file here, the database says why it cannot be created.
                try? OpenFile.with(path, .write, .create, mode: 0o600) { _ in }
            }
            var configuration = Configuration()
            configuration.busyMode = .timeout(5)
            configuration.foreignKeysEnabled = true
            queue = try DatabaseQueue(path: path, configuration: configuration)
            try Self.prepare(queue)
            try Self.migrate(queue, path: path, migrations)
        } catch {
            throw GoalStoreFailure(error, path: path)
        }
    }

    /// Creates a store in memory.
    public static func inMemory() throws(GoalStoreFailure) -> GoalStore { try GoalStore(queue: DatabaseQueue.make()) }

    private init(queue: DatabaseQueue) throws(GoalStoreFailure) {
        path = ":memory:"
        self.queue = queue
        do { try Self.migrate(queue, path: path, GoalSchema.migrations) } catch {
            throw GoalStoreFailure(error, path: path)
        }
    }

    /// Makes commits durable. WAL mode lets another process read meanwhile.
    private static func prepare(_ queue: DatabaseQueue) throws {
        try queue.writeWithoutTransaction { database in
            _ = try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")
            try database.execute(sql: "PRAGMA synchronous = FULL")
        }
    }

    private static func migrate(_ queue: DatabaseQueue, path: String, _ migrations: [GoalSchema.Migration]) throws {
        let version = try queue.read { try Int.fetchOne($0, sql: "PRAGMA user_version") ?? 0 }
        guard version <= migrations.count else { throw GoalStoreFailure.newer(path) }
        guard version < migrations.count else { return }
        if version > 0 { try copy(queue, path: path, version: version) }
        for (index, migration) in migrations.enumerated().dropFirst(version) {
            try queue.write { database in
                // Another process may have migrated the file since the version was read.
                guard try Int.fetchOne(database, sql: "PRAGMA user_version") == index else { return }
                try migration(database)
                try database.execute(sql: "PRAGMA user_version = \(index + 1)")
            }
        }
    }

    /// Copies the file to `<name>.<version>.bak`, and removes all but the newest copies.
    private static func copy(_ queue: DatabaseQueue, path: String, version: Int) throws {
        let base = path.hasSuffix(".sqlite") ? String(path.dropLast(7)) : path
        let copy = "\(base).\(version).bak"
        if SystemFiles.exists(copy) { try SystemFiles.remove(copy) }
        try queue.writeWithoutTransaction { try $0.execute(sql: "VACUUM INTO ?", arguments: [copy]) }
        try SystemFiles.setMode(copy, 0o600)
        let old = (1...version).reversed().map { "\(base).\($0).bak" }.filter(SystemFiles.exists)
        for path in old.dropFirst(copiesMax) { try SystemFiles.remove(path) }
    }

    /// Reads from one consistent state.
    func read<Value>(_ body: (Database) throws -> Value) throws(GoalStoreFailure) -> Value {
        do { return try queue.read(body) } catch { throw GoalStoreFailure(error, path: path) }
    }

    /// Runs `body` in one transaction. An error of `body` undoes all of it.
    func write<Value>(_ body: (Database) throws -> Value) throws(GoalStoreFailure) -> Value {
        do { return try queue.write(body) } catch { throw GoalStoreFailure(error, path: path) }
    }

    /// Runs `body` in one transaction, and passes on refusals of the rules.
    func writeOrRefuse<Value>(_ body: (Database) throws -> Value) throws(GoalStoreError) -> Value {
        do {
            return try queue.write(body)
        } catch let error as GoalsError {
            throw .rule(error)
        } catch let error as LifecycleRefusal {
            throw .lifecycle(error)
        } catch let error as ExecutionFailure {
            throw .execution(error)
        } catch {
            throw .store(GoalStoreFailure(error, path: path))
        }
    }

    /// Deletes the file at `path` with the copies beside it, for a person who asked for that. The goals exist nowhere
    /// else.
    public static func deleteFile(path: String) throws(GoalStoreFailure) {
        let base = path.hasSuffix(".sqlite") ? String(path.dropLast(7)) : path
        let copies = (1...max(1, version)).map { "\(base).\($0).bak" }
        do {
            for file in [path, path + "-wal", path + "-shm"] + copies where SystemFiles.exists(file) {
                try SystemFiles.remove(file)
            }
        } catch {
            throw GoalStoreFailure(error, path: path)
        }
    }

    /// Closes the file; later calls throw.
    public func close() { try? queue.close() }
}

/// Why a change was not made.
public enum GoalStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A rule refuses it.
    case rule(GoalsError)
    /// The goal's state refuses it.
    case lifecycle(LifecycleRefusal)
    /// The month's state refuses it.
    case execution(ExecutionFailure)
    /// The file failed.
    case store(GoalStoreFailure)

    /// The text of the error inside. Only that of ``store(_:)`` is made of whole sentences.
    public var description: String {
        switch self {
        case .rule(let error): error.description
        case .lifecycle(let error): error.description
        case .execution(let error): error.description
        case .store(let failure): failure.description
        }
    }
}

extension DatabaseQueue {
    /// A database in memory with foreign keys.
    fileprivate static func make() throws(GoalStoreFailure) -> DatabaseQueue {
        do { return try DatabaseQueue() } catch { throw GoalStoreFailure(error, path: ":memory:") }
    }
}
