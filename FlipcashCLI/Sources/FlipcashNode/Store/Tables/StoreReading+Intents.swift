import FlipcashCore

extension StoreReading {
    /// Selects intents with the names of what they refer to.
    static var selectIntent: String {
        """
        SELECT i.seq, i.intent_id, i.type, m.mint, o.owner AS initiator, p.owner AS dest_owner, d.address AS dest,
            s.address AS source, i.quarks, i.currency, i.rate, i.native, i.usd, i.flags, i.app_metadata, i.state,
            i.created_at
        FROM intents i JOIN mints m ON m.id = i.mint JOIN owners o ON o.id = i.initiator
            LEFT JOIN owners p ON p.id = i.dest_owner LEFT JOIN accounts d ON d.id = i.dest
            LEFT JOIN accounts s ON s.id = i.source
        """
    }

    /// The committed intent `id`.
    func intent(_ id: IntentID) throws -> IntentRecord? {
        try row(Self.selectIntent + " WHERE i.intent_id = ?", [id.blob]).map(IntentRecord.init(row:))
    }

    /// The intents in the history of `owner`, in the order of their commits.
    ///
    /// - Parameters:
    ///   - sequence: the position after which to start (before which when descending); nil for all.
    func intents(involving owner: PublicKey, after sequence: Int64?, descending: Bool, limit: Int) throws
        -> [IntentRecord]
    {
        let (comparison, order, start) = descending ? ("<", "DESC", Int64.max) : (">", "ASC", Int64.min)
        let sql =
            Self.selectIntent + """
                 JOIN history h ON h.seq = i.seq
                WHERE h.owner = (SELECT id FROM owners WHERE owner = ?) AND h.seq \(comparison) ?
                ORDER BY h.seq \(order) LIMIT ?
                """
        return try rows(sql, [owner.blob, sequence ?? start, limit]).map(IntentRecord.init(row:))
    }

    /// US dollars, in millionths, that `owner` has sent since a moment of ledger time: payments and cash links, but not
    /// withdrawals (payment specification §11).
    ///
    /// The difference of two running totals, so that the cost does not grow with the number of payments.
    func usdSent(by owner: PublicKey, since: Instant) throws -> Int64 {
        try integer(
            """
            SELECT coalesce((SELECT s.total FROM sent s WHERE s.owner = o.id
                    ORDER BY s.ledger_time DESC, s.seq DESC LIMIT 1), 0)
                - coalesce((SELECT s.total FROM sent s WHERE s.owner = o.id AND s.ledger_time < ?
                    ORDER BY s.ledger_time DESC, s.seq DESC LIMIT 1), 0)
            FROM owners o WHERE o.owner = ?
            """, [since.nanosecondsSinceEpoch, owner.blob])
    }

    /// All intents after a position in the order of commits.
    func intents(after sequence: Int64, limit: Int) throws -> [IntentRecord] {
        try rows(Self.selectIntent + " WHERE i.seq > ? ORDER BY i.seq LIMIT ?", [sequence, limit])
            .map(IntentRecord.init(row:))
    }
}

extension StoreWriter {
    private static let insertIntent =
        """
        INSERT INTO intents (intent_id, type, mint, initiator, dest_owner, dest, source, quarks, currency, rate,
            native, usd, flags, app_metadata, state, created_at)
        SELECT ?1, ?2, (SELECT id FROM mints WHERE mint = ?3), (SELECT id FROM owners WHERE owner = ?4),
            (SELECT id FROM owners WHERE owner = ?5),
            \(Self.selectParty(address: "?6", mint: "?3")), \(Self.selectParty(address: "?7", mint: "?3")),
            ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16
        WHERE (?17 = 1 OR NOT EXISTS (SELECT 1 FROM gift_cards WHERE return_id = ?1))
            AND (?18 = 1 OR NOT EXISTS (SELECT 1 FROM swaps WHERE funding_id = ?1))
        ON CONFLICT (intent_id) DO NOTHING RETURNING seq
        """

    /// Records an intent, also in the histories of both sides unless they never show it, and returns its position in
    /// the order of commits; nil when another intent has its id.
    ///
    /// The accounts and owners that it names are recorded before.
    ///
    /// - Parameter isReserved: whether the node has reserved the id for this intent. No other intent gets it.
    func insert(_ intent: IntentRecord, isReserved: Bool = false) throws -> Int64? {
        let row = try row(
            Self.insertIntent,
            [
                intent.id.blob, intent.type.rawValue, intent.mint.blob, intent.initiator.blob,
                intent.destinationOwner?.blob, intent.destination?.blob, intent.source?.blob,
                try intent.amount?.quarks.stored(), intent.amount?.currency, intent.amount?.rate,
                intent.amount?.native, intent.amount?.usdMicros, intent.flags.rawValue, intent.appMetadata?.blob,
                intent.state.rawValue, intent.createdAt.nanosecondsSinceEpoch, isReserved,
                intent.flags.contains(.swapFunding),
            ])
        guard let sequence = try row?.integer("seq") else { return nil }
        guard intent.isInHistories else { return sequence }
        // Of two searches, each of one row, since SQLite builds a table of its own for a list.
        try execute(
            """
            INSERT INTO history (owner, seq) SELECT t.id, ?1 FROM (
                SELECT id FROM owners WHERE owner = ?2
                UNION ALL SELECT id FROM owners WHERE owner = ?3 AND ?3 <> ?2) t
            """,
            [sequence, intent.initiator.blob, (intent.destinationOwner ?? intent.initiator).blob])
        return sequence
    }

    /// Adds a payment to what its sender has sent, unless that would be more than the limit.
    ///
    /// A payment never counts as earlier than the one before.
    ///
    /// - Returns: false when the payment does not fit into the day.
    func countSent(_ limit: IntentPlan.DailyLimit, sequence: Int64) throws -> Bool {
        try execute(
            """
            INSERT INTO sent (owner, ledger_time, seq, total)
            SELECT id, CASE WHEN latest > ?1 THEN latest ELSE ?1 END, ?2, total + ?3 FROM (
                SELECT o.id,
                    coalesce((SELECT s.ledger_time FROM sent s WHERE s.owner = o.id
                        ORDER BY s.ledger_time DESC, s.seq DESC LIMIT 1), ?1) AS latest,
                    coalesce((SELECT s.total FROM sent s WHERE s.owner = o.id
                        ORDER BY s.ledger_time DESC, s.seq DESC LIMIT 1), 0) AS total,
                    coalesce((SELECT s.total FROM sent s WHERE s.owner = o.id AND s.ledger_time < ?4
                        ORDER BY s.ledger_time DESC, s.seq DESC LIMIT 1), 0) AS earlier
                FROM owners o WHERE o.owner = ?5) t
            WHERE total - earlier <= ?6
            """,
            [
                limit.ledgerTime.nanosecondsSinceEpoch, sequence, limit.usdMicros, limit.since.nanosecondsSinceEpoch,
                limit.owner.blob, limit.enforcedMicros - limit.usdMicros,
            ]) == 1
    }

    /// Records the state of an intent.
    func setState(_ state: IntentState, of id: IntentID) throws {
        try execute("UPDATE intents SET state = ? WHERE intent_id = ?", [state.rawValue, id.blob])
    }
}

extension IntentRecord {
    init(row: SQLRow) throws {
        sequence = try row.integer("seq")
        id = try row.intentID("intent_id")
        type = try row.value("type")
        mint = try row.key("mint")
        initiator = try row.key("initiator")
        destinationOwner = try row.optionalKey("dest_owner")
        destination = try row.optionalKey("dest")
        source = try row.optionalKey("source")
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
