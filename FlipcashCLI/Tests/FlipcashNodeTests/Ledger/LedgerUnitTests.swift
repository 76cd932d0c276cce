import FlipcashAPI
import FlipcashCore
import FlipcashTestKit
import Testing

@testable import FlipcashNode

/// Tests what units say about themselves, and how their commits end.
@Suite struct LedgerUnitTests {
    let world: LedgerWorld
    let a: Payer
    let b: Payer
    let card: Payer

    init() async throws {
        world = try LedgerWorld()
        a = try await world.user(25_000_000)
        b = try await world.user()
        card = world.stranger()
    }

    private func plan(_ actions: LedgerWorld.Request.SubmitActions) throws -> IntentPlan {
        let request = try IntentRequest(actions)
        return try world.ledger.judge { rules in
            try rules.plan(request, try #require(try rules.admit(request)))
        }
    }

    /// A unit with signatures that were not checked.
    private func unit(_ plan: IntentPlan, isFinal: Bool = true) throws -> LedgerUnit {
        var movements: [Int: SignedMovement] = [:]
        for (action, _) in plan.signings {
            movements[action] = SignedMovement(nonce: VirtualNonce(withoutChain: a.owner), signature: .zero)
        }
        return try AcceptedIntent(plan, movements: movements, isFinal: isFinal).unit
    }

    private func payment() throws -> IntentPlan {
        try plan(a.pay(world.dollars(1_000_000), to: b.vault(world.usdf), world.usdf, id: world.id()))
    }

    @Test("each kind of intent is a unit of its own")
    func unit_kindsOfIntents_areTold() async throws {
        guard case .payment = try unit(payment()) else { throw Unexpected() }
        let link = try plan(a.link(world.dollars(2_000_000), card: card, world.usdf, id: world.id()))
        guard case .giftCardIssue = try unit(link) else { throw Unexpected() }
        let opening = try plan(world.stranger().open(world.usdf, id: world.id()))
        guard case .openAccounts = try unit(opening) else { throw Unexpected() }
        try await world.submitted(
            a.link(world.dollars(2_000_000), card: card, world.usdf, id: world.id()), signers: [a, card])
        let claim = try plan(b.claim(card, quarks: 2_000_000, world.usdf, id: world.id()))
        let unit = try unit(claim)
        guard case .claim = unit else { throw Unexpected() }
        #expect(unit.predicates.contains(.unclaimed(card.vault(world.usdf))))
        #expect(unit.writes.contains(.endGiftCard(card.vault(world.usdf))))
    }

    private struct Unexpected: Error {}

    @Test("a payment locks its sender, its source and its destination")
    func locks_payment_nameOwnerAndVaults() throws {
        let locks = try unit(payment()).locks.sorted()
        let vaults = [a.vault(world.usdf), b.vault(world.usdf)].map { LockKey.vault($0.bytes) }.sorted()
        #expect(locks == [.owner(a.owner.bytes)] + vaults)
    }

    @Test("only a final unit settles what it writes")
    func writes_notFinal_arePending() throws {
        let payment = try payment()
        for isFinal in [true, false] {
            let states = try unit(payment, isFinal: isFinal).writes.compactMap { write -> ActionState? in
                guard case .action(let action) = write else { return nil }
                return action.state
            }
            #expect(states == [isFinal ? .confirmed : .pending])
        }
    }

    @Test("an intent without all its signatures is not a unit")
    func acceptedIntent_missingMovement_isRefused() throws {
        let plan = try payment()
        #expect(throws: IntentRefusal.signatureCount("at least one signature is missing")) {
            try AcceptedIntent(plan, movements: [:], isFinal: true)
        }
    }

    @Test("a committed unit returns the intent's place; a repeated unit is refused")
    func commit_sameUnitTwice_isRefused() async throws {
        let unit = try unit(payment())
        guard case .committed(let receipt) = await world.ledger.committer.commit(unit) else { throw Unexpected() }
        let sequence = try #require(receipt.intents.first?.sequence)
        #expect(try world.store.read { try $0.latestIntents(since: sequence) } == receipt.intents.map(\.id))
        guard case .refused(let refusal) = await world.ledger.committer.commit(unit) else { throw Unexpected() }
        #expect(refusal == .intentExists)
        #expect(try world.balance(b) == 1_000_000)
    }

    @Test("a unit that the database or the books refuse is unavailable, and nothing of it is written")
    func commit_brokenDatabase_isUnavailable() async throws {
        let unit = try unit(payment())
        let failure = PlantedFailure(command: "INSERT", table: "actions", effect: .refuse)
        try world.store.write { try failure.plant($0) }
        guard case .unavailable(.store) = await world.ledger.committer.commit(unit) else { throw Unexpected() }
        try world.store.write { try failure.remove($0) }
        let stranger = world.stranger().vault(world.usdf)
        let lost = DepositRecord(
            reference: "r", vault: b.vault(world.usdf), owner: b.owner, mint: world.usdf.mint, tokenAccount: stranger,
            amount: IntentAmount(quarks: 1, currency: "usd", rate: 1, native: 1, usdMicros: 1), usd: 1,
            createdAt: world.clock.now())
        guard case .unavailable(.books) = await world.ledger.committer.commit(.deposit(lost)) else {
            throw Unexpected()
        }
        #expect(try world.balance(b) == 0)
        #expect(try world.findings().map(\.description) == [])
    }
}

extension StoreReader {
    fileprivate func latestIntents(since sequence: Int64) throws -> [IntentID] {
        try intents(after: sequence - 1, limit: 10).map(\.id)
    }
}
