import Foundation
import Testing

@testable import FlipcashNode

@Suite(.enabled(if: ThrowAwayPostgreSQL.isInstalled, "PostgreSQL is not installed"))
struct ThrowAwayPostgreSQLTests {
    @Test("A stopped server accepts no connections and leaves no folder")
    func stop_runningServer_removesAll() throws {
        let server = try #require(try ThrowAwayPostgreSQL())
        let database = try server.createDatabase()
        let address = database.address
        let connection = try PostgreSQLConnection(PostgreSQLURL(address))
        defer { withExtendedLifetime(database) {} }
        let mode = try FileManager.default.attributesOfItem(atPath: server.folder)[.posixPermissions] as? Int
        #expect(mode == 0o700)
        server.stop()
        #expect(!connection.isUsable)
        #expect(throws: SQLFailure.self) { try PostgreSQLConnection(PostgreSQLURL(address)) }
        #expect(!FileManager.default.fileExists(atPath: server.folder))
        server.stop()
    }

    @Test("A database is removed with its last reference, also while somebody is connected")
    func deinit_database_isRemoved() throws {
        let server = try #require(try ThrowAwayPostgreSQL())
        defer { server.stop() }
        guard server.folder.hasPrefix(UnprivilegedUser.memoryFolder) else { return }
        let administrator = try PostgreSQLConnection(PostgreSQLURL(server.address(of: "postgres")))
        var database: ThrowAwayDatabase? = try server.createDatabase()
        let name = try #require(database?.name)
        let connection = try PostgreSQLConnection(PostgreSQLURL(server.address(of: name)))
        #expect(try administrator.value("SELECT count(*) FROM pg_database WHERE datname = ?", [name]) == .integer(1))
        database = nil
        #expect(try administrator.value("SELECT count(*) FROM pg_database WHERE datname = ?", [name]) == .integer(0))
        #expect(!connection.isUsable)
    }

    @Test("A server that does not start says why and leaves no folder")
    func init_invalidSetting_throws() throws {
        let failure = #expect(throws: ThrowAwayPostgreSQL.Failure.self) {
            try ThrowAwayPostgreSQL(settings: ["no_such_setting": "1"])
        }
        #expect(failure?.description.contains("no_such_setting") == true)
    }
}
