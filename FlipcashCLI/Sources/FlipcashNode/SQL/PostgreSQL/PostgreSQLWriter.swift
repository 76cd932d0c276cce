import Foundation

/// The writing connection. One caller at a time uses it.
///
/// A lost connection is replaced before the next caller gets it, never while one uses it. The new connection takes the
/// advisory lock, so the session of the old one has ended and its last commit is decided. If another process has taken
/// the database over meanwhile, nothing more is written: what this process remembers may no longer be true.
final class PostgreSQLWriter: @unchecked Sendable {  // Safe: the lock guards the variables.
    private let url: PostgreSQLURL
    private let lock = NSLock()
    private var connection: PostgreSQLConnection?
    private var isClosed = false
    /// This process's mark in the database; nil until it has taken the database over.
    private var mark: [UInt8]?

    /// - Throws: `StoreError`, `SQLFailure` when the database is not usable.
    init(_ url: PostgreSQLURL) throws {
        self.url = url
        connection = try .writer(url)
    }

    /// Runs `body` outside any transaction. A transaction that `body` leaves open is rolled back.
    func with<Result>(_ body: (PostgreSQLConnection) throws -> Result) throws -> Result {
        lock.lock()
        defer { lock.unlock() }
        let connection = try usableConnection()
        defer { if connection.isInTransaction { try? connection.script("ROLLBACK") } }
        return try body(connection)
    }

    /// Marks the database as this process's, in the transaction that `connection` has open.
    func takeOver(_ connection: any SQLConnection) throws {
        // The server makes up the mark.
        let row = try connection.rows(
            "UPDATE node_database SET writer = uuid_send(gen_random_uuid()) RETURNING writer", []
        ).first
        // Called by `with`, which holds the lock.
        mark = try row?.bytes("writer")
    }

    func close() {
        lock.lock()
        defer { lock.unlock() }
        isClosed = true
        connection?.close()
        connection = nil
    }

    private func usableConnection() throws -> PostgreSQLConnection {
        guard !isClosed else { throw SQLFailure.other("the database is closed") }
        if let connection, connection.isUsable { return connection }
        connection?.close()
        connection = nil
        let new = try PostgreSQLConnection.writer(url)
        try checkMark(new)
        connection = new
        return new
    }

    /// - Throws: `SQLFailure.superseded` when another process has taken the database over.
    private func checkMark(_ connection: PostgreSQLConnection) throws {
        guard let mark else { return }
        let found = try connection.rows("SELECT writer FROM node_database", []).first?.optionalBytes("writer")
        guard found == mark else {
            throw SQLFailure.superseded("another node has written to \(url) meanwhile; restart this one")
        }
    }
}
