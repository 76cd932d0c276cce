import FlipcashAPI
import FlipcashCore
import FlipcashTestKit
import Testing

@testable import FlipcashNode

/// Tests the conditions of a unit alone: a plan is made, the database changes, and the unit is run as it is.
/// Locks and a second look at the rules would refuse most of these before.
@Suite struct CommitPredicateTests {
    let world: LedgerWorld
    let a: Payer
    let b: Payer
    let card: Payer

    init() async throws {
        world = try LedgerWorld()
        a = try await world.user(25_000_000)
        b = try await world.user()
        card = world.stranger()
        try await world.submitted(
            a.link(world.dollars(2_000_000), card: card, world.usdf, id: world.id()), signers: [a, card])
    }

    /// Plans `actions`, changes the database, and runs the unit.
    private func commit(
        _ actions: LedgerWorld.Request.SubmitActions, after change: (StoreWriter) throws -> Void
    ) throws {
        let request = try IntentRequest(actions)
        let plan = try world.ledger.judge { rules in
            let admission = try rules.admit(request)
            return try rules.plan(request, try #require(admission))
        }
        var movements: [Int: SignedMovement] = [:]
        for (action, _) in plan.signings {
            movements[action] = SignedMovement(nonce: VirtualNonce(withoutChain: a.owner), signature: .zero)
        }
        let signed = movements
        try world.store.write { writer in
            try change(writer)
            _ = try writer.apply(AcceptedIntent(plan, movements: signed, isFinal: true).unit)
        }
    }

    private func claim() -> LedgerWorld.Request.SubmitActions {
        b.claim(card, quarks: 2_000_000, world.usdf, id: world.id())
    }

    private var cardVault: PublicKey { card.vault(world.usdf) }

    @Test("a payment that no longer fits into the day is refused by its commit")
    func commit_dayUsedUp_isOverLimit() throws {
        let payment = a.pay(world.dollars(1_000_000), to: b.vault(world.usdf), world.usdf, id: world.id())
        #expect(throws: IntentRefusal.overLimit) {
            try commit(payment) { try $0.execute("UPDATE sent SET total = 1199500000", []) }
        }
        try commit(payment) { try $0.execute("UPDATE sent SET total = 1199000000", []) }
    }

    @Test("a claim whose collector is no longer managed is refused by its commit")
    func commit_unmanagedCollector_isDenied() throws {
        #expect(throws: IntentRefusal.unmanagedSource) {
            try commit(claim()) { try $0.setVaultState(.unlocked, of: b.vault(world.usdf)) }
        }
    }

    @Test("a claim of a card whose return is scheduled is refused by its commit")
    func commit_scheduledReturn_isExpired() throws {
        #expect(throws: IntentRefusal.giftCardExpired) {
            try commit(claim()) { try $0.execute("UPDATE actions SET state = 1 WHERE is_auto_return = 1", []) }
        }
    }

    @Test("a claim of a card that another intent has ended is refused by its commit")
    func commit_endedCard_isClaimed() throws {
        #expect(throws: IntentRefusal.giftCardClaimed) {
            try commit(claim()) { try $0.execute("UPDATE gift_cards SET ended_by = issued_by", []) }
        }
    }

    @Test("an account that was opened meanwhile is named by the refusal")
    func commit_openedMeanwhile_namesTheAccount() throws {
        let c = world.stranger()
        let opening = c.open(world.usdf, id: world.id())
        let timelock = world.usdf.timelock(of: c.owner)
        let vault = Vault(
            token: timelock.vault.address, owner: c.owner, authority: c.owner, mint: world.usdf.mint, type: .primary,
            index: 0, createdAt: world.clock.now(), vaultState: .locked, balance: .opened)
        #expect(throws: IntentRefusal.race("\(vault.token.base58) already exists")) {
            try commit(opening) { try $0.open(OpenedVault(vault, timelock: timelock)) }
        }
    }

    @Test("a return of a card that another intent has ended writes nothing")
    func apply_returnOfEndedCard_isUndone() throws {
        let decision = try world.store.read { reader in
            try GiftCardReturnPlan.decide(
                cardVault, cause: .voided, now: world.clock.now(), isFinal: true, view: reader)
        }
        guard case .due(let plan) = decision else { throw LedgerWorld.Unexpected(.success) }
        let changes = [
            "UPDATE gift_cards SET ended_by = issued_by": IntentRefusal.giftCardClaimed,
            "UPDATE actions SET state = 1 WHERE is_auto_return = 1": .giftCardExpired,
        ]
        for (change, refusal) in changes {
            #expect(throws: refusal) {
                try world.store.write { writer in
                    try writer.execute(change, [])
                    _ = try writer.apply(.giftCardReturn(plan))
                }
            }
        }
        #expect(try world.balance(card) == 2_000_000)
        #expect(try world.findings().map(\.description) == [])
    }

    @Test("the return of an unclaimed card is not dropped")
    func apply_cleanUpOfOpenCard_keepsItsReturn() throws {
        let autoReturn = try world.store.read { try $0.autoReturn(of: cardVault) }
        let cleanUp = LedgerUnit.claimCleanUp(ClaimCleanUp(cardVault, autoReturn: autoReturn))
        #expect(throws: IntentRefusal.race("\(cardVault.base58) is not claimed")) {
            try world.store.write { _ = try $0.apply(cleanUp) }
        }
        #expect(try world.store.read { try $0.autoReturn(of: cardVault) }?.state == .unscheduled)
        #expect(try world.findings().map(\.description) == [])
    }

    // MARK: Swaps, launches and deposits

    /// A swap that waits for its money.
    private func startedSwap() async throws -> SwapRecord {
        try await world.submitted(a.open(world.jeffy, id: world.id()), signers: [])
        try world.backJeffy(tokens: 10_000_000_000_000_000, reserve: 16_006_351_806)
        let order = world.order(world.usdf, world.jeffy, 1_000_000)
        #expect(try await world.start(order, by: a) == .success)
        return try #require(try world.swap(order))
    }

    @Test("a payment whose id is reserved for a swap meanwhile is refused by its commit")
    func commit_idReservedForSwap_exists() async throws {
        _ = try await startedSwap()
        let id = world.id()
        let payment = a.pay(world.dollars(1_000_000), to: b.vault(world.usdf), world.usdf, id: id)
        #expect(throws: IntentRefusal.intentExists) {
            try commit(payment) { try $0.execute("UPDATE swaps SET funding_id = ?", [id.blob]) }
        }
    }

    @Test("a swap whose id or funding is used meanwhile is refused by its commit, with the reason")
    func apply_swapOfUsedIDs_isRefused() async throws {
        let swap = try await startedSwap()
        let payment = world.id()
        try await world.submitted(
            a.pay(world.dollars(10_000), to: b.vault(world.usdf), world.usdf, id: payment), signers: [a])
        let cases = [
            (swap.id, world.id(), IntentRefusal.swapIDUsed),
            (.generate(using: world.random), swap.fundingID, .swapFundingUsed),
            (.generate(using: world.random), payment, .fundingIntentExists),
        ]
        for (id, funding, refusal) in cases {
            let other = SwapRecord(
                id: id, fundingID: funding, owner: swap.owner, from: swap.from, to: swap.to, amount: swap.amount,
                fee: swap.fee, isFirstPurchase: false, authority: swap.authority, nonce: swap.nonce,
                metadata: swap.metadata, proofSignature: swap.proofSignature, transactionID: .zero,
                transaction: swap.transaction, state: .created, fundBefore: swap.fundBefore,
                createdAt: swap.createdAt)
            #expect(throws: refusal) { try world.store.write { _ = try $0.apply(.swapStart(other)) } }
        }
        #expect(try world.findings().map(\.description) == [])
    }

    @Test("a currency whose name is taken meanwhile is refused by its commit, with the reason")
    func apply_launchOfTakenName_isRefused() async throws {
        _ = try await world.launched("Green Tea", by: a)
        await #expect(throws: IntentRefusal.nameTaken) { _ = try await world.launched("green  tea", by: b) }
    }

    @Test("a deposit that the books refuse is a fault of the node and no answer to a client")
    func apply_depositIntoClosedVault_isPostingFailure() throws {
        try commit(claim()) { _ in }
        let deposit = DepositRecord(
            reference: "late", vault: cardVault, owner: card.owner, mint: world.usdf.mint, tokenAccount: nil,
            amount: IntentAmount(quarks: 7, currency: "usd", rate: 1, native: 0.000007, usdMicros: 7), usd: 7,
            createdAt: world.clock.now())
        #expect(throws: PostingFailure.refused(.vault(cardVault), .closed)) {
            try world.store.write { _ = try $0.apply(.deposit(deposit)) }
        }
    }

    // MARK: Postings

    private func book(_ postings: [Posting]) throws {
        try world.store.write { try $0.book(postings, cause: 1) }
    }

    @Test("postings that do not add up to zero are refused")
    func book_unbalanced_isRefused() throws {
        let mint = world.usdf.mint
        let credit = Posting(account: .vault(b.vault(world.usdf)), mint: mint, delta: .credit(quarks: 1, usd: 1))
        #expect(throws: PostingFailure.unbalanced(mint: mint, sum: 1)) { try book([credit]) }
        let huge = Posting(account: credit.account, mint: mint, delta: .credit(quarks: .max, usd: 0))
        #expect(throws: PostingFailure.refused(credit.account, .outOfRange)) { try book([huge, huge]) }
    }

    @Test("a debit of more than the vault holds, and a credit to a closed vault, are refused by their statements")
    func book_withoutFundsOrClosed_isRefused() async throws {
        let (mint, payer) = (world.usdf.mint, a.vault(world.usdf))
        #expect(throws: PostingFailure.refused(.vault(payer), .insufficient)) {
            try book(
                Movement.transfer(
                    from: payer, to: .vault(b.vault(world.usdf)), mint: mint, quarks: 23_000_001, usd: 23_000_001))
        }
        try commit(claim()) { _ in }
        #expect(throws: PostingFailure.refused(.vault(cardVault), .closed)) {
            try book(Movement.deposit(to: cardVault, mint: mint, quarks: 1, usd: 1))
        }
        #expect(throws: PostingFailure.refused(.vault(cardVault), .closed)) {
            try book([Posting(account: .vault(cardVault), mint: mint, delta: .debit(quarks: 0, usd: 0))])
        }
        // A closed account that is still managed, which only a fault can make.
        let empty = try await world.user().vault(world.usdf)
        #expect(throws: PostingFailure.refused(.vault(empty), .closed)) {
            try world.store.write { writer in
                try writer.execute(
                    "UPDATE balances SET is_open = 0 WHERE account = (SELECT id FROM accounts WHERE address = ?)",
                    [empty.blob])
                let nothing = Posting(account: .vault(empty), mint: mint, delta: .debit(quarks: 0, usd: 0))
                try writer.book([nothing], cause: 1)
            }
        }
        #expect(try world.balance(a) == 23_000_000)
    }

    @Test("a balance that would leave 64 bits is refused", arguments: ["quarks", "usd_basis"])
    func book_outOfRange_isRefused(column: String) throws {
        let (mint, receiver) = (world.usdf.mint, b.vault(world.usdf))
        #expect(throws: PostingFailure.refused(.vault(receiver), .outOfRange)) {
            try world.store.write { writer in
                try writer.execute(
                    """
                    UPDATE balances SET \(column) = ?
                    WHERE account = (SELECT id FROM accounts WHERE address = ? AND class = 0)
                    """, [Int64.max, receiver.blob])
                try writer.book(
                    Movement.transfer(
                        from: a.vault(world.usdf), to: .vault(receiver), mint: mint, quarks: 1, usd: 1), cause: 1)
            }
        }
    }

    /// A connection on which a vault changes between the reading and the writing of its balance.
    private struct MeddledConnection: SQLConnection {
        let connection: any SQLConnection
        let vault: PublicKey
        let change: String

        var dialect: SQLDialect { connection.dialect }
        var isInTransaction: Bool { connection.isInTransaction }

        func rows(_ sql: String, _ arguments: SQLArguments) throws(SQLFailure) -> [SQLRow] {
            if sql.hasPrefix("UPDATE balances SET quarks = ?,") {
                _ = try connection.execute(
                    """
                    UPDATE balances SET \(change)
                    WHERE account = (SELECT id FROM accounts WHERE address = ? AND class = 0)
                    """, [vault.blob])
            }
            return try connection.rows(sql, arguments)
        }

        func execute(_ sql: String, _ arguments: SQLArguments) throws(SQLFailure) -> Int {
            try connection.execute(sql, arguments)
        }

        func script(_ sql: String) throws(SQLFailure) { try connection.script(sql) }
    }

    @Test(
        "a balance that has changed since it was read is not overwritten",
        arguments: ["quarks = quarks + 1", "usd_basis = usd_basis + 1", "is_open = 0"])
    func book_changedSinceRead_isRefused(change: String) throws {
        let (mint, receiver) = (world.usdf.mint, b.vault(world.usdf))
        let isClosing = change == "is_open = 0"
        let drained = isClosing ? receiver : cardVault
        let postings = [
            Posting(
                account: .vault(drained), mint: mint, delta: isClosing ? .close : .drain(quarks: 2_000_000)),
            Posting(
                account: .vault(receiver), mint: mint, delta: .credit(quarks: 2_000_000, usd: 2_000_000)),
        ].prefix(isClosing ? 1 : 2)
        #expect(throws: PostingFailure.changedMeanwhile(.vault(drained))) {
            try world.store.write { writer in
                let meddled = MeddledConnection(connection: writer.connection, vault: drained, change: change)
                try StoreWriter(connection: meddled).book(Array(postings), cause: 1)
            }
        }
    }
}
