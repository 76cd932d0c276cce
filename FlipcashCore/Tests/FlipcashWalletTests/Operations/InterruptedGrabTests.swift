import FlipcashAPI
import FlipcashCore
import FlipcashTestKit
import Testing

@testable import FlipcashWallet

/// Cash that arrives after its request was interrupted.
@Suite struct InterruptedGrabTests {
    private let world = SimulatedWorld()
    private let node: ScriptedNode
    private let a: TestWallet
    private let b: TestWallet

    init() {
        node = ScriptedNode(clock: world.clock)
        a = TestWallet("a", node: node, world: world)
        b = TestWallet("b", node: node, world: world)
    }

    /// Scans a bill of 1 dollar, interrupts the scan, and lets the giver pay.
    private func interrupted() async throws -> (receiver: Session, payload: CashCode.Payload, id: IntentID) {
        let sender = try await a.open("a", quarks: 25_000_000, node: node)
        let receiver = try await b.open("b", quarks: 0, node: node)
        let data = try await sender.prepareSubmission(amount: .usd("1"), mint: .usdf)
        let bill = try sender.showCashBill(data)
        let states = bill.states()
        let task = world.environment.tasks.spawn { _ = try? await bill.run() }
        for await state in states where state == .advertised || state.isFinal { break }
        node.change { $0.metadataIsHidden = true }
        await #expect(throws: ScanCashFailure.senderDidNotPay) { try await receiver.receiveCash(bill.payload) }
        await task.wait()
        node.change { state in
            state.metadataIsHidden = false
            state.messages = [:]
        }
        try #require(node.read { $0.intents[bill.id] != nil })
        return (receiver, bill.payload, bill.id)
    }

    private func state(_ id: IntentID, _ session: Session) throws -> GrabRecord.State? {
        try session.journal.grab(id)?.state
    }

    /// Returns the same user's session in a new process.
    private func restarted(_ session: Session) async throws -> Session {
        try await b.authenticator.completeLogin(with: TestWallet.account("b"), userID: session.userID).session
    }

    @Test("The next scan of the same bill receives the cash; the one after reports that it was received")
    func receiveCash_afterInterruption_receivesOnce() throws {
        try world.run {
            let (receiver, payload, id) = try await interrupted()
            #expect(try state(id, receiver) == .asking)
            let session = try await restarted(receiver)
            let received = try await session.receiveCash(payload)
            #expect(received.id == id && received.native == .usd("1") && received.isFromEarlierRequest)
            #expect(session.balance(for: .usdf)?.quarks == 1_000_000)
            #expect(try state(id, session) == .received)
            let again = try await restarted(receiver)
            await #expect(throws: ScanCashFailure.alreadyReceived) { try await again.receiveCash(payload) }
        }
    }

    @Test("A recovery in between reports the bill, and the next scan still receives the cash, once")
    func recover_interruptedGrab_isMentionedAndStillReceived() throws {
        try world.run {
            let (receiver, payload, id) = try await interrupted()
            let session = try await restarted(receiver)
            // The requesting command may still be running.
            #expect(try await session.recoverSubmissions().unknown.count == 1)
            world.clock.moveDate(by: SubmissionBound.timeMax)
            #expect(try await session.recoverSubmissions().grabs.map(\.intent) == [id])
            #expect(try state(id, session) == .arrived)
            #expect(try await session.recoverSubmissions().isEmpty)
            try await session.syncHistory()
            #expect(try await session.receiveCash(payload).id == id)
            let again = try await restarted(receiver)
            await #expect(throws: ScanCashFailure.alreadyReceived) { try await again.receiveCash(payload) }
        }
    }

    @Test("An unpaid bill is forgotten silently once it can no longer be paid")
    func recover_unpaidGrab_isForgottenSilently() throws {
        try world.run {
            let receiver = try await b.open("b", quarks: 0, node: node)
            let record = GrabRecord(
                intent: .generate(using: world.environment.random), mint: .usdf, created: world.clock.now(),
                state: .asking)
            try receiver.journal.append(.grab(record))
            world.clock.moveDate(by: VerifiedState.usableTimeMax)
            #expect(try await receiver.recoverSubmissions().unknown.count == 1)
            // No payment was submitted from here, so none can be in flight.
            await #expect(throws: IntentMetadataError.notFound) { _ = try await receiver.lookUpPayment(record.intent) }
            world.clock.moveDate(by: SubmissionBound.timeMax)
            #expect(try await receiver.recoverSubmissions().isEmpty)
            #expect(try state(record.intent, receiver) == .failed)
        }
    }

    @Test("A bill that another account received is not reported")
    func receiveCash_takenByAnother_isNotOwed() throws {
        try world.run {
            let (_, payload, id) = try await interrupted()
            let c = TestWallet("c", node: node, world: world)
            let other = try await c.open("c", quarks: 0, node: node)
            try other.journal.append(
                .grab(GrabRecord(intent: id, mint: .usdf, created: world.clock.now(), state: .asking)))
            await #expect(throws: ScanCashFailure.takenByAnother) { try await other.receiveCash(payload) }
            #expect(try state(id, other) == .failed)
            #expect(!GrabNote(id, journal: other.journal).isOwed)
        }
    }

    /// Shows a bill of 1 dollar.
    private func shownBill() async throws -> (bill: SendCashOperation, task: SpawnedTask) {
        let sender = try await a.open("a", quarks: 25_000_000, node: node)
        let bill = try sender.showCashBill(try await sender.prepareSubmission(amount: .usd("1"), mint: .usdf))
        let states = bill.states()
        let task = world.environment.tasks.spawn { _ = try? await bill.run() }
        for await state in states where state == .advertised || state.isFinal { break }
        return (bill, task)
    }

    @Test("If two programs receive the same cash, one while the other refreshes, exactly one reports it")
    func receiveCash_twoPrograms_oneReports() throws {
        try world.run {
            let (bill, task) = try await shownBill()
            let first = try await b.open("b", quarks: 0, node: node)
            let second = try await restarted(first)
            let other = OneTimeValue<Result<ReceivedCash, any Error>>()
            let (node, payload) = (node, bill.payload)
            node.change {
                $0.onAccountInfos = {
                    node.change { $0.onAccountInfos = nil }
                    do { other.set(.success(try await second.receiveCash(payload))) } catch {
                        other.set(.failure(error))
                    }
                }
            }
            await #expect(throws: ScanCashFailure.alreadyReceived) { try await first.receiveCash(payload) }
            await task.wait()
            let received = try #require(try other.value?.get())
            #expect(received.id == bill.id && received.isFromEarlierRequest)
            #expect(try state(bill.id, first) == .received)
            #expect(first.balance(for: .usdf)?.quarks == 1_000_000)
        }
    }

    @Test("A failure of one program keeps another's open request, which has the time of the latest one")
    func receiveCash_otherStillAsks_requestStaysOpen() throws {
        try world.run {
            let (bill, task) = try await shownBill()
            let receiver = try await b.open("b", quarks: 0, node: node)
            let old = world.clock.now().advanced(by: .zero - SubmissionBound.timeMax)
            try receiver.journal.append(
                .grab(GrabRecord(intent: bill.id, mint: .usdf, created: old, state: .asking)))
            node.change { $0.grabResult = .noActiveStream }
            await #expect(throws: ScanCashFailure.billGone) { try await receiver.receiveCash(bill.payload) }
            #expect(try state(bill.id, receiver) == .asking)
            #expect(try receiver.journal.grab(bill.id)?.created != old)
            // Too recent to be looked up.
            let lookUps = node.read { $0.calls.filter { $0 == "getIntentMetadata" }.count }
            #expect(try await receiver.recoverSubmissions().unknown.count == 1)
            #expect(node.read { $0.calls.filter { $0 == "getIntentMetadata" }.count } == lookUps)
            bill.cancel()
            await task.wait()
        }
    }

    @Test("Cash that may have arrived is neither reported as gone nor requested again if the lookup fails")
    func receiveCash_lookUpFails_saysSo() throws {
        try world.run {
            let (receiver, payload, id) = try await interrupted()
            let session = try await restarted(receiver)
            let polls = node.read { $0.calls.filter { $0 == "pollMessages" }.count }
            node.change { $0.metadataMakesNoSense = true }
            await #expect(throws: ScanCashFailure.metadata(.malformed)) { try await session.receiveCash(payload) }
            node.change { state in
                state.metadataMakesNoSense = false
                state.metadataIsDown = true
            }
            let failure = await #expect(throws: ScanCashFailure.self) { try await session.receiveCash(payload) }
            guard case .metadata(.rpc) = failure else {
                Issue.record("not a failed look-up: \(String(describing: failure))")
                return
            }
            #expect(node.read { $0.calls.filter { $0 == "pollMessages" }.count } == polls)
            #expect(try state(id, session) == .asking)
            node.change { $0.metadataIsDown = false }
            #expect(try await session.receiveCash(payload).id == id)
        }
    }

    @Test("If the lookup fails, an open request stays open; without a request, the bill is reported as gone")
    func receiveCash_lookUpFailsAfterRequest_staysOpen() throws {
        try world.run {
            let (bill, task) = try await shownBill()
            let receiver = try await b.open("b", quarks: 0, node: node)
            node.change { state in
                state.grabResult = .noActiveStream
                state.metadataIsDown = true
            }
            let failure = await #expect(throws: ScanCashFailure.self) { try await receiver.receiveCash(bill.payload) }
            guard case .metadata(.rpc) = failure else {
                Issue.record("not a failed look-up: \(String(describing: failure))")
                return
            }
            #expect(try state(bill.id, receiver) == .asking)
            let dead = try receiver.makePayload(for: .usd("1"))
            await #expect(throws: ScanCashFailure.noOffer) { try await receiver.receiveCash(dead) }
            bill.cancel()
            await task.wait()
        }
    }

    @Test("Cash that this account received elsewhere is not reported here")
    func receiveCash_askedForElsewhere_isNotReported() throws {
        try world.run {
            let (receiver, payload, _) = try await interrupted()
            let elsewhere = TestWallet("b2", node: node, world: world)
            let session = try await elsewhere.authenticator.completeLogin(
                with: TestWallet.account("b"), userID: receiver.userID
            ).session
            await #expect(throws: ScanCashFailure.alreadyReceived) { try await session.receiveCash(payload) }
        }
    }

    @Test("Scanned bills are looked up without the writer lock, even while another command holds it")
    func recover_grab_leavesTheLockAlone() throws {
        try world.run {
            let receiver = try await b.open("b", quarks: 0, node: node)
            let created = world.clock.now().advanced(by: .zero - SubmissionBound.timeMax)
            let intent = IntentID.generate(using: world.environment.random)
            try receiver.journal.append(
                .grab(GrabRecord(intent: intent, mint: .usdf, created: created, state: .asking)))
            let path = b.container.folder.writerLock(receiver.ownerPublicKey)
            node.change { $0.metadataDelay = .seconds(5) }
            let wasFree = OneTimeValue<Bool>()
            let (files, clock) = (b.files, world.clock)
            let other = world.environment.tasks.spawn {
                try? await clock.sleep(for: .seconds(1))
                wasFree.set(((try? files.tryLock(path)) ?? nil) != nil)
            }
            #expect(try await receiver.recoverSubmissions().unknown.count == 1)
            await other.wait()
            #expect(wasFree.value == true)
            world.clock.moveDate(by: GrabRecord.openTimeMax)
            let lock = try #require(try b.files.tryLock(path))
            #expect(try await receiver.recoverSubmissions().isEmpty)
            #expect(try state(intent, receiver) == .failed)
            withExtendedLifetime(lock) {}
        }
    }

    @Test("Cash is received even if the journal cannot be written")
    func receiveCash_journalFails_receivesAllTheSame() throws {
        try world.run {
            let sender = try await a.open("a", quarks: 25_000_000, node: node)
            let receiver = try await b.open("b", quarks: 0, node: node)
            b.files.failWrites(toPathsEndingIn: ".jsonl")
            let data = try await sender.prepareSubmission(amount: .usd("1"), mint: .usdf)
            let bill = try sender.showCashBill(data)
            let states = bill.states()
            let task = world.environment.tasks.spawn { _ = try? await bill.run() }
            for await state in states where state == .advertised || state.isFinal { break }
            #expect(try await receiver.receiveCash(bill.payload).id == bill.id)
            await task.wait()
            #expect(try state(bill.id, receiver) == nil)
        }
    }
}
