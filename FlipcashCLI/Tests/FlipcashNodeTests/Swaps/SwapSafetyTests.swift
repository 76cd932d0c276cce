import FlipcashAPI
import FlipcashCore
import FlipcashTestKit
import GRPCCore
import ProtobufCodec
import Testing

@testable import FlipcashNode

/// Swaps that cannot go on as planned: their funds go back, or an operator must look at them (payment specification
/// §16.6).
@Suite struct SwapSafetyTests {
    let world: LedgerWorld
    let a: Payer

    init() async throws {
        world = try LedgerWorld()
        a = try await world.user(60_000_000)
        try await world.submitted(a.open(world.jeffy, id: world.id()), signers: [])
        try world.grantJeffy(5_000_000_000_000, to: a)
        try world.backJeffy(tokens: 9_995_000_000_000_000, reserve: 16_006_351_806)
    }

    private func buy() -> SwapOrder { world.order(world.usdf, world.jeffy, 1_000_000) }

    /// A swap whose funding is committed, and nothing more.
    private func funded() async throws -> SwapOrder {
        let order = buy()
        #expect(try await world.start(order, by: a) == .success)
        try await world.commitOnly(try world.plan(world.funding(order, by: a)), signer: a)
        #expect(try world.swap(order)?.state == .funding)
        return order
    }

    private func work() async throws { for worker in world.ledger.workers() { try await worker.tick() } }

    @Test("funds go back when the destination was unlocked in the meantime")
    func execution_unlockedDestination_refunds() async throws {
        let order = try await funded()
        try world.store.write { try $0.setVaultState(.unlocking, of: a.vault(world.jeffy)) }
        try await work()
        #expect(try world.swap(order)?.state == .cancelled)
        #expect(try world.balance(a) == 60_000_000)
        #expect(try world.balance(a, world.jeffy) == 5_000_000_000_000)
    }

    @Test("funds of another amount, or at another account, are not swapped")
    func execution_otherFunds_isNotMade() async throws {
        let changes = [
            "UPDATE intents SET quarks = quarks + 1 WHERE intent_id = ?",
            "UPDATE intents SET dest = source WHERE intent_id = ?",
        ]
        for sql in changes {
            let order = try await funded()
            try world.store.damage(sql, [order.fundingID.blob])
            try await work()
            let state = try #require(try world.swap(order)?.state)
            #expect(state != .finalized && state != .submitting, "\(sql)")
        }
        #expect(try world.balance(a, world.jeffy) == 5_000_000_000_000)
    }

    @Test("a swap whose funds are gone from the books fails, so that an operator looks at it")
    func refund_withoutFunds_fails() async throws {
        let order = try await funded()
        try world.setJeffy(supply: DiscreteBondingCurve.maxSupplyQuarks)
        let holding = world.usdf.timelock(of: a.owner).swapTokenAccount.address
        try world.store.damage(
            "UPDATE balances SET quarks = 0 WHERE account = (SELECT id FROM accounts WHERE address = ?)",
            [holding.blob])
        let swap = try #require(try world.swap(order))
        try await world.ledger.committer.commit(.swapStep(SwapStep(swap, to: .funded))).get()
        let next = try #require(try world.swap(order))
        try await world.ledger.committer.commit(.swapStep(SwapStep(next, to: .cancelling))).get()
        try await work()
        #expect(try world.swap(order)?.state == .failed)
        #expect(try world.balance(a) == 59_000_000)
    }

    /// A first purchase whose funding is committed, and nothing more.
    private func fundedFirstPurchase() async throws -> (mint: MintRecord, order: SwapOrder) {
        let mint = try await world.launched("Marble", by: a)
        try world.store.write { try $0.setIcon(PictureFormatTests.pixel, of: mint.mint) }
        let order = world.firstPurchase(of: mint, by: a)
        #expect(try await world.start(order, by: a) == .success)
        try await world.commitOnly(try world.plan(world.funding(order, by: a)), signer: a)
        #expect(try world.swap(order)?.state == .funding)
        return (mint, order)
    }

    private func expectAbandoned(_ mint: MintRecord) throws {
        #expect(try world.store.read { try $0.currency(mint.mint)?.state } == .abandoning)
        #expect(try world.store.read { try $0.isFree(name: "Marble") })
        #expect(try world.store.read { try $0.icon(of: mint.mint) } == nil)
    }

    @Test("a first purchase whose payment failed gives up the currency and frees its name")
    func firstPurchase_paymentFailed_freesName() async throws {
        let (mint, order) = try await fundedFirstPurchase()
        // As on a chain, on which a payment may fail after it was committed here.
        let swap = try #require(try world.swap(order))
        try await world.ledger.committer.commit(.swapStep(SwapStep(swap, to: .cancelled))).get()
        try expectAbandoned(mint)
    }

    @Test("a first purchase whose funds go back gives up the currency and frees its name", arguments: [false, true])
    func firstPurchase_refunded_freesName(isExecuting: Bool) async throws {
        let (mint, order) = try await fundedFirstPurchase()
        for state in [.funded] + (isExecuting ? [.submitting] : []) + [SwapState.cancelling] {
            let swap = try #require(try world.swap(order))
            try await world.ledger.committer.commit(.swapStep(SwapStep(swap, to: state))).get()
        }
        try await work()
        #expect(try world.swap(order)?.state == .cancelled)
        #expect(try world.balance(a) == 60_000_000)
        try expectAbandoned(mint)
        #expect(try world.findings().map(\.description) == [])
    }

    @Test(
        "a first purchase whose funds are gone fails, gives up the currency and frees its name",
        arguments: [false, true])
    func firstPurchase_failed_freesName(isExecuting: Bool) async throws {
        let (mint, order) = try await fundedFirstPurchase()
        for state in [.funded] + (isExecuting ? [.submitting] : []) + [SwapState.cancelling] {
            let swap = try #require(try world.swap(order))
            try await world.ledger.committer.commit(.swapStep(SwapStep(swap, to: state))).get()
        }
        let holding = world.usdf.timelock(of: a.owner).swapTokenAccount.address
        try world.store.damage(
            "UPDATE balances SET quarks = 0 WHERE account = (SELECT id FROM accounts WHERE address = ?)",
            [holding.blob])
        try await work()
        #expect(try world.swap(order)?.state == .failed)
        try expectAbandoned(mint)
    }

    @Test("a swap whose next step cannot be written is tried again only after a while, and comes to its end then")
    func worker_afterFailure_waits() async throws {
        let order = try await funded()
        let failure = PlantedFailure(command: "UPDATE", table: "swaps", effect: .refuse)
        try world.store.write { try failure.plant($0) }
        let worker = try #require(world.ledger.workers().first { $0.name == "swaps" })
        try await worker.tick()
        try world.store.write { try failure.remove($0) }
        try await worker.tick()
        #expect(try world.swap(order)?.state == .funding, "it was tried again at once")
        world.clock.advance(by: .seconds(1))
        try await worker.tick()
        #expect(try world.swap(order)?.state == .finalized)
        #expect(try world.findings().map(\.description) == [])
    }

    @Test("a step that another task has made already changes nothing")
    func step_fromOtherState_isRefused() async throws {
        let order = try await funded()
        let swap = try #require(try world.swap(order))
        try await work()
        #expect(try world.swap(order)?.state == .finalized)
        let balances = [try world.balance(a), try world.balance(a, world.jeffy)]
        let again = SwapExecutionOrder(
            swap: swap.id, owner: a.owner, destination: a.vault(world.jeffy), pools: [world.jeffy.mint],
            now: world.clock.now())
        let units: [LedgerUnit] = [.swapStep(SwapStep(swap, to: .funded)), .swapExecution(again)]
        for unit in units {
            guard case .refused(.swapMoved) = await world.ledger.committer.commit(unit, effect: { _ in }) else {
                Issue.record("the unit was not refused")
                continue
            }
        }
        #expect([try world.balance(a), try world.balance(a, world.jeffy)] == balances)
        #expect(try world.findings().map(\.description) == [])
    }

    /// A swap whose execution was refused, and whose funds are still to be returned.
    private func cancelling() async throws -> SwapRecord {
        let order = try await funded()
        for state in [SwapState.funded, .cancelling] {
            let swap = try #require(try world.swap(order))
            try await world.ledger.committer.commit(.swapStep(SwapStep(swap, to: state))).get()
        }
        return try #require(try world.swap(order))
    }

    @Test("a second refund of one swap is refused by its state, and never makes the swap a failed one")
    func refund_twice_isRefusedByItsState() async throws {
        let swap = try await cancelling()
        let funding = try #require(try world.store.read { try $0.intent(swap.fundingID)?.amount })
        let refunds = try (1...2).map { key in
            try SwapRefund(
                swap, source: world.usdf, funding: funding, reference: a.key.sign([UInt8(key)]), currency: nil,
                now: world.clock.now())
        }
        try await world.ledger.committer.commit(.swapRefund(refunds[0])).get()
        guard case .refused(.swapMoved) = await world.ledger.committer.commit(.swapRefund(refunds[1]), effect: { _ in })
        else {
            Issue.record("the second refund was not refused by the swap's state")
            return
        }
        #expect(try world.store.read { try $0.swap(swap.id)?.state } == .cancelled)
        #expect(try world.balance(a) == 60_000_000)
        #expect(try world.findings().map(\.description) == [])
    }

    @Test("tasks that cancel and finish swaps at the same moment end each once, with its money on one side")
    func settle_byManyTasks_endsOnce() async throws {
        let cancelled = try await cancelling()
        let finished = try await funded()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                for id in [cancelled.id, finished.id] {
                    group.addTask { [world] in try await world.ledger.swaps.settle(id) }
                }
            }
            try await group.waitForAll()
        }
        #expect(try world.store.read { try $0.swap(cancelled.id)?.state } == .cancelled)
        #expect(try world.swap(finished)?.state == .finalized)
        #expect(try world.balance(a) == 59_000_000)
        #expect(try world.findings().map(\.description) == [])
    }

    @Test("only swaps that were not funded expire")
    func expire_funded_isKept() async throws {
        let order = try await funded()
        try await world.ledger.swaps.expire(order.id)
        #expect(try world.swap(order)?.state == .funding)
    }

    @Test("one account may start only as many swaps at a time as it may submit intents")
    func start_tooManyAtOnce_isExhausted() async throws {
        let owner = a.owner
        var entered = 0
        while world.ledger.requestsInFlight.enter(owner) { entered += 1 }
        #expect(entered > 0)
        #expect(
            try await world.start(buy(), by: a)
                == .status(.resourceExhausted, "too many requests of this account at a time; try again later"))
        for _ in 0..<entered { world.ledger.requestsInFlight.leave(owner) }
        #expect(try await world.start(buy(), by: a) == .success)
    }

    @Test("signatures that come after the nonce's time are refused, and nothing is stored")
    func start_lateSignatures_areRefused() async throws {
        let order = buy()
        let (world, a) = (world, a)
        let patient = SubmitIntentTiming(message: .seconds(60), call: .seconds(60))
        let late = try await world.start(order.request(by: a), timing: patient) { parameters in
            world.clock.advance(by: NonceClaim.lifetime + .milliseconds(1))
            return try? world.signatures(order, a, parameters)
        }
        #expect(late == .denied("race detected: nonce claim is stale"))
        #expect(try world.swap(order) == nil)
    }

    @Test("an account that is closed, or of another kind, neither pays nor receives a swap")
    func start_closedVaults_areRefused() async throws {
        let account = "(SELECT id FROM accounts WHERE address = ?)"
        for (mint, name) in [(world.usdf, "source"), (world.jeffy, "destination")] {
            let vault = a.vault(mint).blob
            try world.store.damage("UPDATE balances SET is_open = 0 WHERE account = \(account)", [vault])
            #expect(
                try await world.start(buy(), by: a) == .invalid("\(name) timelock vault account not opened"))
            try world.store.damage("UPDATE balances SET is_open = 1 WHERE account = \(account)", [vault])
            try world.store.write { try $0.setVaultState(.closed, of: a.vault(mint)) }
            #expect(
                try await world.start(buy(), by: a) == .invalid("\(name) timelock vault account not opened"))
            try world.store.write { try $0.setVaultState(.locked, of: a.vault(mint)) }
        }
        let card = world.stranger()
        let link = a.link(world.dollars(2_000_000), card: card, world.usdf, id: world.id())
        try await world.submitted(link, signers: [a, card])
        #expect(try await world.start(buy(), by: card) == .invalid("source timelock vault account not opened"))
    }

    @Test("a currency that is not available yet cannot be a source, and the wrong first message is refused")
    func start_reservedSource_isRefused() async throws {
        let marble = try await world.launched("Marble", by: a)
        #expect(
            try await world.start(world.order(marble, world.usdf, 1_000), by: a) == .invalid("invalid source mint"))
        let order = buy()
        let outcome = try await world.start(order.request(by: a) { $0.kind = nil }) { _ in nil }
        guard case .status(.invalidArgument, _) = outcome else { throw IntentRefusal.unavailable }
        let empty = try await world.start(order.request(by: a) { $0.reserve.swapAmount = 0 }) { _ in nil }
        guard case .status(.invalidArgument, _) = empty else { throw IntentRefusal.unavailable }
    }

    @Test("a currency that the node does not accept is neither source nor destination")
    func plan_unacceptedMints_areRefused() throws {
        func refusal(accepting mints: Set<PublicKey>) throws -> SwapRefusal? {
            var settings = world.ledger.settings
            settings.mints = mints
            let request = try SwapRequest(buy().request(by: a))
            do {
                _ = try world.store.read { [settings] reader in
                    let time = try world.ledger.time(reader)
                    return try SwapRules(view: LedgerFacts(reader), settings: settings, time: time).plan(request)
                }
                return nil
            } catch let refusal as SwapRefusal {
                return refusal
            }
        }
        #expect(try refusal(accepting: [.usdf, world.jeffy.mint]) == nil)
        #expect(try refusal(accepting: [world.jeffy.mint]) == .invalid("invalid source mint"))
        #expect(try refusal(accepting: [.usdf]) == .invalid("invalid destination mint"))
    }

    @Test("a payout in stablecoins needs a one-time key and a user")
    func start_stablecoinParties_areChecked() async throws {
        func outcome(by owner: Payer, authority: PublicKey, in other: LedgerWorld? = nil) async throws -> SwapOutcome {
            let world = other ?? world
            let terms = SwapOrder.Initiate.CoinbaseStableSwapperClientParameters.with {
                $0.id.value = world.id().bytes
                $0.fromMint = world.usdf.mint.accountID
                $0.toMint = PublicKey.usdc.accountID
                $0.swapAmount = 4_500_000
                $0.fundingSource = .submitIntent
                $0.fundingID = world.id().base58
                $0.destinationOwner = world.stranger().owner.accountID
                $0.feeAmount = 500_000
            }
            var request = buy().request(by: owner)
            request.stablecoin = terms
            request.swapAuthority = authority.accountID
            request.sign(owner.key)
            return try await world.start(request) { _ in nil }
        }
        let other = world.stranger().owner
        #expect(try await outcome(by: a, authority: a.owner) == .invalid("owner cannot be swap authority"))
        #expect(
            try await outcome(by: a, authority: other)
                == .denied("insufficient coinbase stable swapper destination liquidity"))
        #expect(
            try await outcome(by: world.stranger(), authority: other)
                == .invalid("source timelock vault account not opened"))
        let strict = try LedgerWorld(antispam: NoSwaps())
        let b = try await strict.user(10_000_000)
        #expect(try await outcome(by: b, authority: other, in: strict) == .denied("rate limited"))
    }

    private struct NoSwaps: AntispamPolicy {
        func allowsOpenAccounts(_ owner: PublicKey, _ view: some LedgerView) throws -> AntispamVerdict { .allowed }
        func allowsSwap(_ owner: PublicKey, _ view: some LedgerView) throws -> AntispamVerdict {
            .refused(reason: "too many swaps")
        }
    }
}
