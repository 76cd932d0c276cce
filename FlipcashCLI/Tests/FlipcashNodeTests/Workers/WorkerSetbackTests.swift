import FlipcashAPI
import FlipcashCore
import FlipcashTestKit
import Logging
import Testing

@testable import FlipcashNode

/// Tests that a failing item does not block others: it is logged and retried with growing delays.
@Suite struct WorkerSetbackTests {
    private let settlement = Moody(refused: Shared([]))
    let world: LedgerWorld
    let a: Payer
    let b: Payer

    init() async throws {
        world = try LedgerWorld(settlement: settlement)
        a = try await world.user(25_000_000)
        b = try await world.user()
    }

    /// A settlement that is unreachable for movements to some vaults.
    private struct Moody: Settlement {
        struct Unreachable: Error {}

        let refused: Shared<Set<PublicKey>>
        let attempts = Shared(0)

        var isImmediate: Bool { false }

        func ensureAccount(_ vault: PublicKey) async throws -> AccountReadiness { .done }

        func submit(_ movement: SettledMovement) async throws -> SettlementTicket {
            if refused.value.contains(movement.destination) {
                attempts.change { $0 += 1 }
                throw Unreachable()
            }
            return SettlementTicket(signature: movement.signed.signature)
        }

        func status(_ ticket: SettlementTicket) async throws -> SettlementStatus { .finalized(slot: 0) }

        func unlockStarted(_ vault: PublicKey) async throws -> Bool { false }

        func tokenAccount(_ address: PublicKey, mint: PublicKey) async throws -> TokenAccountPresence { .missing }
    }

    private func pay(_ quarks: UInt64, _ recipient: Payer) async throws -> IntentID {
        let id = world.id()
        try await world.submitted(
            a.pay(world.dollars(quarks), to: recipient.vault(world.usdf), world.usdf, id: id), signers: [a])
        return id
    }

    private func state(_ id: IntentID) throws -> IntentState? { try world.store.read { try $0.intent(id)?.state } }

    @Test("a card that cannot be returned does not block the others, and is returned later")
    func giftCards_oneFails_othersReturn() async throws {
        let cards = [world.stranger(), world.stranger(), world.stranger()]
        for card in cards {
            try await world.submitted(
                a.link(world.dollars(1_000_000), card: card, world.usdf, id: world.id()), signers: [a, card])
        }
        let stuck = cards[0].vault(world.usdf)
        try world.store.write { try $0.setVaultState(.unlocked, of: stuck) }
        let worker = try #require(world.ledger.workers().first { $0.name == "gift cards" })
        world.clock.advance(by: .seconds(604_800))
        try await worker.tick()
        #expect(try world.balance(a) == 24_000_000)
        #expect(try world.balance(cards[0]) == 1_000_000)
        try world.store.write { try $0.setVaultState(.locked, of: stuck) }
        world.clock.advance(by: .seconds(60))
        try await worker.tick()
        #expect(try world.balance(a) == 25_000_000)
        #expect(try world.findings().map(\.description) == [])
    }

    @Test("more movements than fit one batch that cannot be submitted do not block the others")
    func settlement_manyFail_othersSettle() async throws {
        let c = try await world.user()
        var stuck: [IntentID] = []
        for _ in 0..<70 { stuck.append(try await pay(10_000, b)) }
        let good = try await pay(1_000_000, c)
        settlement.refused.change { $0 = [b.vault(world.usdf)] }
        let worker = try #require(world.ledger.workers().first { $0.name == "settlement" })
        try await worker.tick()
        #expect(try state(good) == .confirmed)
        #expect(try stuck.allSatisfy { try state($0) == .pending })
        for _ in 0..<5 { try await worker.tick() }
        #expect(settlement.attempts.value == 70, "what failed is left for later")
        for _ in 0..<10 {
            world.clock.advance(by: .seconds(1))
            try await worker.tick()
        }
        #expect(settlement.attempts.value <= 70 * 5, "and is tried ever more rarely")
        settlement.refused.change { $0 = [] }
        world.clock.advance(by: .seconds(600))
        try await worker.tick()
        #expect(try stuck.allSatisfy { try state($0) == .confirmed })
        #expect(try world.findings().map(\.description) == [])
    }

    @Test("a result that cannot be recorded does not block the rest of its batch")
    func settlement_oneUnrecordable_othersSettle() async throws {
        let ids = [try await pay(1_000_000, b), try await pay(1_000_000, b), try await pay(1_000_000, b)]
        let sequence = try world.store.read {
            try $0.integer("SELECT seq FROM intents WHERE intent_id = ?", [ids[1].blob])
        }
        let failure = PlantedFailure(
            command: "UPDATE", table: "actions", effect: .refuse, condition: "old.seq = \(sequence)")
        try world.store.write { try failure.plant($0) }
        let worker = try #require(world.ledger.workers().first { $0.name == "settlement" })
        try await worker.tick()
        #expect(try ids.map(state) == [.confirmed, .pending, .confirmed])
        try world.store.write { try failure.remove($0) }
        world.clock.advance(by: .seconds(600))
        try await worker.tick()
        #expect(try ids.map(state) == [.confirmed, .confirmed, .confirmed])
        #expect(try world.findings().map(\.description) == [])
    }

    @Test("the delay doubles after each failure, up to a limit, and is reset after a success")
    func setbacks_repeated_waitLonger() {
        let setbacks = Setbacks<Int>(first: .seconds(1), longest: .seconds(300), countMax: 2)
        var now = Uptime(.zero)
        var waits: [Duration] = []
        for _ in 0..<12 {
            #expect(setbacks.isDue(1, now: now))
            let wait = setbacks.note(1, now: now)
            waits.append(wait)
            #expect(!setbacks.isDue(1, now: now + (wait - .nanoseconds(1))))
            now = now + wait
        }
        #expect(waits.prefix(4) == [.seconds(1), .seconds(2), .seconds(4), .seconds(8)])
        #expect(waits.last == .seconds(300))
        setbacks.clear(1)
        #expect(setbacks.note(1, now: now) == .seconds(1))
        _ = setbacks.note(2, now: now)
        _ = setbacks.note(3, now: now)
        #expect(setbacks.isDue(3, now: now) || setbacks.isDue(1, now: now), "no more than two are remembered")
    }
}
