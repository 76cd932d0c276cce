/// The tables of the node's database and the steps that upgrade an older one.
///
/// Owners, currencies, accounts and intents have small numbers as their keys. Their 32-byte names stand in one unique
/// index each, so that a payment changes few pages of the file. Everything that belongs to an intent is kept under its
/// place in the order of commits (`seq`).
///
/// Every key, address and id is a blob of its bytes. Every time is in nanoseconds since 1970. Every quark count is a
/// signed 64-bit integer that is checked to be below 2⁶³ before it is stored. Times, amounts and states are constrained
/// here as well as in code, so that no code path can store what the ledger forbids.
enum NodeSchema {
    /// Marks a node's database: the letters `FLND`.
    static let applicationID: Int64 = 0x464C_4E44

    /// The first version that this program can upgrade. Versions 1 to 3 were never released.
    static let oldestVersion = 4

    /// The version this program writes.
    static var version: Int { oldestVersion + steps.count - 1 }

    /// Step `i` creates version `oldestVersion + i` from the version before. A released step is never edited.
    private static let steps: [String] = [
        foundation, messagesInMemory, currenciesAndSwaps, sharedExpenses, sharedExpensesLookups,
    ]

    private static let foundation =
        names + accounts + intents + journal + giftCards + messages + proofs + users + facts

    private static let names = """
        CREATE TABLE owners (
            id INTEGER PRIMARY KEY,
            owner BLOB NOT NULL UNIQUE CHECK (length(owner) = 32),
            kind INTEGER NOT NULL CHECK (kind IN (1, 2)),
            created_at INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE mints (
            id INTEGER PRIMARY KEY,
            mint BLOB NOT NULL UNIQUE CHECK (length(mint) = 32),
            decimals INTEGER NOT NULL CHECK (decimals BETWEEN 0 AND 19),
            vm_authority BLOB NOT NULL CHECK (length(vm_authority) = 32),
            vm BLOB NOT NULL UNIQUE CHECK (length(vm) = 32),
            lock_days INTEGER NOT NULL CHECK (lock_days = 21),
            name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 32),
            symbol TEXT NOT NULL CHECK (length(symbol) BETWEEN 1 AND 8),
            description TEXT NOT NULL CHECK (length(description) > 0),
            image_url TEXT NOT NULL CHECK (length(image_url) > 0),
            state INTEGER NOT NULL CHECK (state IN (1, 2)),
            currency_authority BLOB CHECK (length(currency_authority) = 32),
            seed BLOB CHECK (length(seed) = 32),
            creator BLOB CHECK (length(creator) = 32),
            authority_secret_ref BLOB,
            supply INTEGER CHECK (supply BETWEEN 0 AND 210000000000000000),
            base_vault INTEGER CHECK (base_vault >= 0),
            fees_accumulated INTEGER CHECK (fees_accumulated >= 0),
            sell_fee_bps INTEGER CHECK (sell_fee_bps BETWEEN 0 AND 10000),
            created_at INTEGER NOT NULL,
            CHECK ((supply IS NULL) = (base_vault IS NULL)
                AND (supply IS NULL) = (fees_accumulated IS NULL)
                AND (supply IS NULL) = (sell_fee_bps IS NULL))
        ) STRICT;
        CREATE UNIQUE INDEX mints_by_name ON mints (lower(name));

        """

    /// `accounts.address` is the address of a vault or of a token account outside the node, and the mint's address for
    /// accounts that a mint has once. `balances.usd_basis` is in millionths of a US dollar. Only an issuer of tokens
    /// may owe.
    private static let accounts = """
        CREATE TABLE accounts (
            id INTEGER PRIMARY KEY,
            address BLOB NOT NULL CHECK (length(address) = 32),
            class INTEGER NOT NULL CHECK (class BETWEEN 0 AND 6),
            mint INTEGER NOT NULL REFERENCES mints (id),
            UNIQUE (address, class, mint)
        ) STRICT;
        CREATE TABLE balances (
            account INTEGER PRIMARY KEY REFERENCES accounts (id),
            quarks INTEGER NOT NULL,
            usd_basis INTEGER NOT NULL,
            is_open INTEGER NOT NULL CHECK (is_open IN (0, 1)),
            is_locked INTEGER NOT NULL CHECK (is_locked IN (0, 1)),
            may_owe INTEGER NOT NULL CHECK (may_owe IN (0, 1)),
            CHECK (quarks >= 0 OR may_owe = 1),
            CHECK (is_open = 1 OR quarks = 0)
        ) STRICT;
        CREATE TABLE vaults (
            account INTEGER PRIMARY KEY REFERENCES accounts (id),
            owner INTEGER NOT NULL REFERENCES owners (id),
            mint INTEGER NOT NULL REFERENCES mints (id),
            type INTEGER NOT NULL CHECK (type IN (1, 2, 5)),
            idx INTEGER NOT NULL CHECK (idx >= 0),
            authority BLOB CHECK (length(authority) = 32),
            vault_state INTEGER NOT NULL CHECK (vault_state BETWEEN 0 AND 4),
            created_at INTEGER NOT NULL,
            UNIQUE (owner, mint, type, idx),
            CHECK ((type = 5) = (authority IS NOT NULL)),
            CHECK (type = 5 OR idx = 0)
        ) STRICT;
        CREATE TABLE derived_addresses (
            address BLOB PRIMARY KEY CHECK (length(address) = 32),
            account INTEGER NOT NULL REFERENCES vaults (account),
            kind INTEGER NOT NULL CHECK (kind BETWEEN 1 AND 4)
        ) STRICT, WITHOUT ROWID;

        """

    /// An action's blockhash is null when it follows from the nonce, as without a chain it always does.
    ///
    /// `sent` holds, for each payment that counts towards its sender's daily limit, what the sender has sent in all.
    private static let intents = """
        CREATE TABLE intents (
            seq INTEGER PRIMARY KEY,
            intent_id BLOB NOT NULL UNIQUE CHECK (length(intent_id) = 32),
            type INTEGER NOT NULL CHECK (type BETWEEN 1 AND 5),
            mint INTEGER NOT NULL REFERENCES mints (id),
            initiator INTEGER NOT NULL REFERENCES owners (id),
            dest_owner INTEGER REFERENCES owners (id),
            dest INTEGER REFERENCES accounts (id),
            source INTEGER REFERENCES accounts (id),
            quarks INTEGER CHECK (quarks > 0),
            currency TEXT,
            rate REAL CHECK (rate > 0),
            native REAL CHECK (native > 0),
            usd INTEGER CHECK (usd >= 0),
            flags INTEGER NOT NULL CHECK (flags >= 0),
            app_metadata BLOB,
            state INTEGER NOT NULL CHECK (state BETWEEN 1 AND 4),
            created_at INTEGER NOT NULL,
            CHECK (type NOT IN (2, 3, 5) OR dest IS NOT NULL),
            CHECK (type NOT IN (2, 3) OR source IS NOT NULL)
        ) STRICT;
        CREATE INDEX intents_of_arrivals ON intents (source) WHERE type = 5 AND source IS NOT NULL;
        CREATE TABLE actions (
            seq INTEGER NOT NULL REFERENCES intents (seq),
            action_id INTEGER NOT NULL CHECK (action_id BETWEEN 0 AND 1023),
            type INTEGER NOT NULL CHECK (type BETWEEN 1 AND 4),
            source INTEGER NOT NULL REFERENCES accounts (id),
            dest INTEGER REFERENCES accounts (id),
            fee_address BLOB CHECK (length(fee_address) = 32),
            quantity INTEGER CHECK (quantity > 0),
            fee_type INTEGER CHECK (fee_type > 0),
            is_auto_return INTEGER NOT NULL CHECK (is_auto_return IN (0, 1)),
            state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 4),
            nonce BLOB CHECK (length(nonce) = 32),
            blockhash BLOB CHECK (length(blockhash) = 32),
            signature BLOB CHECK (length(signature) = 64),
            PRIMARY KEY (seq, action_id),
            CHECK ((type = 4) = (fee_type IS NOT NULL) AND (type = 4) = (fee_address IS NOT NULL)),
            CHECK ((type IN (2, 3)) = (dest IS NOT NULL)),
            CHECK ((type = 1) = (signature IS NULL) AND (type = 1) = (nonce IS NULL)),
            CHECK (blockhash IS NULL OR nonce IS NOT NULL)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX actions_pending ON actions (seq, action_id) WHERE state = 1;
        CREATE INDEX actions_pending_by_destination ON actions (dest, seq) WHERE state = 1;
        CREATE TABLE history (
            owner INTEGER NOT NULL REFERENCES owners (id),
            seq INTEGER NOT NULL REFERENCES intents (seq),
            PRIMARY KEY (owner, seq)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE sent (
            owner INTEGER NOT NULL REFERENCES owners (id),
            ledger_time INTEGER NOT NULL,
            seq INTEGER NOT NULL REFERENCES intents (seq),
            total INTEGER NOT NULL CHECK (total >= 0),
            PRIMARY KEY (owner, ledger_time, seq)
        ) STRICT, WITHOUT ROWID;

        """

    private static let journal = """
        CREATE TABLE journal (
            seq INTEGER NOT NULL REFERENCES intents (seq),
            entry INTEGER NOT NULL CHECK (entry >= 0),
            account INTEGER NOT NULL REFERENCES accounts (id),
            delta_kind INTEGER NOT NULL CHECK (delta_kind BETWEEN 1 AND 5),
            quarks INTEGER NOT NULL,
            usd INTEGER NOT NULL,
            balance_after INTEGER NOT NULL,
            PRIMARY KEY (seq, entry)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE deposits (
            reference TEXT NOT NULL CHECK (length(reference) > 0),
            account INTEGER NOT NULL REFERENCES accounts (id),
            seq INTEGER NOT NULL UNIQUE REFERENCES intents (seq),
            PRIMARY KEY (reference, account)
        ) STRICT, WITHOUT ROWID;

        """

    /// `return_id` is the id of the intent that returns, or has returned, the money of a cash link (payment
    /// specification §5.5). Others can compute the id, so it is reserved when the link is created. `ended_by` is the
    /// intent that collected or returned the money.
    private static let giftCards = """
        CREATE TABLE gift_cards (
            account INTEGER PRIMARY KEY REFERENCES vaults (account),
            issued_by INTEGER NOT NULL UNIQUE REFERENCES intents (seq),
            return_id BLOB NOT NULL UNIQUE CHECK (length(return_id) = 32),
            ended_by INTEGER REFERENCES intents (seq),
            is_watched INTEGER NOT NULL CHECK (is_watched IN (0, 1)),
            created_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX gift_cards_watched ON gift_cards (created_at, account) WHERE is_watched = 1;

        """

    private static let messages = """
        CREATE TABLE messages (
            rendezvous BLOB NOT NULL CHECK (length(rendezvous) = 32),
            message_id BLOB NOT NULL CHECK (length(message_id) = 16),
            bytes BLOB NOT NULL,
            created_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL,
            PRIMARY KEY (rendezvous, message_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX messages_by_expiry ON messages (expires_at);

        """

    /// The copy of the messages in memory. Only a starting node reads it. Messages live for minutes, so those of an
    /// older database are dropped.
    private static let messagesInMemory = """
        DROP TABLE messages;
        CREATE TABLE messages (
            number INTEGER PRIMARY KEY,
            rendezvous BLOB NOT NULL CHECK (length(rendezvous) = 32),
            message_id BLOB NOT NULL CHECK (length(message_id) = 16),
            bytes BLOB NOT NULL,
            expires_at INTEGER NOT NULL
        ) STRICT;

        """

    private static let proofs = """
        CREATE TABLE rates (
            observed_at INTEGER NOT NULL,
            currency TEXT NOT NULL CHECK (length(currency) BETWEEN 3 AND 4),
            value REAL NOT NULL CHECK (value > 0),
            proof BLOB NOT NULL,
            PRIMARY KEY (observed_at, currency)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE reserves (
            mint BLOB NOT NULL REFERENCES mints (mint),
            observed_at INTEGER NOT NULL,
            supply INTEGER NOT NULL CHECK (supply BETWEEN 0 AND 210000000000000000),
            proof BLOB NOT NULL,
            PRIMARY KEY (mint, observed_at)
        ) STRICT, WITHOUT ROWID;

        """

    private static let users = """
        CREATE TABLE users (
            user_id BLOB PRIMARY KEY CHECK (length(user_id) = 16),
            public_key BLOB NOT NULL UNIQUE CHECK (length(public_key) = 32),
            is_registered INTEGER NOT NULL CHECK (is_registered IN (0, 1)),
            is_staff INTEGER NOT NULL CHECK (is_staff IN (0, 1)),
            locale TEXT,
            region TEXT,
            display_name TEXT,
            phone TEXT UNIQUE,
            email TEXT,
            created_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX users_by_email ON users (lower(email));

        """

    private static let facts = """
        CREATE TABLE facts (
            name TEXT PRIMARY KEY,
            value INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        """

    /// Upgrades the database from version `found`, or from nothing, in the caller's transaction.
    ///
    /// A step that breaks a reference fails, and nothing of the upgrade is kept: foreign keys are on, and SQLite does
    /// not turn them off within a transaction (<https://www.sqlite.org/pragma.html#pragma_foreign_keys>). So a step
    /// cannot rebuild a table that others refer to. That would need foreign keys off before the transaction begins, and
    /// `PRAGMA foreign_key_check` before it ends.
    ///
    /// - Throws: `SQLFailure` when a statement fails.
    static func migrate(_ connection: any SQLConnection, from found: Int?) throws {
        let firstStep = found.map { $0 - oldestVersion + 1 } ?? 0
        for step in steps[firstStep...] { try connection.script(connection.dialect.schema(step)) }
        if found == nil { try connection.script(connection.dialect.journalGuards) }
        try SchemaMark.write(version, to: connection)
    }
}

extension SQLDialect {
    /// Triggers that keep journal entries as they were written.
    fileprivate var journalGuards: String { text(of: journalGuardPair) }

    private var journalGuardPair: SQLPair {
        SQLPair(
            sqlite: """
                CREATE TRIGGER journal_keeps_entries BEFORE UPDATE ON journal
                    BEGIN SELECT RAISE(ABORT, 'journal entries are never changed'); END;
                CREATE TRIGGER journal_keeps_all BEFORE DELETE ON journal
                    BEGIN SELECT RAISE(ABORT, 'journal entries are never removed'); END;
                """,
            postgreSQL: """
                CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql
                    AS $$ BEGIN RAISE EXCEPTION '%', tg_argv[0]; END $$;
                CREATE TRIGGER journal_keeps_entries BEFORE UPDATE ON journal
                    FOR EACH ROW EXECUTE FUNCTION refuse_change('journal entries are never changed');
                CREATE TRIGGER journal_keeps_all BEFORE DELETE OR TRUNCATE ON journal
                    EXECUTE FUNCTION refuse_change('journal entries are never removed');
                """)
    }
}
