import FlipcashCore

/// A booked change of one balance, as the journal keeps it.
struct BalanceChange: Hashable, Sendable {
    /// The number of the account in the database.
    let account: Int64
    let kind: BalanceDelta.Kind
    let quarks: Int64
    let usd: Int64
    let quarksAfter: Int64
}

extension StoreWriter {
    /// Books `postings` together: each changes its balance under its predicate and adds a journal entry.
    ///
    /// Opens the node's own accounts when they are first used, but never vaults.
    ///
    /// - Parameter sequence: the place of the intent that causes them.
    /// - Throws: `PostingFailure`; the caller's unit is undone then.
    func book(_ postings: [Posting], cause sequence: Int64) throws {
        try Self.checkSums(postings)
        var changes: [BalanceChange] = []
        for posting in postings {
            if !posting.account.isVault { try register(posting.account, mint: posting.mint) }
            changes.append(try book(posting))
        }
        try appendJournal(changes, cause: sequence)
    }

    private static func checkSums(_ postings: [Posting]) throws {
        var sums: [PublicKey: Int64] = [:]
        for posting in postings {
            let change: Int64
            switch posting.delta {
            case .credit(let quarks, _): change = quarks
            case .debit(let quarks, _), .drain(let quarks): change = -quarks
            case .close, .adjust: change = 0
            }
            let (sum, overflow) = (sums[posting.mint] ?? 0).addingReportingOverflow(change)
            guard !overflow else { throw PostingFailure.refused(posting.account, .outOfRange) }
            sums[posting.mint] = sum
        }
        for (mint, sum) in sums where sum != 0 { throw PostingFailure.unbalanced(mint: mint, sum: sum) }
    }

    /// Changes one balance.
    private func book(_ posting: Posting) throws -> BalanceChange {
        switch posting.delta {
        case .credit(let quarks, let usd) where quarks >= 0:
            if let change = try add(quarks, usd, to: posting, condition: "is_open = 1") { return change }
        case .debit(let quarks, let usd) where quarks >= 0:
            let condition = "is_open = 1 AND is_locked = 1 AND (may_owe = 1 OR quarks + ?1 >= 0)"
            if let change = try add(-quarks, 0 &- usd, to: posting, condition: condition) { return change }
        case .credit, .debit, .drain, .close, .adjust:
            break
        }
        return try replaceBalance(posting)
    }

    /// Adds to a balance in one statement, so that its condition holds when it is changed.
    ///
    /// - Returns: nil when the account is not known, or its state does not meet the condition.
    private func add(_ quarks: Int64, _ usd: Int64, to posting: Posting, condition: String) throws -> BalanceChange? {
        let changed = try row(
            """
            UPDATE balances SET quarks = quarks + ?1, usd_basis = usd_basis + ?2
            WHERE account = (SELECT a.id FROM accounts a JOIN mints m ON m.id = a.mint
                    WHERE a.address = ?3 AND a.class = ?4 AND m.mint = ?5)
                AND quarks BETWEEN ?6 AND ?7 AND usd_basis BETWEEN ?8 AND ?9 AND \(condition)
            RETURNING account, quarks
            """,
            [
                quarks, usd, posting.account.address.blob, posting.account.accountClass.rawValue, posting.mint.blob,
                Self.rangeThatTakes(quarks).lowerBound, Self.rangeThatTakes(quarks).upperBound,
                Self.rangeThatTakes(usd).lowerBound, Self.rangeThatTakes(usd).upperBound,
            ])
        return try changed.map { row in
            BalanceChange(
                account: try row.integer("account"), kind: posting.delta.kind, quarks: quarks, usd: usd,
                quarksAfter: try row.integer("quarks"))
        }
    }

    /// The numbers to which `change` can be added without leaving 64 bits.
    private static func rangeThatTakes(_ change: Int64) -> ClosedRange<Int64> {
        change >= 0 ? Int64.min...(Int64.max - change) : (Int64.min - change)...Int64.max
    }

    /// Reads a balance, applies the delta by the rules, and writes the result unless the balance has changed.
    ///
    /// - Throws: `PostingFailure`, which says why the delta's predicate does not hold.
    private func replaceBalance(_ posting: Posting) throws -> BalanceChange {
        guard let before = try balance(of: posting.account, mint: posting.mint) else {
            throw try failure(ofUnknown: posting.account)
        }
        let applied: AppliedDelta
        do {
            applied = try before.applying(posting.delta, mayOwe: posting.account.mayOwe)
        } catch {
            throw PostingFailure.refused(posting.account, error)
        }
        let changed = try row(
            """
            UPDATE balances SET quarks = ?, usd_basis = ?, is_open = ?
            WHERE account = (SELECT a.id FROM accounts a JOIN mints m ON m.id = a.mint
                    WHERE a.address = ? AND a.class = ? AND m.mint = ?)
                AND quarks = ? AND usd_basis = ? AND is_open = ?
            RETURNING account
            """,
            [
                applied.balance.quarks, applied.balance.usdBasis, applied.balance.isOpen,
                posting.account.address.blob, posting.account.accountClass.rawValue, posting.mint.blob, before.quarks,
                before.usdBasis, before.isOpen,
            ])
        guard let changed else { throw PostingFailure.changedMeanwhile(posting.account) }
        return BalanceChange(
            account: try changed.integer("account"), kind: posting.delta.kind, quarks: applied.quarks,
            usd: applied.usd, quarksAfter: applied.balance.quarks)
    }

    private func failure(ofUnknown account: LedgerAccount) throws -> PostingFailure {
        guard case .vault(let token) = account else { return .changedMeanwhile(account) }
        return try vault(token) == nil ? .unknownVault(token) : .otherMint(token)
    }
}

extension LedgerAccount {
    fileprivate var isVault: Bool {
        switch self {
        case .vault: true
        case .external, .feeCollector, .pool, .mintAuthority, .swapHolding, .airdropper: false
        }
    }

    /// Whether the balance may be negative, because the account owes the tokens it has issued.
    var mayOwe: Bool {
        switch self {
        case .mintAuthority: true
        case .vault, .external, .feeCollector, .pool, .swapHolding, .airdropper: false
        }
    }
}
