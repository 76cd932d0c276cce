/// Which program a database belongs to, and the version of its tables.
///
/// SQLite has numbers for this in the file's head. In PostgreSQL they stand in a table.
struct SchemaMark: Hashable, Sendable {
    /// `NodeSchema.applicationID` in a node's database; 0 in a new one.
    let application: Int64
    let version: Int
    /// How many tables and other objects the database has, also those of other programs.
    let tableCount: Int64

    /// Reads the mark.
    init(of reader: StoreReader) throws {
        switch reader.connection.dialect {
        case .sqlite:
            application = try reader.integer("PRAGMA application_id")
            version = Int(try reader.integer("PRAGMA user_version"))
            tableCount = try reader.integer("SELECT count(*) FROM sqlite_schema")
        case .postgreSQL:
            tableCount = try reader.integer(
                "SELECT count(*) FROM pg_class WHERE relnamespace = to_regnamespace(current_schema())")
            let hasMark = try reader.integer("SELECT to_regclass('node_database') IS NOT NULL") != 0
            let row = hasMark ? try reader.row("SELECT application, version FROM node_database", []) : nil
            application = try row?.integer("application") ?? 0
            version = Int(try row?.integer("version") ?? 0)
        }
    }

    /// Records that the database is a node's and has the tables of `version`.
    static func write(_ version: Int, to connection: any SQLConnection) throws {
        let application = NodeSchema.applicationID
        switch connection.dialect {
        case .sqlite:
            try connection.script("PRAGMA application_id = \(application); PRAGMA user_version = \(version)")
        case .postgreSQL:
            try connection.script(
                """
                CREATE TABLE IF NOT EXISTS node_database (
                    one BIGINT PRIMARY KEY CHECK (one = 1), application BIGINT NOT NULL, version BIGINT NOT NULL,
                    writer BYTEA
                );
                INSERT INTO node_database (one, application, version) VALUES (1, \(application), \(version))
                    ON CONFLICT (one) DO UPDATE SET version = excluded.version
                """)
        }
    }
}
