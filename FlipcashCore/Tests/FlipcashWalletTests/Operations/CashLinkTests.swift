import FlipcashAPI
import FlipcashCore
import FlipcashTestKit
import Foundation
import Testing

@testable import FlipcashWallet

/// Creating, collecting and cancelling links (payment specification §13).
@Suite struct CashLinkTests {
    private let world = SimulatedWorld()
    private let node: ScriptedNode
    private let a: TestWallet
    private let b: TestWallet

    init() {
        node = ScriptedNode(clock: world.clock)
        a = TestWallet("a", node: node, world: world)
        b = TestWallet("b", node: node, world: world)
    }

    private func link(_ session: Session, _ amount: FiatAmount = .usd("10")) async throws -> CashLink {
        let data = try await session.prepareSubmission(amount: amount, mint: .usdf)
        return try await session.createCashLink(exchangedFiat: data)
    }

    @Test("A link is created, described, collected once, and then reported as collected")
    func link_lifecycle() throws {
        try world.run {
            let sender = try await a.open("a", quarks: 25_000_000, node: node)
            let receiver = try await b.open("b", quarks: 0, node: node)
            let link = try await link(sender)
            #expect(sender.balance(for: .usdf)?.quarks == 15_000_000)
            #expect(link.link(hosts: .flipcash).url == "https://send.flipcash.com/c/#/e=\(link.mnemonic.entropyBase58)")
            let info = try await receiver.cashLinkInfo(link.mnemonic)
            #expect(info.state == .unclaimed && !info.isMine && info.native == .usd("10"))
            #expect(try await sender.cashLinkInfo(link.mnemonic).isMine)
            let received = try await receiver.receiveCashLink(link.mnemonic)
            #expect(received.tokens.quarks == 10_000_000)
            #expect(receiver.balance(for: .usdf)?.quarks == 10_000_000)
            await #expect(throws: CashLinkFailure.claimed) { try await receiver.receiveCashLink(link.mnemonic) }
            #expect(CashLinkFailure.claimed.report.kind == .conflict)
        }
    }

    @Test("A link that is received twice at the same time is collected once, without an error")
    func receive_twiceAtOnce_isOneReceipt() throws {
        try world.run {
            let sender = try await a.open("a", quarks: 25_000_000, node: node)
            let receiver = try await b.open("b", quarks: 0, node: node)
            let link = try await link(sender)
            async let first = receiver.receiveCashLink(link.mnemonic)
            async let second = receiver.receiveCashLink(link.mnemonic)
            let (one, two) = (try await first, try await second)
            #expect(one.id == two.id)
            let claims = node.read { $0.submitted.filter { $0.metadata.receivePaymentsPublicly.hasSource }.count }
            #expect(claims == 1)
        }
    }

    @Test("An account's own link is collected only if that is allowed")
    func receive_ownLink_needsConsent() throws {
        try world.run {
            let sender = try await a.open("a", quarks: 25_000_000, node: node)
            let link = try await link(sender)
            await #expect(throws: CashLinkFailure.own) { try await sender.receiveCashLink(link.mnemonic) }
            _ = try await sender.receiveCashLink(link.mnemonic, allowsOwn: true)
            #expect(sender.balance(for: .usdf)?.quarks == 25_000_000)
        }
    }

    @Test("If another account collects a link first, the error is the same as for a collected link")
    func receive_lostRace_readsAsClaimed() throws {
        try world.run {
            let sender = try await a.open("a", quarks: 25_000_000, node: node)
            let receiver = try await b.open("b", quarks: 0, node: node)
            let link = try await link(sender)
            node.change { $0.submission = .refuse(.staleState, "gift card balance has already been claimed") }
            await #expect(throws: CashLinkFailure.claimed) { try await receiver.receiveCashLink(link.mnemonic) }
            node.change { $0.submission = .refuse(.staleState, "gift card is expired") }
            await #expect(throws: CashLinkFailure.claimed) { try await receiver.receiveCashLink(link.mnemonic) }
        }
    }

    @Test("A link that is not found is looked up three times")
    func info_unknownLink_isNotFound() throws {
        try world.run {
            let receiver = try await b.open("b", quarks: 0, node: node)
            let before = node.read { $0.calls.filter { $0 == "getTokenAccountInfos" }.count }
            let words = TestWallet.account("unused").mnemonic
            await #expect(throws: CashLinkFailure.info(.notFound)) { try await receiver.cashLinkInfo(words) }
            #expect(node.read { $0.calls.filter { $0 == "getTokenAccountInfos" }.count } - before == 3)
            #expect(CashLinkFailure.info(.notFound).report.kind == .notFound)
        }
    }

    @Test("A link that becomes visible after a delay is found")
    func info_lateLink_isFound() throws {
        try world.run {
            let sender = try await a.open("a", quarks: 25_000_000, node: node)
            let receiver = try await b.open("b", quarks: 0, node: node)
            let link = try await link(sender)
            let card = link.mnemonic.key().publicKey
            let kept = node.read { $0.giftCards[card] }
            node.change { $0.giftCards[card] = nil }
            let appears = world.environment.tasks.spawn {
                try? await world.clock.sleep(for: .milliseconds(700))
                node.change { $0.giftCards[card] = kept }
            }
            #expect(try await receiver.cashLinkInfo(link.mnemonic).state == .unclaimed)
            await appears.wait()
        }
    }

    @Test("Cancelling takes the cash back and records it; for a collected link it throws")
    func cancel_notesTheEnd() throws {
        try world.run {
            let sender = try await a.open("a", quarks: 25_000_000, node: node)
            let first = try await link(sender)
            try await sender.cancelCashLink(vault: first.vault)
            #expect(node.read { $0.voided } == [first.vault])
            #expect(try sender.journal.links().first?.state == .cancelled)
            let second = try await link(sender)
            node.change { $0.voidResult = .claimedByOtherUser }
            await #expect(throws: CashLinkFailure.void(.claimedByOtherUser)) {
                try await sender.cancelCashLink(vault: second.vault)
            }
            #expect(try sender.journal.links().first?.state == .claimed)
            #expect(CashLinkFailure.void(.denied).report.kind == .refused)
        }
    }

    @Test("A bill that becomes a link pays once; if it is dismissed meanwhile, the link is taken back silently")
    func linkFromBill_paysOnce() throws {
        try world.run {
            let sender = try await a.open("a", quarks: 25_000_000, node: node)
            let data = try await sender.prepareSubmission(amount: .usd("1"), mint: .usdf)
            let bill = try sender.showCashBill(data)
            let run = world.environment.tasks.spawn { _ = try? await bill.run() }
            for await state in bill.states() where state == .advertised { break }
            let link = try #require(try await sender.createCashLink(from: bill))
            await run.wait()
            #expect(link.id == bill.id)
            #expect(bill.state == .convertedToLink)

            // A bill that was dismissed before is not converted.
            let gone = try sender.showCashBill(data)
            let second = world.environment.tasks.spawn { _ = try? await gone.run() }
            for await state in gone.states() where state == .advertised { break }
            gone.cancel()
            await second.wait()
            let before = node.read { $0.submitted.count }
            #expect(try await sender.createCashLink(from: gone) == nil)
            #expect(node.read { $0.submitted.count } == before)

            let dismissed = try sender.showCashBill(data)
            let third = world.environment.tasks.spawn { _ = try? await dismissed.run() }
            for await state in dismissed.states() where state == .advertised { break }
            node.change { $0.onSignatures = { dismissed.cancel() } }
            #expect(try await sender.createCashLink(from: dismissed) == nil)
            await third.wait()
            #expect(node.read { $0.voided.count } == 1)
            #expect(try sender.journal.links().first?.state == .cancelled)
        }
    }

    @Test("The list has secrets only for links made here")
    func cashLinks_listsHistoryAndJournal() throws {
        try world.run {
            let sender = try await a.open("a", quarks: 25_000_000, node: node)
            let link = try await link(sender)
            let listed = try #require(try sender.cashLinks().first)
            #expect(listed.vault == link.vault && listed.mnemonic == link.mnemonic && listed.canCancel)
            let foreign = Activity(
                id: IntentID.generate(using: world.environment.random), kind: .cashLink, state: .completed,
                title: "Sent",
                payment: Activity.Payment(currencyCode: "usd", nativeAmount: 1, quarks: 1_000_000, mint: .usdf),
                date: world.clock.now(), cashLink: Activity.CashLink(vault: .usdc, canCancel: false))
            try sender.database.insert(activities: [foreign])
            let other = try #require(try sender.cashLinks().first { $0.vault == .usdc })
            #expect(other.mnemonic == nil && other.state == .finished && !other.canCancel)
        }
    }

    @Test("A collected link is reported as collected even if the call is cancelled meanwhile")
    func receive_stoppedAfterTheCommit_isReceived() throws {
        try world.run {
            let sender = try await a.open("a", quarks: 25_000_000, node: node)
            let receiver = try await b.open("b", quarks: 0, node: node)
            let link = try await link(sender, .cad("10"))
            // No rate in the link's currency arrives, so the cancellation ends the wait for one.
            node.change { $0.rates = [] }
            await receiver.rates.start()
            let result = OneTimeValue<Result<ReceivedCash, any Error>>()
            let task = world.environment.tasks.spawn {
                do {
                    result.set(.success(try await receiver.receiveCashLink(link.mnemonic)))
                } catch {
                    result.set(.failure(error))
                }
            }
            let stopper = world.environment.tasks.spawn {
                while node.read({ !$0.giftCards.values.contains { $0.claimState == .claimed } }) { await Task.yield() }
                task.cancel()
            }
            await task.wait()
            await stopper.wait()
            #expect(try result.value?.get().tokens.quarks == link.amount.quarks)
            await receiver.rates.stop()
        }
    }

    @Test("A link is collected even if the answer lacks its currency's description")
    func receive_withoutInlineMint_asksForIt() throws {
        try world.run {
            let sender = try await a.open("a", quarks: 25_000_000, node: node)
            let receiver = try await b.open("b", quarks: 0, node: node)
            let link = try await link(sender)
            node.change { $0.omitsGiftCardMint = true }
            #expect(try await receiver.receiveCashLink(link.mnemonic).tokens.quarks == 10_000_000)
        }
    }

    @Test(
        "If the answer to a cancellation is lost or unreadable, the outcome is unknown and the error names the link",
        arguments: [true, false])
    func cancel_noReadableAnswer_isUnclear(isLost: Bool) throws {
        try world.run {
            let sender = try await a.open("a", quarks: 25_000_000, node: node)
            let link = try await link(sender)
            node.change {
                $0.losesVoids = isLost
                $0.garblesVoids = !isLost
            }
            let failure = await #expect(throws: CashLinkFailure.self) {
                try await sender.cancelCashLink(vault: link.vault)
            }
            #expect(failure == .voidUnclear(vault: link.vault))
            #expect(failure?.report.kind == .outcomeUnknown)
            #expect(failure?.report.details["vault"] == link.vault.base58)
            #expect(failure?.report.advice == .cancelLink(link.vault))
            #expect(try sender.journal.links().first?.state == .open)
        }
    }
}
