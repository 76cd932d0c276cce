import FlipcashAPI
import FlipcashCore
import GRPCCore
import ProtobufCodec
import Testing

@testable import FlipcashNode

/// Tests of the checks that ask the settlement: an account that has begun to unlock is not opened, and an outside
/// destination must exist (payment specification §6.2, §6.3 rows 21 and 26).
@Suite struct SettlementQuestionTests {
    /// A settlement in which some vaults have begun to unlock, or that does not answer.
    private struct Unlocking: Settlement {
        struct Unreachable: Error {}

        var isImmediate: Bool { true }
        let vaults = Shared<Set<PublicKey>>([])
        let outside = Shared(TokenAccountPresence.missing)
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

        func tokenAccount(_ address: PublicKey, mint: PublicKey) async throws -> TokenAccountPresence {
            asked.change { $0.append(address) }
            guard isReachable.value else { throw Unreachable() }
            return outside.value
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

    @Test("a gift card whose unlock has begun is not funded; other payments are not checked for this")
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

    @Test("a withdrawal needs a token account of the mint at its destination")
    func withdraw_outside_asksSettlement() async throws {
        let a = try await world.user(25_000_000)
        let account = world.stranger().owner
        func withdraw() async throws -> LedgerWorld.Outcome {
            try await world.submit(
                a.withdraw(
                    world.dollars(1_000_000), to: account, owner: nil, fee: nil, world.usdf, id: world.id()),
                signers: [a])
        }
        #expect(try await withdraw() == .invalid("destination owner account is required to derive ata"))
        settlement.outside.change { $0 = .invalid }
        #expect(
            try await withdraw()
                == .invalid("destination is not a token account of \(world.usdf.mint.base58) mint"))
        settlement.isReachable.change { $0 = false }
        #expect(try await withdraw() == .status(.unavailable, "temporarily unavailable"))
        settlement.isReachable.change { $0 = true }
        settlement.outside.change { $0 = .exists }
        #expect(try await withdraw() == .success)
        #expect(settlement.asked.value.suffix(4) == [account, account, account, account])
        #expect(try world.balance(a) == 24_000_000)
        #expect(try world.findings().map(\.description) == [])
    }

    @Test("while the settlement is unreachable, no account is opened and no lock is held")
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
