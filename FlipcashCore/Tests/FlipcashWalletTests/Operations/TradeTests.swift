import FlipcashAPI
import FlipcashTestKit
import Foundation
import Testing

@testable import FlipcashCore
@testable import FlipcashWallet

/// Trades through a session and the real client against a scripted service (payment specification §16).
@Suite struct TradeTests {
    private let world = SimulatedWorld()
    private let node: ScriptedNode
    private let a: TestWallet
    private let jeffy: PublicKey
    private let bolts: PublicKey
    private let supply: UInt64 = 10_000_000_000_000_000

    init() {
        node = ScriptedNode(clock: world.clock)
        a = TestWallet("a", node: node, world: world)
        jeffy = node.addCurrency("Jeffy", supply: supply)
        bolts = node.addCurrency("Bolts", supply: supply / 2)
    }

    private func session(quarks: UInt64 = 25_000_000, jeffy: UInt64 = 0) async throws -> Session {
        let session = try await a.open("a", quarks: quarks, node: node)
        if jeffy > 0 {
            node.give(jeffy, of: self.jeffy, to: session.ownerPublicKey)
            try await session.fetchBalance()
        }
        return session
    }

    private func swapRecord(_ session: Session) throws -> SwapRecord? { try session.journal.swaps().first }

    // MARK: Figures

    @Test("Buying for $10 takes $10.10 and gives what the worked example says")
    func buy_workedExample_isExact() throws {
        try world.run {
            let session = try await session()
            let trade = try await session.prepareTrade(.amount(.usd("10")), source: .usdf, target: jeffy)
            #expect(trade.kind == .buy && trade.funding.amount.quarks == 10_100_000)
            #expect(trade.fee.quarks == 100_000 && trade.net == .usd("10"))
            #expect(trade.quote.received.quarks == 4_158_979_991_272)
            let outcome = try await session.trade(trade)
            #expect(outcome.isDone && outcome.record.state == .done)
            #expect(session.balance(for: .usdf)?.quarks == 14_900_000)
            #expect(session.balance(for: jeffy)?.quarks == 4_158_979_991_272)
            let swap = try #require(node.read { $0.market.swaps.values.first })
            #expect(swap.parameters.amount == 10_000_000 && swap.parameters.fee == 100_000)
        }
    }

    @Test("A quote waits for the newest supply, also when newer rates arrive before it")
    func prepare_supplyAfterTheRates_isWaitedFor() throws {
        try world.run {
            let session = try await session()
            let first = try await session.prepareTrade(.amount(.usd("10")), source: .usdf, target: jeffy)
            try await world.clock.sleep(for: .seconds(1))
            let jeffy = jeffy
            node.change { state in
                state.market.currencies[jeffy]?.supply *= 2
                state.supplyDelay = .milliseconds(500)
            }
            let second = try await session.prepareTrade(.amount(.usd("10")), source: .usdf, target: jeffy)
            #expect(second.quote.received.quarks < first.quote.received.quarks)
        }
    }

    @Test("A purchase is at most the day's limit with its fee; a sale is not limited")
    func prepare_aboveTheDay_isRefused() throws {
        try world.run {
            let session = try await session(quarks: 2_000_000_000, jeffy: 900_000_000_000_000)
            let within = try await session.prepareTrade(.amount(.usd("990")), source: .usdf, target: jeffy)
            #expect(within.funding.amount.quarks == 999_900_000)
            await #expect(throws: SwapFailure.session(.limitReached(max: .usd("1000")))) {
                _ = try await session.prepareTrade(.amount(.usd("991")), source: .usdf, target: jeffy)
            }
            await #expect(throws: SwapFailure.session(.limitReached(max: .usd("1000")))) {
                _ = try await session.prepareTrade(.amount(.usd("1001")), source: jeffy, target: bolts)
            }
            _ = try await session.prepareTrade(.amount(.usd("1001")), source: jeffy, target: .usdf)
        }
    }

    @Test("The payment of a swap is a withdrawal to one's own swap address, under the announced id")
    func buy_funding_isAWithdrawalToTheSwapAddress() throws {
        try world.run {
            let session = try await session()
            let trade = try await session.prepareTrade(.amount(.usd("1")), source: .usdf, target: jeffy)
            let outcome = try await session.trade(trade)
            let submitted = try #require(node.read { $0.submitted.last })
            let payment = submitted.metadata.sendPublicPayment
            let core = VirtualMachine(mint: .usdf, authority: node.key.publicKey)
            let timelock = TimelockAccount(owner: session.ownerPublicKey, virtualMachine: core)
            #expect(submitted.id.value == outcome.record.funding.bytes)
            #expect(payment.isWithdrawal && !payment.isIndirectSend)
            #expect(payment.destination.value == timelock.swapTokenAccount.address.bytes)
            #expect(payment.destinationOwner.value == timelock.swap.address.bytes)
        }
    }

    @Test("Selling 200 tokens pays the sale less 1 %")
    func sell_paysTheSaleLessItsFee() throws {
        try world.run {
            let session = try await session(jeffy: 2_000_000_000_000)
            let trade = try await session.prepareTrade(.max(.usd), source: jeffy, target: .usdf)
            #expect(trade.kind == .sell && trade.funding.amount.quarks == 2_000_000_000_000)
            #expect(trade.quote.feeOnTop == 0 && trade.quote.poolFee > 0)
            #expect(try await session.trade(trade).isDone)
            #expect(session.balance(for: .usdf)?.quarks == 25_000_000 + trade.quote.received.quarks)
            #expect(session.balance(for: jeffy)?.quarks == 0)
        }
    }

    @Test("A conversion sells one currency and buys the other")
    func convert_movesBetweenCurrencies() throws {
        try world.run {
            let session = try await session(jeffy: 5_000_000_000_000)
            let trade = try await session.prepareTrade(.amount(.usd("5")), source: jeffy, target: bolts)
            #expect(trade.kind == .convert && trade.quote.feeOnTop == 0)
            // The entry is what is bought for, so slightly more is sold.
            #expect(trade.net.value > 4.99 && trade.net.value < 5.01)
            #expect(trade.funding.amount.nativeAmount.value > 5.05)
            #expect(try await session.trade(trade).isDone)
            #expect(session.balance(for: bolts)?.quarks == trade.quote.received.quarks)
        }
    }

    @Test("Buying with everything spends the balance to the last quark")
    func buy_max_spendsEverything() throws {
        try world.run {
            let session = try await session(quarks: 10_100_001)
            let trade = try await session.prepareTrade(.max(.usd), source: .usdf, target: jeffy)
            #expect(trade.quote.swapped.quarks == 10_000_001 && trade.funding.amount.quarks == 10_100_001)
            #expect(try await session.trade(trade).isDone)
            #expect(session.balance(for: .usdf)?.quarks == 0)
        }
    }

    @Test("A purchase that the balance covers without its fee, but not with it, is refused with the shortfall")
    func buy_feeNotCovered_isShort() throws {
        try world.run {
            let session = try await session(quarks: 10_000_000)
            do {
                _ = try await session.prepareTrade(.amount(.usd("10")), source: .usdf, target: jeffy)
                Issue.record("the purchase was prepared")
            } catch SwapFailure.session(.insufficientBalance(let shortfall?)) {
                #expect(shortfall.quarks == 100_000)
            }
        }
    }

    @Test("Tiny sales, a currency for itself, unknown currencies and zero are refused before anything is sent")
    func prepare_impossible_isRefused() throws {
        try world.run {
            let session = try await session(jeffy: 41_599_270)
            await #expect(throws: SwapFailure.quote(.tooSmall)) {
                _ = try await session.prepareTrade(.max(.usd), source: jeffy, target: .usdf)
            }
            await #expect(throws: SwapFailure.quote(.sameMint)) {
                _ = try await session.prepareTrade(.max(.usd), source: jeffy, target: jeffy)
            }
            await #expect(throws: SwapFailure.session(.mintNotFound(.usdc))) {
                _ = try await session.prepareTrade(.amount(.usd("1")), source: .usdf, target: .usdc)
            }
            await #expect(throws: SwapFailure.session(.invalidAmount("it is not above zero"))) {
                _ = try await session.prepareTrade(.amount(.usd("0")), source: .usdf, target: jeffy)
            }
            #expect(node.read { $0.market.swaps.isEmpty } && !node.read { $0.calls.contains("statefulSwap") })
        }
    }

    // MARK: Failures

    @Test("A refused swap moves no money and leaves no open record")
    func trade_refused_movesNothing() throws {
        try world.run {
            let session = try await session()
            let trade = try await session.prepareTrade(.amount(.usd("1")), source: .usdf, target: jeffy)
            node.change { $0.market.script = .refuse(.denied, "rate limited") }
            await #expect(throws: SwapFailure.refused(.denied(reasons: ["rate limited"]))) {
                _ = try await session.trade(trade)
            }
            #expect(try swapRecord(session)?.state == .failed)
            #expect(try session.journal.unfinished().isEmpty)
            #expect(!node.read { $0.intents.values.contains { $0.actions.metadata.sendPublicPayment.isWithdrawal } })
        }
    }

    @Test("A node that names the user's account as payer gets no signature and no money")
    func trade_hostileParameters_areNotSigned() throws {
        try world.run {
            let session = try await session()
            let trade = try await session.prepareTrade(.amount(.usd("1")), source: .usdf, target: jeffy)
            node.change { $0.market.script = .hostilePayer }
            await #expect(throws: SwapFailure.refused(.serverParameters(.ownAccount("payer")))) {
                _ = try await session.trade(trade)
            }
            #expect(node.read { $0.market.swaps.isEmpty })
        }
    }

    @Test("If the answer to the signatures is lost and the swap was stored, it is paid all the same")
    func trade_answerLost_isPaidOnce() throws {
        try world.run {
            let session = try await session()
            let trade = try await session.prepareTrade(.amount(.usd("1")), source: .usdf, target: jeffy)
            node.change { $0.market.script = .hangUpAfterSignatures(stores: true) }
            #expect(try await session.trade(trade).isDone)
            #expect(node.read { $0.calls.filter { $0 == "statefulSwap" }.count } == 1)
            #expect(session.balance(for: .usdf)?.quarks == 25_000_000 - trade.funding.amount.quarks)
        }
    }

    @Test(
        "If the swap was not stored, nothing is paid",
        arguments: [ScriptedMarket.Script.hangUpAfterSignatures(stores: false), .hangUpBeforeParameters])
    func trade_notStored_isNotPaid(script: ScriptedMarket.Script) throws {
        try world.run {
            let session = try await session()
            let trade = try await session.prepareTrade(.amount(.usd("1")), source: .usdf, target: jeffy)
            node.change { $0.market.script = script }
            do {
                _ = try await session.trade(trade)
                Issue.record("the trade went through")
            } catch let failure as SwapFailure {
                #expect(failure.report.kind == .network)
            }
            #expect(try swapRecord(session)?.state == .failed)
            try await session.fetchBalance()
            #expect(session.balance(for: .usdf)?.quarks == 25_000_000)
        }
    }

    @Test("If the price has moved beyond the tolerance by the time of the payment, nothing is paid")
    func trade_priceMoved_isNotPaid() throws {
        try world.run {
            let session = try await session()
            let trade = try await session.prepareTrade(.amount(.usd("10")), source: .usdf, target: jeffy)
            try await world.clock.sleep(for: .seconds(30))
            let jeffy = jeffy
            node.change { $0.market.currencies[jeffy]?.supply *= 2 }
            do {
                _ = try await session.trade(trade)
                Issue.record("the trade went through")
            } catch SwapFailure.priceMoved(let minimum, let now) {
                #expect(now < minimum && minimum < trade.quote.received.quarks)
            }
            #expect(try swapRecord(session)?.state == .failed)
            #expect(node.read { $0.market.swaps.values.first?.state } == .created)
            try await session.fetchBalance()
            #expect(session.balance(for: .usdf)?.quarks == 25_000_000)
        }
    }

    @Test("A cancelled swap reports that the money is back")
    func trade_cancelled_returnsTheMoney() throws {
        try world.run {
            let session = try await session()
            let trade = try await session.prepareTrade(.amount(.usd("1")), source: .usdf, target: jeffy)
            node.change { $0.market.states = [.funding, .cancelling, .cancelled] }
            let outcome = try await session.trade(trade)
            #expect(outcome.state == .cancelled && outcome.record.state == .returned)
            #expect(session.balance(for: .usdf)?.quarks == 25_000_000)
        }
    }

    @Test("A swap that is still under way when the wait ends is not lost")
    func trade_slow_returnsTheLastState() throws {
        try world.run {
            let session = try await session()
            let trade = try await session.prepareTrade(.amount(.usd("1")), source: .usdf, target: jeffy)
            node.change { $0.market.states = [.funding, .submitting] }
            let start = world.clock.uptime()
            let outcome = try await session.trade(trade)
            #expect(outcome.state == .submitting && outcome.record.state == .running)
            #expect(world.clock.uptime() - start >= .seconds(89))
            node.change { $0.market.states = [.funding, .submitting, .finalized] }
            let recovered = try await session.recoverSubmissions()
            #expect(recovered.endedSwaps.map(\.state) == [.done] && recovered.openSwaps.isEmpty)
        }
    }

    @Test("Each step is reported once, in order")
    func trade_progress_isReported() throws {
        try world.run {
            let session = try await session()
            let trade = try await session.prepareTrade(.amount(.usd("1")), source: .usdf, target: jeffy)
            let steps = StepLog()
            let id = try await session.trade(trade) { steps.note($0) }.record.swap
            #expect(steps.all == [.agreeing, .paying(id), .waiting(.submitting), .waiting(.finalized)])
        }
    }

    // MARK: Crashes

    @Test("After a crash before the agreement, nothing was paid and the record ends")
    func recover_neverStored_fails() throws {
        try world.run {
            let session = try await session()
            try session.journal.append(.swap(record(.starting)))
            #expect(try await session.recoverSubmissions().openSwaps.count == 1)
            try await world.clock.sleep(for: SubmissionBound.timeMax)
            #expect(try await session.recoverSubmissions().endedSwaps.map(\.state) == [.failed])
        }
    }

    @Test("After a crash between agreement and payment, the swap is listed, can be paid later, and is paid once")
    func recover_agreedAndNotPaid_canBePaid() throws {
        try world.run {
            let session = try await session()
            let id = try await leaveUnpaid(session)
            let recovered = try await session.recoverSubmissions()
            #expect(recovered.openSwaps.map(\.swap) == [id] && recovered.endedSwaps.isEmpty)
            let listed = try await session.swaps(asksService: true)
            #expect(listed.map(\.id) == [id] && listed.first?.metadata?.state == .created)
            let payment = try await session.preparePayment(of: id, currency: .usd)
            #expect(payment.funding.amount.quarks == 1_010_000)
            #expect(try await session.paySwap(id, payment: payment).isDone)
            // Not a difference of literals: Swift 6.3.1 would compare through AnyHashable and read a byte too much.
            #expect(session.balance(for: .usdf)?.quarks == 23_990_000)
            await #expect(throws: SwapFailure.notWaiting(id, .finalized)) {
                _ = try await session.preparePayment(of: id, currency: .usd)
            }
        }
    }

    @Test("A swap that another device of the account left unpaid is listed, too")
    func swaps_ofAnotherDevice_areListed() throws {
        try world.run {
            let session = try await session()
            let id = try await leaveUnpaid(session)
            let other = TestWallet("other", node: node, world: world)
            let second = try await other.authenticator.login(
                TestWallet.account("a"), label: nil, createsIfMissing: false
            )
            .session
            let listed = try await second.swaps(asksService: true)
            #expect(listed.map(\.id) == [id] && listed.first?.record == nil)
            #expect(listed.first?.quarks == 1_010_000)
        }
    }

    @Test("The figures of a swap that waits for its payment are those of a new trade")
    func preparePayment_unpaidPurchase_hasFigures() throws {
        try world.run {
            let session = try await session()
            let trade = try await session.prepareTrade(.amount(.usd("1")), source: .usdf, target: jeffy)
            let id = try await leaveUnpaid(session)
            let payment = try await session.preparePayment(of: id, currency: .usd)
            #expect(payment.kind == .buy && payment.quote == trade.quote)
            #expect(payment.fee.quarks == 10_000 && payment.net == .usd("1"))
            #expect(payment.funding.amount.nativeAmount == .usd("1.01"))
        }
    }

    @Test("A swap that was agreed on is not paid if less than the figures say would arrive, and can be paid later")
    func paySwap_priceMoved_isNotPaid() throws {
        try world.run {
            let session = try await session()
            let id = try await leaveUnpaid(session)
            let payment = try await session.preparePayment(of: id, currency: .usd)
            let minimum = payment.quote.minimumReceived(toleranceBps: Session.standardToleranceBps)
            try await world.clock.sleep(for: .seconds(30))
            let jeffy = jeffy
            node.change { $0.market.currencies[jeffy]?.supply *= 2 }
            do {
                _ = try await session.paySwap(id, payment: payment)
                Issue.record("the swap was paid")
            } catch SwapFailure.priceMoved(let least, let now) {
                #expect(least == minimum && now < minimum)
            }
            #expect(node.read { $0.market.swaps[id]?.state } == .created)
            try await session.fetchBalance()
            #expect(session.balance(for: .usdf)?.quarks == 25_000_000)
            let renewed = try await session.preparePayment(of: id, currency: .usd)
            #expect(try await session.paySwap(id, payment: renewed).isDone)
            #expect(session.balance(for: jeffy)?.quarks == renewed.quote.received.quarks)
        }
    }

    @Test("A paid swap has figures until it ends")
    func figures_paidSwap_endWithIt() throws {
        try world.run {
            let session = try await session()
            let trade = try await session.prepareTrade(.amount(.usd("1")), source: .usdf, target: jeffy)
            node.change { $0.market.states = [.funding, .submitting] }
            let id = try await session.trade(trade, waits: false).record.swap
            let figures = try await session.figures(of: id, currency: .usd)
            #expect(figures.funding.amount.quarks == 1_010_000 && figures.quote == trade.quote)
            node.change { $0.market.states = [.funding, .submitting, .finalized] }
            await #expect(throws: SwapFailure.notWaiting(id, .finalized)) {
                _ = try await session.figures(of: id, currency: .usd)
            }
        }
    }

    @Test("Terms that this account did not sign are never paid")
    func paySwap_forgedTerms_isRefused() throws {
        try world.run {
            let session = try await session()
            let id = try await leaveUnpaid(session)
            node.change { $0.market.forges = true }
            await #expect(throws: SwapFailure.lookUp(.forged)) {
                _ = try await session.preparePayment(of: id, currency: .usd)
            }
        }
    }

    @Test("After a crash during the payment, the record says whether the money moved", arguments: [true, false])
    func recover_paymentUnderWay_isDecided(isPaid: Bool) throws {
        try world.run {
            let session = try await session()
            let id = try await leaveUnpaid(session)
            let record = try #require(try swapRecord(session))
            try session.journal.append(.swap(record.with(.funding)))
            if isPaid { node.change { $0.market.swaps[id]?.state = .funding } }
            let recovered = try await session.recoverSubmissions()
            #expect(try swapRecord(session)?.state == (isPaid ? .running : .funding))
            #expect(recovered.openSwaps.count == 1)
            guard !isPaid else { return }
            node.change { $0.market.swaps[id]?.state = .cancelled }
            try await world.clock.sleep(for: SubmissionBound.timeMax)
            #expect(try await session.recoverSubmissions().endedSwaps.map(\.state) == [.failed])
        }
    }

    @Test("While the service does not answer, swaps stay open")
    func recover_serviceDown_leavesOpen() throws {
        try world.run {
            let session = try await session()
            try session.journal.append(.swap(record(.running, age: .seconds(86_400))))
            node.change { $0.market.swapsAreDown = true }
            #expect(try await session.recoverSubmissions().openSwaps.count == 1)
            #expect(try swapRecord(session)?.state == .running)
        }
    }

    @Test("A swap of another node is left alone")
    func recover_otherNode_isLeft() throws {
        try world.run {
            let session = try await session()
            try session.journal.append(.swap(record(.starting, age: .seconds(86_400), node: .usdc)))
            #expect(try await session.recoverSubmissions().openSwaps.count == 1)
            #expect(!node.read { $0.calls.contains("getSwap") })
        }
    }

    /// Agrees on a purchase of $1, and stops before the payment, as a crash does.
    private func leaveUnpaid(_ session: Session) async throws -> SwapID {
        let trade = try await session.prepareTrade(.amount(.usd("1")), source: .usdf, target: jeffy)
        let node = node
        node.change { $0.market.onStored = { node.change { $0.submission = .hangUpBeforeParameters } } }
        await #expect(throws: SwapFailure.self) { _ = try await session.trade(trade) }
        node.change { state in
            state.market.onStored = nil
            state.submission = .commit
        }
        let record = try #require(try swapRecord(session))
        try session.journal.append(.swap(record.with(.starting)))
        return record.swap
    }

    private func record(
        _ state: SwapRecord.State, age: Duration = .zero, node named: PublicKey? = nil
    ) -> SwapRecord {
        let random = world.environment.random
        return SwapRecord(
            swap: .generate(using: random), funding: .generate(using: random), kind: .buy, fromMint: .usdf,
            toMint: jeffy, quarks: 1_010_000, native: JournalAmount(currency: "usd", value: "1.01"),
            created: world.clock.now().advanced(by: .zero - age), state: state, node: named)
    }
}
