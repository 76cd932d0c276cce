import Foundation
import Testing

@testable import FlipcashNode

/// The database on which the node's tests run: SQLite in memory, or with `FLIPCASH_TEST_DATABASE=postgresql` an empty
/// schema for each store, on one throw-away server. `Scripts/test-postgresql.sh` runs them on the latter.
enum TestDatabase {
    static let isPostgreSQL = ProcessInfo.processInfo.environment["FLIPCASH_TEST_DATABASE"] == "postgresql"

    /// Why a test about SQLite's file, or its own statements, does not run on PostgreSQL.
    static let onlySQLite: Comment = "is about SQLite alone"

    /// An empty store.
    static func store() throws -> NodeStore { try NodeStore(database: database(), path: ":test:") }

    /// An empty database.
    static func database() throws -> any SQLDatabase {
        try isPostgreSQL ? ThrowAwaySchema().open() : SQLiteDatabase()
    }

    /// Calls `body` with a configuration whose node uses an empty database, unless it has a folder.
    static func with<Value>(
        _ configuration: NodeConfiguration, _ body: (NodeConfiguration) async throws -> Value
    ) async throws -> Value {
        guard isPostgreSQL, case .memory = configuration.storage else { return try await body(configuration) }
        let schema = try ThrowAwaySchema()
        defer { withExtendedLifetime(schema) {} }
        var configuration = configuration
        configuration.database = schema.url
        return try await body(configuration)
    }
}
