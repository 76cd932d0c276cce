import Dispatch
import FlipcashCore
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
    private static let patience = Duration.seconds(5)
    /// How many seconds pass between two attempts of a request that waits.
    private static let pause = 0.002

    private let url: PostgreSQLURL
    private let use: Use
    /// A place for each connection that may be in use.
    private let places: DispatchSemaphore
    private let lock = NSLock()
    private var idle: [PostgreSQLConnection] = []
    private var used: [PostgreSQLConnection] = []
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

    /// Makes the statements fail that run now.
    func interrupt() {
        for connection in lock.withLock({ used }) { connection.interrupt() }
    }

    private func take() throws(SQLFailure) -> PostgreSQLConnection {
        try waitForPlace()
        do throws(SQLFailure) {
            let connection: PostgreSQLConnection
            if let free = try usableIdle() { connection = free } else { connection = try .reader(url) }
            lock.withLock { used.append(connection) }
            return connection
        } catch {
            places.signal()
            throw error
        }
    }

    /// Dispatch measures how long it waits by the machine's clock, which may be set meanwhile. So a request that has a
    /// time limit tries again and again instead.
    private func waitForPlace() throws(SQLFailure) {
        switch use {
        case .longWork:
            places.wait()
        case .requests:
            let clock = SystemClock()
            let start = clock.uptime()
            while places.wait(timeout: .now()) == .timedOut {
                guard clock.uptime() - start < Self.patience else { throw .busy("all reading connections are in use") }
                Thread.sleep(forTimeInterval: Self.pause)
            }
        }
    }

    private func usableIdle() throws(SQLFailure) -> PostgreSQLConnection? {
        guard let free = try takeIdle(), free.isUsable else { return nil }
        return free
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
            used.removeAll { $0 === connection }
            if connection.isIdle, !isClosed { idle.append(connection) }
        }
        places.signal()
    }
}
