import GRDB
import GRDBSQLite

extension Database {
    /// How many steps of SQLite's machine pass between two looks at the task: some microseconds.
    private static let stepsBetweenLooks: CInt = 1_000

    /// Runs `body`. Its statements fail once the calling task is cancelled, so that a statement that reads a whole
    /// database does not keep the node from stopping.
    func interruptible<Result>(_ body: () throws -> Result) rethrows -> Result {
        sqlite3_progress_handler(sqliteConnection, Self.stepsBetweenLooks, { _ in Task.isCancelled ? 1 : 0 }, nil)
        defer { sqlite3_progress_handler(sqliteConnection, 0, nil, nil) }
        return try body()
    }
}
