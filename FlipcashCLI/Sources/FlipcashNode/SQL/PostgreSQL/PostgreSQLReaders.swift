import FlipcashCore

/// The reading connections. They are opened when needed; a caller waits when all of them are in use:
/// a request for 5 seconds at most.
final class PostgreSQLReaders: @unchecked Sendable {  // Safe: the condition's lock guards the variables.
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

    private let url: PostgreSQLURL
    private let use: Use
    private let condition = MonotonicCondition()
    private let clock = SystemClock()
    private var idle: [PostgreSQLConnection] = []
    private var used: [PostgreSQLConnection] = []
    /// The connections that exist or are being opened.
    private var count = 0
    private var isClosed = false

    init(_ url: PostgreSQLURL, for use: Use = .requests) {
        self.url = url
        self.use = use
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
        condition.lock()
        defer { condition.unlock() }
        isClosed = true
        count -= idle.count
        idle = []
        condition.broadcast()
    }

    /// Makes the statements fail that run now.
    func interrupt() {
        condition.lock()
        let connections = used
        condition.unlock()
        for connection in connections { connection.interrupt() }
    }

    private func take() throws(SQLFailure) -> PostgreSQLConnection {
        let free = try waitForPlace()
        do throws(SQLFailure) {
            let connection = if let free, free.isUsable { free } else { try PostgreSQLConnection.reader(url) }
            condition.lock()
            defer { condition.unlock() }
            used.append(connection)
            return connection
        } catch {
            giveBack(nil)
            throw error
        }
    }

    /// Waits for a free connection. Returns nil if the caller may open a new one.
    private func waitForPlace() throws(SQLFailure) -> PostgreSQLConnection? {
        condition.lock()
        defer { condition.unlock() }
        let start = clock.uptime()
        while !isClosed, idle.isEmpty, count == use.countMax {
            switch use {
            case .requests:
                let left = Self.patience - (clock.uptime() - start)
                guard left > .zero else { throw .busy("all reading connections are in use") }
                condition.wait(for: left)
            case .longWork:
                condition.wait()
            }
        }
        guard !isClosed else { throw .other("the database is closed") }
        if let connection = idle.popLast() { return connection }
        count += 1
        return nil
    }

    /// Keeps the connection for the next caller, or makes room for a new one when it is nil or lost.
    private func giveBack(_ connection: PostgreSQLConnection?) {
        condition.lock()
        defer { condition.unlock() }
        used.removeAll { $0 === connection }
        if let connection, connection.isIdle, !isClosed {
            idle.append(connection)
        } else {
            count -= 1
        }
        condition.signal()
    }
}
