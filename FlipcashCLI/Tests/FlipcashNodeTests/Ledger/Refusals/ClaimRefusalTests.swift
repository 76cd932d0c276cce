import FlipcashAPI
import FlipcashCore
import ProtobufCodec
import Testing

@testable import FlipcashNode

/// Tests of the checks of claims (payment specification §6.4): one condition of an honest claim does not hold.
@Suite struct ClaimRefusalTests {
    typealias Actions = LedgerWorld.Actions
    typealias Outcome = LedgerWorld.Outcome

    let world: LedgerWorld
    let a: Payer
    let b: Payer
    let card: Payer

    init() async throws {
        world = try LedgerWorld()
        a = try await world.user(25_000_000)
        b = try await world.user()
        card = try await world.fundedCard(1_000_000, from: a)
    }

    private func claim(_ quarks: UInt64 = 1_000_000, _ change: (inout Actions) -> Void = { _ in }) -> Actions {
        b.claim(card, quarks: quarks, world.usdf, id: world.id()).changed(signedBy: b.key) { request in
            change(&request)
            request.numberActions()
        }
    }

    private func expect(
        _ request: Actions, _ expected: Outcome, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        #expect(try await world.answer(to: request) == expected, sourceLocation: sourceLocation)
    }

    @Test("an honest claim reaches the question for its signature")
    func claim_honest_asksForSignature() async throws {
        try await expect(claim(), LedgerWorld.unsigned)
    }

    @Test("a claim with exchange data is refused")
    func claim_withExchangeData_isInvalid() async throws {
        try await expect(
            claim { request in
                request.metadata.receivePaymentsPublicly.exchangeData = .with {
                    $0.currency = "usd"
                    $0.exchangeRate = 1
                    $0.nativeAmount = 1
                    $0.quarks = 1_000_000
                    $0.mint = world.usdf.mint.accountID
                }
            }, .invalid("exchange data cannot be set"))
    }

    @Test("a claimer's account or a card that is not managed is refused before the amount is checked")
    func claim_unmanaged_isDeniedFirst() async throws {
        let denied = Outcome.denied("at least one source account is no longer managed by code")
        try world.set(.unlocked, of: b.vault(world.usdf))
        try await expect(claim(999_999), denied)
        try world.set(.locked, of: b.vault(world.usdf))
        try world.set(.unlocked, of: card.vault(world.usdf))
        try await expect(claim(999_999), denied)
    }

    @Test("a card that is closed or empty counts as claimed")
    func claim_closedOrEmpty_isStale() async throws {
        let claimed = Outcome.stale("gift card balance has already been claimed")
        try world.set(.closed, of: card.vault(world.usdf))
        try await expect(claim(), claimed)
        try world.set(.locked, of: card.vault(world.usdf))
        try world.setBalance(0, of: card.vault(world.usdf))
        try await expect(claim(), claimed)
    }

    @Test("a claimed card cannot be claimed again, before and after the worker drops its automatic return")
    func claim_claimedAndDropped_isStale() async throws {
        let claimed = Outcome.stale("gift card balance has already been claimed")
        try await world.submitted(claim(), signers: [card])
        try await expect(claim(), claimed)
        for worker in world.ledger.workers() { try await worker.tick() }
        #expect(try world.store.read { try $0.autoReturn(of: card.vault(world.usdf)) }?.state == .revoked)
        try await expect(claim(), claimed)
    }

    @Test("a claim or an action in another currency than the card's is refused")
    func claim_otherMint_isInvalid() async throws {
        let (usdf, jeffy) = (world.usdf.mint, world.jeffy.mint)
        try await expect(
            claim { $0.actions[0].noPrivacyWithdraw.mint = jeffy.accountID },
            .invalid("actions[0]: mint must be \(usdf.base58)"))
        try await world.submitted(b.open(world.jeffy, id: world.id()), signers: [])
        try await expect(
            claim { request in
                request.metadata.receivePaymentsPublicly.mint = jeffy.accountID
                request.actions[0].noPrivacyWithdraw.mint = jeffy.accountID
                request.actions[0].noPrivacyWithdraw.destination = b.vault(world.jeffy).accountID
            }, .invalid("actions[0]: mint must be \(usdf.base58)"))
    }

    @Test("a claim that does not withdraw the card's whole balance into the claimer's account is refused")
    func claim_otherMovement_isInvalid() async throws {
        let into = b.vault(world.usdf)
        try await expect(
            claim { $0.actions = [a.transfer(to: into, 1_000_000, world.usdf)] },
            .invalid("must receive 1000000 quarks from source account"))
        try await expect(
            claim { $0.actions = [card.transfer(to: into, 999_999, world.usdf)] },
            .invalid("must receive 1000000 quarks from source account"))
        try await expect(
            claim { $0.actions = [card.transfer(to: into, 1_000_000, world.usdf)] },
            .invalid("transfer must be a public withdraw"))
        try await expect(
            claim { $0.actions = [card.withdraw(to: a.vault(world.usdf), 1_000_000, world.usdf, isAutoReturn: false)] },
            .invalid("must send payment to PRIMARY account"))
        let second = try await world.fundedCard(1_000_000, from: a)
        try await expect(
            claim { $0.actions = [second.withdraw(to: into, 1_000_000, world.usdf, isAutoReturn: false)] },
            .invalid("must receive 1000000 quarks from source account"))
        try await expect(claim { $0.actions += $0.actions }, .invalid("expected 1 action"))
    }
}
