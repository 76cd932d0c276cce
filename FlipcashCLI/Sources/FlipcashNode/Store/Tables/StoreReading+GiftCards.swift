import FlipcashCore

extension StoreReading {
    /// The cash-link intent that funded the gift card at `vault`.
    func giftCardIntent(vault: PublicKey) throws -> IntentRecord? {
        try row(
            Self.selectIntent + """
                 WHERE i.seq = (SELECT g.issued_by FROM gift_cards g JOIN accounts a ON a.id = g.account
                    WHERE a.address = ? AND a.class = 0)
                """, [vault.blob]
        ).map(IntentRecord.init(row:))
    }

    /// The withdrawal that claimed the gift card at `vault`.
    func claim(of vault: PublicKey) throws -> ActionRecord? {
        try row(
            Self.selectAction + """
                 WHERE x.type = 3 AND x.is_auto_return = 0 AND x.seq = (SELECT g.ended_by FROM gift_cards g
                    JOIN accounts a ON a.id = g.account WHERE a.address = ? AND a.class = 0)
                """, [vault.blob]
        ).map(ActionRecord.init(row:))
    }

    /// The withdrawal that returns the gift card at `vault` to its issuer, in any state.
    func autoReturn(of vault: PublicKey) throws -> ActionRecord? {
        try row(
            Self.selectAction + """
                 WHERE x.type = 3 AND x.is_auto_return = 1 AND x.seq = (SELECT g.issued_by FROM gift_cards g
                    JOIN accounts a ON a.id = g.account WHERE a.address = ? AND a.class = 0)
                """, [vault.blob]
        ).map(ActionRecord.init(row:))
    }

    /// The id of the intent that returns, or has returned, the money of the gift card at `vault`.
    func returnID(ofGiftCard vault: PublicKey) throws -> IntentID? {
        try row(
            """
            SELECT g.return_id FROM gift_cards g JOIN accounts a ON a.id = g.account
            WHERE a.address = ? AND a.class = 0
            """, [vault.blob]
        ).map { try $0.intentID("return_id") }
    }

    /// Gift cards that may have to be returned to their issuers, oldest first.
    ///
    /// - Parameter after: the last card of the previous batch.
    func giftCardsToReturn(after: GiftCardPlace?, limit: Int) throws -> [GiftCardPlace] {
        try rows(
            """
            SELECT a.address AS token, g.created_at, g.account FROM gift_cards g JOIN accounts a ON a.id = g.account
            WHERE g.is_watched = 1 AND (g.created_at, g.account) > (?, ?)
            ORDER BY g.created_at, g.account LIMIT ?
            """,
            [after?.createdAt.nanosecondsSinceEpoch ?? .min, after?.account ?? .min, limit]
        ).map { row in
            GiftCardPlace(
                token: try row.key("token"), createdAt: try row.instant("created_at"),
                account: try row.integer("account"))
        }
    }

    /// Whether an intent may have `id`: it is free, taken or reserved, or kept for the intent that funds a swap.
    func use(of id: IntentID) throws -> IntentIDUse {
        let row = try row(
            """
            SELECT (SELECT count(*) FROM intents WHERE intent_id = ?1)
                + (SELECT count(*) FROM gift_cards WHERE return_id = ?1) AS taken,
                (SELECT count(*) FROM swaps WHERE funding_id = ?1) AS funds
            """, [id.blob])
        if try row?.flag("taken") ?? false { return .taken }
        return try row?.flag("funds") ?? false ? .fundsSwap : .free
    }
}

extension StoreWriter {
    /// Records a funded gift card, reserves the id of its return, and watches it.
    ///
    /// - Parameter sequence: the place of the cash-link intent in the order of commits.
    func insertGiftCard(_ vault: Vault, issuedBy sequence: Int64, returnID: IntentID) throws {
        let inserted = try execute(
            """
            INSERT INTO gift_cards (account, issued_by, return_id, ended_by, is_watched, created_at)
            SELECT id, ?, ?, NULL, 1, ? FROM accounts WHERE address = ? AND class = 0
            """, [sequence, returnID.blob, vault.createdAt.nanosecondsSinceEpoch, vault.token.blob])
        guard inserted == 1 else { throw PostingFailure.unknownVault(vault.token) }
    }

    /// Records which intent has taken the money of a gift card.
    ///
    /// - Returns: false when another one had taken it before.
    func endGiftCard(_ token: PublicKey, by sequence: Int64) throws -> Bool {
        try execute(
            """
            UPDATE gift_cards SET ended_by = ?
            WHERE account = (SELECT id FROM accounts WHERE address = ? AND class = 0) AND ended_by IS NULL
            """, [sequence, token.blob]) == 1
    }

    /// Stops watching a gift card.
    func stopWatching(_ token: PublicKey) throws {
        try execute(
            """
            UPDATE gift_cards SET is_watched = 0
            WHERE account = (SELECT id FROM accounts WHERE address = ? AND class = 0)
            """, [token.blob])
    }
}
