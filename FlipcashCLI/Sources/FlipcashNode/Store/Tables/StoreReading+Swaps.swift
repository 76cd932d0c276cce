import FlipcashCore

/// A swap's place in the order in which swaps were started.
typealias SwapNumber = Int64

/// A swap that was not funded in time, and its place in the order of such swaps.
struct OverdueSwap: Hashable, Sendable {
    let fundBefore: Instant
    let number: SwapNumber
    let id: SwapID
}

extension StoreReading {
    private static var selectSwap: String {
        """
        SELECT w.id, w.swap_id, w.funding_id, o.owner, f.mint AS from_mint, t.mint AS to_mint, w.amount, w.fee,
            w.is_first_purchase, w.swap_authority, w.nonce, w.metadata, w.proof_signature, w.transaction_id,
            w.signed_transaction, w.state, w.fund_before, w.created_at
        FROM swaps w JOIN owners o ON o.id = w.owner JOIN mints f ON f.id = w.from_mint
            JOIN mints t ON t.id = w.to_mint
        """
    }

    /// The swap with this id.
    func swap(_ id: SwapID) throws -> SwapRecord? {
        try row(Self.selectSwap + " WHERE w.swap_id = ?", [id.bytes.blob]).map(SwapRecord.init(row:))
    }

    /// The swap that the intent `id` funds.
    func swap(fundedBy id: IntentID) throws -> SwapRecord? {
        try row(Self.selectSwap + " WHERE w.funding_id = ?", [id.blob]).map(SwapRecord.init(row:))
    }

    /// The swaps of `owner` that wait for their funds, the oldest first.
    func unfundedSwaps(of owner: PublicKey, limit: Int) throws -> [SwapRecord] {
        try rows(
            Self.selectSwap + """
                 WHERE w.owner = (SELECT id FROM owners WHERE owner = ?) AND w.state = 1 ORDER BY w.id LIMIT ?
                """, [owner.blob, limit]
        ).map(SwapRecord.init(row:))
    }

    /// Swaps that were not funded in time, the longest overdue first.
    func overdueSwaps(at time: Instant, after last: OverdueSwap?, limit: Int) throws -> [OverdueSwap] {
        try rows(
            """
            SELECT fund_before, id, swap_id FROM swaps
            WHERE state = 1 AND fund_before < ? AND (fund_before, id) > (?, ?) ORDER BY fund_before, id LIMIT ?
            """,
            [
                time.nanosecondsSinceEpoch, last?.fundBefore.nanosecondsSinceEpoch ?? .min, last?.number ?? 0, limit,
            ]
        ).map {
            OverdueSwap(
                fundBefore: try $0.instant("fund_before"), number: try $0.integer("id"),
                id: try $0.swapID("swap_id"))
        }
    }

    /// Swaps that are neither waiting for funds nor over, in the order in which they were started.
    func runningSwaps(after number: SwapNumber, limit: Int) throws -> [(number: SwapNumber, id: SwapID)] {
        try rows(
            "SELECT id, swap_id FROM swaps WHERE state IN (2, 3, 4, 7) AND id > ? ORDER BY id LIMIT ?",
            [number, limit]
        ).map { (try $0.integer("id"), try $0.swapID("swap_id")) }
    }

    /// The intent that paid out the proceeds of a swap, or its refund.
    func settlement(of id: SwapID) throws -> IntentRecord? {
        try row(
            Self.selectIntent + " WHERE i.seq = (SELECT settled_by FROM swaps WHERE swap_id = ?)", [id.bytes.blob]
        ).map(IntentRecord.init(row:))
    }
}

extension StoreWriter {
    /// Records a swap.
    ///
    /// - Throws: `SQLFailure.duplicate` when its id, its funding or its transaction is used.
    func insert(_ swap: SwapRecord) throws {
        try execute(
            """
            INSERT INTO swaps (swap_id, funding_id, owner, from_mint, to_mint, amount, fee, is_first_purchase,
                swap_authority, nonce, metadata, proof_signature, transaction_id, signed_transaction, state,
                fund_before, created_at)
            VALUES (?, ?, (SELECT id FROM owners WHERE owner = ?), (SELECT id FROM mints WHERE mint = ?),
                (SELECT id FROM mints WHERE mint = ?), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                swap.id.bytes.blob, swap.fundingID.blob, swap.owner.blob, swap.from.blob, swap.to.blob,
                try swap.amount.stored(), try swap.fee.stored(), swap.isFirstPurchase, swap.authority.blob,
                swap.nonce.blob, swap.metadata.blob, swap.proofSignature.blob, swap.transactionID.blob,
                swap.transaction?.blob, swap.state.rawValue, swap.fundBefore.nanosecondsSinceEpoch,
                swap.createdAt.nanosecondsSinceEpoch,
            ])
    }

    /// Changes the state of a swap.
    ///
    /// - Returns: false when it was in another state; nothing changes then.
    func setState(_ state: SwapState, of id: SwapID, from expected: SwapState) throws -> Bool {
        try execute(
            "UPDATE swaps SET state = ? WHERE swap_id = ? AND state = ?",
            [state.rawValue, id.bytes.blob, expected.rawValue]) == 1
    }

    /// Records that the intent at `sequence` has funded a swap that waited for it.
    func fund(_ id: SwapID, by sequence: Int64) throws -> Bool {
        try execute(
            "UPDATE swaps SET state = 2, funded_by = ? WHERE swap_id = ? AND state = 1", [sequence, id.bytes.blob]) == 1
    }

    /// Records that the intent at `sequence` has ended a swap.
    func settle(_ id: SwapID, by sequence: Int64, from expected: SwapState, to state: SwapState) throws -> Bool {
        try execute(
            "UPDATE swaps SET state = ?, settled_by = ? WHERE swap_id = ? AND state = ?",
            [state.rawValue, sequence, id.bytes.blob, expected.rawValue]) == 1
    }

    /// Removes the transaction of a swap that was never funded.
    func discardTransaction(of id: SwapID) throws {
        try execute("UPDATE swaps SET signed_transaction = NULL WHERE swap_id = ?", [id.bytes.blob])
    }

    /// Corrects the value of an intent that funded a sale (payment specification §16.7).
    func reconcile(_ id: IntentID, usdMicros: Int64) throws {
        try execute("UPDATE intents SET usd = ? WHERE intent_id = ?", [usdMicros, id.blob])
    }
}

extension SwapRecord {
    init(row: SQLRow) throws {
        id = try row.swapID("swap_id")
        fundingID = try row.intentID("funding_id")
        owner = try row.key("owner")
        from = try row.key("from_mint")
        to = try row.key("to_mint")
        amount = try row.quarks("amount")
        fee = try row.quarks("fee")
        isFirstPurchase = try row.flag("is_first_purchase")
        authority = try row.key("swap_authority")
        nonce = try row.key("nonce")
        metadata = try row.bytes("metadata")
        proofSignature = try row.signature("proof_signature")
        transactionID = try row.signature("transaction_id")
        transaction = try row.optionalBytes("signed_transaction")
        state = try row.value("state")
        fundBefore = try row.instant("fund_before")
        createdAt = try row.instant("created_at")
    }
}
