import FlipcashAPI
import FlipcashCore
import FlipcashTestKit
import GRPCCore
import Testing

@testable import FlipcashWallet

/// Turning a bill into a link while other events happen to the bill (client specification §10.3).
@Suite struct BillConversionTests {
    private let world = SimulatedWorld()
    private let node: ScriptedNode
    private let a: TestWallet
    private let b: TestWallet

    init() {
        node = ScriptedNode(clock: world.clock)
        a = TestWallet("a", node: node, world: world)
        b = TestWallet("b", node: node, world: world)
    }

    private typealias Outcome = OneTimeValue<Result<SentCash, SendCashFailure>>

    /// Shows a bill of one dollar, and returns it once it is advertised.
    private func bill(_ session: Session) async throws -> (SendCashOperation, Outcome, SpawnedTask) {
        let data = try await session.prepareSubmission(amount: .usd("1"), mint: .usdf)
        let bill = try session.showCashBill(data)
        let result = Outcome()
        let states = bill.states()
        let task = world.environment.tasks.spawn {
            do { result.set(.success(try await bill.run())) } catch { result.set(.failure(SendCashFailure(error))) }
        }
        for await state in states where state == .advertised || state.isFinal { break }
        return (bill, result, task)
    }

    private func writerLock(of session: Session) throws -> HeldLock {
        try #require(try a.files.tryLock(a.container.folder.writerLock(session.ownerPublicKey)))
    }

    @Test("A bill whose cash was requested cannot become a link")
    func convert_afterRequest_isRefused() throws {
        try world.run {
            let sender = try await a.open("a", quarks: 25_000_000, node: node)
            let receiver = try await b.open("b", quarks: 0, node: node)
            let (bill, result, task) = try await bill(sender)
            var lock: HeldLock? = try writerLock(of: sender)
            let states = bill.states()
            let grab = world.environment.tasks.spawn { _ = try? await receiver.receiveCash(bill.payload) }
            for await state in states where state == .grabRequested { break }
            await #expect(throws: CashLinkFailure.billTaken) { _ = try await sender.createCashLink(from: bill) }
            #expect(CashLinkFailure.billTaken.report.kind == .conflict)
            withExtendedLifetime(lock) {}
            lock = nil
            await task.wait()
            await grab.wait()
            #expect(try result.value?.get().id == bill.id)
            #expect(try sender.journal.links().isEmpty)
        }
    }

    @Test("A bill can be dismissed while its payment waits for another command")
    func cancel_whileWaitingForTheLock_paysNobody() throws {
        try world.run {
            let sender = try await a.open("a", quarks: 25_000_000, node: node)
            let receiver = try await b.open("b", quarks: 0, node: node)
            let (bill, result, task) = try await bill(sender)
            let lock = try writerLock(of: sender)
            let states = bill.states()
            let grab = world.environment.tasks.spawn { _ = try? await receiver.receiveCash(bill.payload) }
            for await state in states where state == .grabRequested { break }
            bill.cancel()
            await task.wait()
            await grab.wait()
            withExtendedLifetime(lock) {}
            #expect(throws: SendCashFailure.cancelled) { try result.value?.get() }
            #expect(node.read { $0.intents[bill.id] == nil })
        }
    }

    @Test("A payment waits for another command only while its rate is valid")
    func pay_lockHeldForGood_endsWithTheRate() throws {
        try world.run {
            let sender = try await a.open("a", quarks: 25_000_000, node: node)
            let receiver = try await b.open("b", quarks: 0, node: node)
            let (bill, result, task) = try await bill(sender)
            let lock = try writerLock(of: sender)
            let grab = world.environment.tasks.spawn { _ = try? await receiver.receiveCash(bill.payload) }
            await task.wait()
            await grab.wait()
            withExtendedLifetime(lock) {}
            #expect(throws: SendCashFailure.lock(.heldByAnother)) { try result.value?.get() }
            #expect(node.read { $0.intents[bill.id] == nil })
        }
    }

    @Test("If a bill fails while its link is created, the link stays")
    func convert_billGoesStale_keepsTheLink() throws {
        try world.run {
            let sender = try await a.open("a", quarks: 25_000_000, node: node)
            let (bill, result, task) = try await bill(sender)
            try await world.clock.sleep(for: .seconds(770))
            let clock = world.clock
            node.change { $0.onSignatures = { try? await clock.sleep(for: .seconds(15)) } }
            let link = try #require(try await sender.createCashLink(from: bill))
            await task.wait()
            #expect(throws: SendCashFailure.verifiedStateStale) { try result.value?.get() }
            #expect(link.id == bill.id)
            #expect(node.read { $0.voided.isEmpty })
        }
    }

    @Test("If the link of a dismissed bill cannot be taken back, the error names the link")
    func convert_dismissedAndVoidLost_isTold() throws {
        try world.run {
            let sender = try await a.open("a", quarks: 25_000_000, node: node)
            let (bill, _, task) = try await bill(sender)
            node.change { state in
                state.losesVoids = true
                state.onSignatures = { bill.cancel() }
            }
            let failure = await #expect(throws: CashLinkFailure.self) {
                _ = try await sender.createCashLink(from: bill)
            }
            await task.wait()
            let vault = try #require(try sender.journal.links().first?.vault)
            #expect(failure == .notTakenBack(id: bill.id, vault: vault, .voidUnclear(vault: vault)))
            #expect(failure?.report.kind == .outcomeUnknown)
            #expect(failure?.report.details["vault"] == vault.base58)
            #expect(failure?.report.advice == .cancelLink(vault))
        }
    }

    @Test("If another bill replaces a bill while its link is created, the link is taken back")
    func convert_replacedMeanwhile_isTakenBack() throws {
        try world.run {
            let sender = try await a.open("a", quarks: 25_000_000, node: node)
            let (bill, _, task) = try await bill(sender)
            node.change { state in
                state.onSignatures = {
                    _ = try? sender.showCashBill(bill.exchangeData)
                    sender.dismissCashBill(style: .cancelled)
                }
            }
            #expect(try await sender.createCashLink(from: bill) == nil)
            await task.wait()
            #expect(bill.isReplaced && sender.bill == nil)
            #expect(node.read { $0.voided.count } == 1)
        }
    }

    @Test("A link with an unknown outcome ends the bill, dismissed or not", arguments: [false, true])
    func convert_outcomeUnknown_endsTheBill(isDismissed: Bool) throws {
        try world.run {
            let sender = try await a.open("a", quarks: 25_000_000, node: node)
            let (bill, result, task) = try await bill(sender)
            node.change { state in
                state.submission = .hangUpAfterSignatures(commits: true)
                state.onSignatures = { [weak node] in
                    if isDismissed { bill.cancel() }
                    node?.change { $0.isDown = true }
                }
            }
            let failure = await #expect(throws: CashLinkFailure.self) {
                _ = try await sender.createCashLink(from: bill)
            }
            await task.wait()
            let vault = try #require(try sender.journal.links().first?.vault)
            #expect(failure == .unclear(id: bill.id, vault: vault))
            if isDismissed {
                #expect(throws: SendCashFailure.cancelled) { try result.value?.get() }
            } else {
                #expect(throws: SendCashFailure.submission(.outcomeUnknown(bill.id))) { try result.value?.get() }
                #expect(bill.state == .failed)
            }
            #expect(try sender.journal.links().first?.state == .submitting)
        }
    }

    @Test("A failed renewal of the offer does not end the bill; the offer is renewed later")
    func readvertise_lostOnce_goesOn() throws {
        try world.run {
            let sender = try await a.open("a", quarks: 25_000_000, node: node)
            let (bill, result, task) = try await bill(sender)
            node.change { $0.lostMessageCount = 3 }
            await task.wait()
            #expect(throws: SendCashFailure.verifiedStateStale) { try result.value?.get() }
            // Offers were sent at 0 s, 273 s and 543 s; three attempts of the second one were lost.
            #expect(node.read { $0.lostMessageCount } == 0)
            #expect(node.read { $0.calls.filter { $0 == "sendMessage" }.count } == 6)
            #expect(bill.state == .failed)
        }
    }

    @Test("A bill whose offer could not be renewed in time says so, and is offered again as soon as it can be")
    func readvertise_lostForLong_isOfferedLater() throws {
        try world.run {
            let sender = try await a.open("a", quarks: 25_000_000, node: node)
            let (bill, _, task) = try await bill(sender)
            node.change { $0.lostMessageCount = 60 }
            try await world.clock.sleep(for: bill.readvertisementInterval + SendCashOperation.offerReserve * 3 / 2)
            #expect(bill.state == .disconnected)
            try await world.clock.sleep(for: SendCashOperation.offerReserve)
            #expect(node.read { $0.lostMessageCount } == 0)
            #expect(bill.state == .advertised)
            bill.cancel()
            await task.wait()
        }
    }
}
