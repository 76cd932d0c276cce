import FlipcashCore
import GRDB

extension StoreWriter {
    /// Records a refresh of the rates without keeping every repetition: when the two refreshes before it had the very
    /// values of this one, the one in between goes, for it says nothing that its neighbours do not.
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
