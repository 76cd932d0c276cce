import FlipcashAPI
import FlipcashCore
import GRPCCore
import ProtobufCodec
import Testing

@testable import FlipcashNode

/// What begins to unlock where funds are held is not opened here (payment specification §6.2 and §6.3, row 26).
@Suite struct UnlockTests {
    /// A settlement in which some vaults have begun to unlock, or that cannot be asked.
    private struct Unlocking: Settlement {
        struct Unreachable: Error {}

        let vaults = Shared<Set<PublicKey>>([])
        let isReachable = Shared(true)
        let asked = Shared<[PublicKey]>([])

        func ensureAccount(_ vault: PublicKey) async throws -> AccountReadiness { .done }

        func submit(_ movement: SettledMovement) async throws -> SettlementTicket {
            SettlementTicket(signature: movement.signed.signature)
        }

        func status(_ ticket: SettlementTicket) async throws -> SettlementStatus { .finalized(slot: 0) }

        func unlockStarted(_ vault: PublicKey) async throws -> Bool {
            asked.change { $0.append(vault) }
            guard isReachable.value else { throw Unreachable() }
            return vaults.value.contains(vault)
        }
    }

    private let settlement = Unlocking()
    private let world: LedgerWorld
    private let refusal = LedgerWorld.Outcome.denied("an account being opened has already initiated an unlock")

    init() async throws { world = try LedgerWorld(settlement: settlement) }

    @Test("an account whose unlock has begun is not opened")
    func open_unlockStarted_isDenied() async throws {
        let person = world.stranger()
        let vault = person.vault(world.usdf)
        settlement.vaults.change { $0 = [vault] }
        #expect(try await world.submit(person.open(world.usdf, id: world.id()), signers: []) == refusal)
        #expect(settlement.asked.value == [vault])
        #expect(try world.balance(person) == -1)
        settlement.vaults.change { $0 = [] }
        #expect(try await world.submit(person.open(world.usdf, id: world.id()), signers: []) == .success)
    }

    @Test("a gift card whose unlock has begun is not funded; other payments are not asked about")
    func link_unlockStarted_isDenied() async throws {
        let (a, b, card) = (try await world.user(25_000_000), try await world.user(), world.stranger())
        let vault = card.vault(world.usdf)
        settlement.vaults.change { $0 = [vault] }
        settlement.asked.change { $0 = [] }
        let link = a.link(world.dollars(1_000_000), card: card, world.usdf, id: world.id())
        #expect(try await world.submit(link, signers: [a, card]) == refusal)
        #expect(settlement.asked.value == [vault])
        let payment = a.pay(world.dollars(1_000_000), to: b.vault(world.usdf), world.usdf, id: world.id())
        #expect(try await world.submit(payment, signers: [a]) == .success)
        #expect(settlement.asked.value == [vault])
        #expect(try world.balance(a) == 24_000_000)
        #expect(try world.findings().map(\.description) == [])
    }

    @Test("a settlement that cannot be asked opens nothing, and holds nothing up")
    func open_settlementUnreachable_isUnavailable() async throws {
        let person = world.stranger()
        settlement.isReachable.change { $0 = false }
        #expect(
            try await world.submit(person.open(world.usdf, id: world.id()), signers: [])
                == .status(.unavailable, "temporarily unavailable"))
        #expect(try world.balance(person) == -1)
        #expect(world.ledger.locks.heldCount == 0)
    }
}
