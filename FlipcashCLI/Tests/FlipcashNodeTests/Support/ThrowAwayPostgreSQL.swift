import Foundation

/// A PostgreSQL server for tests. Only the current user and root can reach it, over a Unix socket in its own folder.
///
/// The server stops, and its folder is removed, with `stop()` or deinitialization. It also stops when the test process
/// is killed, but then the folder stays.
final class ThrowAwayPostgreSQL: Sendable {
    /// Why a server did not start.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The server that tests share, each with a database of its own. It stops when the process exits.
    private static let shared = Result {
        let server = try ThrowAwayPostgreSQL()
        atexit { ThrowAwayPostgreSQL.stopShared() }
        return server
    }

    private static let administrator = "flipcash"

    /// The folder of the server's files and its socket.
    let folder: String

    private let programs: PostgreSQLPrograms
    private let server: ServerProcess

    /// Whether the programs of a server are installed.
    static var isInstalled: Bool { PostgreSQLPrograms.installed != nil }

    /// Creates an empty database on the shared server; nil when no server is installed.
    static func sharedDatabase() throws -> ThrowAwayDatabase? { try shared.get()?.createDatabase() }

    private static func stopShared() {
        if case .success(let server?) = shared { server.stop() }
    }

    /// Starts a server; nil when none is installed.
    ///
    /// - Parameters:
    ///   - settings: settings of the server, such as `fsync`.
    ///   - access: the lines of `pg_hba.conf`, which say who must give a password. By default none must.
    /// - Throws: when the server does not start.
    init?(settings: [String: String] = [:], access: [String] = ["local all all trust"]) throws {
        guard let programs = PostgreSQLPrograms.installed else { return nil }
        self.programs = programs
        folder = try programs.user.createFolder()
        let data = folder + "/data"
        let settings = settings.merging(["listen_addresses": "", "unix_socket_directories": folder]) { $1 }
        server = ServerProcess(log: folder + "/log")
        do {
            try programs.run(
                "initdb", ["-D", data, "-U", Self.administrator, "-E", "UTF8", "-A", "trust", "--locale=C", "-N"])
            try Data((access.joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: data + "/pg_hba.conf"))
            let arguments = ["-D", data] + settings.flatMap { ["-c", "\($0.key)=\($0.value)"] }
            try server.start(programs.command("postgres", arguments, endsWithThread: true))
            try server.waitUntilReady(data: data)
        } catch {
            stop()
            throw error
        }
    }

    deinit { stop() }

    /// Creates an empty database.
    ///
    /// - Throws: `Failure`.
    func createDatabase() throws -> ThrowAwayDatabase {
        let name = "test_" + UUID().uuidString.filter(\.isHexDigit).lowercased()
        try programs.run("createdb", ["-h", folder, "-U", Self.administrator, name])
        return ThrowAwayDatabase(name: name, server: self)
    }

    /// Removes a database and ends its connections. On a disk this takes a second, so it stays until the server stops.
    fileprivate func remove(_ name: String) {
        guard folder.hasPrefix(UnprivilegedUser.memoryFolder) else { return }
        try? programs.run("dropdb", ["-h", folder, "-U", Self.administrator, "--force", name])
    }

    /// The address of a database.
    ///
    /// - Parameter user: a user and the password, percent-encoded: `name:password`.
    func address(of database: String, user: String? = nil) -> String {
        "postgres://\(user ?? Self.administrator)@/\(database)?host=\(folder)"
    }

    /// Stops the server, ends all connections and removes the folder. Later calls do nothing.
    func stop() {
        server.stop()
        try? FileManager.default.removeItem(atPath: folder)
    }
}

/// A database of a throw-away server. Deinitialization removes it, so keep the object while the database is in use.
final class ThrowAwayDatabase: Sendable {
    let name: String
    private let server: ThrowAwayPostgreSQL

    fileprivate init(name: String, server: ThrowAwayPostgreSQL) {
        self.name = name
        self.server = server
    }

    deinit { server.remove(name) }

    /// The address as `node run --database` takes it.
    var address: String { server.address(of: name) }
}
