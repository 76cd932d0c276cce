import FlipcashAPI
import FlipcashCore
import FlipcashTestKit
import GRPCCore
import ProtobufCodec
import Testing

@testable import FlipcashNode

/// Tests of the checks of the envelope (payment specification §6.1). No client signs: each refusal comes before the node
/// asks for signatures.
@Suite struct EnvelopeRefusalTests {
    typealias Actions = LedgerWorld.Actions

    let world: LedgerWorld
    let a: Payer
    let b: Payer

    init() async throws {
        world = try LedgerWorld()
        a = try await world.user(25_000_000)
        b = try await world.user()
    }

    private func payment(_ change: (inout Actions) -> Void = { _ in }) -> Actions {
        a.pay(world.dollars(1_000_000), to: b.vault(world.usdf), world.usdf, id: world.id())
            .changed(signedBy: a.key, change)
    }

    @Test("an honest payment and an honest link reach the question for signatures")
    func answer_honest_asksForSignatures() async throws {
        #expect(try await world.answer(to: payment()) == LedgerWorld.unsigned)
        let link = a.link(world.dollars(1_000_000), card: world.stranger(), world.usdf, id: world.id())
        #expect(try await world.answer(to: link) == LedgerWorld.unsigned)
    }

    @Test("a used id is refused before the signatures, and so is a link whose return's id is used")
    func answer_usedID_isRefused() async throws {
        let first = payment()
        try await world.submitted(first, signers: [a])
        #expect(try await world.answer(to: payment { $0.id = first.id }) == .stale("intent already exists"))
        let id = world.id()
        try await world.submitted(payment { $0.id.value = IntentID.autoReturn(of: id).bytes }, signers: [a])
        let link = a.link(world.dollars(1_000_000), card: world.stranger(), world.usdf, id: id)
        #expect(
            try await world.answer(to: link)
                == .invalid(
                    "another intent has the id that the return of this cash link needs; use a new intent id"))
    }

    @Test("an unknown owner may open no pool")
    func answer_unknownOwner_opensNoPool() async throws {
        let stranger = world.stranger()
        let request = stranger.open(world.usdf, id: world.id()).changed(signedBy: stranger.key) {
            $0.metadata.openAccounts.accountSet = .pool
        }
        #expect(try await world.answer(to: request) == .denied("unexpected owner account"))
    }

    @Test("a currency that is only reserved moves no money")
    func answer_reservedMint_isInvalid() async throws {
        try world.store.write {
            try $0.execute(
                "UPDATE mints SET state = ? WHERE mint = ?", [MintState.reserved.rawValue, world.jeffy.mint.blob])
        }
        #expect(
            try await world.answer(to: a.open(world.jeffy, id: world.id()))
                == .invalid("mint account must be the core mint or a launchpad currency"))
    }

    @Test("a gift card's key may only withdraw, to a PRIMARY account")
    func answer_byCard_isRefused() async throws {
        let card = try await world.fundedCard(1_000_000, from: a)
        let other = try await world.fundedCard(1_000_000, from: a)
        func byCard(_ change: (inout Actions) -> Void) -> Actions {
            b.claim(card, quarks: 1_000_000, world.usdf, id: world.id()).changed(signedBy: card.key) { request in
                request.owner = card.owner.accountID
                change(&request)
            }
        }
        let transfer = byCard { $0.actions = [card.transfer(to: b.vault(world.usdf), 1_000_000, world.usdf)] }
        #expect(
            try await world.answer(to: transfer)
                == .invalid("actions[0]: expected a no privacy withdraw action"))
        let intoCard = byCard {
            $0.actions[0].noPrivacyWithdraw.destination = other.vault(world.usdf).accountID
        }
        #expect(
            try await world.answer(to: intoCard) == .invalid("actions[0]: destination must be a primary account"))
    }

    @Test("a claim without the flag of a claim breaks the rules of its message")
    func answer_claimWithoutFlag_isMalformed() async throws {
        let card = try await world.fundedCard(1_000_000, from: a)
        let claim = b.claim(card, quarks: 1_000_000, world.usdf, id: world.id()).changed(signedBy: b.key) {
            $0.metadata.receivePaymentsPublicly.isIndirectSend = false
        }
        guard case .status(.invalidArgument, let text) = try await world.answer(to: claim) else {
            Issue.record("accepted")
            return
        }
        #expect(text.contains("is_indirect_send"))
    }

    @Test("opening an open account succeeds only alone: a second action in the request is refused")
    func answer_openAccountTwice_isInvalid() async throws {
        let twice = a.open(world.usdf, id: world.id()).changed(signedBy: a.key) {
            $0.actions.append($0.actions[0])
            $0.numberActions()
        }
        #expect(try await world.answer(to: twice) == .invalid("expected 1 total actions"))
    }

    // MARK: Questions to the settlement

    @Test("the checks of the envelope do not need the settlement")
    func answer_settlementUnreachable_isDecidedBefore() async throws {
        let world = try LedgerWorld(store: world.store, settlement: UnreachableSettlement(), seed: 2)
        #expect(try await world.answer(to: a.open(world.usdf, id: world.id())) == .success)
        let outside = world.stranger().owner
        let payment = a.pay(world.dollars(1_000_000), to: outside, world.usdf, id: world.id())
        #expect(
            try await world.answer(to: payment)
                == .invalid("payments to external destinations must be withdrawals"))
        let unproven = world.withdrawal(1_000_000, by: a, toAccountOf: outside) { request in
            request.metadata.sendPublicPayment.serverExchangeData = .with {
                $0.currency = "usd"
                $0.exchangeRate = 1
                $0.nativeAmount = 1
                $0.quarks = 1_000_000
                $0.mint = world.usdf.mint.accountID
            }
        }
        #expect(try await world.answer(to: unproven) == .denied("client exchange data not provided"))
        let inside = a.withdraw(
            world.dollars(1_000_000), to: b.vault(world.usdf), owner: nil, fee: nil, world.usdf, id: world.id())
        #expect(try await world.answer(to: inside) == LedgerWorld.unsigned)
        let withdrawal = world.withdrawal(1_000_000, by: a, toAccountOf: outside)
        #expect(try await world.answer(to: withdrawal) == .status(.unavailable, "temporarily unavailable"))
    }

    // MARK: Locks

    @Test("a request waits for no vault that is not its sender's", .timeLimit(.minutes(1)))
    func answer_foreignSource_waitsForNobody() async throws {
        let vault = a.vault(world.usdf)
        let request = b.pay(world.dollars(1_000_000), to: b.vault(world.usdf), world.usdf, id: world.id())
            .changed(signedBy: b.key) { $0.metadata.sendPublicPayment.source = vault.accountID }
        let answer = try await world.ledger.locks.withLocks([.vault(vault.bytes)]) {
            try await world.answer(to: request)
        }
        #expect(
            answer
                == .invalid("actions[0]: \(b.vault(world.usdf).base58) has insufficient balance to perform action"))
    }

    // MARK: Nonces

    /// Gives fewer bytes than asked for.
    private struct ShortSource: RandomSource {
        func bytes(_ count: Int) -> [UInt8] { Array(repeating: 1, count: count - 1) }
    }

    @Test("no nonce is claimed when the random source gives too few bytes")
    func nonceClaim_tooFewBytes_isNil() {
        let environment = RuntimeEnvironment(clock: world.clock, random: ShortSource(), tasks: ConcurrentTaskSpawner())
        #expect(NonceClaim(1, environment: environment) == nil)
        #expect(NonceClaim(1, environment: world.ledger.environment)?.nonces.count == 1)
    }
}
