import FlipcashCore
import SharedExpenses

/// An account as its table has it.
struct SplitAccountRow: Hashable {
    let number: Int64
    let id: AccountID
    let member: MemberID
    let state: SplitAccount.State
    /// The cutoff of a clearing under way.
    let clearingUntil: SplitTime?
    let revision: Int64
    let horizon: Int64

    init(row: SQLRow) throws {
        number = try row.integer("id")
        id = try row.accountID("user_id")
        member = try row.memberID("member")
        state = try SplitAccount.State(stored: try row.integer("state"))
        clearingUntil = try row.optionalInteger("clearing_until").map { SplitTime(milliseconds: $0) }
        revision = try row.integer("revision")
        horizon = try row.integer("horizon")
    }
}

extension StoreReading {
    /// The account of a user who takes part in shared expenses.
    func splitAccount(_ id: AccountID) throws -> SplitAccountRow? {
        try row("SELECT * FROM split_accounts WHERE user_id = ?", [id.blob()]).map(SplitAccountRow.init(row:))
    }

    /// The result of an operation that was carried out before.
    func splitResult(of operation: EntityID, account: Int64) throws -> OperationResult? {
        let row = try row(
            "SELECT result FROM split_results WHERE account = ? AND operation = ?", [account, operation.blob()])
        return try row.map { row in
            do {
                return try OperationResult(stored: try row.bytes("result"))
            } catch let error as SplitFailure {
                throw StoreError.invalidValue(column: "result", reason: error.description)
            }
        }
    }

    // MARK: Payments

    /// Whether the ledger has the money of a payment between wallets (expense specification §9.5).
    ///
    /// - Parameter isConfirmed: whether the payee says that the money has arrived. Another account may then have
    ///   collected the link.
    func isPaid(_ payment: SplitPayment, in world: SplitWorld, isConfirmed: Bool = false) throws -> Bool {
        let check = SplitPaymentCheck(
            payment: payment, payer: try ownerKey(of: payment.from, world),
            payee: isConfirmed ? nil : try ownerKey(of: payment.to, world)
        ) { try marketRate(from: $0, to: $1) }
        switch payment.method {
        case .cash, .external: return false
        case .direct:
            guard let id = payment.intentBytes.flatMap({ IntentID(exactly: $0) }), let intent = try intent(id) else {
                return false
            }
            return try check.isDirect(intent)
        case .cashLink:
            guard let vault = payment.giftCardVaultBytes.flatMap({ PublicKey(exactly: $0) }),
                let issue = try giftCardIntent(vault: vault)
            else { return false }
            return try check.isCashLink(issue, claimedBy: collector(ofGiftCard: vault))
        }
    }

    private func ownerKey(of member: MemberID, _ world: SplitWorld) throws -> PublicKey? {
        guard let id = world.account(of: member)?.id.userID else { return nil }
        return try user(id: id)?.publicKey
    }

    /// Who has collected a cash link; nil for an open link, and when the money went back.
    private func collector(ofGiftCard vault: PublicKey) throws -> PublicKey? {
        let end = try row(
            Self.selectIntent + """
                 WHERE i.seq = (SELECT g.ended_by FROM gift_cards g JOIN accounts a ON a.id = g.account
                    WHERE a.address = ? AND a.class = 0)
                """, [vault.blob]
        ).map(IntentRecord.init(row:))
        guard let end, end.flags.isDisjoint(with: [.returned, .issuerVoidedGiftCard]) else { return nil }
        return end.initiator
    }

    /// The units of one currency for one of another, as the node has observed them last.
    private func marketRate(from: ExpenseCurrency, to: ExpenseCurrency) throws -> Double? {
        func perDollar(_ currency: ExpenseCurrency) throws -> Double? {
            let code = SplitPaymentCheck.currency(currency)
            if code == "usd" { return 1 }
            return try row(
                "SELECT value FROM rates WHERE currency = ? ORDER BY observed_at DESC LIMIT 1", [code]
            )?.number("value")
        }
        guard let source = try perDollar(from), let target = try perDollar(to), source > 0 else { return nil }
        return target / source
    }
}

extension StoreReading {
    /// The next deletion to continue in the background; nil when no deletion is due.
    func nextSplitDeletion() throws -> SplitProceeding.Target? {
        if let row = try row("SELECT grp FROM split_fences ORDER BY grp LIMIT 1", []) {
            return .group(try row.integer("grp"))
        }
        let account = try row("SELECT user_id FROM split_accounts WHERE state = 2 ORDER BY id LIMIT 1", [])
        return try account.map { .account(try $0.accountID("user_id")) }
    }
}
