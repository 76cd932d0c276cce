import Dispatch
import GRDB
import Synchronization

/// Connections to a file that only read, each lent to one thread at a time.
///
/// They are opened when they are first needed. GRDB's own pool reads the schema's version, compiles its transaction anew
/// and passes several queues for every read, which costs more than the reads of a request.
final class SQLiteReaders: Sendable {
    /// How many threads may read at the same time.
    private static let countMax = 4

    private let path: String
    private let configuration: Configuration
    private let idle = Mutex<[DatabaseQueue]>([])
    private let places = DispatchSemaphore(value: countMax)

    init(path: String, configuration: Configuration) {
        var configuration = configuration
        configuration.readonly = true
        self.path = path
        self.configuration = configuration
    }

    /// Runs `body` on one consistent state of the database. Waits while all connections are in use.
    func read<Result>(_ body: (any SQLConnection) throws -> Result) throws -> Result {
        places.wait()
        defer { places.signal() }
        let queue = try idle.withLock { $0.popLast() } ?? DatabaseQueue(path: path, configuration: configuration)
        defer { idle.withLock { $0.append(queue) } }
        return try queue.unsafeRead { database in
            let connection = SQLiteConnection(database: database)
            // The state is that of the first statement of `body`.
            try connection.execute("BEGIN", [])
            defer { Self.end(connection) }
            return try body(connection)
        }
    }

    private static func end(_ connection: SQLiteConnection) {
        _ = try? connection.execute("COMMIT", [])
        if connection.isInTransaction { _ = try? connection.execute("ROLLBACK", []) }
    }

    /// Closes the connections. Nothing may read any more.
    func close() throws {
        for queue in idle.withLock({ idle in
            defer { idle = [] }
            return idle
        }) {
            try queue.close()
        }
    }
}
