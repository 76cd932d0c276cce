import FlipcashCore
import GRDB

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
        try checkFile(&report)
        guard report.isClean else { return report }
        try checkSums(&report)
        try checkBalances(&report)
        try checkUniqueness(&report)
        try checkGiftCards(&report)
        try checkReturns(&report)
        try checkSupplies(&report)
        try forEachVault { try checkVault($0, &report) }
        try forEachIntent { try checkIntent($0, &report) }
        try checkLimits(&report)
        return report
    }

    private func checkFile(_ report: inout AuditReport) throws {
        for row in try reader.rows("PRAGMA integrity_check(20)") {
            let verdict = try row.text("integrity_check")
            if verdict != "ok" { report.add("file", verdict) }
        }
        for row in try reader.rows("PRAGMA foreign_key_check") {
            report.add("file", "a row of \(try row.text("table")) points to nothing")
        }
    }

    // MARK: Whole tables

    /// I1: every mint's accounts sum to zero, and so does every cause.
    private func checkSums(_ report: inout AuditReport) throws {
        for row in try reader.rows("SELECT mint, sum(quarks) AS total FROM balances GROUP BY mint HAVING total <> 0") {
            report.add("I1", "the accounts of \(try row.key("mint")) sum to \(try row.integer("total"))")
        }
        let causes = try reader.rows(
            "SELECT cause, mint, sum(quarks) AS total FROM journal GROUP BY cause, mint HAVING total <> 0 LIMIT 100")
        for row in causes {
            report.add(
                "I1", "the entries of intent \(try row.key("cause")) sum to \(try row.integer("total"))")
        }
        let orphans = try reader.rows(
            "SELECT DISTINCT cause FROM journal WHERE cause NOT IN (SELECT intent_id FROM intents) LIMIT 100")
        for row in orphans { report.add("I1", "journal entries name no intent: \(try row.key("cause"))") }
    }

    /// I2: only issuers owe, closed accounts are empty, and no account changes after it is closed.
    private func checkBalances(_ report: inout AuditReport) throws {
        let wrong = try reader.rows(
            """
            SELECT token, quarks, is_open FROM balances
            WHERE (quarks < 0 AND class <> 4) OR (is_open = 0 AND quarks <> 0) LIMIT 100
            """)
        for row in wrong {
            report.add("I2", "\(try name(row)) holds \(try row.integer("quarks")) quarks")
        }
        let late = try reader.rows(
            """
            SELECT DISTINCT j.token FROM journal c JOIN journal j ON j.token = c.token AND j.id > c.id
            WHERE c.delta_kind IN (3, 4) LIMIT 100
            """)
        for row in late { report.add("I2", "\(try name(row)) moved after it was closed") }
        let broken = try reader.rows(
            """
            SELECT b.token, b.quarks, coalesce(sum(j.quarks), 0) AS total FROM balances b
            LEFT JOIN journal j ON j.token = b.token GROUP BY b.token HAVING total <> b.quarks LIMIT 100
            """)
        for row in broken {
            report.add(
                "I3",
                "\(try name(row)) holds \(try row.integer("quarks")) quarks, its journal says \(try row.integer("total"))"
            )
        }
    }

    /// I6: a nonce's value and a signature are used only once.
    private func checkUniqueness(_ report: inout AuditReport) throws {
        let columns = [("nonce, blockhash", "nonce"), ("signature", "signature")]
        for (group, name) in columns {
            let count = try reader.integer(
                """
                SELECT count(*) FROM (SELECT 1 FROM fulfillments WHERE signature IS NOT NULL
                    GROUP BY \(group) HAVING count(*) > 1)
                """)
            if count > 0 { report.add("I6", "\(count) times a \(name) was used more than once") }
        }
        let transfers = try reader.rows(
            """
            SELECT intent_id FROM actions WHERE type = 2 AND intent_type = 2 AND state <> 4
            GROUP BY intent_id HAVING count(*) > 1 LIMIT 100
            """)
        for row in transfers { report.add("I15", "\(try row.key("intent_id")) transfers more than once") }
    }

    /// I10: the tokens in circulation equal the tokens issued.
    private func checkSupplies(_ report: inout AuditReport) throws {
        for mint in try reader.mints() {
            guard let launchpad = mint.launchpad else { continue }
            let issued = try reader.balance(of: .mintAuthority(mint: mint.mint))?.quarks ?? 0
            if Int64(exactly: launchpad.supply) != -issued {
                report.add(
                    "I10", "\(mint.symbol) has a supply of \(launchpad.supply) quarks, its issuer gave out \(-issued)")
            }
        }
    }

    // MARK: Row by row

    private func forEachVault(_ body: (Vault) throws -> Void) throws {
        let cursor = try Row.fetchCursor(reader.database, sql: "SELECT token FROM accounts ORDER BY token")
        while let row = try cursor.next() {
            if let vault = try reader.vault(try row.key("token")) { try body(vault) }
        }
    }

    private func forEachIntent(_ body: (IntentRecord) throws -> Void) throws {
        var last: Int64 = 0
        while true {
            let page = try reader.intents(after: last, limit: Self.pageSize)
            for intent in page { try body(intent) }
            guard let sequence = page.last?.sequence, page.count == Self.pageSize else { return }
            last = sequence
        }
    }

    /// I3, and that every address is derived from its authority.
    private func checkVault(_ vault: Vault, _ report: inout AuditReport) throws {
        report.vaults += 1
        let derived = try reader.derivedBalance(of: vault.token)
        if derived != vault.balance.quarks {
            report.add(
                "I3", "\(vault.token) holds \(vault.balance.quarks) quarks, its actions say \(derived)")
        }
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
        for step in try reader.fulfillments(of: intent.id) {
            guard let signed = step.signed, let action = actions.first(where: { $0.actionID == step.actionID })
            else { continue }
            report.signatures += 1
            if try !isSigned(action, step.kind, signed) {
                report.add("I7", "action \(action.actionID) of intent \(intent.id) carries no valid signature")
            }
        }
        try checkAmounts(of: intent, actions, &report)
        try checkValue(of: intent, &report)
    }

    private func isSigned(_ action: ActionRecord, _ kind: FulfillmentKind, _ signed: SignedMovement) throws -> Bool {
        guard let source = try reader.vault(action.source), let destination = action.destination else { return false }
        let nonce = VirtualNonce(address: signed.nonce, value: signed.blockhash)
        let message: CompactMessage
        switch kind {
        case .initializeAccount:
            return false
        case .transfer:
            guard let quantity = action.quantity else { return false }
            message = .transfer(source: source.token, destination: destination, amount: quantity, nonce: nonce)
        case .withdraw:
            message = .withdraw(source: source.token, destination: destination, nonce: nonce)
        }
        return message.hash == signed.messageHash
            && message.isSigned(by: source.authority, signature: signed.signature)
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

    /// I11: no user sent more within a day than the limit.
    private func checkLimits(_ report: inout AuditReport) throws {
        let owners = try reader.rows(
            """
            SELECT initiator FROM intents WHERE type = 2 AND flags & 1 = 0 AND state <> 4
            GROUP BY initiator HAVING sum(usd) > ?
            """, [SendLimitRules.enforcedUSDMicros])
        for row in owners { try checkLimit(of: try row.key("initiator"), &report) }
    }

    private func checkLimit(of owner: PublicKey, _ report: inout AuditReport) throws {
        let sent = try reader.rows(
            """
            SELECT created_at, usd FROM intents WHERE initiator = ? AND type = 2 AND flags & 1 = 0 AND state <> 4
            ORDER BY created_at, seq
            """, [owner.blob]
        ).map { (at: try $0.instant("created_at"), usd: try $0.integer("usd")) }
        var first = 0
        var total: Int64 = 0
        for payment in sent {
            total &+= payment.usd
            while sent[first].at < payment.at.advanced(by: .zero - SendLimitRules.window) {
                total &-= sent[first].usd
                first += 1
            }
            if total > SendLimitRules.enforcedUSDMicros {
                report.add("I11", "\(owner) sent \(total) millionths of a US dollar within a day")
                return
            }
        }
    }

    private func name(_ row: Row) throws -> String {
        let key = try row.bytes("token")
        return LedgerAccount(storageKey: key)?.description ?? "an unnamed account"
    }
}

extension NodeStore {
    /// Checks the whole database.
    func audit(_ settings: LedgerSettings) throws -> AuditReport {
        try read { try LedgerAudit(reader: $0, settings: settings).run() }
    }
}
