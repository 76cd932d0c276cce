import FlipcashCore

/// An entry of the journal.
struct JournalEntry: Hashable, Sendable {
    let cause: IntentID
    let account: LedgerAccount
    let mint: PublicKey
    let kind: BalanceDelta.Kind
    let quarks: Int64
    let usd: Int64
    let balanceAfter: Int64
}

extension StoreReading {
    private static var selectEntry: String {
        """
        SELECT i.intent_id AS cause, a.address, a.class, m.mint, j.delta_kind, j.quarks, j.usd, j.balance_after
        FROM journal j JOIN intents i ON i.seq = j.seq JOIN accounts a ON a.id = j.account
            JOIN mints m ON m.id = a.mint
        """
    }

    /// The entries that one cause wrote.
    func journal(cause: IntentID) throws -> [JournalEntry] {
        try rows(Self.selectEntry + " WHERE i.intent_id = ? ORDER BY j.entry", [cause.blob])
            .map(JournalEntry.init(row:))
    }

    /// The deposit with this reference into `vault`; nil when there is none.
    func deposit(reference: String, into vault: PublicKey) throws -> IntentRecord? {
        try row(
            Self.selectIntent + """
                 WHERE i.seq = (SELECT e.seq FROM deposits e JOIN accounts a ON a.id = e.account
                    WHERE e.reference = ? AND a.address = ? AND a.class = 0)
                """, [reference, vault.blob]
        ).map(IntentRecord.init(row:))
    }
}

extension StoreWriter {
    /// Appends entries.
    ///
    /// - Parameter sequence: the place of the intent that causes them.
    func appendJournal(_ changes: [BalanceChange], cause sequence: Int64) throws {
        guard !changes.isEmpty else { return }
        var values: [SQLValue] = []
        for (entry, change) in changes.enumerated() {
            values += [
                sequence.sqlValue, entry.sqlValue, change.account.sqlValue, change.kind.rawValue.sqlValue,
                change.quarks.sqlValue, change.usd.sqlValue, change.quarksAfter.sqlValue,
            ]
        }
        let rows = changes.map { _ in "(?, ?, ?, ?, ?, ?, ?)" }.joined(separator: ", ")
        try execute(
            "INSERT INTO journal (seq, entry, account, delta_kind, quarks, usd, balance_after) VALUES " + rows,
            SQLArguments(values))
    }

    /// Records that the intent at `sequence` is a deposit.
    ///
    /// - Throws: `SQLFailure.duplicate` when the reference was booked before.
    func insertDeposit(reference: String, into vault: PublicKey, sequence: Int64) throws {
        try execute(
            """
            INSERT INTO deposits (reference, account, seq)
            VALUES (?, (SELECT id FROM accounts WHERE address = ? AND class = 0), ?)
            """,
            [reference, vault.blob, sequence])
    }
}

extension JournalEntry {
    init(row: SQLRow) throws {
        cause = try row.intentID("cause")
        account = LedgerAccount(
            class: try row.value("class"), address: try row.key("address"), mint: try row.key("mint"))
        mint = try row.key("mint")
        kind = try row.value("delta_kind")
        quarks = try row.integer("quarks")
        usd = try row.integer("usd")
        balanceAfter = try row.integer("balance_after")
    }
}
