import FlipcashAPI
import FlipcashCore
import FlipcashTestKit
import Foundation
import ProtobufCodec
import Testing

@testable import FlipcashWallet

/// Giving and receiving cash face to face (payment specification §14).
@Suite struct CashTests {
    private let world = SimulatedWorld()
    private let node: ScriptedNode
    private let a: TestWallet
    private let b: TestWallet

    init() {
        node = ScriptedNode(clock: world.clock)
        a = TestWallet("a", node: node, world: world)
        b = TestWallet("b", node: node, world: world)
    }

    /// Runs a bill of 5 CAD at 1.4 in the background, and returns it once it is advertised.
    private func bill(_ session: Session) async throws -> (
        SendCashOperation, OneTimeValue<Result<SentCash, SendCashFailure>>, SpawnedTask
    ) {
        let data = try await session.prepareSubmission(amount: .cad("5"), mint: .usdf)
        let bill = try session.showCashBill(data)
        let result = OneTimeValue<Result<SentCash, SendCashFailure>>()
        let states = bill.states()
        let task = world.environment.tasks.spawn {
            do { result.set(.success(try await bill.run())) } catch { result.set(.failure(SendCashFailure(error))) }
        }
        for await state in states where state == .advertised || state.isFinal { break }
        return (bill, result, task)
    }

    @Test("Giving five dollars: amounts, journal and both wallets agree")
    func giveAndGrab_movesTheMoney() throws {
        try world.run {
            let sender = try await a.open("a", quarks: 25_000_000, node: node)
            let receiver = try await b.open("b", quarks: 0, node: node)
            let (bill, result, task) = try await bill(sender)
            let received = try await receiver.receiveCash(bill.payload)
            await task.wait()
            let sent = try #require(try result.value?.get())
            #expect(sent.amount.quarks == 3_571_429)
            #expect(received.id == sent.id && received.id == bill.id)
            #expect(received.tokens.quarks == 3_571_429)
            #expect(received.native == .cad("5") && !received.isFromEarlierRequest)
            #expect(received.verifiedState == bill.exchangeData.state)
            #expect(receiver.balance(for: .usdf)?.quarks == 3_571_429)
            await sender.updatePostTransaction()
            #expect(sender.balance(for: .usdf)?.quarks == 21_428_571)
            #expect(bill.state == .done && sender.bill == nil)
            guard case .payment(let record) = try sender.journal.records().first else {
                Issue.record("the journal has no payment")
                return
            }
            #expect(record.state == .done && record.intent == bill.id)
        }
    }

    @Test("The payment carries the advertised proof and amounts")
    func give_submitsWhatItAdvertised() throws {
        try world.run {
            let sender = try await a.open("a", quarks: 25_000_000, node: node)
            let receiver = try await b.open("b", quarks: 0, node: node)
            let (bill, _, task) = try await bill(sender)
            node.change { $0.rates = [("usd", 1), ("cad", 1.37)] }
            _ = try await receiver.receiveCash(bill.payload)
            await task.wait()
            let offer = try #require(node.read { $0.messages[bill.rendezvous.publicKey.bytes] }?.first)
            let submitted = try #require(node.read { $0.submitted.last { $0.metadata.sendPublicPayment.hasSource } })
            guard case .clientExchangeData(let data) = submitted.metadata.sendPublicPayment.exchangeData else {
                Issue.record("no exchange data")
                return
            }
            #expect(data == offer.requestToGiveBill.exchangeData)
            #expect(data.nativeAmount == 5 && data.coreMintFiatExchangeRate.exchangeRate.exchangeRate == 1.4)
        }
    }

    @Test("A destination that the bill's key did not sign is not paid")
    func grab_hijacked_paysNobody() throws {
        try world.run {
            let sender = try await a.open("a", quarks: 25_000_000, node: node)
            let (bill, result, task) = try await bill(sender)
            let message = Ocp_Messaging_V1_Message.with {
                $0.requestToGrabBill = .with { $0.requestorAccount = node.vault(of: .usdc).test }
            }
            let forged = KeyPair.generate(using: world.environment.random)
            let signature = forged.sign(try message.serializedBytes() as [UInt8])
            node.deliver(message, signature: .with { $0.value = signature.bytes }, to: bill.rendezvous.publicKey.bytes)
            await task.wait()
            #expect(throws: SendCashFailure.invalidDestinationSignature) { try result.value?.get() }
            #expect(node.read { $0.intents[bill.id] == nil })
            #expect(bill.state == .failed)
        }
    }

    @Test("Dismissing a bill before a request moves no money, and the message says where the cash is")
    func cancel_beforeGrab_isSilent() throws {
        try world.run {
            let sender = try await a.open("a", quarks: 25_000_000, node: node)
            let (bill, result, task) = try await bill(sender)
            sender.dismissCashBill(style: .cancelled)
            await task.wait()
            #expect(throws: SendCashFailure.cancelled) { try result.value?.get() }
            #expect(bill.state == .cancelled && sender.bill == nil)
            #expect(SendCashFailure.cancelled.report.kind == .declined)
            #expect(node.read { $0.intents[bill.id] == nil })
        }
    }

    /// A wallet that the test can release.
    private final class LeftWallet: Sendable {
        private let held: @Sendable () -> Session?

        init(_ session: Session) { held = { [weak session] in session } }

        var session: Session? { held() }
    }

    @Test("A bill that has ended is not on display and retains no wallet, even if it was not dismissed")
    func run_ended_letsTheWalletGo() throws {
        let left = try world.run {
            let sender = try await a.open("a", quarks: 25_000_000, node: node)
            let (bill, _, task) = try await bill(sender)
            #expect(sender.bill === bill)
            bill.cancel()
            await task.wait()
            #expect(bill.state == .cancelled && sender.bill == nil)
            try await a.authenticator.logout()
            return LeftWallet(sender)
        }
        #expect(left.session == nil)
    }

    @Test("Logging out dismisses a bill that was never run, and releases the wallet")
    func logout_billOnShow_letsTheWalletGo() throws {
        let left = try world.run {
            let sender = try await a.open("a", quarks: 25_000_000, node: node)
            let bill = try sender.showCashBill(await sender.prepareSubmission(amount: .usd("1"), mint: .usdf))
            try await a.authenticator.logout()
            await #expect(throws: SendCashFailure.cancelled) { try await bill.run() }
            return LeftWallet(sender)
        }
        #expect(left.session == nil)
    }

    @Test("Dismissing a bill while its payment runs does not stop the payment")
    func cancel_duringTransfer_completesThePayment() throws {
        try world.run {
            let sender = try await a.open("a", quarks: 25_000_000, node: node)
            let receiver = try await b.open("b", quarks: 0, node: node)
            let (bill, result, task) = try await bill(sender)
            let states = bill.states()
            let watcher = world.environment.tasks.spawn {
                for await state in states where state == .transferring { bill.cancel() }
            }
            _ = try await receiver.receiveCash(bill.payload)
            await task.wait()
            await watcher.wait()
            #expect(try result.value?.get().id == bill.id)
            #expect(bill.state == .done)
        }
    }

    @Test("A scan right after the end of a bill reports at once whether it was dismissed or paid")
    func grab_afterTheEnd_saysWhichEnd() throws {
        try world.run {
            let c = TestWallet("c", node: node, world: world)
            let sender = try await a.open("a", quarks: 25_000_000, node: node)
            let receiver = try await b.open("b", quarks: 0, node: node)
            let late = try await c.open("c", quarks: 0, node: node)
            let (withdrawn, _, withdrawal) = try await bill(sender)
            withdrawn.cancel()
            await withdrawal.wait()
            await #expect(throws: ScanCashFailure.noOffer) { try await late.receiveCash(withdrawn.payload) }

            let (paid, _, payment) = try await bill(sender)
            _ = try await receiver.receiveCash(paid.payload)
            await payment.wait()
            for grabResult in [Ocp_Messaging_V1_SendMessageResponse.Result.ok, .noActiveStream] {
                node.change { $0.grabResult = grabResult }
                await #expect(throws: ScanCashFailure.takenByAnother) { try await late.receiveCash(paid.payload) }
            }
            node.change { $0.messages = [:] }
            await #expect(throws: ScanCashFailure.takenByAnother) { try await late.receiveCash(paid.payload) }
            // The account that has the cash does not report it again.
            let again = try await b.authenticator.completeLogin(
                with: TestWallet.account("b"), userID: receiver.userID, keepsNothing: true
            ).session
            await #expect(throws: ScanCashFailure.alreadyReceived) { try await again.receiveCash(paid.payload) }
            #expect(ScanCashFailure.alreadyReceived.report.kind == .conflict)
        }
    }

    @Test(
        "A second scan of a bill reports that its cash was received, or is being received during the first scan"
    )
    func grab_again_isNotCalledTakenByAnother() throws {
        try world.run {
            let sender = try await a.open("a", quarks: 25_000_000, node: node)
            let receiver = try await b.open("b", quarks: 0, node: node)
            let (bill, _, task) = try await bill(sender)
            let meanwhile = OneTimeValue<ScanCashFailure?>()
            let (node, payload) = (node, bill.payload)
            node.change {
                $0.onAccountInfos = {
                    node.change { $0.onAccountInfos = nil }
                    do { _ = try await receiver.receiveCash(payload) } catch {
                        meanwhile.set(error as? ScanCashFailure)
                    }
                }
            }
            _ = try await receiver.receiveCash(bill.payload)
            await task.wait()
            #expect(meanwhile.value == .some(.beingReceived))
            #expect(try receiver.database.getActivity(id: bill.id) == nil)
            await #expect(throws: ScanCashFailure.alreadyReceived) { try await receiver.receiveCash(bill.payload) }
        }
    }

    @Test("While a link is being shared, requests for the cash are dropped")
    func grab_whileIgnored_isDropped() throws {
        try world.run {
            let sender = try await a.open("a", quarks: 25_000_000, node: node)
            let receiver = try await b.open("b", quarks: 0, node: node)
            let (bill, result, task) = try await bill(sender)
            bill.setIgnoresGrabs(true)
            await #expect(throws: ScanCashFailure.senderDidNotPay) { try await receiver.receiveCash(bill.payload) }
            #expect(bill.state == .advertised)
            bill.cancel()
            await task.wait()
            #expect(throws: SendCashFailure.cancelled) { try result.value?.get() }
        }
    }

    @Test("A bill ends when its rate is 13 minutes old, and its offer is renewed until then")
    func bill_untilStale_isReadvertised() throws {
        try world.run {
            let sender = try await a.open("a", quarks: 25_000_000, node: node)
            let (bill, result, task) = try await bill(sender)
            await task.wait()
            #expect(throws: SendCashFailure.verifiedStateStale) { try result.value?.get() }
            #expect(SendCashFailure.verifiedStateStale.report.kind == .rateUnavailable)
            // Offers are sent at 0 s, 270 s and 540 s.
            #expect(node.read { $0.offers.count } == 3)
            #expect(Set(node.read { $0.offers }).count == 1)
            #expect(node.read { $0.messages[bill.rendezvous.publicKey.bytes] } == [])
        }
    }

    @Test("A bill without a request in time fails with its own error")
    func give_withWaitLimit_endsInTime() throws {
        try world.run {
            let sender = try await a.open("a", quarks: 25_000_000, node: node)
            let data = try await sender.prepareSubmission(amount: .usd("1"), mint: .usdf)
            await #expect(throws: SendCashFailure.notScannedInTime) {
                try await sender.giveCash(data, wait: .seconds(20))
            }
        }
    }

    @Test("A bill that may wait longer than its rate is valid ends with its rate")
    func give_waitBeyondRate_endsWithRate() throws {
        try world.run {
            let sender = try await a.open("a", quarks: 25_000_000, node: node)
            let data = try await sender.prepareSubmission(amount: .usd("1"), mint: .usdf)
            await #expect(throws: SendCashFailure.verifiedStateStale) {
                try await sender.giveCash(data, wait: .seconds(3_600))
            }
        }
    }

    @Test("A stale pin is refused before anything is sent")
    func showCashBill_stalePin_isRefused() throws {
        try world.run {
            let sender = try await a.open("a", quarks: 25_000_000, node: node)
            let data = try await sender.prepareSubmission(amount: .usd("1"), mint: .usdf)
            world.clock.moveDate(by: .seconds(780))
            #expect(throws: SessionError.verifiedStateStale) { try sender.showCashBill(data) }
        }
    }

    @Test("The second of two requesters gets the error that another account was first")
    func grab_second_isTaken() throws {
        try world.run {
            let c = TestWallet("c", node: node, world: world)
            let sender = try await a.open("a", quarks: 25_000_000, node: node)
            let first = try await b.open("b", quarks: 0, node: node)
            let second = try await c.open("c", quarks: 0, node: node)
            let (bill, _, task) = try await bill(sender)
            _ = try await first.receiveCash(bill.payload)
            await task.wait()
            await #expect(throws: ScanCashFailure.takenByAnother) { try await second.receiveCash(bill.payload) }
            #expect(ScanCashFailure.takenByAnother.report.kind == .conflict)
        }
    }

    @Test("Scanning one's own bill is refused at once, also on another machine, and the bill stays live")
    func grab_ownBill_isRefusedAndBillStays() throws {
        try world.run {
            let sender = try await a.open("a", quarks: 25_000_000, node: node)
            let elsewhere = try await TestWallet("laptop", node: node, world: world).authenticator.login(
                TestWallet.account("a")
            ).session
            let receiver = try await b.open("b", quarks: 0, node: node)
            let (bill, result, task) = try await bill(sender)
            for session in [sender, elsewhere] {
                let start = world.clock.uptime()
                await #expect(throws: ScanCashFailure.ownBill) { try await session.receiveCash(bill.payload) }
                #expect(world.clock.uptime() - start < .seconds(1))
            }
            #expect(bill.state == .advertised)
            #expect(ScanCashFailure.ownBill.report.kind == .conflict)
            #expect(try await receiver.receiveCash(bill.payload).id == bill.id)
            await task.wait()
            #expect(try result.value?.get().id == bill.id)
        }
    }

    @Test("A request from another program of the giver's account does not end the bill")
    func give_ownRequest_isIgnored() throws {
        try world.run {
            let sender = try await a.open("a", quarks: 25_000_000, node: node)
            let receiver = try await b.open("b", quarks: 0, node: node)
            let (bill, result, task) = try await bill(sender)
            let vault = try await sender.cluster(for: .usdf).vault
            let request = Ocp_Messaging_V1_Message.with {
                $0.requestToGrabBill = .with { $0.requestorAccount = vault.test }
            }
            let signature = bill.rendezvous.sign(try request.serializedBytes() as [UInt8])
            node.deliver(request, signature: .with { $0.value = signature.bytes }, to: bill.rendezvous.publicKey.bytes)
            #expect(try await receiver.receiveCash(bill.payload).id == bill.id)
            await task.wait()
            #expect(try result.value?.get().id == bill.id)
        }
    }

    @Test("A bill carries its owner's mark, which differs for other owners and does not change the amount")
    func mark_payload_isTheOwnersAlone() throws {
        let (mine, other) = (TestWallet.account("a").ownerKey, TestWallet.account("b").ownerKey)
        let nonce = try #require(CashCode.Nonce(Array(1...10)))
        let plain = try CashCode.Payload(fiat: .cad("5"), nonce: nonce)
        let mark = try #require(BillMark(owner: mine))
        let marked = mark.marked(plain)
        #expect(mark.isOn(marked) && !mark.isOn(plain))
        #expect(BillMark(owner: other)?.isOn(marked) == false)
        #expect(marked.bytes[..<10] == plain.bytes[..<10] && marked.bytes[14...] == plain.bytes[14...])
        #expect(mark.marked(marked) == marked)
        #expect(marked.unverifiedAmount == .cad("5"))
    }

    @Test("A code without an offer is reported after ten polls")
    func grab_deadBill_throwsNoOffer() throws {
        try world.run {
            let receiver = try await b.open("b", quarks: 0, node: node)
            let payload = try receiver.makePayload(for: .usd("1"))
            await #expect(throws: ScanCashFailure.noOffer) { try await receiver.receiveCash(payload) }
            #expect(node.read { $0.calls.filter { $0 == "pollMessages" }.count } == 10)
            // The same code can be scanned again.
            await #expect(throws: ScanCashFailure.noOffer) { try await receiver.receiveCash(payload) }
        }
    }

    @Test("A forged offer does not hide the sender's")
    func grab_forgedOffer_isPassedOver() throws {
        try world.run {
            let sender = try await a.open("a", quarks: 25_000_000, node: node)
            let receiver = try await b.open("b", quarks: 0, node: node)
            let (bill, result, task) = try await bill(sender)
            let forged = Ocp_Messaging_V1_Message.with {
                $0.requestToGiveBill = .with { $0.mint = PublicKey.usdc.test }
            }
            let signature = bill.rendezvous.sign(try forged.serializedBytes() as [UInt8])
            let key = bill.rendezvous.publicKey.bytes
            node.deliver(forged, signature: .with { $0.value = signature.bytes }, to: key)
            node.change { $0.messages[key]?.reverse() }
            let received = try await receiver.receiveCash(bill.payload)
            await task.wait()
            #expect(received.tokens.mint == .usdf)
            #expect(try result.value?.get().id == bill.id)
        }
    }

    @Test("The stream is open before the offer is sent")
    func give_listensBeforeItAdvertises() throws {
        try world.run {
            let sender = try await a.open("a", quarks: 25_000_000, node: node)
            let (bill, _, task) = try await bill(sender)
            let calls = node.read { $0.calls }
            let stream = try #require(calls.firstIndex(of: "openMessageStreamWithKeepAlive"))
            let offer = try #require(calls.firstIndex(of: "sendMessage"))
            #expect(stream < offer)
            bill.cancel()
            await task.wait()
        }
    }

    @Test("A bill whose server was restarted and has lost the offer opens its stream and leaves the offer again")
    func bill_streamReopened_advertisesAgain() throws {
        try world.run {
            let sender = try await a.open("a", quarks: 25_000_000, node: node)
            let receiver = try await b.open("b", quarks: 0, node: node)
            let (bill, result, task) = try await bill(sender)
            node.loseMessages(on: bill.rendezvous.publicKey)
            try await world.clock.sleep(for: RendezvousListener.reopenDelay * 2)
            #expect(node.read { $0.offers.count } == 2)
            #expect(Set(node.read { $0.offers }).count == 1)
            let received = try await receiver.receiveCash(bill.payload)
            await task.wait()
            #expect(received.id == bill.id)
            #expect(try result.value?.get().id == bill.id)
        }
    }

    @Test("A bill outlives a service that cannot be reached for a minute, and says so meanwhile")
    func bill_serviceDownForAMinute_isOfferedAgain() throws {
        try world.run {
            let sender = try await a.open("a", quarks: 25_000_000, node: node)
            let receiver = try await b.open("b", quarks: 0, node: node)
            let (bill, result, task) = try await bill(sender)
            node.change { $0.isDown = true }
            node.loseMessages(on: bill.rendezvous.publicKey)
            try await world.clock.sleep(for: .seconds(60))
            #expect(bill.state == .disconnected)
            node.change { $0.isDown = false }
            try await world.clock.sleep(for: RendezvousListener.reopenDelay * 2)
            #expect(bill.state == .advertised)
            let received = try await receiver.receiveCash(bill.payload)
            await task.wait()
            #expect(received.id == bill.id)
            #expect(try result.value?.get().id == bill.id)
        }
    }

    @Test("If the sender has stopped listening, the bill is reported as gone")
    func grab_noActiveStream_throwsBillGone() throws {
        try world.run {
            let sender = try await a.open("a", quarks: 25_000_000, node: node)
            let receiver = try await b.open("b", quarks: 0, node: node)
            let (bill, _, task) = try await bill(sender)
            node.change { $0.grabResult = .noActiveStream }
            await #expect(throws: ScanCashFailure.billGone) { try await receiver.receiveCash(bill.payload) }
            #expect(ScanCashFailure.billGone.report.kind == .notFound)
            bill.cancel()
            await task.wait()
        }
    }
}
