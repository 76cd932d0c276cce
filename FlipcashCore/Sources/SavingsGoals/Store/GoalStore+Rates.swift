public import FlipcashCore
import GRDB

extension GoalStore: RateCache {
    /// Returns all stored rates.
    public func rateEntries() throws(GoalStoreFailure) -> [RateEntry] {
        try read { database in
            try Row.fetchAll(database, sql: "SELECT * FROM rate").map { row in
                RateEntry(
                    pair: try row.value("pair") { RatePair($0) }, rate: try row.text("rate"),
                    date: try row.instant("date"))
            }
        }
    }

    /// Stores rates that a provider gave.
    public func store(rates: [RateEntry]) throws(GoalStoreFailure) {
        try write { database in
            for entry in rates {
                try database.execute(
                    sql: """
                        INSERT INTO rate (pair, rate, date) VALUES (?, ?, ?)
                        ON CONFLICT (pair) DO UPDATE SET rate = excluded.rate, date = excluded.date
                        """, arguments: [entry.pair.description, entry.rate, entry.date.column])
            }
        }
    }

    /// Returns when `provider` may be asked again; nil if it may be asked now.
    public func pause(ofProvider provider: String) throws(GoalStoreFailure) -> Instant? {
        try read { database in
            try Row.fetchOne(database, sql: "SELECT date FROM ratePause WHERE provider = ?", arguments: [provider])
                .map { try $0.instant("date") }
        }
    }

    /// Stores when `provider` may be asked again.
    public func store(pause: Instant, ofProvider provider: String) throws(GoalStoreFailure) {
        try write { database in
            try database.put(
                "ratePause", key: ["provider"], columns: ["provider", "date"], [provider, pause.column])
        }
    }
}
