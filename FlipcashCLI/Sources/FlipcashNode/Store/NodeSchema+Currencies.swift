extension NodeSchema {
    /// Launched currencies, swaps, and the supplies of the past.
    static let currenciesAndSwaps = currencies + swaps + supplies

    /// `currency_names.name_key` is the name as names are compared. A currency that is given up loses its row, which
    /// frees its name. `mints.authority_secret_ref` holds the sealed seed of the currency's authority.
    ///
    /// `currencies.colors` are the colours of its bill, separated by spaces. `social_links` is empty, or the bytes of
    /// `UpdateMetadataRequest.SocialLinksUpdate`.
    private static let currencies = """
        CREATE TABLE currency_names (
            name_key TEXT PRIMARY KEY CHECK (length(name_key) > 0),
            mint INTEGER NOT NULL UNIQUE REFERENCES mints (id)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO currency_names (name_key, mint) SELECT lower(name), id FROM mints;
        DROP INDEX mints_by_name;
        ALTER TABLE mints ADD COLUMN trades INTEGER NOT NULL DEFAULT 0 CHECK (trades >= 0);
        CREATE TABLE currencies (
            mint INTEGER PRIMARY KEY REFERENCES mints (id),
            state INTEGER NOT NULL CHECK (state BETWEEN 1 AND 7),
            colors TEXT NOT NULL,
            social_links BLOB NOT NULL
        ) STRICT;
        CREATE TABLE icons (
            mint INTEGER PRIMARY KEY REFERENCES mints (id),
            bytes BLOB NOT NULL CHECK (length(bytes) BETWEEN 1 AND 1048576)
        ) STRICT;

        """

    /// `metadata` holds the bytes of `VerifiedSwapMetadata`, which `proof_signature` covers. `nonce` is the address of
    /// the transaction's nonce. `signed_transaction` is dropped when the swap is cancelled before it is funded.
    ///
    /// `funded_by` is the intent that funded the swap, `settled_by` the one that paid out the proceeds or the refund.
    private static let swaps = """
        CREATE TABLE swaps (
            id INTEGER PRIMARY KEY,
            swap_id BLOB NOT NULL UNIQUE CHECK (length(swap_id) = 32),
            funding_id BLOB NOT NULL UNIQUE CHECK (length(funding_id) = 32),
            owner INTEGER NOT NULL REFERENCES owners (id),
            from_mint INTEGER NOT NULL REFERENCES mints (id),
            to_mint INTEGER NOT NULL REFERENCES mints (id),
            amount INTEGER NOT NULL CHECK (amount > 0),
            fee INTEGER NOT NULL CHECK (fee >= 0),
            is_first_purchase INTEGER NOT NULL CHECK (is_first_purchase IN (0, 1)),
            swap_authority BLOB NOT NULL CHECK (length(swap_authority) = 32),
            nonce BLOB NOT NULL CHECK (length(nonce) = 32),
            metadata BLOB NOT NULL,
            proof_signature BLOB NOT NULL CHECK (length(proof_signature) = 64),
            transaction_id BLOB NOT NULL UNIQUE CHECK (length(transaction_id) = 64),
            signed_transaction BLOB,
            state INTEGER NOT NULL CHECK (state BETWEEN 1 AND 8),
            funded_by INTEGER UNIQUE REFERENCES intents (seq),
            settled_by INTEGER UNIQUE REFERENCES intents (seq),
            fund_before INTEGER NOT NULL,
            created_at INTEGER NOT NULL,
            CHECK (from_mint <> to_mint),
            CHECK (state NOT IN (2, 3, 4, 5, 6, 7) OR funded_by IS NOT NULL),
            CHECK (state <> 5 OR settled_by IS NOT NULL)
        ) STRICT;
        CREATE INDEX swaps_unfunded ON swaps (fund_before, id) WHERE state = 1;
        CREATE INDEX swaps_unfunded_by_owner ON swaps (owner, id) WHERE state = 1;
        CREATE INDEX swaps_running ON swaps (id) WHERE state IN (2, 3, 4, 7);
        CREATE INDEX swaps_holding ON swaps (owner, from_mint) WHERE state IN (2, 3, 4, 6, 7);

        """

    /// The supply of a currency at the end of each minute, hour and day in which it was traded. `bucket` is the number
    /// of the minute, hour or day since 1970.
    private static let supplies = """
        CREATE TABLE supply_samples (
            mint INTEGER NOT NULL REFERENCES mints (id),
            step INTEGER NOT NULL CHECK (step IN (60, 3600, 86400)),
            bucket INTEGER NOT NULL,
            observed_at INTEGER NOT NULL,
            supply INTEGER NOT NULL CHECK (supply BETWEEN 0 AND 210000000000000000),
            PRIMARY KEY (mint, step, bucket)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX rates_by_currency ON rates (currency, observed_at);

        """
}
