import FlipcashAPI
import FlipcashCore
import FlipcashTestKit
import Testing

@testable import FlipcashWallet

/// Recovery of submissions whose outcome an earlier run did not learn (client specification §12.8).
@Suite struct RecoveryTests {
    private let world = SimulatedWorld()
    private let node: ScriptedNode
    private let a: TestWallet

    init() {
        node = ScriptedNode(clock: world.clock)
        a = TestWallet("a", node: node, world: world)
    }

    /// Returns a session whose journal has a payment of unknown outcome.
    private func session(created age: Duration = .zero) async throws -> (Session, PaymentRecord) {
        let session = try await a.open("a", quarks: 25_000_000, node: node)
        let record = PaymentRecord(
            intent: .generate(using: world.environment.random), kind: .give, mint: .usdf, quarks: 1_000_000,
            native: JournalAmount(currency: "usd", value: "1"),
            created: world.clock.now().advanced(by: .zero - age), state: .submitting)
        try session.journal.append(.payment(record))
        return (session, record)
    }

    @Test("A payment that is not found counts as failed only when it can no longer be in flight")
    func recover_unknownPayment_waitsForItsTime() throws {
        try world.run {
            let (session, record) = try await session()
            #expect(try await session.recoverSubmissions().unknown.count == 1)
            await #expect(throws: PaymentLookUpFailure.notYetKnown(record.intent)) {
                _ = try await session.lookUpPayment(record.intent)
            }
            let report = PaymentLookUpFailure.notYetKnown(record.intent).report
            #expect(report.kind == .outcomeUnknown && report.details["id"] == record.intent.base58)
            #expect(report.advice == .findPayment(record.intent))
            try await world.clock.sleep(for: SubmissionBound.timeMax)
            await #expect(throws: IntentMetadataError.notFound) { _ = try await session.lookUpPayment(record.intent) }
            #expect(try await session.recoverSubmissions().failed.count == 1)
            #expect(try session.journal.unfinished().isEmpty)
        }
    }

    @Test("What was recorded while the clock was a day ahead ends as if it had been recorded at the next look")
    func recover_recordsFromTheFuture_endInTime() throws {
        try world.run {
            let (session, _) = try await session(created: .seconds(-86_400))
            let intent = IntentID.generate(using: world.environment.random)
            let tomorrow = world.clock.now().advanced(by: .seconds(86_400))
            try session.journal.append(
                .grab(GrabRecord(intent: intent, mint: .usdf, created: tomorrow, state: .asking)))
            #expect(try await session.recoverSubmissions().unknown.count == 2)
            try await world.clock.sleep(for: SubmissionBound.timeMax)
            #expect(try await session.recoverSubmissions().failed.count == 1)
            #expect(try session.journal.grab(intent)?.state == .asking)
            try await world.clock.sleep(for: GrabRecord.openTimeMax)
            #expect(try await session.recoverSubmissions().isEmpty)
            #expect(try session.journal.grab(intent)?.state == .failed)
        }
    }

    @Test("An invalid answer does not decide the payment's outcome")
    func recover_senselessAnswer_isUnknown() throws {
        try world.run {
            let session = try await a.open("a", quarks: 25_000_000, node: node)
            let data = try await session.prepareSubmission(amount: .usd("1"), mint: .usdf)
            let link = try await session.createCashLink(exchangedFiat: data)
            var record = try #require(try session.journal.links().first)
            record.state = .submitting
            try session.journal.append(.link(record))
            node.change { $0.metadataMakesNoSense = true }
            #expect(try await session.recoverSubmissions().unknown.count == 1)
            #expect(try session.journal.links().first?.state == .submitting)
            node.change { $0.metadataMakesNoSense = false }
            #expect(try await session.recoverSubmissions().madeLinks.count == 1)
            #expect(try session.cashLinks().first?.vault == link.vault)
        }
    }

    @Test("An end that another command recorded during the lookup is kept, and not reported twice")
    func recover_endNotedMeanwhile_isLeft() throws {
        try world.run {
            let (session, record) = try await session(created: .seconds(3_600))
            node.change { $0.metadataDelay = .seconds(5) }
            let other = world.environment.tasks.spawn {
                try? await world.clock.sleep(for: .seconds(1))
                var ended = record
                ended.state = .done
                try? session.journal.append(.payment(ended))
            }
            #expect(try await session.recoverSubmissions().isEmpty)
            await other.wait()
            guard case .payment(let kept) = try session.journal.records().first else {
                Issue.record("the journal has no payment")
                return
            }
            #expect(kept.state == .done)
        }
    }

    @Test("Nothing is looked up while another command moves money")
    func recover_lockHeld_isSkipped() throws {
        try world.run {
            let (session, _) = try await session(created: .seconds(3_600))
            let lock = try #require(try a.files.tryLock(a.container.folder.writerLock(session.ownerPublicKey)))
            let before = node.read { $0.calls.filter { $0 == "getIntentMetadata" }.count }
            #expect(try await session.recoverSubmissions().isEmpty)
            #expect(node.read { $0.calls.filter { $0 == "getIntentMetadata" }.count } == before)
            withExtendedLifetime(lock) {}
            _ = consume lock
            #expect(try await session.recoverSubmissions().failed.count == 1)
        }
    }

    @Test("A node other than the pinned one is not asked about earlier payments")
    func recover_otherNode_decidesNothing() throws {
        try world.run {
            let (session, record) = try await session(created: .seconds(3_600))
            let pinned = ScriptedNode(clock: world.clock, seed: 9).node
            let wallet = TestWallet("a2", node: node, world: world, pinned: pinned)
            let other = try await wallet.authenticator.completeLogin(
                with: TestWallet.account("a"), userID: session.userID
            ).session
            try other.journal.append(.payment(record))
            let before = node.read { $0.calls.count }
            await #expect(throws: PinFailure.self) { _ = try await other.recoverSubmissions() }
            await #expect(throws: PinFailure.self) { _ = try await other.lookUpPayment(record.intent) }
            await #expect(throws: PinFailure.self) { try await other.syncHistory() }
            await #expect(throws: PinFailure.self) { try await other.fetchLimits() }
            #expect(Set(node.read { $0.calls.dropFirst(before) }) == ["getMints"])
            #expect(try other.journal.unfinished() == [.payment(record)])
        }
    }

    @Test("What was paid to another account, or as another kind of payment, is not this payment")
    func recover_otherDestination_isFailed() throws {
        try world.run {
            let session = try await a.open("a", quarks: 25_000_000, node: node)
            let other = TestWallet("b", node: node, world: world)
            let receiver = try await other.open("b", quarks: 0, node: node)
            let destination = try await receiver.cluster(for: .usdf).vault
            let data = try await session.prepareSubmission(amount: .usd("1"), mint: .usdf)
            let sent = Intent.payment(
                id: .generate(using: world.environment.random), from: try await session.cluster(for: .usdf),
                to: destination, exchangeData: data)
            try await PaymentOperation(
                context: session.operationContext(waitsForLock: true), kind: .send, intent: sent,
                destination: destination, exchangeData: data
            ).run()
            func recovered(
                _ kind: PaymentRecord.Kind, _ destination: PublicKey?, quarks: UInt64 = 1_000_000
            ) async throws -> RecoveredSubmissions {
                try session.journal.append(
                    .payment(
                        PaymentRecord(
                            intent: sent.id, kind: kind, mint: .usdf, quarks: quarks, destination: destination,
                            native: JournalAmount(currency: "usd", value: "1"), created: world.clock.now(),
                            state: .submitting)))
                return try await session.recoverSubmissions()
            }
            #expect(try await recovered(.send, destination).payments.map(\.destination) == [destination])
            #expect(try await recovered(.send, nil).payments.count == 1)
            #expect(try await recovered(.send, .usdc).failed.count == 1)
            #expect(try await recovered(.withdraw, destination).failed.count == 1)
            #expect(try await recovered(.claim, destination).failed.count == 1)
            #expect(try await recovered(.send, destination, quarks: 999_999).failed.count == 1)
        }
    }

    /// Returns a wallet that was interrupted while it created a link, collected a link and scanned a bill.
    private func interrupted(at node: ScriptedNode) async throws -> (session: Session, records: [JournalRecord]) {
        let (wallet, other) = (TestWallet("a", node: node, world: world), TestWallet("b", node: node, world: world))
        let session = try await wallet.open("a", quarks: 25_000_000, node: node)
        let data = try await session.prepareSubmission(amount: .usd("1"), mint: .usdf)
        let link = try await session.createCashLink(exchangedFiat: data)
        _ = try await session.receiveCashLink(link.mnemonic, allowsOwn: true)
        let giver = try await other.open("b", quarks: 25_000_000, node: node)
        let bill = try giver.showCashBill(try await giver.prepareSubmission(amount: .usd("1"), mint: .usdf))
        let states = bill.states()
        let task = world.environment.tasks.spawn { _ = try? await bill.run() }
        for await state in states where state == .advertised || state.isFinal { break }
        _ = try await session.receiveCash(bill.payload)
        await task.wait()
        return (session, try session.journal.records().map(\.interrupted))
    }

    @Test("Submissions to another node stay open, because this node cannot know them")
    func recover_submittedToAnotherNode_staysOpen() throws {
        try world.run {
            let elsewhere = ScriptedNode(clock: world.clock, seed: 9)
            let (there, records) = try await interrupted(at: elsewhere)
            #expect(records.count == 3 && records.allSatisfy { $0.node == elsewhere.key.publicKey })
            let here = try await a.open("a", quarks: 0, node: node)
            for record in records { try here.journal.append(record) }
            world.clock.moveDate(by: GrabRecord.openTimeMax)
            #expect(Set(try await here.recoverSubmissions().unknown) == Set(records))
            #expect(try here.journal.records() == records)
            #expect(node.read { !$0.calls.contains("getIntentMetadata") })
            let claim = try #require(records.compactMap(\.payment).first?.intent)
            await #expect(throws: PaymentLookUpFailure.submittedElsewhere(claim)) {
                _ = try await here.lookUpPayment(claim)
            }
            // The original node still knows the outcomes.
            for record in records { try there.journal.append(record) }
            let recovered = try await there.recoverSubmissions()
            #expect(recovered.madeLinks.count == 1 && recovered.payments.count == 1 && recovered.grabs.count == 1)
        }
    }
}

extension JournalRecord {
    /// The record as an interrupted run leaves it.
    fileprivate var interrupted: JournalRecord {
        switch self {
        case .link(var link):
            link.state = .submitting
            return .link(link)
        case .payment(var payment):
            payment.state = .submitting
            return .payment(payment)
        case .grab(var grab):
            grab.state = .asking
            return .grab(grab)
        case .swap(let swap): return .swap(swap.with(.starting))
        case .launch(var launch):
            launch.state = .creating
            return .launch(launch)
        case .settlement: return self
        }
    }

    fileprivate var payment: PaymentRecord? {
        if case .payment(let payment) = self { payment } else { nil }
    }
}
