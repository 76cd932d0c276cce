import FlipcashAPI
import FlipcashCore
import FlipcashTestKit
import Logging
import Testing

@testable import FlipcashNode

/// Tests that every worker may run at any time, twice, or in parallel: each due item is processed once.
@Suite struct WorkerTests {
    let world: LedgerWorld
    let a: Payer
    let b: Payer

    init() async throws {
        world = try LedgerWorld()
        a = try await world.user(25_000_000)
        b = try await world.user()
    }

    /// All contents of the database that a worker could change.
    private func content() throws -> [String] {
        let tables = [
            "intents", "actions", "gift_cards", "accounts", "vaults", "balances", "journal",
        ]
        return try world.store.read { reader in
            try tables.flatMap { table in try reader.rows("SELECT * FROM \(table)").map { "\(table) \($0)" } }
        }
    }

    private func tickAll() async throws { for worker in world.ledger.workers() { try await worker.tick() } }

    @Test("running any worker again changes nothing")
    func tick_twice_changesNothing() async throws {
        let cards = [world.stranger(), world.stranger(), world.stranger()]
        for card in cards {
            try await world.submitted(
                a.link(world.dollars(1_000_000), card: card, world.usdf, id: world.id()), signers: [a, card])
        }
        try await world.submitted(b.claim(cards[0], quarks: 1_000_000, world.usdf, id: world.id()), signers: [cards[0]])
        _ = try await GiftCardVoid(ledger: world.ledger).void(cards[1].vault(world.usdf), by: a.owner)
        for advance: Int64 in [0, 604_800] {
            world.clock.advance(by: .seconds(advance))
            try await tickAll()
            let before = try content()
            for worker in world.ledger.workers() {
                try await worker.tick()
                #expect(try content() == before, "\(worker.name)")
            }
        }
        #expect(try world.balance(a) == 24_000_000)
        #expect(try world.findings().map(\.description) == [])
    }

    @Test("taking back a link that has expired changes nothing: the worker returns it")
    func void_expiredLink_isLeftToTheWorker() async throws {
        let card = world.stranger()
        try await world.submitted(
            a.link(world.dollars(1_000_000), card: card, world.usdf, id: world.id()), signers: [a, card])
        world.clock.advance(by: .seconds(604_800))
        #expect(try await GiftCardVoid(ledger: world.ledger).void(card.vault(world.usdf), by: a.owner) == .ok)
        #expect(try world.balance(a) == 24_000_000)
        try await tickAll()
        #expect(try world.balance(a) == 25_000_000)
        let back = try world.store.read { reader in
            try reader.returnID(ofGiftCard: card.vault(world.usdf)).flatMap(reader.intent)
        }
        #expect(back?.flags.contains(.returned) == true)
        #expect(back?.flags.contains(.issuerVoidedGiftCard) == false)
    }

    @Test("two workers of a kind in parallel do the same as one")
    func tick_concurrently_changesOnce() async throws {
        let card = world.stranger()
        try await world.submitted(
            a.link(world.dollars(1_000_000), card: card, world.usdf, id: world.id()), signers: [a, card])
        world.clock.advance(by: .seconds(604_800))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in world.ledger.workers() + world.ledger.workers() { group.addTask { try await worker.tick() } }
            try await group.waitForAll()
        }
        try await tickAll()
        #expect(try world.balance(a) == 25_000_000)
        #expect(try world.findings().map(\.description) == [])
    }

    @Test("without a chain a commit settles its intent, opens and closes vaults")
    func commit_withoutChain_isFinal() async throws {
        let (card, id) = (world.stranger(), world.id())
        #expect(try state(a) == .locked)
        try await world.submitted(
            a.link(world.dollars(1_000_000), card: card, world.usdf, id: id), signers: [a, card])
        #expect(try world.store.read { try $0.intent(id) }?.state == .confirmed)
        #expect(try state(card) == .locked)
        try await world.submitted(b.claim(card, quarks: 1_000_000, world.usdf, id: world.id()), signers: [card])
        #expect(try state(card) == .closed)
        #expect(try world.store.read { try $0.pendingActions(after: nil, limit: 10) } == [])
        #expect(!world.ledger.workers().contains { $0.name == "settlement" })
    }

    @Test("with a chain the worker confirms intents, opens and closes vaults")
    func settlement_confirms() async throws {
        let world = try LedgerWorld(settlement: SlowChain())
        let (a, b) = (try await world.user(25_000_000), try await world.user())
        let id = world.id()
        try await world.submitted(
            a.pay(world.dollars(1_000_000), to: b.vault(world.usdf), world.usdf, id: id), signers: [a])
        #expect(try world.store.read { try $0.intent(id) }?.state == .pending)
        let worker = try #require(world.ledger.workers().first { $0.name == "settlement" })
        try await worker.tick()
        #expect(try world.store.read { try $0.intent(id) }?.state == .confirmed)
        #expect(try world.store.read { try $0.vault(a.vault(world.usdf)) }?.vaultState == .locked)
        #expect(try world.findings().map(\.description) == [])
    }

    private func state(_ person: Payer) throws -> VaultState? {
        try world.store.read { try $0.vault(person.vault(world.usdf)) }?.vaultState
    }

    @Test("a cash link's scheduled return neither runs nor blocks, and its intent is settled without it")
    func settlement_parkedReturn_waits() async throws {
        let world = try LedgerWorld(settlement: SlowChain())
        let a = try await world.user(25_000_000)
        func tickAll() async throws { for worker in world.ledger.workers() { try await worker.tick() } }
        let (card, id) = (world.stranger(), world.id())
        try await world.submitted(
            a.link(world.dollars(1_000_000), card: card, world.usdf, id: id), signers: [a, card])
        try await tickAll()
        let actions = try world.store.read { try $0.actions(of: id) }
        #expect(actions.map(\.state) == [.confirmed, .confirmed, .unscheduled])
        #expect(try world.store.read { try $0.intent(id) }?.state == .confirmed)
        _ = try await GiftCardVoid(ledger: world.ledger).void(card.vault(world.usdf), by: a.owner)
        try await tickAll()
        let after = try world.store.read { try $0.actions(of: id) }
        #expect(after.map(\.state) == [.confirmed, .confirmed, .confirmed])
        #expect(after[2].quantity == 1_000_000)
        #expect(try world.store.read { try $0.vault(card.vault(world.usdf)) }?.vaultState == .closed)
    }

    @Test("a failed movement fails its intent and is not tried again")
    func settlement_failure_failsIntent() async throws {
        let world = try LedgerWorld(settlement: SlowChain(status: .failed(reason: "no")))
        let (a, b) = (try await world.user(25_000_000), try await world.user())
        let id = world.id()
        try await world.submitted(
            a.pay(world.dollars(1_000_000), to: b.vault(world.usdf), world.usdf, id: id), signers: [a])
        let worker = try #require(world.ledger.workers().first { $0.name == "settlement" })
        try await worker.tick()
        try await worker.tick()
        #expect(try world.store.read { try $0.intent(id) }?.state == .failed)
        #expect(try world.store.read { try $0.actions(of: id) }.map(\.state) == [.failed])
    }

    @Test("a worker continues after a failed round and stops when cancelled")
    func run_failingRound_goesOn() async throws {
        struct Stubborn: Worker {
            struct Failure: Error {}
            let name = "stubborn"
            let interval: Duration = .seconds(10)
            let rounds = Shared(0)

            func tick() async throws {
                let round = rounds.change { count in
                    count += 1
                    return count
                }
                if round == 1 { throw Failure() }
            }
        }
        let worker = Stubborn()
        let clock = world.clock
        let task = Task { await worker.run(clock: clock, log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }) }
        await clock.waitForSleeper(in: .seconds(10))
        #expect(worker.rounds.value == 1)
        clock.advance(by: .seconds(10))
        await clock.waitForSleeper(in: .seconds(10))
        #expect(worker.rounds.value == 2)
        task.cancel()
        await task.value
    }
}
