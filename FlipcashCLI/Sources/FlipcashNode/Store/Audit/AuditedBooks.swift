import FlipcashCore

/// What the journal and the actions say about each account, added up in the order of commits.
struct AuditedBooks {
    /// The sums of one account.
    struct Tally {
        /// The number of its mint in the database.
        let mint: Int64
        /// The sum of its journal entries.
        var journal: Int64 = 0
        /// The sum of its actions, deposits and returns.
        var actions: Int64 = 0
        /// How often a movement took everything and closed it.
        var drains = 0
        var isClosed = false
        /// Whether an entry follows the one that closed it.
        var hasMovedAfterClosing = false
        /// Whether its balance was compared.
        var isSeen = false
    }

    private(set) var tallies: [Int64: Tally] = [:]
    /// The last place whose entries are in the sums.
    private(set) var sequence: Int64 = 0
    /// How much the balances that were compared differ from their journals, by mint.
    private var differences: [Int64: Int64] = [:]

    /// Adds the entries of a range, which begins where the last one ended.
    mutating func add(_ range: AuditRange, _ reader: StoreReader) throws {
        try addJournal(range, reader)
        try addActions(range, reader)
        sequence = range.end
    }

    /// Adds everything that is committed in the snapshot of `reader`.
    mutating func catchUp(_ reader: StoreReader) throws {
        let end = try reader.integer("SELECT max(seq) FROM intents")
        while sequence < end {
            try add(AuditRange(start: sequence, end: min(end, sequence + 500)), reader)
        }
    }

    private mutating func addJournal(_ range: AuditRange, _ reader: StoreReader) throws {
        let entries = try reader.rows(
            """
            SELECT j.account, a.mint, j.delta_kind, j.quarks FROM journal j JOIN accounts a ON a.id = j.account
            WHERE \(AuditRange.condition("j.seq")) ORDER BY j.seq, j.entry
            """, range.bounds)
        for row in entries {
            let kind: BalanceDelta.Kind = try row.value("delta_kind")
            let quarks = try row.integer("quarks")
            change(try row.integer("account"), mint: try row.integer("mint")) { tally in
                tally.journal &+= quarks
                if tally.isClosed { tally.hasMovedAfterClosing = true }
                switch kind {
                case .drain:
                    tally.drains += 1
                    tally.isClosed = true
                case .close: tally.isClosed = true
                case .credit, .debit, .adjust: break
                }
            }
        }
    }

    /// A cash link's return counts when it takes place, by the intent that returns the money: its action is part of the
    /// intent that funded the link, which may be much older.
    private mutating func addActions(_ range: AuditRange, _ reader: StoreReader) throws {
        let movements = try reader.rows(
            """
            SELECT m.account, a.mint, m.quarks FROM (
                SELECT dest AS account, quantity AS quarks FROM actions
                    WHERE \(AuditRange.condition("seq")) AND dest IS NOT NULL AND quantity IS NOT NULL AND state <> 4
                        AND is_auto_return = 0
                UNION ALL SELECT source, -quantity FROM actions
                    WHERE \(AuditRange.condition("seq")) AND quantity IS NOT NULL AND state <> 4 AND is_auto_return = 0
                UNION ALL SELECT dest, quarks FROM intents
                    WHERE \(AuditRange.condition("seq")) AND type = 3 AND flags & 12 <> 0
                UNION ALL SELECT source, -quarks FROM intents
                    WHERE \(AuditRange.condition("seq")) AND type = 3 AND flags & 12 <> 0
                UNION ALL SELECT d.account, i.quarks FROM intents i JOIN deposits d ON d.seq = i.seq
                    WHERE \(AuditRange.condition("i.seq"))) m
                JOIN accounts a ON a.id = m.account
            """, range.bounds)
        for row in movements {
            let quarks = try row.integer("quarks")
            change(try row.integer("account"), mint: try row.integer("mint")) { $0.actions &+= quarks }
        }
    }

    private mutating func change(_ account: Int64, mint: Int64, _ body: (inout Tally) -> Void) {
        body(&tallies[account, default: Tally(mint: mint)])
    }

    /// Notes the balance of an account and returns its sums.
    mutating func note(_ account: Int64, mint: Int64, quarks: Int64) -> Tally {
        change(account, mint: mint) { $0.isSeen = true }
        let tally = tallies[account, default: Tally(mint: mint)]
        differences[mint, default: 0] &+= quarks &- tally.journal
        return tally
    }

    /// What the balances of each mint add up to: its journal, and how much the balances differ from it. An account
    /// without a balance does not count.
    var totals: [Int64: Int64] {
        tallies.values.reduce(into: differences) { totals, tally in
            if tally.isSeen { totals[tally.mint, default: 0] &+= tally.journal }
        }
    }
}
