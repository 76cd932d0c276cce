import FlipcashAPI
import FlipcashCore
import FlipcashTestKit
import Testing

@testable import FlipcashNode

/// Swaps from the client's wish to their end, on a ledger without a chain (payment specification §16).
@Suite struct SwapFlowTests {
    let world: LedgerWorld
    let a: Payer
    let b: Payer

    init() async throws {
        world = try LedgerWorld()
        a = try Payer(entropy: Array(0x00...0x0f))
        b = try Payer(entropy: Array(0x10...0x1f))
        try await world.open(a, 50_000_000)
        try await world.open(b, 13_571_429)
    }

    /// Jeffy as in the examples: a supply of 1,000,000 tokens, 500 of them A's.
    private func examplePool() async throws {
        try await world.submitted(a.open(world.jeffy, id: world.id()), signers: [])
        try await world.submitted(b.open(world.jeffy, id: world.id()), signers: [])
        try world.grantJeffy(5_000_000_000_000, to: a)
        try world.backJeffy(tokens: 10_000_000_000_000_000 - 5_000_000_000_000, reserve: 16_006_351_806)
    }

    private func jeffyState() throws -> LaunchpadState? {
        try world.store.read { try $0.mint(world.jeffy.mint)?.launchpad }
    }

    @Test(
        "26.6 and 26.7: B buys USD 10 of Jeffy, A sells 200 Jeffy; every number is the specification's",
        arguments: LedgerLine.Road.allCases)
    func buyThenSell_ofExamples_haveTheirNumbers(road: LedgerLine.Road) async throws {
        try await world.reached(over: road) { line in
            try await examplePool()
            let buy = world.order(world.usdf, world.jeffy, 10_000_000, fee: 100_000)
            #expect(try await line.start(buy, by: b) == .success)
            #expect(try world.swap(buy)?.state == .created)
            #expect(try world.balance(b) == 13_571_429)
            #expect(try await line.fund(buy, by: b) == .success)
            #expect(try world.swap(buy)?.state == .finalized)
            #expect(try world.balance(b) == 3_471_429)
            #expect(try world.balance(b, world.jeffy) == 4_158_979_991_272)
            #expect(try jeffyState()?.supply == 10_004_158_979_991_272)
            #expect(try world.quarks(.pool(mint: world.jeffy.mint), world.usdf) == 16_016_351_806)
            #expect(try world.quarks(.feeCollector(mint: world.usdf.mint), world.usdf) == 100_000)
            let deposit = try #require(try world.store.read { try $0.settlement(of: buy.id) })
            #expect(deposit.flags == .swapBuy)
            #expect(deposit.amount?.native == 10)
            #expect(abs((deposit.amount?.rate ?? 0) - 0.024_044_35) < 0.000_000_01)
            #expect(deposit.amount?.usdMicros == 10_000_000)
            let swap = try #require(try world.swap(buy))
            #expect(
                deposit.id
                    == .externalDeposit(transaction: swap.transactionID, destination: b.vault(world.jeffy)))

            let sell = world.order(world.jeffy, world.usdf, 2_000_000_000_000)
            #expect(try await line.start(sell, by: a) == .success)
            #expect(try await line.fund(sell, by: a) == .success)
            #expect(try world.balance(a) == 50_000_000 + 4_761_227)
            #expect(try world.balance(a, world.jeffy) == 3_000_000_000_000)
            #expect(try jeffyState()?.supply == 10_002_158_979_991_272)
            #expect(try jeffyState()?.feesAccumulated == 48_093)
            #expect(try world.quarks(.pool(mint: world.jeffy.mint), world.usdf) == 16_011_590_579)
            let proceeds = try #require(try world.store.read { try $0.settlement(of: sell.id)?.amount })
            #expect(
                proceeds
                    == IntentAmount(
                        quarks: 4_761_227, currency: "usd", rate: 1, native: 4.761_227, usdMicros: 4_761_227))
            let funding = try #require(try world.store.read { try $0.intent(sell.fundingID) })
            #expect(funding.amount?.usdMicros == 4_809_320)
            #expect(funding.flags == [.withdrawal, .swapFunding])
            #expect(try world.findings().map(\.description) == [])
        }
    }

    @Test("A launches a currency: the first purchase makes it available, fills A's new vault and keeps the fee")
    func firstPurchase_withCore_makesCurrencyAvailable() async throws {
        let mint = try await world.launched("Marble", by: a)
        #expect(try await world.submit(a.open(mint, id: world.id()), signers: []) != .success)
        let order = world.firstPurchase(of: mint, by: a)
        #expect(try await world.start(order, by: a) == .success)
        #expect(try world.store.read { try $0.currency(mint.mint)?.state } == .prePurchaseSetup)
        #expect(try await world.fund(order, by: a) == .success)
        #expect(try world.swap(order)?.state == .finalized)
        #expect(try world.store.read { try $0.currency(mint.mint)?.state } == .available)
        let state = try #require(try world.store.read { try $0.mint(mint.mint) })
        #expect(state.state == .available)
        #expect(state.launchpad?.baseVault == 10_000_000)
        #expect(try world.balance(a, mint) == Int64(state.launchpad?.supply ?? 0))
        #expect(try world.balance(a, mint) > 0)
        #expect(try world.balance(a) == 30_000_000)
        #expect(try world.quarks(.feeCollector(mint: world.usdf.mint), world.usdf) == 10_000_000)
        #expect(try await world.submit(a.open(state, id: world.id()), signers: []) == .success)
        #expect(try world.findings().map(\.description) == [])
    }

    @Test("one currency is converted to another through the core mint, and only the source's pool takes a fee")
    func convert_betweenCurrencies_movesThroughCore() async throws {
        let marble = try await world.available("Marble", by: a)
        let pebble = try await world.available("Pebble", by: a)
        let tokens = UInt64(try world.balance(a, marble)) / 2
        let before = try #require(try world.store.read { try $0.mint(pebble.mint)?.launchpad })
        let order = world.order(marble, pebble, tokens)
        try await world.swapped(order, by: a)
        #expect(try world.swap(order)?.state == .finalized)
        let after = try #require(try world.store.read { try $0.mint(pebble.mint)?.launchpad })
        let source = try #require(try world.store.read { try $0.mint(marble.mint)?.launchpad })
        #expect(source.feesAccumulated > 0)
        #expect(after.feesAccumulated == 0)
        #expect(after.baseVault > before.baseVault)
        #expect(try world.balance(a, pebble) == Int64(after.supply))
        #expect(try world.findings().map(\.description) == [])
    }

    @Test("a currency pays for the launch of another through the node's treasury")
    func firstPurchase_withCurrency_goesThroughTreasury() async throws {
        let marble = try await world.available("Marble", by: a)
        try await world.swapped(world.order(world.usdf, marble, 25_000_000), by: a)
        let pebble = try await world.launched("Pebble", by: a)
        let supply = try #require(try world.store.read { try $0.mint(marble.mint)?.launchpad?.supply })
        let whole = try #require(Self.tokens(worth: 20_000_000, supply: supply))
        let fee = try #require(Self.tokens(worth: 10_000_000, supply: supply))
        var order = world.order(marble, pebble, whole - fee, fee: fee)
        order.authority = a.key
        var exchange = try world.exchange(whole, marble)
        exchange.nativeAmount = 20
        order.exchange = exchange
        try await world.swapped(order, by: a)
        #expect(try world.swap(order)?.state == .finalized)
        let state = try #require(try world.store.read { try $0.mint(pebble.mint) })
        #expect(state.launchpad?.baseVault == 10_000_000)
        #expect(try world.balance(a, pebble) == Int64(state.launchpad?.supply ?? 0))
        let collected = try world.quarks(.feeCollector(mint: world.usdf.mint), world.usdf) ?? 0
        #expect(abs(collected - 10_000_000 - 9_800_000) < 10_000)
        #expect(try world.findings().map(\.description) == [])
    }

    /// The tokens whose sale without a fee is worth an amount.
    static func tokens(worth micros: UInt64, supply: UInt64) -> UInt64? {
        let curve = DiscreteBondingCurve()
        var (low, high): (UInt64, UInt64) = (0, supply)
        while low < high {
            let middle = low + (high - low) / 2
            guard let value = curve.serverSell(supplyQuarks: supply, tokenQuarks: middle, feeBps: 0)?.value else {
                return nil
            }
            if value < micros { low = middle + 1 } else { high = middle }
        }
        return low
    }

    @Test("a swap that was not funded within a minute is cancelled, and its transaction is gone")
    func created_notFunded_isCancelled() async throws {
        try await examplePool()
        let order = world.order(world.usdf, world.jeffy, 10_000_000)
        #expect(try await world.start(order, by: b) == .success)
        world.clock.advance(by: .seconds(60))
        for worker in world.ledger.workers() { try await worker.tick() }
        #expect(try world.swap(order)?.state == .created)
        world.clock.advance(by: .seconds(1))
        for worker in world.ledger.workers() { try await worker.tick() }
        #expect(try world.swap(order)?.state == .cancelled)
        #expect(try world.swap(order)?.transaction == nil)
        #expect(try await world.fund(order, by: b) == .denied("swap state is cancelled"))
        #expect(try world.balance(b) == 13_571_429)
        #expect(try world.findings().map(\.description) == [])
    }

    @Test("an unfunded first purchase gives up the currency and frees its name")
    func firstPurchase_notFunded_freesName() async throws {
        let mint = try await world.launched("Marble", by: a)
        let order = world.firstPurchase(of: mint, by: a)
        #expect(try await world.start(order, by: a) == .success)
        #expect(try world.store.read { try $0.isFree(name: "MARBLE") } == false)
        world.clock.advance(by: .seconds(61))
        for worker in world.ledger.workers() { try await worker.tick() }
        #expect(try world.store.read { try $0.currency(mint.mint)?.state } == .abandoning)
        #expect(try world.store.read { try $0.isFree(name: "Marble") })
        _ = try await world.launched("Marble", by: b)
        #expect(try world.findings().map(\.description) == [])
    }

    @Test("currencies that are not bought are given up a day after their launch, however many there are")
    func launch_neverBought_isGivenUpAfterADay() async throws {
        let owners = try (0..<14).map { try Payer(entropy: Array(repeating: 0x20 + $0, count: 16)) }
        var mints: [MintRecord] = []
        for (number, owner) in owners.enumerated() {
            try await world.open(owner, 50_000_000)
            for index in 1...5 { mints.append(try await world.launched("Coin \(number) \(index)", by: owner)) }
        }
        let worker = try #require(world.ledger.workers().first { $0.name == "launches" })
        func states() throws -> [CurrencyState?] {
            try world.store.read { reader in try mints.map { try reader.currency($0.mint)?.state } }
        }
        world.clock.advance(by: LaunchRules.purchaseTime)
        try await worker.tick()
        #expect(try states().allSatisfy { $0 == .waitingForInitialPurchase })
        #expect(try await world.start(world.firstPurchase(of: mints[0], by: owners[0]), by: owners[0]) == .success)
        world.clock.advance(by: .seconds(1))
        try await worker.tick()
        #expect(try states() == [.prePurchaseSetup] + mints.dropFirst().map { _ in .abandoning })
        #expect(try world.store.read { try $0.currencyCount() } == 1)
        #expect(try world.store.read { try $0.isFree(name: "Coin 0 1") } == false)
        #expect(
            try await world.start(world.firstPurchase(of: mints[1], by: owners[0]), by: owners[0])
                == .denied("mint is being initialized"))
        _ = try await world.launched("Coin 0 2", by: owners[1])
        #expect(try world.findings().map(\.description) == [])
    }

    @Test("a currency whose first purchase has begun is not given up by a unit that was decided before")
    func launchEnd_purchaseBegun_isRefused() async throws {
        let mint = try await world.launched("Marble", by: a)
        #expect(try await world.start(world.firstPurchase(of: mint, by: a), by: a) == .success)
        let outcome = await world.ledger.committer.commit(.launchEnd(mint.mint))
        guard case .refused(.swapMoved) = outcome else {
            Issue.record("the unit was not refused: \(outcome)")
            return
        }
        #expect(try world.store.read { try $0.currency(mint.mint)?.state } == .prePurchaseSetup)
    }

    @Test("swaps that were not funded are all cancelled in one round, however many there are")
    func created_manyNotFunded_areCancelledTogether() async throws {
        try await examplePool()
        let orders = (0..<70).map { _ in world.order(world.usdf, world.jeffy, 10_000) }
        for order in orders { #expect(try await world.start(order, by: b) == .success) }
        world.clock.advance(by: .seconds(61))
        try await #require(world.ledger.workers().first { $0.name == "swaps" }).tick()
        #expect(try orders.allSatisfy { try world.swap($0)?.state == .cancelled })
    }

    @Test("an owner has at most five currencies that cannot be bought; one that was given up counts for a day")
    func launch_tooManyUnbought_isRefused() async throws {
        var mints: [MintRecord] = []
        for name in ["One", "Two", "Three", "Four", "Five"] { mints.append(try await world.launched(name, by: a)) }
        func expectRefusal() async {
            await #expect(throws: IntentRefusal.tooManyLaunches) { _ = try await world.launched("Gravel", by: a) }
        }
        await expectRefusal()
        _ = try await world.launched("Pebble", by: b)
        #expect(try await world.start(world.firstPurchase(of: mints[0], by: a), by: a) == .success)
        world.clock.advance(by: .seconds(61))
        for worker in world.ledger.workers() { try await worker.tick() }
        #expect(try world.store.read { try $0.currency(mints[0].mint)?.state } == .abandoning)
        await expectRefusal()
        world.clock.advance(by: LaunchRules.abandonedMemory)
        _ = try await world.launched("Marble", by: a)
        await expectRefusal()
        try await world.swapped(world.firstPurchase(of: mints[1], by: a), by: a)
        _ = try await world.launched("Boulder", by: a)
    }

    @Test("funds of a trade that the pool refuses go back to the vault, fee included, and stay out of the feed")
    func execution_refused_refunds() async throws {
        try await examplePool()
        // 10 quarks sell for less than half a quark by the time the sale is executed: the pool is emptied meanwhile.
        let order = world.order(world.usdf, world.jeffy, 10_000_000, fee: 100_000)
        #expect(try await world.start(order, by: b) == .success)
        try world.setJeffy(supply: DiscreteBondingCurve.maxSupplyQuarks)
        #expect(try await world.fund(order, by: b) == .success)
        #expect(try world.swap(order)?.state == .cancelled)
        #expect(try world.balance(b) == 13_571_429)
        let refund = try #require(try world.store.read { try $0.settlement(of: order.id) })
        #expect(refund.flags == .returned)
        #expect(refund.amount?.quarks == 10_100_000)
        #expect(try world.store.read { try FeedReader(reader: $0, owner: b.owner).item(refund) } == nil)
        #expect(try world.quarks(.feeCollector(mint: world.usdf.mint), world.usdf) == nil)
        try world.setJeffy(supply: 10_000_000_000_000_000)
        #expect(try world.findings().map(\.description) == [])
    }

    @Test("running the workers again changes nothing")
    func workers_again_changeNothing() async throws {
        try await examplePool()
        try await world.swapped(world.order(world.usdf, world.jeffy, 1_000_000, fee: 10_000), by: b)
        let balances = [try world.balance(b), try world.balance(b, world.jeffy)]
        for _ in 0..<3 { for worker in world.ledger.workers() { try await worker.tick() } }
        #expect([try world.balance(b), try world.balance(b, world.jeffy)] == balances)
        #expect(try world.findings().map(\.description) == [])
    }

    @Test("after a crash between any two steps, the worker carries the swap to the same end", arguments: 2...4)
    func worker_afterCrash_resumes(state: Int) async throws {
        try await examplePool()
        let order = world.order(world.usdf, world.jeffy, 1_000_000, fee: 10_000)
        #expect(try await world.start(order, by: b) == .success)
        let plan = try world.plan(world.funding(order, by: b))
        try await world.commitOnly(plan, signer: b)
        #expect(try world.swap(order)?.state == .funding)
        for next in [SwapState.funded, .submitting] where next.rawValue <= state {
            let swap = try #require(try world.swap(order))
            try await world.ledger.committer.commit(.swapStep(SwapStep(swap, to: next))).get()
        }
        #expect(try world.swap(order)?.state.rawValue == state)
        #expect(try world.findings().map(\.description) == [])
        for worker in world.ledger.workers() { try await worker.tick() }
        #expect(try world.swap(order)?.state == .finalized)
        #expect(try world.balance(b, world.jeffy) > 0)
        #expect(try world.findings().map(\.description) == [])
    }
}

extension LedgerWorld {
    /// Sets the supply of Jeffy, without moving anything.
    func setJeffy(supply: UInt64) throws {
        try store.write { writer in
            guard var state = try writer.mint(jeffy.mint)?.launchpad else { return }
            state.supply = supply
            try writer.update(state, of: jeffy.mint)
        }
    }

    /// The plan of an intent.
    func plan(_ actions: Request.SubmitActions) throws -> IntentPlan {
        let request = try IntentRequest(actions)
        return try ledger.judge { rules in
            guard let admission = try rules.admit(request) else { throw IntentRefusal.intentExists }
            return try rules.plan(request, admission)
        }
    }

    /// Commits an intent as a node would that dies before it answers.
    func commitOnly(_ plan: IntentPlan, signer: Payer) async throws {
        guard let claim = NonceClaim(plan.signings.count, environment: ledger.environment) else { return }
        var movements: [Int: SignedMovement] = [:]
        for (index, (action, signing)) in plan.signings.enumerated() {
            let nonce = claim.nonces[index]
            movements[action] = SignedMovement(nonce: nonce, signature: signing.message(nonce).sign(with: signer.key))
        }
        try await ledger.commit(plan, movements: movements)
    }
}
