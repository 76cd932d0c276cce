import FlipcashAPI
import FlipcashCore
import FlipcashTestKit
import GRPCCore
import ProtobufCodec
import Testing

@testable import FlipcashNode

/// Tests with many clients at once: of those that compete for the same thing, exactly one succeeds and the others get
/// the reason.
@Suite struct ConcurrencyTests {
    typealias Actions = LedgerWorld.Request.SubmitActions
    typealias Outcome = LedgerWorld.Outcome

    let world: LedgerWorld
    let a: Payer

    init() async throws {
        world = try LedgerWorld()
        a = try await world.user(25_000_000)
    }

    private func race(_ submissions: [(Actions, [Payer])]) async throws -> [Outcome] {
        try await withThrowingTaskGroup(of: Outcome.self) { group in
            for (actions, signers) in submissions {
                group.addTask { try await world.submit(actions, signers: signers) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    private func people(_ count: Int) async throws -> [Payer] {
        var people: [Payer] = []
        for _ in 0..<count { people.append(try await world.user()) }
        return people
    }

    @Test("of many clients that collect one link, one gets all of it")
    func claim_byMany_succeedsOnce() async throws {
        let card = world.stranger()
        try await world.submitted(
            a.link(world.dollars(1_000_000), card: card, world.usdf, id: world.id()), signers: [a, card])
        let people = try await people(20)
        let outcomes = try await race(
            people.map { ($0.claim(card, quarks: 1_000_000, world.usdf, id: world.id()), [card]) })
        #expect(outcomes.count { $0 == .success } == 1)
        #expect(
            outcomes.count { $0 == .stale("gift card balance has already been claimed") } == people.count - 1)
        #expect(try people.reduce(0) { try $0 + world.balance($1) } == 1_000_000)
        #expect(try world.findings().map(\.description) == [])
    }

    @Test("clients beyond the queue's limit get the error that the card is busy")
    func claim_byTooMany_someAreBusy() async throws {
        let card = world.stranger()
        try await world.submitted(
            a.link(world.dollars(1_000_000), card: card, world.usdf, id: world.id()), signers: [a, card])
        let people = try await people(60)
        let outcomes = try await race(
            people.map { ($0.claim(card, quarks: 1_000_000, world.usdf, id: world.id()), [card]) })
        #expect(outcomes.count { $0 == .success } == 1)
        let others = outcomes.filter { $0 != .success }
        let allowed: Set<Outcome> = [
            .stale("gift card balance has already been claimed"), .stale("race detected: busy"),
        ]
        #expect(others.allSatisfy(allowed.contains))
        #expect(try world.findings().map(\.description) == [])
    }

    @Test("of many clients that grab one bill, one gets it")
    func grab_byMany_succeedsOnce() async throws {
        let people = try await people(20)
        let id = world.id()
        let outcomes = try await race(
            people.map { (a.pay(world.dollars(1_000_000), to: $0.vault(world.usdf), world.usdf, id: id), [a]) })
        #expect(outcomes.count { $0 == .success } == 1)
        #expect(outcomes.count { $0 == .stale("intent already exists") } == people.count - 1)
        #expect(try world.balance(a) == 24_000_000)
        #expect(try world.findings().map(\.description) == [])
    }

    @Test("a balance is spent once, however many payments compete")
    func pay_sameBalance_succeedsOnce() async throws {
        let b = try await world.user()
        let outcomes = try await race(
            (0..<20).map { _ in
                (a.pay(world.dollars(20_000_000), to: b.vault(world.usdf), world.usdf, id: world.id()), [a])
            })
        #expect(outcomes.count { $0 == .success } == 1)
        let text = "actions[0]: \(a.vault(world.usdf).base58) has insufficient balance to perform action"
        #expect(outcomes.count { $0 == .invalid(text) } == 19)
        #expect(try world.balance(b) == 20_000_000)
        #expect(try world.findings().map(\.description) == [])
    }

    @Test("a bill is grabbed or becomes a link, never both", arguments: 0..<8)
    func grabAndLink_sameBill_oneWins(round: Int) async throws {
        let b = try await world.user()
        let (card, id) = (world.stranger(), world.id())
        let grab = (a.pay(world.dollars(1_000_000), to: b.vault(world.usdf), world.usdf, id: id), [a])
        let link = (a.link(world.dollars(1_000_000), card: card, world.usdf, id: id), [a, card])
        let outcomes = try await race(round % 2 == 0 ? [grab, link] : [link, grab])
        #expect(outcomes.count { $0 == .success } == 1)
        #expect(outcomes.contains(.stale("intent already exists")))
        #expect(try world.balance(a) == 24_000_000)
        #expect(try world.findings().map(\.description) == [])
    }

    @Test("claim, void and expiry at the edge of a card's life: the money ends in one place", arguments: -2...2)
    func claimVoidExpiry_atTheEdge_oneWins(offset: Int) async throws {
        let b = try await world.user()
        let card = world.stranger()
        try await world.submitted(
            a.link(world.dollars(1_000_000), card: card, world.usdf, id: world.id()), signers: [a, card])
        world.clock.advance(by: .seconds(604_800 - (offset < 0 ? 60 : 0) + Int64(offset)))
        let claim = b.claim(card, quarks: 1_000_000, world.usdf, id: world.id())
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { _ = try await world.submit(claim, signers: [card]) }
            group.addTask {
                _ = try await GiftCardVoid(ledger: world.ledger).void(card.vault(world.usdf), by: a.owner)
            }
            for worker in world.ledger.workers() { group.addTask { try await worker.tick() } }
            try await group.waitForAll()
        }
        for worker in world.ledger.workers() { try await worker.tick() }
        let (left, right) = (try world.balance(a) - 24_000_000, try world.balance(b))
        #expect(Set([left, right]) == [0, 1_000_000])
        #expect(try world.balance(card) == 0)
        #expect(try world.findings().map(\.description) == [])
    }

    /// Starts a submission that is never signed; returns once the node waits for its signatures.
    private func stall(_ actions: Actions) async -> Task<Outcome?, Never> {
        let asked = AsyncStream<Void>.makeStream()
        let task = Task { [world] in
            let outcome = try? await world.submit(actions) { _ in
                asked.continuation.finish()
                return nil
            }
            asked.continuation.finish()
            return outcome
        }
        for await _ in asked.stream {}
        return task
    }

    @Test("a client that cannot sign for a card does not block others from collecting it", .timeLimit(.minutes(5)))
    func claim_byStallingStranger_keepsNobodyOut() async throws {
        let (card, thief, b) = (world.stranger(), try await world.user(), try await world.user())
        try await world.submitted(
            a.link(world.dollars(1_000_000), card: card, world.usdf, id: world.id()), signers: [a, card])
        let stalled = await stall(thief.claim(card, quarks: 1_000_000, world.usdf, id: world.id()))
        #expect(
            try await world.submit(b.claim(card, quarks: 1_000_000, world.usdf, id: world.id()), signers: [card])
                == .success)
        world.clock.advance(by: .seconds(2))
        #expect(await stalled.value == .status(.deadlineExceeded, "timeout receiving message"))
        #expect(try world.balance(b) == 1_000_000)
        #expect(world.ledger.locks.heldCount == 0)
        #expect(try world.findings().map(\.description) == [])
    }

    @Test("a claim that is signed too late gets the error that the money is gone", .timeLimit(.minutes(5)))
    func claim_signedAfterAnother_isStale() async throws {
        let (card, b, c) = (world.stranger(), try await world.user(), try await world.user())
        try await world.submitted(
            a.link(world.dollars(1_000_000), card: card, world.usdf, id: world.id()), signers: [a, card])
        let late = c.claim(card, quarks: 1_000_000, world.usdf, id: world.id())
        let first = b.claim(card, quarks: 1_000_000, world.usdf, id: world.id())
        let asked = AsyncStream<Void>.makeStream()
        let gate = AsyncStream<Void>.makeStream()
        async let second = world.converse(
            with: [.with { $0.submitActions = late }],
            reply: { parameters in
                asked.continuation.finish()
                for await _ in gate.stream {}
                return .with {
                    $0.submitSignatures.signatures = LedgerWorld.signatures(late, parameters, [card]).map(\.wire)
                }
            })
        for await _ in asked.stream {}
        #expect(try await world.submit(first, signers: [card]) == .success)
        gate.continuation.finish()
        #expect(try await second == .stale("gift card balance has already been claimed"))
        #expect(try world.findings().map(\.description) == [])
    }

    @Test("a request does not wait for another user's vault", .timeLimit(.minutes(5)))
    func pay_namingAnothersVault_doesNotWaitForIt() async throws {
        let b = try await world.user()
        let stalled = await stall(a.pay(world.dollars(1_000_000), to: b.vault(world.usdf), world.usdf, id: world.id()))
        let intruders = try await people(5)
        for intruder in intruders {
            let request = intruder.pay(world.dollars(1), to: b.vault(world.usdf), world.usdf, id: world.id())
                .changed(signedBy: intruder.key) { [a, world] request in
                    request.metadata.sendPublicPayment.source = a.vault(world.usdf).accountID
                    request.actions[0].noPrivacyTransfer.source = a.vault(world.usdf).accountID
                    request.actions[0].noPrivacyTransfer.authority = a.owner.accountID
                }
            guard case .invalid = try await world.submit(request, signers: []) else {
                Issue.record("accepted")
                continue
            }
        }
        world.clock.advance(by: .seconds(2))
        #expect(await stalled.value == .status(.deadlineExceeded, "timeout receiving message"))
        #expect(world.ledger.locks.heldCount == 0)
    }

    @Test("the daily limit holds against payments in two currencies at once")
    func pay_twoMintsAtOnce_keepsDailyLimit() async throws {
        let rich = try await world.user(2_000_000_000)
        let b = try await world.user()
        for person in [rich, b] { try await world.submitted(person.open(world.jeffy, id: world.id()), signers: []) }
        try world.grantJeffy(50_000_000_000_000_000, to: rich)
        for _ in 0..<4 {
            try await world.submitted(
                rich.pay(world.dollars(250_000_000), to: b.vault(world.usdf), world.usdf, id: world.id()),
                signers: [rich])
        }
        var submissions: [(Actions, [Payer])] = []
        for _ in 0..<10 {
            submissions.append(
                (rich.pay(world.dollars(150_000_000), to: b.vault(world.usdf), world.usdf, id: world.id()), [rich]))
            submissions.append(
                (
                    rich.pay(
                        world.jeffyAmount(415_992_704_558, native: 1), to: b.vault(world.jeffy), world.jeffy,
                        id: world.id()), [rich]
                ))
        }
        let outcomes = try await race(submissions)
        #expect(outcomes.contains(.success))
        #expect(outcomes.contains(.denied("dollar value exceeds limit")))
        #expect(try world.findings().map(\.description) == [])
    }

    @Test("one deposit reference books once")
    func deposit_sameReference_booksOnce() async throws {
        let deposits = world.ledger.deposits
        let ids = try await withThrowingTaskGroup(of: IntentID.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    try await deposits.deposit(7, mint: world.usdf.mint, to: a.owner, reference: "wire-1").id
                }
            }
            return try await group.reduce(into: Set<IntentID>()) { $0.insert($1) }
        }
        #expect(ids.count == 1)
        #expect(try world.balance(a) == 25_000_007)
        await #expect(throws: DepositError.referenceUsed("wire-1", quarks: 7)) {
            try await deposits.deposit(8, mint: world.usdf.mint, to: a.owner, reference: "wire-1")
        }
        await #expect(throws: DepositError.self) {
            try await deposits.deposit(8, mint: world.usdf.mint, to: world.stranger().owner, reference: "wire-2")
        }
        await #expect(throws: DepositError.noQuarks) {
            try await deposits.deposit(0, mint: world.usdf.mint, to: a.owner, reference: "wire-3")
        }
        await #expect(throws: StoreError.amountTooLarge(quarks: .max)) {
            try await deposits.deposit(.max, mint: world.usdf.mint, to: a.owner, reference: "wire-4")
        }
        await #expect(throws: PostingFailure.self) {
            try await deposits.deposit(UInt64(Int64.max), mint: world.usdf.mint, to: a.owner, reference: "wire-5")
        }
        #expect(try world.findings().map(\.description) == [])
    }
}
