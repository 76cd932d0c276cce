import GRDB

/// The tables of the disposable store (client specification §4.4).
///
/// There are no migrations. A change of a table raises ``SQLiteVersion/current``; a store of another version is deleted
/// and filled again from the server. A new table needs no new version: it is created when a store without it is opened.
enum Schema {
    /// Creates the missing tables.
    static func create(_ database: GRDB.Database) throws {
        for statement in tables { try database.execute(sql: statement) }
    }

    private static let tables = [
        """
        CREATE TABLE IF NOT EXISTS balance (
            mint BLOB PRIMARY KEY NOT NULL,
            quarks INTEGER NOT NULL,
            costBasis REAL,
            updatedAt TEXT NOT NULL
        ) WITHOUT ROWID
        """,
        """
        CREATE TABLE IF NOT EXISTS mint (
            mint BLOB PRIMARY KEY NOT NULL,
            name TEXT NOT NULL,
            symbol TEXT NOT NULL,
            decimals INTEGER NOT NULL,
            bio TEXT,
            imageURL TEXT,
            vmAddress BLOB,
            vmAuthority BLOB,
            lockDuration INTEGER,
            currencyConfig BLOB,
            liquidityPool BLOB,
            seed BLOB,
            authority BLOB,
            mintVault BLOB,
            coreMintVault BLOB,
            coreMintFees BLOB,
            supplyFromBonding INTEGER,
            sellFeeBps INTEGER,
            socialLinks TEXT,
            billColors TEXT,
            createdAt TEXT,
            updatedAt TEXT NOT NULL
        ) WITHOUT ROWID
        """,
        """
        CREATE TABLE IF NOT EXISTS activity (
            id BLOB PRIMARY KEY NOT NULL,
            kind INTEGER NOT NULL,
            state INTEGER NOT NULL,
            title TEXT NOT NULL,
            quarks INTEGER NOT NULL,
            nativeAmount REAL NOT NULL,
            currency TEXT NOT NULL,
            mint BLOB NOT NULL,
            date TEXT NOT NULL,
            counterpartyUserID TEXT,
            counterpartyPhone TEXT
        ) WITHOUT ROWID
        """,
        """
        CREATE TABLE IF NOT EXISTS cashLinkMetadata (
            id BLOB PRIMARY KEY NOT NULL REFERENCES activity(id) ON DELETE CASCADE,
            vault BLOB NOT NULL,
            canCancel INTEGER NOT NULL
        ) WITHOUT ROWID
        """,
        """
        CREATE TABLE IF NOT EXISTS cashLinkEnd (
            id BLOB PRIMARY KEY NOT NULL REFERENCES activity(id) ON DELETE CASCADE,
            state TEXT NOT NULL
        ) WITHOUT ROWID
        """,
        "CREATE TABLE IF NOT EXISTS cashLinkLookUp (id INTEGER PRIMARY KEY NOT NULL, link BLOB NOT NULL) WITHOUT ROWID",
        """
        CREATE TABLE IF NOT EXISTS swapMetadata (
            id BLOB PRIMARY KEY NOT NULL REFERENCES activity(id) ON DELETE CASCADE,
            fromMint BLOB NOT NULL,
            fromQuarks INTEGER NOT NULL,
            fromNativeAmount REAL NOT NULL,
            fromCurrency TEXT NOT NULL,
            toMint BLOB NOT NULL,
            toQuarks INTEGER,
            toNativeAmount REAL,
            toCurrency TEXT,
            feeNativeAmount REAL NOT NULL,
            feeCurrency TEXT NOT NULL,
            state INTEGER NOT NULL
        ) WITHOUT ROWID
        """,
        "CREATE TABLE IF NOT EXISTS limits (id INTEGER PRIMARY KEY NOT NULL, data BLOB NOT NULL) WITHOUT ROWID",
        "CREATE TABLE IF NOT EXISTS profile (id INTEGER PRIMARY KEY NOT NULL, data BLOB NOT NULL) WITHOUT ROWID",
        "CREATE TABLE IF NOT EXISTS userFlags (id INTEGER PRIMARY KEY NOT NULL, data BLOB NOT NULL) WITHOUT ROWID",
        "CREATE TABLE IF NOT EXISTS rate (currency TEXT PRIMARY KEY NOT NULL, data BLOB NOT NULL) WITHOUT ROWID",
        """
        CREATE TABLE IF NOT EXISTS verified_rate (
            currency TEXT PRIMARY KEY NOT NULL,
            rateProto BLOB NOT NULL
        ) WITHOUT ROWID
        """,
        """
        CREATE TABLE IF NOT EXISTS verified_reserve (
            mint TEXT PRIMARY KEY NOT NULL,
            reserveProto BLOB NOT NULL
        ) WITHOUT ROWID
        """,
    ]
}
