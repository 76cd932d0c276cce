import FlipcashCore
import Testing

@testable import FlipcashNode

/// Tests that nothing is submitted to a chain before the accounts that it needs exist there, and that accounts change
/// only when the chain has changed them.
@Suite("Steps on a chain and the accounts that they need") struct SettlementWorkerTests {
    private let chain = BuildingChain()
    let world: LedgerWorld
    let a: Payer
    let b: Payer

    init() async throws {
        world = try LedgerWorld(settlement: chain)
        a = try await world.user(25_000_000)
        b = try await world.user()
    }

    /// A chain that has yet to make some accounts, and can fail everything.
    private struct BuildingChain: Settlement {
        let unmade = Shared<Set<PublicKey>>([])
        let submitted = Shared<[SettledMovement]>([])
        let isFailing = Shared(false)

        var isImmediate: Bool { false }

        func ensureAccount(_ vault: PublicKey) async throws -> AccountReadiness {
            if isFailing.value { return .failed }
            return unmade.value.contains(vault) ? .pending : .done
        }

        func submit(_ movement: SettledMovement) async throws -> SettlementTicket {
            submitted.change { $0.append(movement) }
            return SettlementTicket(signature: movement.signed.signature)
        }

        func status(_ ticket: SettlementTicket) async throws -> SettlementStatus {
            isFailing.value ? .failed(reason: "no") : .finalized(slot: 0)
        }

        func unlockStarted(_ vault: PublicKey) async throws -> Bool { false }

        func tokenAccount(_ address: PublicKey, mint: PublicKey) async throws -> TokenAccountPresence { .missing }
    }

    private func tick() async throws {
        try await #require(world.ledger.workers().first { $0.name == "settlement" }).tick()
    }

    @Test("A payment waits for its sender's account, and for its receiver's", arguments: [true, false])
    func tick_accountOfPaymentUnmade_waits(isOfSender: Bool) async throws {
        let (source, destination) = (a.vault(world.usdf), b.vault(world.usdf))
        chain.unmade.change { $0 = [isOfSender ? source : destination] }
        let id = world.id()
        try await world.submitted(a.pay(world.dollars(1_000_000), to: destination, world.usdf, id: id), signers: [a])
        for _ in 0..<3 { try await tick() }
        #expect(chain.submitted.value == [])
        #expect(try world.store.read { try $0.intent(id)?.state } == .pending)
        chain.unmade.change { $0 = [] }
        try await tick()
        #expect(chain.submitted.value.map(\.source) == [source])
        #expect(chain.submitted.value.map(\.destination) == [destination])
        #expect(try world.store.read { try $0.intent(id)?.state } == .confirmed)
        #expect(try world.findings().map(\.description) == [])
    }

    @Test("A link's money waits for the account of its card")
    func tick_accountOfCardUnmade_waits() async throws {
        let (card, id) = (world.stranger(), world.id())
        chain.unmade.change { $0 = [card.vault(world.usdf)] }
        try await world.submitted(a.link(world.dollars(1_000_000), card: card, world.usdf, id: id), signers: [a, card])
        try await tick()
        let states = { try world.store.read { try $0.actions(of: id) }.map(\.state) }
        #expect(try states() == [.pending, .pending, .unscheduled])
        chain.unmade.change { $0 = [] }
        try await tick()
        #expect(try states() == [.confirmed, .confirmed, .unscheduled])
        #expect(chain.submitted.value.map(\.kind) == [.transfer])
    }

    private func state(_ person: Payer) throws -> VaultState? {
        try world.store.read { try $0.vault(person.vault(world.usdf)) }?.vaultState
    }

    /// Makes a link that the chain has carried out.
    private func settledLink() async throws -> Payer {
        let card = world.stranger()
        try await world.submitted(
            a.link(world.dollars(1_000_000), card: card, world.usdf, id: world.id()), signers: [a, card])
        try await tick()
        #expect(try state(card) == .locked)
        return card
    }

    @Test("A link's card is closed when the chain has carried out its collection, not when it is accepted")
    func tick_collection_closesCard() async throws {
        let card = try await settledLink()
        try await world.submitted(b.claim(card, quarks: 1_000_000, world.usdf, id: world.id()), signers: [card])
        #expect(try state(card) == .locked)
        try await tick()
        #expect(try state(card) == .closed)
        #expect(try world.findings().map(\.description) == [])
    }

    @Test("A collection that fails on the chain closes no card, and an account that is not made there stays unobserved")
    func tick_failure_changesNoAccount() async throws {
        let card = try await settledLink()
        let (id, stranger) = (world.id(), world.stranger())
        try await world.submitted(b.claim(card, quarks: 1_000_000, world.usdf, id: id), signers: [card])
        try await world.open(stranger)
        chain.isFailing.change { $0 = true }
        try await tick()
        #expect(try world.store.read { try $0.intent(id)?.state } == .failed)
        #expect(try state(card) == .locked)
        #expect(try state(stranger) == .unobserved)
        // A step has one result: a later report of another one changes nothing.
        let (intent, actions) = try world.store.read { (try $0.intent(id), try $0.actions(of: id)) }
        let (sequence, action) = (try #require(intent?.sequence), try #require(actions.first))
        let place = ActionPlace(sequence: sequence, actionID: action.actionID)
        try world.store.write {
            _ = try $0.apply(.settlement([SettledStep(action, at: place, isConfirmed: true)]))
        }
        #expect(try world.store.read { try $0.intent(id)?.state } == .failed)
        #expect(try state(card) == .locked)
    }
}
