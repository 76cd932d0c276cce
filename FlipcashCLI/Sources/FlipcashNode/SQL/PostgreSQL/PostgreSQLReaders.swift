import Dispatch
import Foundation

/// The reading connections. They are opened when needed; a caller waits when all of them are in use:
/// a request for 5 seconds at most.
final class PostgreSQLReaders: @unchecked Sendable {  // Safe: the lock guards the variables.
    /// What these connections are for.
    enum Use {
        /// Requests, which must not wait for long.
        case requests
        /// Work beside them that may take long, such as an audit.
        case longWork

        /// The most connections.
        var countMax: Int {
            switch self {
            case .requests: 4
            case .longWork: 1
            }
        }

        /// Begins a snapshot.
        fileprivate var begin: String {
            let snapshot = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
            return switch self {
            case .requests: snapshot + "; SET LOCAL statement_timeout = 5000"
            case .longWork: snapshot
            }
        }
    }

    /// How long a request waits for a connection.
    private static let patience = DispatchTimeInterval.seconds(5)

    private let url: PostgreSQLURL
    private let use: Use
    /// A place for each connection that may be in use.
    private let places: DispatchSemaphore
    private let lock = NSLock()
    private var idle: [PostgreSQLConnection] = []
    private var isClosed = false

    init(_ url: PostgreSQLURL, for use: Use = .requests) {
        self.url = url
        self.use = use
        places = DispatchSemaphore(value: use.countMax)
    }

    /// Runs `body` on one consistent snapshot, which cannot be written to.
    func with<Result>(_ body: (PostgreSQLConnection) throws -> Result) throws -> Result {
        let connection = try take()
        defer { giveBack(connection) }
        try connection.script(use.begin)
        do {
            let result = try body(connection)
            try connection.script("COMMIT")
            return result
        } catch {
            if connection.isInTransaction { try? connection.script("ROLLBACK") }
            throw error
        }
    }

    func close() {
        lock.withLock {
            isClosed = true
            idle = []
        }
        // Wakes a caller that waits, which wakes the next one.
        places.signal()
    }

    private func take() throws(SQLFailure) -> PostgreSQLConnection {
        try waitForPlace()
        do throws(SQLFailure) {
            if let free = try takeIdle(), free.isUsable { return free }
            return try .reader(url)
        } catch {
            places.signal()
            throw error
        }
    }

    /// The wait is measured by the time that the machine runs, whatever its clock shows.
    private func waitForPlace() throws(SQLFailure) {
        let end: DispatchTime =
            switch use {
            case .requests: .now() + Self.patience
            case .longWork: .distantFuture
            }
        guard places.wait(timeout: end) == .success else { throw .busy("all reading connections are in use") }
    }

    /// A connection that an earlier caller has left; nil if there is none.
    private func takeIdle() throws(SQLFailure) -> PostgreSQLConnection? {
        lock.lock()
        defer { lock.unlock() }
        guard !isClosed else { throw .other("the database is closed") }
        return idle.popLast()
    }

    /// Keeps the connection for the next caller unless it is lost.
    private func giveBack(_ connection: PostgreSQLConnection) {
        lock.withLock {
            if connection.isIdle, !isClosed { idle.append(connection) }
        }
        places.signal()
    }
}
