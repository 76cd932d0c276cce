import FlipcashCore

extension StoreWriter {
    /// Books `postings` together: each changes its balance under its predicate and adds a journal entry.
    ///
    /// Opens the node's own accounts when they are first used, but never vaults.
    ///
    /// - Throws: `PostingFailure`; the caller's unit is undone then.
    func book(_ postings: [Posting], cause: IntentID) throws {
        try Self.checkSums(postings)
        for posting in postings { try book(posting, cause: cause) }
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

    private func book(_ posting: Posting, cause: IntentID) throws {
        let before = try currentBalance(posting)
        let applied: AppliedDelta
        do {
            applied = try before.applying(posting.delta, mayOwe: posting.account.mayOwe)
        } catch {
            throw PostingFailure.refused(posting.account, error)
        }
        guard try update(applied.balance, of: posting.account, ifVersion: before.version) else {
            throw PostingFailure.changedMeanwhile(posting.account)
        }
        try appendJournal(
            cause: cause, account: posting.account, mint: posting.mint, kind: posting.delta.kind, applied: applied)
    }

    private func currentBalance(_ posting: Posting) throws -> Balance {
        switch posting.account {
        case .vault(let token):
            guard let vault = try vault(token) else { throw PostingFailure.unknownVault(token) }
            guard vault.mint == posting.mint else { throw PostingFailure.otherMint(token) }
            return vault.balance
        case .external, .feeCollector, .pool, .mintAuthority, .swapHolding, .airdropper:
            if let balance = try balance(of: posting.account) { return balance }
            try insert(.opened, of: posting.account, owner: nil, mint: posting.mint)
            return .opened
        }
    }
}

extension LedgerAccount {
    /// Whether the balance may be negative, because the account owes the tokens it has issued.
    var mayOwe: Bool {
        switch self {
        case .mintAuthority: true
        case .vault, .external, .feeCollector, .pool, .swapHolding, .airdropper: false
        }
    }
}
