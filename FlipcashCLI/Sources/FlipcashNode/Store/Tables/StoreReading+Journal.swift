import FlipcashCore
import GRDB

/// An entry of the journal.
struct JournalEntry: Hashable, Sendable {
    let id: Int64
    let cause: IntentID
    let account: LedgerAccount
    let mint: PublicKey
    let kind: BalanceDelta.Kind
    let quarks: Int64
    let usd: Int64
    let balanceAfter: Int64
}

extension StoreReading {
    /// The entries of one account, the oldest first.
    func journal(of account: LedgerAccount) throws -> [JournalEntry] {
        try rows("SELECT * FROM journal WHERE token = ? ORDER BY id", [account.storageKey.blob])
            .map(JournalEntry.init(row:))
    }

    /// The entries that one cause wrote.
    func journal(cause: IntentID) throws -> [JournalEntry] {
        try rows("SELECT * FROM journal WHERE cause = ? ORDER BY id", [cause.blob]).map(JournalEntry.init(row:))
    }

    /// The deposit with this reference into `vault`; nil when there is none.
    func deposit(reference: String, into vault: PublicKey) throws -> IntentRecord? {
        try row(
            """
            SELECT i.* FROM deposits d JOIN intents i ON i.intent_id = d.intent_id
            WHERE d.reference = ? AND d.token = ?
            """, [reference, vault.blob]
        ).map(IntentRecord.init(row:))
    }
}

extension StoreWriter {
    /// Appends an entry.
    func appendJournal(
        cause: IntentID, account: LedgerAccount, mint: PublicKey, kind: BalanceDelta.Kind, applied: AppliedDelta
    ) throws {
        try execute(
            """
            INSERT INTO journal (cause, token, mint, delta_kind, quarks, usd, balance_after)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                cause.blob, account.storageKey.blob, mint.blob, kind.rawValue, applied.quarks, applied.usd,
                applied.balance.quarks,
            ])
    }

    /// Records a deposit.
    ///
    /// - Throws: `DatabaseError` with a constraint code when the reference was booked before.
    func insertDeposit(reference: String, into vault: PublicKey, quarks: UInt64, intent: IntentID, at time: Instant)
        throws
    {
        try execute(
            "INSERT INTO deposits (reference, token, quarks, intent_id, created_at) VALUES (?, ?, ?, ?, ?)",
            [reference, vault.blob, try quarks.stored(), intent.blob, time.nanosecondsSinceEpoch])
    }
}

extension JournalEntry {
    init(row: Row) throws {
        id = try row.integer("id")
        cause = try row.intentID("cause")
        let key = try row.bytes("token")
        guard let account = LedgerAccount(storageKey: key) else {
            throw StoreError.invalidValue(column: "journal.token", reason: "\(key.count) bytes")
        }
        self.account = account
        mint = try row.key("mint")
        kind = try row.value("delta_kind")
        quarks = try row.integer("quarks")
        usd = try row.integer("usd")
        balanceAfter = try row.integer("balance_after")
    }
}
