import Foundation

@testable import FlipcashNode

/// An empty schema in one database that tests share. Creating it takes milliseconds; a database takes much longer.
///
/// Deinitialization removes it, so keep the object while the schema is in use.
final class ThrowAwaySchema: Sendable {
    let url: PostgreSQLURL
    private let name: String

    /// - Throws: when no server is installed, or it does not start.
    init() throws {
        let administrator = try Administrator.shared.get()
        name = "s_" + UUID().uuidString.filter(\.isHexDigit).lowercased()
        let options = "&options=-csearch_path%3D\(name)&application_name=\(name)"
        url = try PostgreSQLURL(administrator.database.address + options)
        try administrator.run("CREATE SCHEMA \(name)")
    }

    deinit { try? Administrator.shared.get().run("DROP SCHEMA \(name) CASCADE") }

    /// Ends the sessions of everybody who works in this schema, as an administrator or a crash of the server would, and
    /// waits for their end.
    func endSessions() throws {
        let administrator = try Administrator.shared.get()
        let sessions = "FROM pg_stat_activity WHERE application_name = '\(name)'"
        try administrator.run("SELECT pg_terminate_backend(pid) \(sessions)")
        while try administrator.count("SELECT count(*) \(sessions)") != 0 {}
    }

    /// Opens the database for one store.
    func open() throws -> any SQLDatabase { Opened(schema: self, database: try PostgreSQLDatabase(url)) }

    /// Keeps the schema as long as the database is in use.
    private struct Opened: SQLDatabase {
        let schema: ThrowAwaySchema
        let database: PostgreSQLDatabase

        func read<Result>(_ body: (any SQLConnection) throws -> Result) throws -> Result { try database.read(body) }

        func withWriter<Result>(_ body: (any SQLConnection) throws -> Result) throws -> Result {
            try database.withWriter(body)
        }

        func copy(toFile path: String) throws { try database.copy(toFile: path) }

        func takeOver(_ connection: any SQLConnection) throws { try database.takeOver(connection) }

        func close(keepingLog: Bool) throws { try database.close(keepingLog: keepingLog) }
    }
}

/// The connection that creates and removes schemas.
private final class Administrator: @unchecked Sendable {  // Safe: the lock guards the connection.
    static let shared = Result { try Administrator() }

    let database: ThrowAwayDatabase
    private let lock = NSLock()
    private let connection: PostgreSQLConnection

    private init() throws {
        guard let database = try ThrowAwayPostgreSQL.sharedDatabase() else {
            throw ThrowAwayPostgreSQL.Failure(description: "PostgreSQL is not installed")
        }
        self.database = database
        connection = try PostgreSQLConnection(PostgreSQLURL(database.address))
    }

    func run(_ sql: String) throws {
        lock.lock()
        defer { lock.unlock() }
        try connection.script(sql)
    }

    func count(_ sql: String) throws -> Int64 {
        lock.lock()
        defer { lock.unlock() }
        return try StoreReader(connection: connection).integer(sql)
    }
}
