import FlipcashCore

/// Checks the whole database against the invariants of payment specification §22 without changing anything.
///
/// Works in steps. Each step reads a bounded part on a snapshot of its own, so that payments go on and the write-ahead
/// log can begin anew between two steps. The result is exact all the same:
///
/// - Intents, actions, journal, history and running totals are never changed once they are committed, apart from states.
///   They are checked in ranges up to the last intent that was there when the audit began.
/// - Balances change. Each page of balances is compared on one snapshot with the sums of everything that is committed in
///   this snapshot: the sums are first brought up to date with what was committed since the step before.
/// - Vaults, cash links and supplies are compared with what refers to them on one snapshot each.
///
/// The memory that it uses grows with the number of accounts, not with the history. Only the structure of the file is
/// checked table by table, on one snapshot for each table, because the database offers no smaller part.
struct LedgerAudit {
    let source: AuditSource
    let settings: LedgerSettings

    /// How many intents or accounts a step reads at most.
    var pageSize: Int64 = 500

    /// Audits in short steps, while others write.
    init(steps store: NodeStore, settings: LedgerSettings) {
        source = .steps(store)
        self.settings = settings
    }

    /// Audits on the snapshot of `reader`.
    init(reader: StoreReader, settings: LedgerSettings) {
        source = .snapshot(reader)
        self.settings = settings
    }

    /// Runs every check.
    ///
    /// - Throws: `StoreError` when the database cannot be read at all, `CancellationError` when the task is cancelled.
    func run() throws -> AuditReport {
        var report = AuditReport()
        try checkStorage(&report)
        guard report.isClean else { return report }
        let end = try source.read { try $0.integer("SELECT max(seq) FROM intents") }
        var books = AuditedBooks()
        try forEachRange(to: end) { range in
            try source.read { reader in
                try books.add(range, reader)
                try check(range, reader, &report)
                for intent in try reader.intents(in: range) { try check(intent, reader, &report) }
            }
        }
        try checkAccounts(&books, &report)
        try checkVaults(&report)
        try checkGiftCards(&report)
        try checkHistories(&report)
        try checkLimits(to: end, &report)
        try checkSupplies(&report)
        try checkTrades(&report)
        try AuditedUses(source: source, end: end).check(&report)
        try checkSharedExpenses(&report)
        return report
    }

    /// Calls `body` for ranges that cover everything up to `end`.
    func forEachRange(to end: Int64, _ body: (AuditRange) throws -> Void) throws {
        var start: Int64 = 0
        while start < end {
            let range = AuditRange(start: start, end: min(end, start + pageSize))
            try body(range)
            start = range.end
        }
    }

    // MARK: Intents

    /// Checks invariants I1, I14 and I15 for the intents of a range.
    private func check(_ range: AuditRange, _ reader: StoreReader, _ report: inout AuditReport) throws {
        let causes = try reader.rows(
            """
            SELECT i.intent_id, CAST(sum(j.quarks) AS BIGINT) AS total FROM journal j
                JOIN accounts a ON a.id = j.account JOIN intents i ON i.seq = j.seq
            WHERE \(AuditRange.condition("j.seq")) GROUP BY i.intent_id, a.mint HAVING sum(j.quarks) <> 0
            """, range.bounds)
        for row in causes {
            report.add(
                "I1", "the entries of intent \(try row.key("intent_id")) sum to \(try row.integer("total"))")
        }
        let transfers = try reader.rows(
            """
            SELECT i.intent_id FROM actions x JOIN intents i ON i.seq = x.seq
            WHERE \(AuditRange.condition("x.seq")) AND x.type = 2 AND i.type = 2 AND x.state <> 4
            GROUP BY i.intent_id HAVING count(*) > 1
            """, range.bounds)
        for row in transfers { report.add("I15", "\(try row.key("intent_id")) transfers more than once") }
        let missing = try reader.rows(
            """
            SELECT i.intent_id FROM intents i
            WHERE \(AuditRange.condition("i.seq")) AND (SELECT count(*) FROM history h
                    WHERE h.seq = i.seq AND h.owner IN (i.initiator, coalesce(i.dest_owner, i.initiator)))
                <> CASE WHEN coalesce(i.dest_owner, i.initiator) = i.initiator THEN 1 ELSE 2 END
            """, range.bounds)
        for row in missing {
            // Older programs recorded there, too, what no history shows.
            guard let intent = try reader.intent(try row.intentID("intent_id")), intent.isInHistories else { continue }
            report.add("I14", "a history lacks intent \(intent.id.base58)")
        }
    }

    /// Checks invariants I7, I8 and I12 for one intent.
    private func check(_ intent: IntentRecord, _ reader: StoreReader, _ report: inout AuditReport) throws {
        report.intents += 1
        let actions = try reader.actions(of: intent.id)
        for action in actions where action.type != .openAccount {
            if let signed = action.signed, try isSigned(action, signed, reader) {
                report.signatures += 1
            } else {
                report.add("I7", "action \(action.actionID) of intent \(intent.id) carries no valid signature")
            }
        }
        try checkAmounts(of: intent, actions, reader, &report)
        try checkValue(of: intent, reader, &report)
    }

    private func isSigned(_ action: ActionRecord, _ signed: SignedMovement, _ reader: StoreReader) throws -> Bool {
        guard let source = try reader.vault(action.source), let destination = action.destination else { return false }
        let message: CompactMessage
        switch action.type {
        case .openAccount:
            return false
        case .transfer, .feePayment:
            guard let quantity = action.quantity else { return false }
            message = .transfer(source: source.token, destination: destination, amount: quantity, nonce: signed.nonce)
        case .withdraw:
            message = .withdraw(source: source.token, destination: destination, nonce: signed.nonce)
        }
        return message.isSigned(by: source.authority, signature: signed.signature)
    }

    /// Checks invariant I8: a payment takes its whole amount from its source and pays all of it out.
    private func checkAmounts(
        of intent: IntentRecord, _ actions: [ActionRecord], _ reader: StoreReader, _ report: inout AuditReport
    ) throws {
        guard let amount = intent.amount, let quarks = Int64(exactly: amount.quarks) else { return }
        let entries = try reader.journal(cause: intent.id)
        if intent.type == .externalDeposit, !intent.flags.isDisjoint(with: [.swapBuy, .returned]) {
            // The other entries are those of the pools, which I9 and I10 cover.
            let received = entries.filter { $0.account == intent.destination.map(LedgerAccount.vault) && $0.quarks > 0 }
            if received.map(\.quarks) != [quarks] {
                report.add("I8", "intent \(intent.id) did not pay out its \(quarks) quarks")
            }
            return
        }
        let paid = entries.filter { $0.quarks < 0 }
        let fee = actions.filter { $0.type == .feePayment }.compactMap(\.quantity).reduce(0, &+)
        let collected = entries.reduce(into: Int64(0)) { sum, entry in
            if case .feeCollector = entry.account { sum &+= entry.quarks }
        }
        let source: LedgerAccount =
            switch (intent.type, intent.source) {
            case (.externalDeposit, let account?): .external(address: account, mint: intent.mint)
            case (_, let vault?): .vault(vault)
            case (_, nil): .mintAuthority(mint: intent.mint)
            }
        guard paid.allSatisfy({ $0.account == source }), paid.reduce(0, { $0 &+ $1.quarks }) == -quarks,
            Int64(exactly: fee) == collected
        else {
            report.add("I8", "intent \(intent.id) did not move its \(quarks) quarks")
            return
        }
    }

    /// Checks invariant I12: the value that a payment moved differs from the value that the user saw by at most half a
    /// unit of the currency.
    ///
    /// Checked only for the core mint, whose proven rate is stored with the payment. The price of a launched currency
    /// depends on a supply that is not stored.
    private func checkValue(of intent: IntentRecord, _ reader: StoreReader, _ report: inout AuditReport) throws {
        guard intent.type == .sendPublicPayment, let amount = intent.amount,
            try reader.mint(intent.mint)?.isCore == true
        else { return }
        let failure = ExchangeDataRules.check(
            quarks: amount.quarks, nativeAmount: amount.native, rate: amount.rate, currencyCode: amount.currency,
            pricing: .core)
        if let failure { report.add("I12", "intent \(intent.id): \(failure)") }
    }
}

extension StoreReader {
    fileprivate func intents(in range: AuditRange) throws -> [IntentRecord] {
        try rows(Self.selectIntent + " WHERE \(AuditRange.condition("i.seq")) ORDER BY i.seq", range.bounds)
            .map(IntentRecord.init(row:))
    }
}

extension NodeStore {
    /// Checks the whole database while others write.
    ///
    /// Works in steps where one long read would make the write-ahead log grow.
    func audit(_ settings: LedgerSettings) throws -> AuditReport {
        if needsLogCopies { return try LedgerAudit(steps: self, settings: settings).run() }
        return try readAside { try LedgerAudit(reader: $0, settings: settings).run() }
    }
}
