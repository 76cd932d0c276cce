import FlipcashCore
import GRDB

/// The tables of the store. A migration is never edited after its release.
enum SplitSchema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { database in
            try database.execute(
                sql: """
                    CREATE TABLE state (key TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) WITHOUT ROWID;
                    CREATE TABLE entity (
                        kind INTEGER NOT NULL,
                        id TEXT NOT NULL,
                        groupID TEXT,
                        date INTEGER NOT NULL,
                        data BLOB NOT NULL,
                        PRIMARY KEY (kind, id)
                    ) WITHOUT ROWID;
                    CREATE INDEX entityByGroup ON entity (kind, groupID, date, id);
                    CREATE INDEX entityByDate ON entity (kind, date, id);
                    CREATE TABLE outbox (
                        position INTEGER PRIMARY KEY AUTOINCREMENT,
                        operation TEXT NOT NULL UNIQUE,
                        data BLOB NOT NULL,
                        isAccepted INTEGER NOT NULL DEFAULT 0
                    );
                    CREATE TABLE refusal (
                        position INTEGER PRIMARY KEY AUTOINCREMENT,
                        operation TEXT NOT NULL UNIQUE,
                        data BLOB NOT NULL,
                        code INTEGER NOT NULL,
                        detail TEXT NOT NULL
                    );
                    """)
        }
        return migrator
    }

    /// Brings the tables up to date. A file with older tables is copied first, to `PATH.before-N`.
    static func migrate(_ queue: DatabaseQueue, path: String?) throws {
        try migrate(queue, path: path, with: migrator)
    }

    static func migrate(_ queue: DatabaseQueue, path: String?, with migrator: DatabaseMigrator) throws {
        let applied = try queue.read { try migrator.appliedIdentifiers($0) }
        guard applied.subtracting(migrator.migrations).isEmpty else { throw SplitStoreFailure.newerVersion }
        if let path, !applied.isEmpty, applied.count < migrator.migrations.count {
            let copy = "\(path).before-\(migrator.migrations.count)"
            // An earlier attempt may have left a copy of the same tables.
            if !SystemFiles.exists(copy) {
                try queue.writeWithoutTransaction { try $0.execute(sql: "VACUUM INTO ?", arguments: [copy]) }
            }
        }
        try migrator.migrate(queue)
    }
}
