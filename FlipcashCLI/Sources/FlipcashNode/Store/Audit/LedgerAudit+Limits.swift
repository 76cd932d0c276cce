import FlipcashCore

/// Checks the running totals of what each user has sent (payment specification §22, I11).
extension LedgerAudit {
    /// I11: no user sent more within a day than the limit, and the running totals are those of the payments.
    func checkLimits(to end: Int64, _ report: inout AuditReport) throws {
        var payments = try payments(to: end)
        var last: (owner: Int64, time: Int64, sequence: Int64) = (.min, .min, .min)
        var current: SentTotals?
        while true {
            let page = try source.read { reader in
                try reader.rows(
                    """
                    SELECT s.owner, s.ledger_time, s.seq, s.total, i.usd, i.initiator, i.type, i.flags
                    FROM sent s LEFT JOIN intents i ON i.seq = s.seq
                    WHERE (s.owner, s.ledger_time, s.seq) > (?, ?, ?) ORDER BY s.owner, s.ledger_time, s.seq LIMIT ?
                    """, [last.owner, last.time, last.sequence, 10 * pageSize])
            }
            for row in page {
                let owner = try row.integer("owner")
                last = (owner, try row.integer("ledger_time"), try row.integer("seq"))
                if current?.owner != owner {
                    try finish(current, &payments, &report)
                    current = SentTotals(owner: owner)
                }
                try current?.add(row, isCounted: last.sequence <= end)
            }
            if page.isEmpty { break }
        }
        try finish(current, &payments, &report)
        for owner in payments.keys.sorted() { try finish(SentTotals(owner: owner), &payments, &report) }
    }

    /// How many payments count towards each owner's limit.
    private func payments(to end: Int64) throws -> [Int64: Int64] {
        var counts: [Int64: Int64] = [:]
        try forEachRange(to: end) { range in
            let rows = try source.read { reader in
                try reader.rows(
                    """
                    SELECT initiator, count(*) AS n FROM intents
                    WHERE \(AuditRange.condition("seq")) AND type = 2 AND flags & 1 = 0 GROUP BY initiator
                    """, range.bounds)
            }
            for row in rows { counts[try row.integer("initiator"), default: 0] += try row.integer("n") }
        }
        return counts
    }

    private func finish(_ totals: SentTotals?, _ payments: inout [Int64: Int64], _ report: inout AuditReport) throws {
        guard let totals else { return }
        let expected = payments.removeValue(forKey: totals.owner) ?? 0
        guard !totals.isSound(count: expected) || totals.excess != nil else { return }
        let key = try source.read { try $0.row("SELECT owner FROM owners WHERE id = ?", [totals.owner])?.key("owner") }
        let name = key?.base58 ?? "owner \(totals.owner)"
        if !totals.isSound(count: expected) { report.add("I11", "the sums of what \(name) sent are wrong") }
        if let excess = totals.excess {
            report.add("I11", "\(name) sent \(excess) millionths of a US dollar within a day")
        }
    }
}

/// The running totals of one owner, in their order.
private struct SentTotals {
    let owner: Int64
    /// The payments within a day before the last one.
    private var window: [(time: Instant, total: Int64)] = []
    /// The first of them that counts; those before it are removed from time to time.
    private var first = 0
    /// What was sent before the window.
    private var earlier: Int64 = 0
    private var total: Int64 = 0
    private var count: Int64 = 0
    private var hasWrongStep = false
    /// What was sent within a day, where that is more than the limit.
    private(set) var excess: Int64?

    init(owner: Int64) { self.owner = owner }

    /// Whether each total is the one before and its payment, and there is one for each of `count` payments.
    func isSound(count: Int64) -> Bool { !hasWrongStep && self.count == count }

    mutating func add(_ row: SQLRow, isCounted: Bool) throws {
        let total = try row.integer("total")
        let flags = IntentFlags(rawValue: Int(try row.optionalInteger("flags") ?? 0))
        let isPayment = try row.optionalValue("type") == IntentType.sendPublicPayment && !flags.contains(.withdrawal)
        let isStep = try row.optionalInteger("usd") == total &- self.total
        let isOwn = try row.optionalInteger("initiator") == owner
        if !isPayment || !isStep || !isOwn { hasWrongStep = true }
        self.total = total
        if isCounted { count += 1 }
        slide(to: Instant(nanosecondsSinceEpoch: try row.integer("ledger_time")), total: total)
    }

    private mutating func slide(to time: Instant, total: Int64) {
        window.append((time, total))
        while window[first].time < time.advanced(by: .zero - SendLimitRules.window) {
            earlier = window[first].total
            first += 1
        }
        if first > 4096 {
            window.removeFirst(first)
            first = 0
        }
        let sent = total &- earlier
        if sent > SendLimitRules.enforcedUSDMicros, excess == nil { excess = sent }
    }
}
