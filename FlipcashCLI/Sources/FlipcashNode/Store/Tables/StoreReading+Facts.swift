import FlipcashCore

extension StoreReading {
    /// The latest recorded ledger time (payment specification §21.8, point 8); nil before the first.
    func latestTimeSeen() throws -> Instant? {
        try row("SELECT value FROM facts WHERE name = 'latest_time_seen'", [])
            .map { try $0.instant("value") }
    }

    /// Whether the node has ever listened where others than its operator can reach it.
    func hasServedOthers() throws -> Bool {
        try row("SELECT value FROM facts WHERE name = 'has_served_others'", []) != nil
    }
}

extension StoreWriter {
    /// Records ledger time, unless a later one is recorded.
    func noteTime(_ now: Instant) throws {
        try execute(
            """
            INSERT INTO facts (name, value) VALUES ('latest_time_seen', ?)
            ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE excluded.value > facts.value
            """, [now.nanosecondsSinceEpoch])
    }

    /// Records that others than the operator can reach the node.
    func noteServingOthers() throws {
        try execute(
            "INSERT INTO facts (name, value) VALUES ('has_served_others', 1) ON CONFLICT (name) DO NOTHING", [])
    }

    /// Sets ledger time back to `now`. Open cash links that were made later count as made now, so that they return
    /// after seven days from now at the latest. Swaps that were begun later wait for their money as if begun now. The
    /// payments of an owner who paid later move back together, so that the last one counts towards the daily limit as
    /// made now, and no day holds more than before. Changes no balance.
    func acceptTime(_ now: Instant) throws {
        let fundBefore = now.advanced(by: SwapPlan.fundingTime).nanosecondsSinceEpoch
        let now = now.nanosecondsSinceEpoch
        try execute("UPDATE facts SET value = ?1 WHERE name = 'latest_time_seen' AND value > ?1", [now])
        try execute(
            """
            UPDATE vaults SET created_at = ?1
            WHERE created_at > ?1 AND account IN (SELECT account FROM gift_cards WHERE ended_by IS NULL)
            """, [now])
        try execute("UPDATE gift_cards SET created_at = ?1 WHERE created_at > ?1 AND ended_by IS NULL", [now])
        try execute("UPDATE swaps SET fund_before = ?1 WHERE fund_before > ?1 AND state = 1", [fundBefore])
        let owners = try rows(
            "SELECT owner, max(ledger_time) AS latest FROM sent GROUP BY owner HAVING max(ledger_time) > ?1", [now])
        for row in owners {
            try execute(
                "UPDATE sent SET ledger_time = ledger_time - ?1 WHERE owner = ?2",
                [try row.integer("latest") - now, try row.integer("owner")])
        }
    }
}
