import FlipcashCore
import FlipcashTestKit
import Testing

@testable import FlipcashNode

/// Tests of the booking of deposits that a settlement has seen (payment specification §18).
@Suite struct DepositWorkerTests {
    private let chain = Chain()
    let world: LedgerWorld
    let a: Payer

    init() async throws {
        world = try LedgerWorld(settlement: chain)
        a = try await world.user()
    }

    /// A settlement on which deposits arrive.
    private struct Chain: Settlement {
        struct Unreachable: Error {}

        let arrived = Shared<[ArrivedDeposit]>([])
        /// Whether the acknowledgements are lost.
        let isForgetful = Shared(false)

        var isImmediate: Bool { false }

        func ensureAccount(_ vault: PublicKey) async throws -> AccountReadiness { .done }

        func submit(_ movement: SettledMovement) async throws -> SettlementTicket {
            SettlementTicket(signature: movement.signed.signature)
        }

        func status(_ ticket: SettlementTicket) async throws -> SettlementStatus { .finalized(slot: 0) }

        func unlockStarted(_ vault: PublicKey) async throws -> Bool { false }

        func tokenAccount(_ address: PublicKey, mint: PublicKey) async throws -> TokenAccountPresence { .missing }

        func arrivedDeposits(limit: Int) async throws -> [ArrivedDeposit] { Array(arrived.value.prefix(limit)) }

        func acknowledge(_ deposit: ArrivedDeposit) async throws {
            if isForgetful.value { throw Unreachable() }
            arrived.change { $0.removeAll { $0 == deposit } }
        }
    }

    private func arrive(_ reference: String, at address: PublicKey, _ quarks: UInt64, mint: PublicKey? = nil) {
        let deposit = ArrivedDeposit(
            reference: reference, address: address, mint: mint ?? world.usdf.mint, quarks: quarks)
        chain.arrived.change { $0.append(deposit) }
    }

    private func tick() async throws {
        try await #require(world.ledger.workers().first { $0.name == "deposits" }).tick()
    }

    @Test("money at a vault, its deposit address, its swap addresses or its owner's token account is booked")
    func tick_knownAddresses_areBooked() async throws {
        let timelock = world.usdf.timelock(of: a.owner)
        let own = AssociatedTokenAccount.address(owner: a.owner, mint: world.usdf.mint).address
        let addresses = [
            timelock.vault.address, timelock.deposit.address, own, timelock.swap.address,
            timelock.swapTokenAccount.address,
        ]
        for (number, address) in addresses.enumerated() { arrive("tx-\(number)", at: address, 1_000_000) }
        try await tick()
        #expect(try world.balance(a) == 5_000_000)
        #expect(chain.arrived.value.isEmpty)
        #expect(try world.findings().map(\.description) == [])
    }

    @Test("a deposit whose acknowledgement is lost is booked once")
    func tick_lostAcknowledgement_booksOnce() async throws {
        arrive("tx", at: a.vault(world.usdf), 1_000_000)
        chain.isForgetful.change { $0 = true }
        for _ in 0..<3 { try await tick() }
        #expect(try world.balance(a) == 1_000_000 && chain.arrived.value.count == 1)
        chain.isForgetful.change { $0 = false }
        try await tick()
        #expect(try world.balance(a) == 1_000_000 && chain.arrived.value.isEmpty)
    }

    @Test("money at an unknown address, of another mint or without an amount is kept, and blocks no other deposit")
    func tick_unknownAddress_isKept() async throws {
        let stranger = world.stranger()
        // A vault takes no other mint, also if its owner has a vault for that one.
        try await world.submitted(a.open(world.jeffy, id: world.id()), signers: [])
        arrive("unknown", at: stranger.vault(world.usdf), 1_000_000)
        arrive("mint", at: a.vault(world.usdf), 1_000_000, mint: world.jeffy.mint)
        arrive("vault", at: a.vault(world.jeffy), 1_000_000)
        arrive("zero", at: a.vault(world.usdf), 0)
        arrive("known", at: a.vault(world.usdf), 2_000_000)
        try await tick()
        #expect(try world.balance(a) == 2_000_000)
        #expect(chain.arrived.value.map(\.reference) == ["unknown", "mint", "vault", "zero"])
        // The account of the unknown address is opened later.
        try await world.open(stranger)
        try await tick()
        #expect(try world.balance(stranger) == 1_000_000)
        #expect(chain.arrived.value.map(\.reference) == ["mint", "vault", "zero"])
    }

    @Test("more deposits than fit one batch are all booked in one round")
    func tick_manyDeposits_areAllBooked() async throws {
        let count = DepositWorker.batchSize * 2 + 3
        for number in 0..<count { arrive("tx-\(number)", at: a.vault(world.usdf), 10) }
        try await tick()
        #expect(try world.balance(a) == UInt64(count) * 10 && chain.arrived.value.isEmpty)
    }

    @Test("a batch of deposits that cannot be booked ends the round")
    func tick_batchAtUnknownAddress_ends() async throws {
        let stranger = world.stranger()
        for number in 0..<DepositWorker.batchSize { arrive("tx-\(number)", at: stranger.vault(world.usdf), 10) }
        try await tick()
        #expect(chain.arrived.value.count == DepositWorker.batchSize)
    }

    @Test("without a chain there is nothing to observe")
    func workers_withoutChain_haveNone() throws {
        #expect(try !LedgerWorld().ledger.workers().contains { $0.name == "deposits" })
    }
}
