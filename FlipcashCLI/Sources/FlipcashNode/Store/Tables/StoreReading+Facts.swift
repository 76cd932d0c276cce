import FlipcashCore

extension StoreReading {
    /// The latest recorded ledger time (payment specification §21.8, point 8); nil before the first.
    func latestTimeSeen() throws -> Instant? {
        try row("SELECT value FROM facts WHERE name = 'latest_time_seen'", [])
            .map { try $0.instant("value") }
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
}
