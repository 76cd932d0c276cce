import FlipcashCore
import GRDB

extension StoreReading {
    /// The committed intent `id`.
    func intent(_ id: IntentID) throws -> IntentRecord? {
        try row("SELECT * FROM intents WHERE intent_id = ?", [id.blob]).map(IntentRecord.init(row:))
    }

    /// The cash-link intent that funded the gift card at `vault`.
    func giftCardIntent(vault: PublicKey) throws -> IntentRecord? {
        try row(
            "SELECT * FROM intents WHERE dest_token = ? AND type = ? AND flags & ? <> 0 AND state <> ?",
            [
                vault.blob, IntentType.sendPublicPayment.rawValue, IntentFlags.indirectSend.rawValue,
                IntentState.revoked.rawValue,
            ]
        ).map(IntentRecord.init(row:))
    }

    /// The intents in which `owner` is one of the two sides, in the order of their commits.
    ///
    /// - Parameters:
    ///   - sequence: the position after which to start (before which when descending); nil for all.
    func intents(involving owner: PublicKey, after sequence: Int64?, descending: Bool, limit: Int) throws
        -> [IntentRecord]
    {
        let (comparison, order, start) = descending ? ("<", "DESC", Int64.max) : (">", "ASC", Int64.min)
        let sql = """
            SELECT * FROM intents WHERE seq IN (
                SELECT seq FROM (SELECT seq FROM intents WHERE initiator = ?1 AND seq \(comparison) ?2
                    ORDER BY seq \(order) LIMIT ?3)
                UNION
                SELECT seq FROM (SELECT seq FROM intents WHERE dest_owner = ?1 AND seq \(comparison) ?2
                    ORDER BY seq \(order) LIMIT ?3))
            ORDER BY seq \(order) LIMIT ?3
            """
        return try rows(sql, [owner.blob, sequence ?? start, limit]).map(IntentRecord.init(row:))
    }

    /// US dollars, in millionths, that `owner` sent from `since` until `until`: payments and cash links, but not
    /// withdrawals (payment specification §11).
    func usdSent(by owner: PublicKey, since: Instant, until: Instant) throws -> Int64 {
        try integer(
            """
            SELECT coalesce(sum(usd), 0) FROM intents
            WHERE initiator = ? AND type = 2 AND created_at BETWEEN ? AND ? AND flags & ? = 0 AND state <> ?
            """,
            [
                owner.blob, since.nanosecondsSinceEpoch, until.nanosecondsSinceEpoch, IntentFlags.withdrawal.rawValue,
                IntentState.revoked.rawValue,
            ])
    }

    /// All intents after a position in the order of commits.
    func intents(after sequence: Int64, limit: Int) throws -> [IntentRecord] {
        try rows("SELECT * FROM intents WHERE seq > ? ORDER BY seq LIMIT ?", [sequence, limit])
            .map(IntentRecord.init(row:))
    }
}

extension StoreWriter {
    /// Records an intent and returns its position in the order of commits.
    ///
    /// - Throws: `DatabaseError` with `SQLITE_CONSTRAINT_UNIQUE` when the id is taken.
    @discardableResult
    func insert(_ intent: IntentRecord) throws -> Int64 {
        try execute(
            """
            INSERT INTO intents (intent_id, type, mint, initiator, dest_owner, dest_token, source_token, quarks,
                currency, rate, native, usd, flags, app_metadata, state, created_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                intent.id.blob, intent.type.rawValue, intent.mint.blob, intent.initiator.blob,
                intent.destinationOwner?.blob, intent.destination?.blob, intent.source?.blob,
                try intent.amount?.quarks.stored(), intent.amount?.currency, intent.amount?.rate,
                intent.amount?.native, intent.amount?.usdMicros, intent.flags.rawValue, intent.appMetadata?.blob,
                intent.state.rawValue, intent.createdAt.nanosecondsSinceEpoch,
            ])
        return database.lastInsertedRowID
    }

    /// Records the state of an intent.
    func setState(_ state: IntentState, of id: IntentID) throws {
        try execute("UPDATE intents SET state = ? WHERE intent_id = ?", [state.rawValue, id.blob])
    }
}

extension IntentRecord {
    init(row: Row) throws {
        sequence = try row.integer("seq")
        id = try row.intentID("intent_id")
        type = try row.value("type")
        mint = try row.key("mint")
        initiator = try row.key("initiator")
        destinationOwner = try row.optionalKey("dest_owner")
        destination = try row.optionalKey("dest_token")
        source = try row.optionalKey("source_token")
        flags = IntentFlags(rawValue: Int(try row.integer("flags")))
        appMetadata = try row.optionalBytes("app_metadata")
        state = try row.value("state")
        createdAt = try row.instant("created_at")
        amount = try row.optionalQuarks("quarks").map { quarks in
            IntentAmount(
                quarks: quarks, currency: try row.text("currency"), rate: try row.number("rate"),
                native: try row.number("native"), usdMicros: try row.integer("usd"))
        }
    }
}
