import GRDB

/// The tables of the node's database and the steps that upgrade an older file.
///
/// Columns and constraints are those of payment specification §21.1. Every key, address and id is a blob of its bytes.
/// Every time is in nanoseconds since 1970. Every quark count is a signed 64-bit integer that is checked to be below
/// 2⁶³ before it is stored. Times, amounts and states are constrained here as well as in code, so that no code path can
/// store what the ledger forbids.
enum NodeSchema {
    /// Marks a file as a node's database (`PRAGMA application_id`): the letters `FLND`.
    static let applicationID: Int32 = 0x464C_4E44

    /// The version this program writes (`PRAGMA user_version`).
    static var version: Int { steps.count }

    /// Upgrades the database from one version to the next.
    struct Step: Sendable {
        /// The changes of the tables.
        let sql: String
        /// Computes values that SQL alone cannot; runs after `sql`, in the same transaction.
        var fill: @Sendable (StoreWriter) throws -> Void = { _ in }
    }

    /// Step `i` upgrades version `i` to version `i + 1`. A released step is never edited.
    static let steps: [Step] = [
        Step(sql: foundation),
        Step(sql: giftCardReturns) { try $0.reserveReturnsOfAllGiftCards() },
        Step(sql: arrivals),
    ]

    private static let foundation =
        owners + mints + accounts + balances + intents + nonces + journal + messages + proofs + users + settings

    private static let owners = """
        CREATE TABLE owners (
            owner BLOB PRIMARY KEY CHECK (length(owner) = 32),
            kind INTEGER NOT NULL CHECK (kind IN (1, 2)),
            created_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        """

    private static let mints = """
        CREATE TABLE mints (
            mint BLOB PRIMARY KEY CHECK (length(mint) = 32),
            decimals INTEGER NOT NULL CHECK (decimals BETWEEN 0 AND 19),
            vm_authority BLOB NOT NULL CHECK (length(vm_authority) = 32),
            vm BLOB NOT NULL UNIQUE CHECK (length(vm) = 32),
            lock_days INTEGER NOT NULL CHECK (lock_days = 21),
            name TEXT NOT NULL COLLATE NOCASE UNIQUE CHECK (length(name) BETWEEN 1 AND 32),
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
        ) STRICT, WITHOUT ROWID;

        """

    private static let accounts = """
        CREATE TABLE accounts (
            token BLOB PRIMARY KEY CHECK (length(token) = 32),
            owner BLOB NOT NULL REFERENCES owners (owner),
            authority BLOB NOT NULL CHECK (length(authority) = 32),
            mint BLOB NOT NULL REFERENCES mints (mint),
            type INTEGER NOT NULL CHECK (type IN (1, 2, 5)),
            idx INTEGER NOT NULL CHECK (idx >= 0),
            requires_auto_return_check INTEGER NOT NULL DEFAULT 0 CHECK (requires_auto_return_check IN (0, 1)),
            created_at INTEGER NOT NULL,
            UNIQUE (authority, mint),
            UNIQUE (owner, mint, type, idx),
            CHECK (type = 5 OR (idx = 0 AND owner = authority)),
            CHECK (token <> owner AND token <> authority)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX accounts_to_return ON accounts (created_at, token) WHERE requires_auto_return_check = 1;
        CREATE TABLE timelocks (
            token BLOB PRIMARY KEY REFERENCES accounts (token),
            state_addr BLOB NOT NULL UNIQUE CHECK (length(state_addr) = 32),
            deposit_pda BLOB NOT NULL UNIQUE CHECK (length(deposit_pda) = 32),
            swap_pda BLOB NOT NULL UNIQUE CHECK (length(swap_pda) = 32),
            swap_ata BLOB NOT NULL UNIQUE CHECK (length(swap_ata) = 32),
            vault_state INTEGER NOT NULL CHECK (vault_state BETWEEN 0 AND 4)
        ) STRICT, WITHOUT ROWID;

        """

    /// `usd_basis` is in millionths of a US dollar. Only an issuer of tokens may owe.
    private static let balances = """
        CREATE TABLE balances (
            token BLOB PRIMARY KEY CHECK (length(token) >= 32),
            class INTEGER NOT NULL CHECK (class BETWEEN 0 AND 6),
            owner BLOB CHECK (length(owner) = 32),
            mint BLOB NOT NULL CHECK (length(mint) = 32),
            quarks INTEGER NOT NULL,
            usd_basis INTEGER NOT NULL,
            is_open INTEGER NOT NULL CHECK (is_open IN (0, 1)),
            is_locked INTEGER NOT NULL CHECK (is_locked IN (0, 1)),
            version INTEGER NOT NULL CHECK (version >= 0),
            CHECK (quarks >= 0 OR class = 4),
            CHECK (is_open = 1 OR quarks = 0),
            CHECK ((class = 0) = (length(token) = 32 AND owner IS NOT NULL))
        ) STRICT, WITHOUT ROWID;

        """

    private static let intents = """
        CREATE TABLE intents (
            seq INTEGER PRIMARY KEY AUTOINCREMENT,
            intent_id BLOB NOT NULL UNIQUE CHECK (length(intent_id) = 32),
            type INTEGER NOT NULL CHECK (type BETWEEN 1 AND 5),
            mint BLOB NOT NULL REFERENCES mints (mint),
            initiator BLOB NOT NULL CHECK (length(initiator) = 32),
            dest_owner BLOB CHECK (length(dest_owner) = 32),
            dest_token BLOB CHECK (length(dest_token) = 32),
            source_token BLOB CHECK (length(source_token) = 32),
            quarks INTEGER CHECK (quarks > 0),
            currency TEXT,
            rate REAL CHECK (rate > 0),
            native REAL CHECK (native > 0),
            usd INTEGER CHECK (usd >= 0),
            flags INTEGER NOT NULL CHECK (flags >= 0),
            app_metadata BLOB,
            state INTEGER NOT NULL CHECK (state BETWEEN 1 AND 4),
            created_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX intents_by_initiator ON intents (initiator, seq);
        CREATE INDEX intents_by_destination_owner ON intents (dest_owner, seq) WHERE dest_owner IS NOT NULL;
        CREATE INDEX intents_by_destination ON intents (dest_token, type) WHERE dest_token IS NOT NULL;
        CREATE INDEX intents_sent_by_time ON intents (initiator, created_at) WHERE type = 2;
        CREATE INDEX intents_pending ON intents (seq) WHERE state = 1;
        CREATE TABLE actions (
            intent_id BLOB NOT NULL REFERENCES intents (intent_id),
            action_id INTEGER NOT NULL CHECK (action_id BETWEEN 0 AND 1023),
            intent_type INTEGER NOT NULL CHECK (intent_type BETWEEN 1 AND 5),
            type INTEGER NOT NULL CHECK (type BETWEEN 1 AND 4),
            source BLOB NOT NULL CHECK (length(source) = 32),
            dest BLOB CHECK (length(dest) = 32),
            quantity INTEGER CHECK (quantity > 0),
            fee_type INTEGER CHECK (fee_type > 0),
            is_auto_return INTEGER NOT NULL DEFAULT 0 CHECK (is_auto_return IN (0, 1)),
            state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 4),
            PRIMARY KEY (intent_id, action_id),
            CHECK ((type = 4) = (fee_type IS NOT NULL)),
            CHECK ((type = 1) = (dest IS NULL))
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX actions_one_withdraw_per_claim ON actions (source)
            WHERE type = 3 AND intent_type = 3 AND state <> 4;
        CREATE UNIQUE INDEX actions_one_withdraw_per_send ON actions (source)
            WHERE type = 3 AND intent_type = 2 AND state <> 4;
        CREATE INDEX actions_by_source ON actions (source);
        CREATE INDEX actions_by_destination ON actions (dest) WHERE dest IS NOT NULL;
        CREATE TABLE fulfillments (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            intent_id BLOB NOT NULL,
            action_id INTEGER NOT NULL,
            kind INTEGER NOT NULL CHECK (kind BETWEEN 1 AND 3),
            intent_order INTEGER NOT NULL,
            action_order INTEGER NOT NULL,
            fulfillment_order INTEGER NOT NULL,
            active INTEGER NOT NULL CHECK (active IN (0, 1)),
            nonce BLOB CHECK (length(nonce) = 32),
            blockhash BLOB CHECK (length(blockhash) = 32),
            signature BLOB UNIQUE CHECK (length(signature) = 64),
            message_hash BLOB CHECK (length(message_hash) = 32),
            state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 4),
            FOREIGN KEY (intent_id, action_id) REFERENCES actions (intent_id, action_id),
            UNIQUE (nonce, blockhash),
            CHECK ((kind = 1) = (signature IS NULL)),
            CHECK ((signature IS NULL) = (nonce IS NULL) AND (signature IS NULL) = (blockhash IS NULL)
                AND (signature IS NULL) = (message_hash IS NULL))
        ) STRICT;
        CREATE INDEX fulfillments_by_action ON fulfillments (intent_id, action_id);
        CREATE INDEX fulfillments_unfinished ON fulfillments (intent_order, action_order, fulfillment_order)
            WHERE state IN (0, 1);

        """

    private static let nonces = """
        CREATE TABLE nonces (
            address BLOB PRIMARY KEY CHECK (length(address) = 32),
            scope BLOB NOT NULL CHECK (length(scope) = 32),
            purpose INTEGER NOT NULL CHECK (purpose BETWEEN 1 AND 3),
            counter INTEGER NOT NULL CHECK (counter >= 0),
            blockhash BLOB NOT NULL CHECK (length(blockhash) = 32),
            state INTEGER NOT NULL CHECK (state BETWEEN 1 AND 5),
            signature BLOB UNIQUE CHECK (length(signature) = 64),
            claimed_by BLOB CHECK (length(claimed_by) = 16),
            claim_until INTEGER,
            CHECK ((state IN (1, 4)) OR signature IS NULL),
            CHECK (state <> 4 OR signature IS NOT NULL),
            CHECK ((state = 3) = (claimed_by IS NOT NULL) AND (state = 3) = (claim_until IS NOT NULL))
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX nonces_by_state ON nonces (scope, purpose, state);

        """

    private static let journal = """
        CREATE TABLE journal (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            cause BLOB NOT NULL CHECK (length(cause) = 32),
            token BLOB NOT NULL REFERENCES balances (token),
            mint BLOB NOT NULL CHECK (length(mint) = 32),
            delta_kind INTEGER NOT NULL CHECK (delta_kind BETWEEN 1 AND 5),
            quarks INTEGER NOT NULL,
            usd INTEGER NOT NULL,
            balance_after INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX journal_by_cause ON journal (cause);
        CREATE INDEX journal_by_token ON journal (token, id);
        CREATE TRIGGER journal_keeps_entries BEFORE UPDATE ON journal
            BEGIN SELECT RAISE(ABORT, 'journal entries are never changed'); END;
        CREATE TRIGGER journal_keeps_all BEFORE DELETE ON journal
            BEGIN SELECT RAISE(ABORT, 'journal entries are never removed'); END;
        CREATE TABLE deposits (
            reference TEXT NOT NULL CHECK (length(reference) > 0),
            token BLOB NOT NULL REFERENCES accounts (token),
            quarks INTEGER NOT NULL CHECK (quarks > 0),
            intent_id BLOB NOT NULL UNIQUE REFERENCES intents (intent_id),
            created_at INTEGER NOT NULL,
            PRIMARY KEY (reference, token)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX deposits_by_token ON deposits (token);

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
            email TEXT UNIQUE COLLATE NOCASE,
            created_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        """

    private static let settings = """
        CREATE TABLE facts (
            name TEXT PRIMARY KEY,
            value INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        """

    /// The id of the intent that returns, or has returned, the money of each cash link (payment specification §5.5).
    /// Others can compute the id, so it is reserved when the link is created; a row is never removed.
    private static let giftCardReturns = """
        CREATE TABLE gift_card_returns (
            intent_id BLOB PRIMARY KEY REFERENCES intents (intent_id),
            return_id BLOB NOT NULL UNIQUE CHECK (length(return_id) = 32)
        ) STRICT, WITHOUT ROWID;

        """

    /// Deposits that arrived through a deposit address name its token account as their source.
    private static let arrivals = """
        CREATE INDEX intents_of_arrivals ON intents (source_token) WHERE type = 5 AND source_token IS NOT NULL;

        """

    /// Upgrades `database` from version `found` to this program's version, in the caller's transaction.
    ///
    /// - Throws: `DatabaseError` when a statement fails.
    static func migrate(_ database: Database, from found: Int) throws {
        for step in steps[found...] {
            try database.execute(sql: step.sql)
            try step.fill(StoreWriter(database: database))
        }
        try database.execute(sql: "PRAGMA application_id = \(applicationID)")
        try database.execute(sql: "PRAGMA user_version = \(version)")
    }
}
