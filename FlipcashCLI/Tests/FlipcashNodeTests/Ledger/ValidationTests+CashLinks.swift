import FlipcashAPI
import FlipcashCore
import FlipcashTestKit
import GRPCCore
import ProtobufCodec
import Testing

@testable import FlipcashNode

/// Refusals by the rules of cash links.
extension ValidationTests {
    @Test("a cash link's card must be new, its own owner, and return everything to its issuer")
    func link_variations_areRefused() async throws {
        let (world, b) = (world, b)
        let card = world.stranger()
        let vault = card.vault(world.usdf)
        try await expect(
            link(card: b), .stale("actions[0]: account is already opened"), signers: [card])
        try await expect(
            link(card: card) { request in
                request.actions[2].noPrivacyWithdraw.destination = b.vault(world.usdf).accountID
            }, .invalid("actions[2]: source account must be the PRIMARY account"), signers: [card])
        try await expect(
            link(card: card) { $0.actions[2].noPrivacyWithdraw.amount = 999_999 },
            .invalid("actions[2]: attempt to close \(vault.base58) with a non-zero balance"), signers: [card])
        try await expect(
            link(card: card) { $0.actions[2].noPrivacyWithdraw.isAutoReturn = false },
            .invalid("must send 1000000 quarks to destination account"), signers: [card])
        try await expect(
            link(card: card) { $0.actions[2].noPrivacyWithdraw.amount = 2_000_000 },
            .invalid("actions[2]: \(vault.base58) has insufficient balance to perform action"), signers: [card])
        try await expect(
            link(card: card) {
                $0.actions.swapAt(0, 1)
                $0.numberActions()
            }, .invalid("actions[1]: account is used before it is opened"), signers: [card])
        try await expect(
            link(card: card) { $0.metadata.sendPublicPayment.isIndirectSend = false },
            .invalid("expected 1 action for payment"), signers: [card])
    }

    @Test("a card cannot be opened with a user's key, or without its own signature")
    func link_foreignCard_isRefused() async throws {
        let (world, a) = (world, a)
        let card = world.stranger()
        var request = link(card: card)
        request.actions[0].openAccount.signAuthority(a.key)
        try await expect(request.changed(signedBy: a.key) { _ in }, .status(.unauthenticated, ""), signers: [card])
        var owned = link(card: card)
        owned.actions[0].openAccount.owner = a.owner.accountID
        owned.actions[0].openAccount.signAuthority(card.key)
        try await expect(
            owned.changed(signedBy: a.key) { _ in },
            .invalid("actions[0]: owner must be \(card.owner.base58)"), signers: [card])
    }

    @Test("a claim takes the whole card, of the right mint, into the claimer's own vault")
    func claim_variations_areRefused() async throws {
        let (world, a, b) = (world, a, b)
        let card = world.stranger()
        try await world.submitted(link(card: card), signers: [a, card])
        func claim(_ quarks: UInt64 = 1_000_000, _ change: (inout Actions) -> Void = { _ in }) -> Actions {
            b.claim(card, quarks: quarks, world.usdf, id: world.id()).changed(signedBy: b.key, change)
        }
        try await expect(
            claim(999_999), .invalid("must receive entire gift card balance of 1000000 quarks"), signers: [card])
        try await expect(
            claim { $0.metadata.receivePaymentsPublicly.source = a.vault(world.usdf).accountID },
            .invalid("source is not a remote send gift card"), signers: [card])
        try await expect(
            claim { $0.actions[0].noPrivacyWithdraw.destination = a.vault(world.usdf).accountID },
            .invalid("must send payment to PRIMARY account"), signers: [card])
        try await expect(
            claim {
                $0.actions.append($0.actions[0])
                $0.numberActions()
            }, .invalid("expected 1 action"), signers: [card])
        try await expect(
            claim { $0.actions[0].noPrivacyWithdraw.isAutoReturn = true },
            .invalid("transfer must be a public withdraw"), signers: [card])
        try await expect(
            claim { $0.metadata.receivePaymentsPublicly.mint = world.jeffy.mint.accountID },
            .invalid("initiator mint accounts don't exist"), signers: [card])
        #expect(try await world.submit(claim(), signers: [card]) == .success)
        try await expect(claim(), .stale("gift card balance has already been claimed"), signers: [card])
    }

    @Test("a gift card's own key may only claim, for any vault that it names")
    func claim_byCardOwner_infersTheUser() async throws {
        let (world, a, b) = (world, a, b)
        let card = world.stranger()
        try await world.submitted(link(card: card), signers: [a, card])
        func byCard(_ change: (inout Actions) -> Void = { _ in }) -> Actions {
            b.claim(card, quarks: 1_000_000, world.usdf, id: world.id()).changed(signedBy: card.key) { request in
                request.owner = card.owner.accountID
                change(&request)
            }
        }
        try await expect(
            byCard { $0.actions[0].noPrivacyWithdraw.destination = world.stranger().owner.accountID },
            .invalid("actions[0]: destination must be a primary account"), signers: [card])
        try await expect(
            card.pay(world.dollars(1_000_000), to: b.vault(world.usdf), world.usdf, id: world.id()),
            .invalid("expected a receive payments publicly intent"), signers: [card])
        #expect(try await world.submit(byCard(), signers: [card]) == .success)
        #expect(try world.balance(b) == 1_000_000)
    }

    @Test("the issuer may collect their own link")
    func claim_byIssuer_succeeds() async throws {
        let card = world.stranger()
        try await world.submitted(link(card: card), signers: [a, card])
        #expect(try world.balance(a) == 24_000_000)
        try await world.submitted(a.claim(card, quarks: 1_000_000, world.usdf, id: world.id()), signers: [card])
        #expect(try world.balance(a) == 25_000_000)
        let void = try await GiftCardVoid(ledger: world.ledger).void(card.vault(world.usdf), by: a.owner)
        #expect(void == .ok)
        #expect(try world.findings().map(\.description) == [])
    }

    @Test("claims stop a minute before the card expires; voids at the expiry; then the worker returns it")
    func giftCard_age_decides() async throws {
        let (world, a, b) = (world, a, b)
        let card = world.stranger()
        try await world.submitted(link(card: card), signers: [a, card])
        world.clock.advance(by: .seconds(604_800 - 60))
        let claim = b.claim(card, quarks: 1_000_000, world.usdf, id: world.id())
        try await expect(claim, .stale("gift card is expired"), signers: [card])
        let workers = world.ledger.workers()
        for worker in workers { try await worker.tick() }
        #expect(try world.balance(card) == 1_000_000)
        world.clock.advance(by: .seconds(60))
        #expect(try await GiftCardVoid(ledger: world.ledger).void(card.vault(world.usdf), by: a.owner) == .ok)
        #expect(try world.balance(card) == 1_000_000)
        for _ in 0..<2 {
            for worker in workers { try await worker.tick() }
            #expect(try world.balance(card) == 0)
            #expect(try world.balance(a) == 25_000_000)
        }
        let record = try world.store.read { reader in
            try reader.giftCardIntent(vault: card.vault(world.usdf)).flatMap {
                try reader.intent(.autoReturn(of: $0.id))
            }
        }
        #expect(record?.flags.contains(.returned) == true)
        #expect(try world.findings().map(\.description) == [])
    }

    @Test("a card does not become younger when the clock is set back")
    func giftCard_clockSetBack_staysExpired() async throws {
        let card = world.stranger()
        try await world.submitted(link(card: card), signers: [a, card])
        world.clock.advance(by: .seconds(604_799))
        for worker in world.ledger.workers() { try await worker.tick() }
        world.clock.moveDate(by: .seconds(-604_000))
        let claim = b.claim(card, quarks: 1_000_000, world.usdf, id: world.id())
        try await expect(claim, .stale("gift card is expired"), signers: [card])
    }
}
