import FlipcashCore

/// A signed exchange rate as it was published.
struct StoredRate: Hashable, Sendable {
    /// Lower-case currency code.
    let currency: String
    /// Units of the currency per US dollar.
    let value: Double
    let observedAt: Instant
    /// Bytes of `VerifiedCoreMintFiatExchangeRate`.
    let proof: [UInt8]
}

/// A signed reserve state as it was published.
struct StoredReserve: Hashable, Sendable {
    let mint: PublicKey
    /// Quarks in circulation.
    let supply: UInt64
    let observedAt: Instant
    /// Bytes of `VerifiedLaunchpadCurrencyReserveState`.
    let proof: [UInt8]
}

extension StoreReading {
    /// The rates of the latest refresh, by currency code.
    func latestRates() throws -> [StoredRate] {
        try rows("SELECT * FROM rates WHERE observed_at = (SELECT max(observed_at) FROM rates) ORDER BY currency")
            .map { row in
                StoredRate(
                    currency: try row.text("currency"), value: try row.number("value"),
                    observedAt: try row.instant("observed_at"), proof: try row.bytes("proof"))
            }
    }

    /// The latest reserve state of `mint`.
    func latestReserve(of mint: PublicKey) throws -> StoredReserve? {
        try row("SELECT * FROM reserves WHERE mint = ? ORDER BY observed_at DESC LIMIT 1", [mint.blob]).map { row in
            StoredReserve(
                mint: try row.key("mint"), supply: try row.quarks("supply"),
                observedAt: try row.instant("observed_at"), proof: try row.bytes("proof"))
        }
    }
}

extension StoreWriter {
    /// Records a refresh of the rates. Recording the same refresh again changes nothing.
    func insert(_ rates: [StoredRate]) throws {
        for rate in rates {
            try execute(
                """
                INSERT INTO rates (observed_at, currency, value, proof) VALUES (?, ?, ?, ?)
                ON CONFLICT DO NOTHING
                """, [rate.observedAt.nanosecondsSinceEpoch, rate.currency, rate.value, rate.proof.blob])
        }
    }

    /// Records a reserve state.
    func insert(_ reserve: StoredReserve) throws {
        try execute(
            """
            INSERT INTO reserves (mint, observed_at, supply, proof) VALUES (?, ?, ?, ?)
            ON CONFLICT DO NOTHING
            """,
            [
                reserve.mint.blob, reserve.observedAt.nanosecondsSinceEpoch, try reserve.supply.stored(),
                reserve.proof.blob,
            ])
    }

    /// Removes rates and reserves observed after `time`: proofs dated while the clock was ahead would stay the latest
    /// until the clock catches up.
    ///
    /// - Parameter time: the clock's time, read inside the unit. An earlier reading would remove what an intermediate
    ///   unit has recorded.
    func deleteProofs(after time: Instant) throws {
        try execute("DELETE FROM rates WHERE observed_at > ?", [time.nanosecondsSinceEpoch])
        // One look at each mint's latest reserves: those of the past are many, and no index has them by time alone.
        try execute(
            "DELETE FROM reserves WHERE mint IN (SELECT mint FROM mints) AND observed_at > ?",
            [time.nanosecondsSinceEpoch])
    }

    /// Removes the oldest rates of those observed before `time`, except the latest refresh.
    ///
    /// - Parameter countMax: about how many are removed; the last refresh among them is removed whole. Years of rates in one
    ///   unit would keep payments waiting.
    @discardableResult
    func deleteRates(before time: Instant, countMax: Int = 4_096) throws -> Int {
        try execute(
            """
            DELETE FROM rates WHERE observed_at < ?1 AND observed_at < (SELECT max(observed_at) FROM rates)
                AND observed_at <= coalesce(
                    (SELECT observed_at FROM rates WHERE observed_at < ?1 ORDER BY observed_at LIMIT 1 OFFSET ?2), ?1)
            """, [time.nanosecondsSinceEpoch, countMax - 1])
    }

    /// Records a refresh of the rates and drops repetitions: if the two refreshes before it have the same values,
    /// removes the one in between.
    func replaceRepeatedRates(with rates: [StoredRate]) throws {
        let times = try rows("SELECT DISTINCT observed_at FROM rates ORDER BY observed_at DESC LIMIT 2")
            .map { try $0.instant("observed_at") }
        let values = rates.map { [$0.currency: $0.value] }
        if times.count == 2, try times.allSatisfy({ try rateValues(at: $0) == values }) {
            try execute("DELETE FROM rates WHERE observed_at = ?", [times[0].nanosecondsSinceEpoch])
        }
        try insert(rates)
    }

    private func rateValues(at time: Instant) throws -> [[String: Double]] {
        try rows(
            "SELECT currency, value FROM rates WHERE observed_at = ? ORDER BY currency", [time.nanosecondsSinceEpoch]
        ).map { [try $0.text("currency"): try $0.number("value")] }
    }
}
