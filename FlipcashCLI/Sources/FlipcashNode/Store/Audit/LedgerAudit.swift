import FlipcashCore

/// Checks the whole database against the invariants of payment specification §22, on one snapshot and without changing
/// anything.
///
/// The database computes sums; everything else is read row by row, so that memory use does not grow with the books.
struct LedgerAudit {
    let reader: StoreReader
    let settings: LedgerSettings

    private static let pageSize = 500

    /// Runs every check.
    ///
    /// - Throws: `StoreError` when the database cannot be read at all.
    func run() throws -> AuditReport {
        var report = AuditReport()
        try checkStorage(&report)
        guard report.isClean else { return report }
        try checkSums(&report)
        try checkBalances(&report)
        try checkActions(&report)
        try checkUniqueness(&report)
        try checkHistory(&report)
        try checkGiftCards(&report)
        try checkReturns(&report)
        try checkSupplies(&report)
        try forEachVault { try checkVault($0, &report) }
        try forEachIntent { try checkIntent($0, &report) }
        try checkLimits(&report)
        return report
    }

    // MARK: Whole tables

    /// I1: every mint's accounts sum to zero, and so does every cause.
    private func checkSums(_ report: inout AuditReport) throws {
        let mints = try reader.rows(
            """
            SELECT m.mint, CAST(sum(b.quarks) AS BIGINT) AS total FROM balances b JOIN accounts a ON a.id = b.account
                JOIN mints m ON m.id = a.mint
            GROUP BY m.mint HAVING sum(b.quarks) <> 0
            """)
        for row in mints {
            report.add("I1", "the accounts of \(try row.key("mint")) sum to \(try row.integer("total"))")
        }
        let causes = try reader.rows(
            """
            SELECT i.intent_id, CAST(sum(j.quarks) AS BIGINT) AS total FROM journal j
                JOIN accounts a ON a.id = j.account JOIN intents i ON i.seq = j.seq
            GROUP BY i.intent_id, a.mint HAVING sum(j.quarks) <> 0 LIMIT 100
            """)
        for row in causes {
            report.add(
                "I1", "the entries of intent \(try row.key("intent_id")) sum to \(try row.integer("total"))")
        }
        let orphans = try reader.rows(
            "SELECT DISTINCT seq FROM journal WHERE seq NOT IN (SELECT seq FROM intents) LIMIT 100")
        for row in orphans { report.add("I1", "journal entries name no intent: \(try row.integer("seq"))") }
    }

    private static var selectName: String { "a.address, a.class, m.mint" }
    private static var joinName: String { "JOIN accounts a ON a.id = b.account JOIN mints m ON m.id = a.mint" }

    /// I2: only issuers owe, closed accounts are empty, and no account changes after it is closed.
    private func checkBalances(_ report: inout AuditReport) throws {
        let wrong = try reader.rows(
            """
            SELECT \(Self.selectName), b.quarks FROM balances b \(Self.joinName)
            WHERE (b.quarks < 0 AND a.class <> 4) OR (b.is_open = 0 AND b.quarks <> 0)
                OR (b.may_owe = 1) <> (a.class = 4) LIMIT 100
            """)
        for row in wrong { report.add("I2", "\(try name(row)) holds \(try row.integer("quarks")) quarks") }
        let late = try reader.rows(
            """
            SELECT DISTINCT \(Self.selectName) FROM (
                    SELECT account, delta_kind, lead(seq) OVER (PARTITION BY account ORDER BY seq, entry) AS next
                    FROM journal) j
                JOIN balances b ON b.account = j.account \(Self.joinName)
            WHERE j.delta_kind IN (3, 4) AND j.next IS NOT NULL LIMIT 100
            """)
        for row in late { report.add("I2", "\(try name(row)) moved after it was closed") }
        let broken = try reader.rows(
            """
            SELECT \(Self.selectName), b.quarks, coalesce(t.total, 0) AS total FROM balances b \(Self.joinName)
                LEFT JOIN (SELECT account, CAST(sum(quarks) AS BIGINT) AS total FROM journal GROUP BY account) t
                    ON t.account = b.account
            WHERE coalesce(t.total, 0) <> b.quarks LIMIT 100
            """)
        for row in broken {
            report.add(
                "I3",
                "\(try name(row)) holds \(try row.integer("quarks")) quarks, its journal says \(try row.integer("total"))"
            )
        }
    }

    /// I3: every vault holds what its actions and deposits add up to.
    private func checkActions(_ report: inout AuditReport) throws {
        let wrong = try reader.rows(
            """
            SELECT a.address AS token, b.quarks, coalesce(t.total, 0) AS total
            FROM vaults v JOIN accounts a ON a.id = v.account JOIN balances b ON b.account = v.account
                LEFT JOIN (SELECT account, CAST(sum(quarks) AS BIGINT) AS total FROM (
                        SELECT dest AS account, quantity AS quarks FROM actions
                            WHERE dest IS NOT NULL AND quantity IS NOT NULL AND state <> 4
                        UNION ALL SELECT source, -quantity FROM actions WHERE quantity IS NOT NULL AND state <> 4
                        UNION ALL SELECT d.account, i.quarks FROM deposits d JOIN intents i ON i.seq = d.seq) m
                    GROUP BY account) t ON t.account = v.account
            WHERE b.quarks <> coalesce(t.total, 0) LIMIT 100
            """)
        for row in wrong {
            report.add(
                "I3",
                "\(try row.key("token")) holds \(try row.integer("quarks")) quarks, its actions say \(try row.integer("total"))"
            )
        }
    }

    /// I6: a nonce's value and a signature are used only once.
    private func checkUniqueness(_ report: inout AuditReport) throws {
        let columns = [("nonce, blockhash", "nonce"), ("signature", "signature")]
        for (group, name) in columns {
            let count = try reader.integer(
                """
                SELECT count(*) FROM (SELECT 1 AS one FROM actions WHERE signature IS NOT NULL
                    GROUP BY \(group) HAVING count(*) > 1) t
                """)
            if count > 0 { report.add("I6", "\(count) times a \(name) was used more than once") }
        }
        let transfers = try reader.rows(
            """
            SELECT i.intent_id FROM actions x JOIN intents i ON i.seq = x.seq
            WHERE x.type = 2 AND i.type = 2 AND x.state <> 4
            GROUP BY i.intent_id HAVING count(*) > 1 LIMIT 100
            """)
        for row in transfers { report.add("I15", "\(try row.key("intent_id")) transfers more than once") }
    }

    /// I14: every intent is once in the history of each of its sides, and in no other.
    private func checkHistory(_ report: inout AuditReport) throws {
        let missing = try reader.rows(
            """
            SELECT i.intent_id FROM intents i
            WHERE (SELECT count(*) FROM history h
                    WHERE h.seq = i.seq AND h.owner IN (i.initiator, coalesce(i.dest_owner, i.initiator)))
                <> CASE WHEN coalesce(i.dest_owner, i.initiator) = i.initiator THEN 1 ELSE 2 END LIMIT 100
            """)
        for row in missing { report.add("I14", "a history lacks intent \(try row.key("intent_id"))") }
        let strange = try reader.rows(
            """
            SELECT h.seq FROM history h LEFT JOIN intents i ON i.seq = h.seq
            WHERE i.seq IS NULL OR h.owner NOT IN (i.initiator, coalesce(i.dest_owner, i.initiator)) LIMIT 100
            """)
        for row in strange { report.add("I14", "entry \(try row.integer("seq")) is in another owner's history") }
    }

    /// I10: the tokens in circulation equal the tokens issued.
    private func checkSupplies(_ report: inout AuditReport) throws {
        for mint in try reader.mints() {
            guard let launchpad = mint.launchpad else { continue }
            let issued = try reader.balance(of: .mintAuthority(mint: mint.mint), mint: mint.mint)?.quarks ?? 0
            if Int64(exactly: launchpad.supply) != -issued {
                report.add(
                    "I10", "\(mint.symbol) has a supply of \(launchpad.supply) quarks, its issuer gave out \(-issued)")
            }
        }
    }

    // MARK: Row by row

    private func forEachVault(_ body: (Vault) throws -> Void) throws {
        var last: Int64 = .min
        while true {
            let page = try reader.rows(
                """
                SELECT v.account, a.address AS token FROM vaults v JOIN accounts a ON a.id = v.account
                WHERE v.account > ? ORDER BY v.account LIMIT ?
                """, [last, Self.pageSize])
            for row in page { if let vault = try reader.vault(try row.key("token")) { try body(vault) } }
            guard let account = try page.last?.integer("account") else { return }
            last = account
        }
    }

    private func forEachIntent(_ body: (IntentRecord) throws -> Void) throws {
        var last: Int64 = 0
        while true {
            let page = try reader.intents(after: last, limit: Self.pageSize)
            for intent in page { try body(intent) }
            guard let sequence = page.last?.sequence else { return }
            last = sequence
        }
    }

    /// I3 for the core mint's cost, and that every address is derived from its authority.
    private func checkVault(_ vault: Vault, _ report: inout AuditReport) throws {
        report.vaults += 1
        guard let mint = try reader.mint(vault.mint) else { return }
        if mint.isCore, vault.balance.usdBasis != vault.balance.quarks {
            report.add(
                "I3", "\(vault.token) has a cost of \(vault.balance.usdBasis) for \(vault.balance.quarks) quarks")
        }
        if mint.timelock(of: vault.authority).vault.address != vault.token {
            report.add("I7", "\(vault.token) does not follow from its authority \(vault.authority)")
        }
    }

    /// I7, I8 and I12.
    private func checkIntent(_ intent: IntentRecord, _ report: inout AuditReport) throws {
        report.intents += 1
        let actions = try reader.actions(of: intent.id)
        for action in actions where action.type != .openAccount {
            if let signed = action.signed, try isSigned(action, signed) {
                report.signatures += 1
            } else {
                report.add("I7", "action \(action.actionID) of intent \(intent.id) carries no valid signature")
            }
        }
        try checkAmounts(of: intent, actions, &report)
        try checkValue(of: intent, &report)
    }

    private func isSigned(_ action: ActionRecord, _ signed: SignedMovement) throws -> Bool {
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

    /// I8: a payment takes its whole amount from its source and pays all of it out.
    private func checkAmounts(of intent: IntentRecord, _ actions: [ActionRecord], _ report: inout AuditReport) throws {
        guard let amount = intent.amount, let quarks = Int64(exactly: amount.quarks) else { return }
        let entries = try reader.journal(cause: intent.id)
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

    /// I12: the value that a payment moved differs from the value that the user saw by at most half a unit of the
    /// currency.
    ///
    /// Checked only for the core mint, whose proven rate is stored with the payment. The price of a launched currency
    /// depends on a supply that is not stored.
    private func checkValue(of intent: IntentRecord, _ report: inout AuditReport) throws {
        guard intent.type == .sendPublicPayment, let amount = intent.amount,
            try reader.mint(intent.mint)?.isCore == true
        else { return }
        let failure = ExchangeDataRules.check(
            quarks: amount.quarks, nativeAmount: amount.native, rate: amount.rate, currencyCode: amount.currency,
            pricing: .core)
        if let failure { report.add("I12", "intent \(intent.id): \(failure)") }
    }

    /// I11: no user sent more within a day than the limit, and the running totals are those of the payments.
    private func checkLimits(_ report: inout AuditReport) throws {
        let wrong = try reader.rows(
            """
            SELECT o.owner FROM owners o WHERE o.id IN (
                SELECT owner FROM (
                    SELECT s.owner, i.usd, i.initiator, i.type, i.flags, s.total - coalesce(
                        lag(s.total) OVER (PARTITION BY s.owner ORDER BY s.ledger_time, s.seq), 0) AS step
                    FROM sent s LEFT JOIN intents i ON i.seq = s.seq) t
                WHERE step IS DISTINCT FROM usd OR initiator <> owner OR type <> 2 OR flags & 1 <> 0
                UNION SELECT i.initiator FROM intents i WHERE i.type = 2 AND i.flags & 1 = 0 GROUP BY i.initiator
                    HAVING count(*) <> (SELECT count(*) FROM sent s WHERE s.owner = i.initiator))
            LIMIT 100
            """)
        for row in wrong { report.add("I11", "the sums of what \(try row.key("owner")) sent are wrong") }
        let owners = try reader.rows(
            """
            SELECT o.owner FROM sent s JOIN owners o ON o.id = s.owner
            GROUP BY o.owner HAVING max(s.total) > ?
            """, [SendLimitRules.enforcedUSDMicros])
        for row in owners { try checkLimit(of: try row.key("owner"), &report) }
    }

    private func checkLimit(of owner: PublicKey, _ report: inout AuditReport) throws {
        let sent = try reader.rows(
            """
            SELECT s.ledger_time, s.total FROM sent s WHERE s.owner = (SELECT id FROM owners WHERE owner = ?)
            ORDER BY s.ledger_time, s.seq
            """, [owner.blob]
        ).map { (at: try $0.instant("ledger_time"), total: try $0.integer("total")) }
        var first = 0
        for payment in sent {
            while sent[first].at < payment.at.advanced(by: .zero - SendLimitRules.window) { first += 1 }
            let total = payment.total &- (first > 0 ? sent[first - 1].total : 0)
            if total > SendLimitRules.enforcedUSDMicros {
                report.add("I11", "\(owner) sent \(total) millionths of a US dollar within a day")
                return
            }
        }
    }

    private func name(_ row: SQLRow) throws -> LedgerAccount {
        LedgerAccount(class: try row.value("class"), address: try row.key("address"), mint: try row.key("mint"))
    }
}

extension NodeStore {
    /// Checks the whole database.
    func audit(_ settings: LedgerSettings) throws -> AuditReport {
        try read { try LedgerAudit(reader: $0, settings: settings).run() }
    }
}
