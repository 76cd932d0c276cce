import FlipcashCore

/// Checks the invariants of cash links (payment specification §22, I5).
extension LedgerAudit {
    /// I5: a gift card's whole amount goes once to one vault.
    func checkGiftCards(_ report: inout AuditReport) throws {
        let cards = try reader.rows(
            """
            SELECT a.token, b.is_open, b.quarks, i.quarks AS issued,
                (SELECT count(*) FROM journal j WHERE j.token = a.token AND j.delta_kind = 3) AS ends,
                (SELECT coalesce(-sum(j.quarks), 0) FROM journal j WHERE j.token = a.token AND j.delta_kind = 3) AS paid
            FROM accounts a JOIN balances b ON b.token = a.token
            LEFT JOIN intents i ON i.dest_token = a.token AND i.type = 2 AND i.state <> 4
            WHERE a.type = 2
                AND NOT (i.quarks IS NOT NULL
                    AND ((b.is_open = 1 AND ends = 0 AND b.quarks = i.quarks)
                        OR (b.is_open = 0 AND ends = 1 AND paid = i.quarks)))
            LIMIT 100
            """)
        for row in cards {
            report.add(
                "I5",
                """
                gift card \(try row.key("token")) holds \(try row.integer("quarks")) quarks and ended \
                \(try row.integer("ends")) times
                """)
        }
    }

    /// I5: the money of every open gift card can return to its issuer.
    func checkReturns(_ report: inout AuditReport) throws {
        let cards = try reader.rows(
            """
            SELECT a.token, a.requires_auto_return_check AS is_watched, r.return_id,
                EXISTS (SELECT 1 FROM intents t WHERE t.intent_id = r.return_id) AS is_taken,
                EXISTS (SELECT 1 FROM actions w
                    JOIN fulfillments f ON f.intent_id = w.intent_id AND f.action_id = w.action_id
                    JOIN balances d ON d.token = w.dest AND d.is_open = 1
                    WHERE w.intent_id = i.intent_id AND w.source = a.token AND w.is_auto_return = 1 AND w.state = 0
                        AND f.signature IS NOT NULL AND f.state = 0) AS is_arranged
            FROM accounts a JOIN balances b ON b.token = a.token AND b.is_open = 1
            JOIN intents i ON i.dest_token = a.token AND i.type = 2 AND i.state <> 4
            LEFT JOIN gift_card_returns r ON r.intent_id = i.intent_id
            WHERE a.type = 2 AND (is_watched = 0 OR r.return_id IS NULL OR is_taken OR NOT is_arranged)
            LIMIT 100
            """)
        for row in cards {
            let reason: String
            if try row.optionalKey("return_id") == nil {
                reason = "no id is reserved for its return"
            } else if try row.flag("is_taken") {
                reason = "another intent has the id of its return"
            } else if try !row.flag("is_arranged") {
                reason = "it has no signed return"
            } else {
                reason = "it is not watched"
            }
            report.add("I5", "the open gift card \(try row.key("token")) cannot return: \(reason)")
        }
    }
}
