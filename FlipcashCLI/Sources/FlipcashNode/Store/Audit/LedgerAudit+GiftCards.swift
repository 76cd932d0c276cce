import FlipcashCore

/// Checks the invariants of cash links (payment specification §22, I3 and I5).
extension LedgerAudit {
    /// I5 for every gift card that was opened before this check.
    func checkGiftCards(_ report: inout AuditReport) throws {
        let end = try source.read { try $0.integer("SELECT max(account) FROM vaults") }
        try forEachRange(to: end) { accounts in
            try source.read { reader in
                try checkEnds(of: accounts, reader, &report)
                try checkReturns(of: accounts, reader, &report)
            }
        }
    }

    /// I5: a gift card's whole amount goes once to one vault.
    private func checkEnds(of accounts: AuditRange, _ reader: StoreReader, _ report: inout AuditReport) throws {
        let cards = try reader.rows(
            """
            SELECT token, quarks, ends FROM (
                SELECT a.address AS token, b.is_open, b.quarks, i.quarks AS issued, g.ended_by,
                    (SELECT count(*) FROM journal j WHERE j.account = v.account AND j.seq = g.ended_by
                        AND j.delta_kind = 3) AS ends,
                    (SELECT coalesce(-sum(j.quarks), 0) FROM journal j WHERE j.account = v.account
                        AND j.seq = g.ended_by AND j.delta_kind = 3) AS paid
                FROM vaults v JOIN accounts a ON a.id = v.account JOIN balances b ON b.account = v.account
                    LEFT JOIN gift_cards g ON g.account = v.account
                    LEFT JOIN intents i ON i.seq = g.issued_by AND i.type = 2 AND i.dest = v.account
                WHERE v.type = 2 AND \(AuditRange.condition("v.account"))) c
            WHERE NOT (issued IS NOT NULL
                AND ((is_open = 1 AND ended_by IS NULL AND quarks = issued)
                    OR (is_open = 0 AND ends = 1 AND paid = issued)))
            """, accounts.bounds)
        for row in cards {
            report.add(
                "I5",
                """
                gift card \(try row.key("token")) holds \(try row.integer("quarks")) quarks and ended \
                \(try row.integer("ends")) times
                """)
        }
        let returned = try reader.rows(
            """
            SELECT a.address AS token, r.quarks, x.quantity FROM gift_cards g JOIN accounts a ON a.id = g.account
                JOIN intents r ON r.seq = g.ended_by AND r.flags & 12 <> 0
                LEFT JOIN actions x ON x.seq = g.issued_by AND x.source = g.account AND x.is_auto_return = 1
            WHERE \(AuditRange.condition("g.account")) AND x.quantity IS DISTINCT FROM r.quarks
            """, accounts.bounds)
        for row in returned {
            let quantity = try row.optionalInteger("quantity") ?? 0
            report.add(
                "I3",
                "\(try row.key("token")) returned \(try row.integer("quarks")) quarks, its action says \(quantity)")
        }
    }

    /// I5: the money of every open gift card can return to its issuer.
    private func checkReturns(of accounts: AuditRange, _ reader: StoreReader, _ report: inout AuditReport) throws {
        let cards = try reader.rows(
            """
            SELECT token, is_watched, is_taken, is_arranged FROM (
                SELECT a.address AS token, g.is_watched,
                    (SELECT count(*) FROM intents t WHERE t.intent_id = g.return_id) AS is_taken,
                    (SELECT count(*) FROM actions x JOIN balances d ON d.account = x.dest AND d.is_open = 1
                        WHERE x.seq = g.issued_by AND x.source = v.account AND x.is_auto_return = 1 AND x.state = 0
                            AND x.signature IS NOT NULL) AS is_arranged
                FROM vaults v JOIN accounts a ON a.id = v.account
                    JOIN balances b ON b.account = v.account AND b.is_open = 1
                    LEFT JOIN gift_cards g ON g.account = v.account
                WHERE v.type = 2 AND \(AuditRange.condition("v.account"))) c
            WHERE coalesce(is_watched, 0) = 0 OR is_taken <> 0 OR is_arranged = 0
            """, accounts.bounds)
        for row in cards {
            let reason: String
            if try row.optionalInteger("is_watched") == nil {
                reason = "no link is recorded for it"
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
