import FlipcashCore

/// Finds records dated in the future: the clock was ahead when they were written, or is behind now.
struct FutureTimes: Hashable, Sendable {
    /// How far in the future a date may be before it is reported, because the clocks of machines differ slightly.
    static let tolerance = Duration.seconds(60)

    /// One sentence for each kind of record, for the operator.
    private(set) var notes: [String] = []

    /// - Parameter time: the time of the clock, and ledger time.
    init(_ reader: some StoreReading, time: LedgerTime) throws {
        if time.ahead > Self.tolerance {
            notes.append(
                """
                Ledger time is \(Self.text(time.ahead)) ahead of this machine's clock, which was ahead once or is behind \
                now. Cash links still wait seven days before they return. The operator can accept this machine's clock.
                """)
        }
        try note(
            Kind(one: "payment or other intent", many: "payments and other intents"), time, reader,
            "SELECT count(*) AS n, max(created_at) AS t FROM intents")
        try note(
            Kind(one: "exchange rate", many: "exchange rates"), time, reader,
            "SELECT count(*) AS n, max(observed_at) AS t FROM rates", "observed_at")
    }

    /// The singular and the plural name of a kind of record.
    struct Kind {
        let one: String
        let many: String
    }

    private mutating func note(
        _ kind: Kind, _ time: LedgerTime, _ reader: some StoreReading, _ query: String,
        _ column: String = "created_at"
    ) throws {
        let start = time.now.advanced(by: Self.tolerance).nanosecondsSinceEpoch
        guard let row = try reader.row(query + " WHERE \(column) > ?", [start]) else { return }
        let count = try row.integer("n")
        guard count > 0 else { return }
        let ahead = try row.instant("t").duration(since: time.now)
        notes.append(Self.note(kind, count: count, ahead: ahead))
    }

    /// The sentence about `count` records, the latest of which is `ahead` of the clock.
    static func note(_ kind: Kind, count: Int64, ahead: Duration) -> String {
        count == 1
            ? "1 \(kind.one) is dated in the future, \(text(ahead)) ahead."
            : "\(count) \(kind.many) are dated in the future, the latest \(text(ahead)) ahead."
    }

    /// Formats a duration in its two largest units: `9 d 23 h`.
    static func text(_ duration: Duration) -> String {
        let seconds = duration.components.seconds
        let parts = [
            (seconds / 86_400, "d"), (seconds / 3600 % 24, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s"),
        ]
        let shown = parts.drop { $0.0 == 0 }.prefix(2).filter { $0.0 != 0 }
        return shown.isEmpty ? "0 s" : shown.map { "\($0.0) \($0.1)" }.joined(separator: " ")
    }
}
