import FlipcashAPI
import FlipcashCore
import FlipcashTestKit
import GRDB
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
            "intents", "actions", "fulfillments", "nonces", "accounts", "timelocks", "balances", "journal", "messages",
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
            // The second round advances the nonces that the first round releases.
            try await tickAll()
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

    @Test("settlement confirms intents, opens and closes vaults, and returns nonces with another value")
    func settlement_confirms() async throws {
        let id = world.id()
        try await world.submitted(
            a.pay(world.dollars(1_000_000), to: b.vault(world.usdf), world.usdf, id: id), signers: [a])
        let signed = try #require(try world.store.read { try $0.fulfillments(of: id).first?.signed })
        #expect(try world.store.read { try $0.intent(id) }?.state == .pending)
        try await tickAll()
        try await tickAll()
        let (intent, vault, nonce) = try world.store.read { reader in
            (
                try reader.intent(id), try reader.vault(a.vault(world.usdf)),
                try reader.row("SELECT * FROM nonces WHERE address = ?", [signed.nonce.blob])
            )
        }
        #expect(intent?.state == .confirmed)
        #expect(vault?.timelock.vaultState == .locked)
        let row = try #require(nonce)
        #expect(try row.integer("state") == Int64(NonceState.available.rawValue))
        #expect(try row.integer("counter") == 1)
        #expect(try row.hash("blockhash") == NoncePool.blockhash(of: signed.nonce, counter: 1))
        #expect(try row.hash("blockhash") != signed.blockhash)
    }

    @Test("a cash link's scheduled return neither runs nor blocks, and its intent is settled without it")
    func settlement_parkedReturn_waits() async throws {
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
        #expect(try world.store.read { try $0.vault(card.vault(world.usdf)) }?.timelock.vaultState == .closed)
    }

    @Test("a failed movement fails its intent and is not tried again")
    func settlement_failure_failsIntent() async throws {
        struct Failing: Settlement {
            func ensureAccount(_ vault: PublicKey) async throws -> AccountReadiness { .done }
            func submit(_ movement: SettledMovement) async throws -> SettlementTicket {
                SettlementTicket(signature: movement.signed.signature)
            }
            func status(_ ticket: SettlementTicket) async throws -> SettlementStatus { .failed(reason: "no") }
            func unlockStarted(_ vault: PublicKey) async throws -> Bool { false }
            func tokenAccount(_ address: PublicKey, mint: PublicKey) async throws -> TokenAccountPresence { .missing }
        }
        let id = world.id()
        try await world.submitted(
            a.pay(world.dollars(1_000_000), to: b.vault(world.usdf), world.usdf, id: id), signers: [a])
        let worker = SettlementWorker(
            store: world.store, committer: world.ledger.committer, settlement: Failing(), clock: world.clock,
            log: world.ledger.log)
        try await worker.tick()
        try await worker.tick()
        #expect(try world.store.read { try $0.intent(id) }?.state == .failed)
        #expect(try world.store.read { try $0.actions(of: id) }.map(\.state) == [.failed])
    }

    @Test("nonces are kept at their level, and abandoned claims return as other pairs")
    func nonces_areRefilled() async throws {
        let (pool, vm) = (world.ledger.nonces, world.usdf.vm)
        func available() throws -> Int {
            try world.store.read { try $0.availableNonces(scope: vm, purpose: .clientIntent) }
        }
        try await tickAll()
        #expect(try available() >= NoncePool.levelMin)
        let before = try available()
        let claim = try await pool.claim(7, scope: vm)
        #expect(Set(claim.nonces).count == 7)
        #expect(try available() == before - 7)
        await pool.abandon(claim)
        #expect(try available() == before - 7)
        try await tickAll()
        #expect(try available() >= before)
        let again = try await pool.claim(try available(), scope: vm)
        #expect(Set(again.nonces).isDisjoint(with: claim.nonces), "a pair that a client may have signed is spent")
        #expect(Set(again.nonces.map(\.address)).isSuperset(of: claim.nonces.map(\.address)))
        await pool.abandon(again)
        try await tickAll()
        let lost = try await pool.claim(60, scope: vm)
        world.clock.advance(by: .seconds(21))
        try await tickAll()
        #expect(try available() >= before)
        let taken = try await world.ledger.committer.commit { writer in
            try writer.reserveNonce(
                lost.nonces[0], claimant: lost.claimant, signature: .zero, now: world.clock.now())
        }
        #expect(!taken)
        let many = try await pool.claim(500, scope: vm)
        #expect(many.nonces.count == 500)
    }

    @Test("expired messages are removed, others stay")
    func messages_expire() async throws {
        func message(_ id: UInt8, lives seconds: Int64) -> StoredMessage {
            StoredMessage(
                rendezvous: a.owner, id: Array(repeating: id, count: 16), bytes: [id], createdAt: world.clock.now(),
                expiresAt: world.clock.now().advanced(by: .seconds(seconds)))
        }
        let (short, long) = (message(1, lives: 300), message(2, lives: 301))
        try world.store.write { writer in
            try writer.insert(short)
            try writer.insert(long)
        }
        world.clock.advance(by: .seconds(300))
        try await tickAll()
        let now = world.clock.now()
        #expect(try world.store.read { try $0.messages(on: a.owner, now: now, limit: 10) } == [long])
        #expect(try world.store.read { try $0.integer("SELECT count(*) FROM messages") } == 1)
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
