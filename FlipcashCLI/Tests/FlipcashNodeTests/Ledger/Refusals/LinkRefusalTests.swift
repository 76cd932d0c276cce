import FlipcashAPI
import FlipcashCore
import ProtobufCodec
import Testing

@testable import FlipcashNode

/// Tests of the checks of cash links (payment specification §6.3, rows 14, 26 and 27), and of the simulation of their
/// actions (payment specification §6.5).
@Suite struct LinkRefusalTests {
    typealias Actions = LedgerWorld.Actions
    typealias Outcome = LedgerWorld.Outcome

    let world: LedgerWorld
    let a: Payer
    let b: Payer
    let card: Payer
    let other: Payer

    init() async throws {
        world = try LedgerWorld()
        a = try await world.user(25_000_000)
        b = try await world.user(5_000_000)
        card = world.stranger()
        other = world.stranger()
    }

    /// A link of a dollar for `card`, with other actions.
    private func link(_ change: (inout Actions) -> Void) -> Actions {
        a.link(world.dollars(1_000_000), card: card, world.usdf, id: world.id()).changed(signedBy: a.key) { request in
            change(&request)
            request.numberActions()
        }
    }

    /// An opening of a card with a change, signed by the card.
    private func opening(
        _ card: Payer, _ change: (inout Ocp_Transaction_V1_OpenAccountAction) -> Void = { _ in }
    ) -> Ocp_Transaction_V1_Action {
        var action = card.openAction(.remoteSendGiftCard, world.usdf)
        change(&action.openAccount)
        action.openAccount.signAuthority(card.key)
        return action
    }

    private func back(from card: Payer, _ quarks: UInt64 = 1_000_000) -> Ocp_Transaction_V1_Action {
        card.withdraw(to: a.vault(world.usdf), quarks, world.usdf, isAutoReturn: true)
    }

    private func toCard(_ quarks: UInt64 = 1_000_000) -> Ocp_Transaction_V1_Action {
        a.transfer(to: card.vault(world.usdf), quarks, world.usdf)
    }

    private func expect(
        _ request: Actions, _ expected: Outcome, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        #expect(try await world.answer(to: request) == expected, sourceLocation: sourceLocation)
    }

    @Test("a link pays a new card, not an account that exists")
    func link_toKnownAccount_isInvalid() async throws {
        try await expect(
            link { $0.metadata.sendPublicPayment.destination = b.vault(world.usdf).accountID },
            .invalid("destination must be a brand new gift card account"))
    }

    @Test("the new account is a gift card with index 0, and the one that is paid")
    func link_otherOpening_isInvalid() async throws {
        try await expect(
            link { request in
                request.actions[0] = opening(card) { action in
                    action.accountType = .primary
                    action.owner = a.owner.accountID
                }
            }, .invalid("actions[0]: account type must be REMOTE_SEND_GIFT_CARD"))
        try await expect(
            link { $0.actions[0] = opening(card) { $0.index = 1 } }, .invalid("actions[0]: index must be 0"))
        let funded = try await world.fundedCard(1_000_000, from: a)
        try await expect(
            link { $0.actions = [opening(other), toCard(), back(from: funded)] },
            .invalid("actions[0]: token must be \(card.vault(world.usdf).base58)"))
        try await expect(
            link { $0.actions = [opening(card), opening(other), toCard()] }, .invalid("expected 1 account opened"))
    }

    @Test("the card that returns is the card that is paid")
    func link_otherReturn_isInvalid() async throws {
        let funded = try await world.fundedCard(1_000_000, from: a)
        try await expect(
            link { $0.actions[2] = back(from: funded) },
            .invalid("expected auto-return for the remote send gift card"))
        try await expect(
            link { $0.actions = [opening(card), toCard(500_000), toCard(500_000)] },
            .invalid("actions[2]: must send 1000000 quarks to destination account in one transfer"))
    }

    // MARK: Simulation

    @Test("an account is opened once, before it is used, and not after it was closed")
    func link_openedTwiceOrLate_isInvalid() async throws {
        try await expect(
            link { $0.actions = [opening(card), opening(card), toCard()] },
            .invalid("actions[1]: account is already opened in another action"))
        try await expect(
            link { $0.actions = [back(from: card), opening(card), toCard()] },
            .invalid("actions[1]: account cannot be reopened"))
        try await expect(
            link { $0.actions = [toCard(), opening(card), back(from: card)] },
            .invalid("actions[1]: account is used before it is opened"))
    }

    @Test("a closed account neither pays nor is paid")
    func link_afterClosing_isInvalid() async throws {
        let funded = try await world.fundedCard(1_000_000, from: a)
        let text = "actions[1]: account is closed and cannot send or receive funds"
        try await expect(link { $0.actions = [back(from: funded), back(from: funded), opening(card)] }, .invalid(text))
        try await expect(
            link { request in
                let again = a.transfer(to: funded.vault(world.usdf), 1, world.usdf)
                request.actions = [back(from: funded), again, opening(card)]
            }, .invalid(text))
    }

    @Test("an account that the intent does not open has nothing to return")
    func link_cardNotOpened_isInsufficient() async throws {
        try await expect(
            link { $0.actions = [toCard(), back(from: card), opening(other)] },
            .invalid("actions[1]: \(card.vault(world.usdf).base58) has insufficient balance to perform action"))
    }

    @Test("a withdrawal leads to another account, and its key is the account's")
    func link_returnToItselfOrByOther_isInvalid() async throws {
        let vault = card.vault(world.usdf)
        try await expect(
            link { $0.actions[2].noPrivacyWithdraw.destination = vault.accountID },
            .invalid("actions[2]: source and destination accounts must be different"))
        try await expect(
            link { $0.actions[2].noPrivacyWithdraw.authority = b.owner.accountID },
            .invalid("actions[2]: token must be \(b.vault(world.usdf).base58)"))
        try await expect(
            link { $0.actions[0] = opening(card) { $0.token = other.vault(world.usdf).accountID } },
            .invalid("actions[0]: token must be \(vault.base58)"))
    }

    @Test("one account has one currency, in the ledger and within the intent")
    func link_twoMints_isInvalid() async throws {
        try await world.submitted(a.open(world.jeffy, id: world.id()), signers: [])
        try await world.submitted(b.open(world.jeffy, id: world.id()), signers: [])
        let known = b.vault(world.jeffy)
        try await expect(
            link { $0.actions[1].noPrivacyTransfer.destination = known.accountID },
            .invalid("actions[1]: \(known.base58) mint is invalid"))
        let outside = world.stranger().owner
        try await expect(
            link { request in
                request.actions = [
                    a.transfer(to: outside, 1, world.usdf), a.transfer(to: outside, 1, world.jeffy), opening(card),
                ]
            }, .invalid("actions[1]: \(outside.base58) mint is invalid"))
        try await expect(
            link { $0.actions[1].noPrivacyTransfer.mint = other.owner.accountID },
            .invalid("mint account must be the core mint or a launchpad currency"))
    }

    @Test("a sum beyond the largest amount is refused, not wrapped")
    func pay_overflowingDestination_isInvalid() async throws {
        let vault = b.vault(world.usdf)
        try world.setBalance(.max, of: vault)
        try await expect(
            a.pay(world.dollars(1_000_000), to: vault, world.usdf, id: world.id()),
            .invalid("actions[0]: amount is out of range"))
    }

    @Test("an action without quarks is refused by the rules too, although its message allows none")
    func simulation_noQuarks_isInvalid() throws {
        let transfer = RequestedAction.Transfer(
            authority: a.owner, source: a.vault(world.usdf), destination: b.vault(world.usdf), amount: 0,
            mint: world.usdf.mint)
        #expect(throws: IntentRefusal.invalid("actions[0]: transaction with 0 quarks")) {
            try world.store.read { try Simulation([.transfer(transfer)], view: $0) }
        }
    }
}
