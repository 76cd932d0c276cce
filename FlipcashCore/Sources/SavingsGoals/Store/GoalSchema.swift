import GRDB

/// The tables of the file of goals, and how older files become newer ones (goals specification §12).
///
/// Amounts are texts of integers, because an amount of an asset with 18 decimals exceeds 64 bits. Dates are texts of
/// `TimestampText`.
enum GoalSchema {
    /// A step from one version to the next.
    typealias Migration = @Sendable (Database) throws -> Void

    /// The steps from an empty file on; the version of a file is the number of its steps.
    static let migrations: [Migration] = [
        { try $0.execute(sql: first) }, { try $0.execute(sql: second) }, { try $0.execute(sql: third) },
    ]

    private static let first = """
        CREATE TABLE goal (
            id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, currency TEXT NOT NULL, target TEXT NOT NULL,
            deadline TEXT NOT NULL, start TEXT NOT NULL, lifecycle TEXT NOT NULL, lifecycleChanged TEXT NOT NULL,
            modified TEXT NOT NULL, reminderFrequency TEXT, reminderTime TEXT, reminderFirst TEXT, emoji TEXT,
            note TEXT, link TEXT) STRICT;
        CREATE INDEX goalByDeadline ON goal (lifecycle, deadline);
        CREATE TABLE asset (
            id TEXT PRIMARY KEY NOT NULL, currency TEXT NOT NULL, source TEXT NOT NULL, mint TEXT, chain TEXT,
            address TEXT, owner TEXT REFERENCES goal (id) ON DELETE SET NULL, label TEXT, coinID TEXT,
            balance TEXT NOT NULL DEFAULT '0') STRICT;
        CREATE INDEX assetByOwner ON asset (owner);
        CREATE TABLE assetTransaction (
            id TEXT PRIMARY KEY NOT NULL, asset TEXT NOT NULL REFERENCES asset (id) ON DELETE CASCADE,
            units TEXT NOT NULL, date TEXT NOT NULL, source TEXT NOT NULL, externalID TEXT, counterparty TEXT,
            comment TEXT, UNIQUE (asset, externalID)) STRICT;
        CREATE INDEX assetTransactionByDate ON assetTransaction (asset, date);
        CREATE TABLE allocation (
            asset TEXT NOT NULL REFERENCES asset (id) ON DELETE CASCADE,
            goal TEXT NOT NULL REFERENCES goal (id) ON DELETE CASCADE,
            units TEXT NOT NULL CHECK (units NOT LIKE '-%' AND units <> '0'),
            PRIMARY KEY (asset, goal)) STRICT;
        CREATE INDEX allocationByGoal ON allocation (goal);
        CREATE TABLE allocationChange (
            sequence INTEGER PRIMARY KEY AUTOINCREMENT,
            asset TEXT NOT NULL REFERENCES asset (id) ON DELETE CASCADE,
            goal TEXT NOT NULL REFERENCES goal (id) ON DELETE CASCADE,
            units TEXT NOT NULL, date TEXT NOT NULL, created TEXT NOT NULL, month TEXT NOT NULL) STRICT;
        CREATE INDEX allocationChangeByAsset ON allocationChange (asset, date);
        CREATE INDEX allocationChangeByGoal ON allocationChange (goal);
        CREATE TABLE plan (
            goal TEXT NOT NULL REFERENCES goal (id) ON DELETE CASCADE, month TEXT NOT NULL, required TEXT NOT NULL,
            remaining TEXT NOT NULL, months TEXT NOT NULL, currency TEXT NOT NULL, state TEXT NOT NULL,
            flex TEXT NOT NULL, custom TEXT, computed TEXT NOT NULL, PRIMARY KEY (goal, month)) STRICT;
        CREATE TABLE execution (
            sequence INTEGER PRIMARY KEY AUTOINCREMENT, month TEXT NOT NULL, status TEXT NOT NULL,
            started TEXT NOT NULL, changed TEXT NOT NULL, undoEnd TEXT, rates TEXT NOT NULL, contributions TEXT) STRICT;
        CREATE TABLE completionEvent (
            sequence INTEGER PRIMARY KEY AUTOINCREMENT, month TEXT NOT NULL, date TEXT NOT NULL, undone TEXT) STRICT;
        CREATE TABLE rate (pair TEXT PRIMARY KEY NOT NULL, rate TEXT NOT NULL, date TEXT NOT NULL) STRICT;
        CREATE TABLE ratePause (provider TEXT PRIMARY KEY NOT NULL, date TEXT NOT NULL) STRICT;
        CREATE TABLE point (
            goal TEXT NOT NULL REFERENCES goal (id) ON DELETE CASCADE, date TEXT NOT NULL, total TEXT NOT NULL,
            PRIMARY KEY (goal, date)) STRICT;
        CREATE TABLE setting (key TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) STRICT;
        CREATE TABLE calendarEvent (
            uid TEXT PRIMARY KEY NOT NULL, content TEXT NOT NULL, sequence INTEGER NOT NULL,
            isCancelled INTEGER NOT NULL) STRICT;
        CREATE TABLE standingOrder (
            id TEXT PRIMARY KEY NOT NULL, goal TEXT NOT NULL REFERENCES goal (id) ON DELETE CASCADE,
            asset TEXT NOT NULL REFERENCES asset (id) ON DELETE CASCADE, amount TEXT, share TEXT, rhythm TEXT NOT NULL,
            first TEXT NOT NULL, created TEXT NOT NULL) STRICT;
        CREATE TABLE standingRun (
            standingOrder TEXT NOT NULL REFERENCES standingOrder (id) ON DELETE CASCADE, period TEXT NOT NULL,
            date TEXT NOT NULL, outcome TEXT NOT NULL, units TEXT NOT NULL,
            PRIMARY KEY (standingOrder, period)) STRICT;
        """

    /// Frozen plans of a month, contributions on their way, and readings of chains.
    private static let second = """
        ALTER TABLE execution ADD COLUMN plans TEXT;
        CREATE UNIQUE INDEX executionByMonth ON execution (month);
        CREATE TABLE pendingContribution (
            payment TEXT PRIMARY KEY NOT NULL, kind TEXT NOT NULL,
            goal TEXT NOT NULL REFERENCES goal (id) ON DELETE CASCADE,
            asset TEXT NOT NULL REFERENCES asset (id) ON DELETE CASCADE,
            units TEXT NOT NULL, date TEXT NOT NULL) STRICT;
        CREATE TABLE chainReading (
            asset TEXT PRIMARY KEY NOT NULL REFERENCES asset (id) ON DELETE CASCADE,
            units TEXT, read TEXT, listed TEXT, asked TEXT, failure TEXT) STRICT;
        """

    /// The last run of an order is found without its others.
    private static let third = "CREATE INDEX standingRunByDate ON standingRun (standingOrder, date, period);"
}
