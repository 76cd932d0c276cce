extension PostgreSQLConnection {
    /// The first number of the advisory lock that the writing node holds: the letters `FLND`. The second one is the
    /// number of the schema, so that nodes can share a database when each has a schema of its own.
    private static let lockKey: Int64 = 0x464C_4E44

    /// How long to wait for the advisory lock. The server needs a moment to notice that the previous node has ended.
    private static let writerWait = "2s"

    /// How long a statement waits for a lock of somebody else, as with SQLite.
    private static let statementWait = "1s"

    /// Connects for reading.
    ///
    /// - Throws: `SQLFailure`.
    static func reader(_ url: PostgreSQLURL) throws(SQLFailure) -> PostgreSQLConnection {
        let connection = try PostgreSQLConnection(url)
        try connection.script(
            """
            SET client_encoding = 'UTF8';
            SET standard_conforming_strings = on;
            SET TimeZone = 'UTC';
            SET lock_timeout = '\(statementWait)';
            SET tcp_keepalives_idle = 30;
            SET tcp_keepalives_interval = 10;
            SET tcp_keepalives_count = 3
            """)
        let encoding = try connection.setting("server_encoding")
        guard encoding == "UTF8" else {
            throw .other("the database \(url) has the encoding \(encoding); it needs UTF8")
        }
        guard try connection.rows("SELECT current_schema()", []).first?.values.first != .null else {
            throw .other("the user of \(url) has no schema to use; create one, or change search_path")
        }
        return connection
    }

    /// Connects for writing, as the only node that does.
    ///
    /// - Throws: `StoreError.notDurable` when the server may lose commits, `SQLFailure.busy` when another node writes
    ///   to the database, another `SQLFailure` when it is not usable.
    static func writer(_ url: PostgreSQLURL) throws -> PostgreSQLConnection {
        let connection = try reader(url)
        try connection.makeDurable(url)
        try connection.lockForWriting(url)
        return connection
    }

    /// Makes a commit return only after it is on the server's disk. A server that also waits for its replicas keeps
    /// doing so.
    private func makeDurable(_ url: PostgreSQLURL) throws {
        if try setting("synchronous_commit") != "remote_apply" { try script("SET synchronous_commit = on") }
        let level = try setting("synchronous_commit")
        guard ["on", "remote_apply"].contains(level) else {
            throw StoreError.notDurable(path: url.description, setting: "synchronous_commit", found: level)
        }
        let sync = try setting("fsync")
        guard sync == "on" else { throw StoreError.notDurable(path: url.description, setting: "fsync", found: sync) }
    }

    /// Takes the advisory lock, which the server releases when the connection ends.
    private func lockForWriting(_ url: PostgreSQLURL) throws(SQLFailure) {
        try script("SET lock_timeout = '\(Self.writerWait)'")
        do throws(SQLFailure) {
            _ = try rows(
                """
                SELECT pg_advisory_lock(
                    CAST(? AS INTEGER), CAST(CAST(to_regnamespace(current_schema()::text) AS oid) AS INTEGER))
                """, [Self.lockKey])
        } catch {
            if case .busy = error { throw .busy("another node writes to \(url)") }
            throw error
        }
        try script("SET lock_timeout = '\(Self.statementWait)'")
    }

    private func setting(_ name: String) throws(SQLFailure) -> String {
        guard case .text(let value) = try rows("SELECT current_setting(?)", [name]).first?.values.first else {
            throw .other("PostgreSQL has no setting \(name)")
        }
        return value
    }
}
