import FlipcashCore

extension StoreReading {
    /// The record of a currency that was launched on this node.
    func currency(_ mint: PublicKey) throws -> CurrencyRecord? {
        try row(
            """
            SELECT m.mint, m.creator, c.state, c.colors, c.social_links FROM mints m JOIN currencies c ON c.mint = m.id
            WHERE m.mint = ?
            """, [mint.blob]
        ).map(CurrencyRecord.init(row:))
    }

    /// Whether no currency has a name that compares equal.
    func isFree(name: String) throws -> Bool {
        try row("SELECT 1 AS found FROM currency_names WHERE name_key = ?", [CurrencyName.key(name).sqlValue]) == nil
    }

    /// How many currencies were launched here and not given up.
    func currencyCount() throws -> Int { Int(try integer("SELECT count(*) FROM currencies WHERE state <> 7")) }

    /// How many currencies of an owner cannot be bought: they wait for their first purchase, are in the middle of it, or
    /// were launched after `time` and given up.
    func unboughtCurrencyCount(of owner: PublicKey, abandonedSince time: Instant) throws -> Int {
        let row = try row(
            """
            SELECT count(*) AS n FROM currencies c JOIN mints m ON m.id = c.mint
            WHERE m.creator = ? AND c.state <> 6 AND (c.state <> 7 OR m.created_at > ?)
            """, [owner.blob, time.nanosecondsSinceEpoch])
        return Int(try row?.integer("n") ?? 0)
    }

    /// Currencies that were launched before `time` and whose creators have not begun the first purchase, oldest first.
    func unbegunCurrencies(launchedBefore time: Instant, limit: Int) throws -> [PublicKey] {
        try rows(
            """
            SELECT m.mint FROM currencies c JOIN mints m ON m.id = c.mint
            WHERE c.state = 1 AND m.created_at < ? ORDER BY c.mint LIMIT ?
            """, [time.nanosecondsSinceEpoch, limit]
        ).map { try $0.key("mint") }
    }

    /// The sealed seed of a currency's authority; nil for a currency that was not launched here.
    func sealedSeed(of mint: PublicKey) throws -> [UInt8]? {
        try row("SELECT authority_secret_ref FROM mints WHERE mint = ?", [mint.blob])?
            .optionalBytes("authority_secret_ref")
    }

    /// The picture of a currency, as its creator sent it; nil if it has more than `bytesMax` bytes.
    func icon(of mint: PublicKey, bytesMax: Int = .max) throws -> [UInt8]? {
        try row(
            """
            SELECT i.bytes FROM icons i JOIN mints m ON m.id = i.mint
            WHERE m.mint = ? AND length(i.bytes) <= CAST(? AS BIGINT)
            """, [mint.blob, bytesMax]
        )?.bytes("bytes")
    }

    /// How often a currency was bought or sold.
    func tradeCount(of mint: PublicKey) throws -> Int64 {
        try integer("SELECT trades FROM mints WHERE mint = ?", [mint.blob])
    }
}

extension StoreWriter {
    /// Records a currency that its creator launches, and reserves its name.
    ///
    /// - Throws: `SQLFailure.duplicate` when another currency has the name.
    func insert(_ launched: LaunchedCurrency) throws {
        try insert(launched.mint)
        let mint = launched.mint.mint.blob
        try execute(
            """
            UPDATE mints SET currency_authority = ?, seed = ?, creator = ?, authority_secret_ref = ? WHERE mint = ?
            """,
            [
                launched.identity.authority.blob, launched.identity.seed.blob, launched.record.creator.blob,
                launched.sealedSeed.blob, mint,
            ])
        try execute(
            """
            INSERT INTO currencies (mint, state, colors, social_links)
            VALUES ((SELECT id FROM mints WHERE mint = ?), ?, ?, ?)
            """,
            [
                mint, launched.record.state.rawValue, launched.record.colors.joined(separator: " "),
                launched.record.socialLinks.blob,
            ])
        if let icon = launched.icon { try setIcon(icon, of: launched.mint.mint) }
    }

    /// Changes the state of a launched currency. One that becomes available can be traded, one that is given up frees
    /// its name and loses its picture.
    ///
    /// - Returns: false when it was in another state; nothing changes then.
    func setState(_ state: CurrencyState, of mint: PublicKey, from expected: CurrencyState) throws -> Bool {
        let changed = try execute(
            "UPDATE currencies SET state = ? WHERE mint = (SELECT id FROM mints WHERE mint = ?) AND state = ?",
            [state.rawValue, mint.blob, expected.rawValue])
        guard changed == 1 else { return false }
        switch state {
        case .available:
            try execute(
                "UPDATE mints SET state = ? WHERE mint = ?", [MintState.available.rawValue, mint.blob])
        case .abandoning:
            for table in ["currency_names", "icons"] {
                try execute("DELETE FROM \(table) WHERE mint = (SELECT id FROM mints WHERE mint = ?)", [mint.blob])
            }
        case .waitingForInitialPurchase, .prePurchaseSetup, .executingInitialPurchase, .completingInitialization,
            .finalValidation:
            break
        }
        return true
    }

    /// Records what a creator has changed.
    func update(_ currency: CurrencyRecord, description: String?) throws {
        try execute(
            """
            UPDATE currencies SET colors = ?, social_links = ? WHERE mint = (SELECT id FROM mints WHERE mint = ?)
            """, [currency.colors.joined(separator: " "), currency.socialLinks.blob, currency.mint.blob])
        guard let description else { return }
        try execute("UPDATE mints SET description = ? WHERE mint = ?", [description, currency.mint.blob])
    }

    /// Records where clients get a currency's picture.
    func setImageURL(_ url: String, of mint: PublicKey) throws {
        try execute("UPDATE mints SET image_url = ? WHERE mint = ?", [url, mint.blob])
    }

    /// Replaces the picture of a currency.
    func setIcon(_ icon: [UInt8], of mint: PublicKey) throws {
        try execute(
            """
            INSERT INTO icons (mint, bytes) VALUES ((SELECT id FROM mints WHERE mint = ?), ?)
            ON CONFLICT (mint) DO UPDATE SET bytes = excluded.bytes
            """, [mint.blob, icon.blob])
    }

    /// Records what a trade has made of a pool, and its supply at the end of this minute, hour and day.
    func record(_ change: PoolChange) throws {
        try update(change.state, of: change.mint)
        try execute("UPDATE mints SET trades = trades + 1 WHERE mint = ?", [change.mint.blob])
        for step in SupplyStep.allCases {
            try execute(
                """
                INSERT INTO supply_samples (mint, step, bucket, observed_at, supply)
                VALUES ((SELECT id FROM mints WHERE mint = ?), ?, ?, ?, ?)
                ON CONFLICT (mint, step, bucket)
                    DO UPDATE SET observed_at = excluded.observed_at, supply = excluded.supply
                """,
                [
                    change.mint.blob, step.rawValue, step.bucket(of: change.at), change.at.nanosecondsSinceEpoch,
                    try change.state.supply.stored(),
                ])
        }
    }
}

/// The intervals at whose ends supplies are kept, in seconds.
enum SupplyStep: Int, Sendable, CaseIterable {
    case minute = 60
    case hour = 3600
    case day = 86_400

    /// The number of the interval since 1970.
    func bucket(of time: Instant) -> Int64 {
        let length = Int64(rawValue)
        return time.seconds / length - (time.seconds % length < 0 ? 1 : 0)
    }
}

extension CurrencyRecord {
    init(row: SQLRow) throws {
        mint = try row.key("mint")
        creator = try row.key("creator")
        state = try row.value("state")
        colors = try row.text("colors").split(separator: " ").map(String.init)
        socialLinks = try row.bytes("social_links")
    }
}
