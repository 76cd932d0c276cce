import GRDB
import GRDBSQLite
import Synchronization
import Testing

@testable import FlipcashNode

/// Counts the steps of SQLite's machine. They are the same on every machine, and grow with the rows that are read.
final class SQLiteSteps: Sendable {
    private let count = Mutex(0)

    /// Counts the steps that `body` lets a database in memory take, which has one connection.
    static func count(_ store: NodeStore, of body: () async throws -> Void) async throws -> Int {
        let steps = SQLiteSteps()
        try steps.watch(store, true)
        do {
            try await body()
        } catch {
            try steps.watch(store, false)
            throw error
        }
        try steps.watch(store, false)
        return steps.count.withLock { $0 }
    }

    private func watch(_ store: NodeStore, _ isOn: Bool) throws {
        try store.withWriter { connection in
            let connection = try #require(connection as? FlipcashNode.SQLiteConnection)
            let note: @convention(c) (UnsafeMutableRawPointer?) -> CInt = { steps in
                if let steps {
                    Unmanaged<SQLiteSteps>.fromOpaque(steps).takeUnretainedValue().count.withLock { $0 += 1 }
                }
                return 0
            }
            sqlite3_progress_handler(
                connection.database.sqliteConnection, isOn ? 1 : 0, note, Unmanaged.passUnretained(self).toOpaque())
        }
    }
}
