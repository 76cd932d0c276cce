import FlipcashCore

/// Checks balances, vaults and supplies.
extension LedgerAudit {
    /// I1, I2 and I3: every balance follows from the journal and, for a vault, from its actions; only issuers owe, closed
    /// accounts are empty and stay so; and each mint's accounts sum to zero.
    func checkAccounts(_ books: inout AuditedBooks, _ report: inout AuditReport) throws {
        var last: Int64 = .min
        while let reached = try source.read({ try checkAccounts(after: last, $0, &books, &report) }) { last = reached }
        let totals = books.totals.filter { $0.value != 0 }
        try source.read { reader in
            for (mint, total) in totals.sorted(by: { $0.key < $1.key }) {
                let name = try reader.row("SELECT mint FROM mints WHERE id = ?", [mint])?.key("mint")
                report.add("I1", "the accounts of \(name?.base58 ?? "mint \(mint)") sum to \(total)")
            }
        }
    }

    /// Checks the next accounts, and returns the last of them; nil when there are no more.
    private func checkAccounts(
        after last: Int64, _ reader: StoreReader, _ books: inout AuditedBooks, _ report: inout AuditReport
    ) throws -> Int64? {
        try books.catchUp(reader)
        let page = try reader.rows(
            """
            SELECT b.account, a.address, a.class, a.mint AS number, m.mint, b.quarks, b.is_open, b.may_owe, v.type
            FROM balances b JOIN accounts a ON a.id = b.account JOIN mints m ON m.id = a.mint
                LEFT JOIN vaults v ON v.account = b.account
            WHERE b.account > ? ORDER BY b.account LIMIT ?
            """, [last, pageSize])
        for row in page { try checkAccount(row, reader, &books, &report) }
        return try page.last?.integer("account")
    }

    private func checkAccount(
        _ row: SQLRow, _ reader: StoreReader, _ books: inout AuditedBooks, _ report: inout AuditReport
    ) throws {
        let account = LedgerAccount(
            class: try row.value("class"), address: try row.key("address"), mint: try row.key("mint"))
        let quarks = try row.integer("quarks")
        let tally = books.note(try row.integer("account"), mint: try row.integer("number"), quarks: quarks)
        let isIssuer = account.mayOwe
        let (isOpen, mayOwe) = (try row.flag("is_open"), try row.flag("may_owe"))
        if (quarks < 0 && !isIssuer) || (!isOpen && quarks != 0) || mayOwe != isIssuer {
            report.add("I2", "\(account) holds \(quarks) quarks")
        }
        if tally.hasMovedAfterClosing { report.add("I2", "\(account) moved after it was closed") }
        if tally.journal != quarks {
            report.add("I3", "\(account) holds \(quarks) quarks, its journal says \(tally.journal)")
        }
        try checkHolding(account, quarks: quarks, reader, &report)
        guard let type: AccountType = try row.optionalValue("type") else { return }
        if tally.actions != quarks {
            report.add("I3", "\(account) holds \(quarks) quarks, its actions say \(tally.actions)")
        }
        if type == .giftCard, tally.drains > 1 {
            report.add("I5", "gift card \(account) ended \(tally.drains) times")
        }
    }

    /// I3 for the core mint's cost, and that every address is derived from its authority.
    func checkVaults(_ report: inout AuditReport) throws {
        var last: Int64 = .min
        while let reached = try source.read({ try checkVaults(after: last, $0, &report) }) { last = reached }
    }

    private func checkVaults(after last: Int64, _ reader: StoreReader, _ report: inout AuditReport) throws -> Int64? {
        let page = try reader.rows(
            """
            SELECT v.account, a.address AS token FROM vaults v JOIN accounts a ON a.id = v.account
            WHERE v.account > ? ORDER BY v.account LIMIT ?
            """, [last, pageSize])
        for row in page {
            if let vault = try reader.vault(try row.key("token")) { try check(vault, reader, &report) }
        }
        return try page.last?.integer("account")
    }

    private func check(_ vault: Vault, _ reader: StoreReader, _ report: inout AuditReport) throws {
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

    /// I10: the tokens in circulation equal the tokens issued.
    func checkSupplies(_ report: inout AuditReport) throws {
        try source.read { reader in
            for mint in try reader.mints() {
                guard let launchpad = mint.launchpad else { continue }
                let issued = try reader.balance(of: .mintAuthority(mint: mint.mint), mint: mint.mint)?.quarks ?? 0
                if Int64(exactly: launchpad.supply) != -issued {
                    report.add(
                        "I10",
                        "\(mint.symbol) has a supply of \(launchpad.supply) quarks, its issuer gave out \(-issued)")
                }
            }
        }
    }

    /// I14: no history has somebody else's intent.
    func checkHistories(_ report: inout AuditReport) throws {
        var last: (owner: Int64, sequence: Int64) = (.min, .min)
        while true {
            let page = try source.read { reader in
                try reader.rows(
                    """
                    SELECT h.owner, h.seq,
                        CASE WHEN h.owner IN (i.initiator, coalesce(i.dest_owner, i.initiator)) THEN 0 ELSE 1 END
                            AS is_strange
                    FROM history h LEFT JOIN intents i ON i.seq = h.seq
                    WHERE (h.owner, h.seq) > (?, ?) ORDER BY h.owner, h.seq LIMIT ?
                    """, [last.owner, last.sequence, 10 * pageSize])
            }
            for row in page {
                last = (try row.integer("owner"), try row.integer("seq"))
                guard try row.flag("is_strange") else { continue }
                report.add("I14", "entry \(last.sequence) is in another owner's history")
            }
            if page.isEmpty { return }
        }
    }
}
