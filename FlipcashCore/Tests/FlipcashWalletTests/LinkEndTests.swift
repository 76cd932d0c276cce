import FlipcashAPI
import FlipcashCore
import FlipcashTestKit
import ProtobufCodec
import Testing

@testable import FlipcashWallet

/// How links ended is read from what the payments service recorded (payment specification §5.5, §13.6).
@Suite struct LinkEndTests {
    private let world = SimulatedWorld()
    private let node: ScriptedNode
    private let a: TestWallet

    init() {
        node = ScriptedNode(clock: world.clock)
        a = TestWallet("a", node: node, world: world)
    }

    private func link(_ session: Session) async throws -> CashLink {
        let data = try await session.prepareSubmission(amount: .usd("10"), mint: .usdf)
        return try await session.createCashLink(exchangedFiat: data)
    }

    /// The entry that the history has of a link that is over. Its words are of no language.
    private func entry(_ link: CashLink, title: String = "???") -> Activity {
        Activity(
            id: link.id, kind: .cashLink, state: .completed, title: title,
            payment: Activity.Payment(currencyCode: "usd", nativeAmount: 10, quarks: 10_000_000, mint: .usdf),
            date: link.created, cashLink: Activity.CashLink(vault: link.vault, canCancel: false))
    }

    /// The entry that the history has of a link that waits to be collected.
    private func openEntry(_ link: CashLink) -> Activity {
        Activity(
            id: link.id, kind: .cashLink, state: .pending, title: "Sending",
            payment: Activity.Payment(currencyCode: "usd", nativeAmount: 10, quarks: 10_000_000, mint: .usdf),
            date: link.created, cashLink: Activity.CashLink(vault: link.vault, canCancel: true))
    }

    /// Records that the money of a link went back to its maker.
    private func recordReturn(of link: CashLink, source: PublicKey? = nil, attempt: Int = 0) {
        let owner = TestWallet.account("a").owner
        let actions = Ocp_Transaction_V1_SubmitIntentRequest.SubmitActions.with {
            $0.owner = owner.test
            $0.metadata = .with {
                $0.receivePaymentsPublicly = .with {
                    $0.source = (source ?? link.vault).test
                    $0.quarks = link.amount.quarks
                    $0.isIndirectSend = true
                    $0.mint = PublicKey.usdf.test
                }
            }
        }
        node.change {
            $0.intents[.autoReturn(of: link.id, attempt: attempt)] = ScriptedNode.Record(
                actions: actions, signatures: [])
        }
    }

    enum Ending: CaseIterable, Sendable {
        case collected
        case cancelledElsewhere
        /// Its money is back, and was first looked for after its time: nothing tells when it came back, and why.
        case timeIsOver
        /// Somebody made a payment under the id that the return would have.
        case foreignReturn
        /// The same, and the money came back under the next id.
        case laterReturn

        var state: LinkRecord.State {
            switch self {
            case .collected, .foreignReturn: .claimed
            case .cancelledElsewhere, .laterReturn: .cancelled
            case .timeIsOver: .returned
            }
        }
    }

    @Test(
        "The end of a link is what the payments service recorded, whatever language its history entry has",
        arguments: Ending.allCases)
    func syncHistory_finishedLink_isReadFromStates(ending: Ending) throws {
        try world.run {
            let sender = try await a.open("a", quarks: 25_000_000, node: node)
            let link = try await link(sender)
            switch ending {
            case .collected: break
            case .cancelledElsewhere: recordReturn(of: link)
            case .timeIsOver:
                recordReturn(of: link)
                world.clock.moveDate(by: CashLink.lifetime)
            case .foreignReturn: recordReturn(of: link, source: .usdc)
            case .laterReturn:
                recordReturn(of: link, source: .usdc)
                recordReturn(of: link, attempt: 1)
            }
            // A title in plain English that says something else decides nothing.
            try sender.database.insert(activities: [entry(link, title: "Returned")])
            try await sender.syncHistory()
            #expect(try sender.journal.links().first?.state == ending.state)
            let listed = try #require(try sender.cashLinks().first)
            #expect(listed.end == ending.state && listed.state == .finished && !listed.canCancel)
            #expect(try sender.cashLinkEnds() == [link.id: ending.state])
        }
    }

    @Test("A link's end is asked for once and kept in the store; one that cannot be told now is asked for again")
    func syncHistory_endKnown_isNotAskedAgain() throws {
        try world.run {
            let sender = try await a.open("a", quarks: 25_000_000, node: node)
            let link = try await link(sender)
            // As after a new installation: the history alone knows of the link.
            var record = try #require(try sender.journal.links().first)
            record.state = .failed
            try sender.journal.append(.link(record))
            try sender.database.insert(activities: [entry(link)])
            func askedCount() -> Int { node.read { $0.calls.filter { $0 == "getIntentMetadata" }.count } }
            node.change { $0.metadataIsDown = true }
            try await sender.syncHistory()
            #expect(try sender.cashLinks().first?.end == nil)
            node.change { $0.metadataIsDown = false }
            let before = askedCount()
            try await sender.syncHistory()
            #expect(askedCount() == before + 1)
            #expect(try sender.cashLinks().first?.end == .claimed)
            try await sender.syncHistory()
            #expect(askedCount() == before + 1)
        }
    }

    @Test("A cancellation seen in time stays one; seen only after the link's time, it says that the money came back")
    func syncHistory_cancelledElsewhere_isTellableInTimeOnly() throws {
        try world.run {
            let sender = try await a.open("a", quarks: 25_000_000, node: node)
            let link = try await link(sender)
            recordReturn(of: link)
            try sender.database.insert(activities: [entry(link)])
            try await sender.syncHistory()
            world.clock.moveDate(by: CashLink.lifetime)
            try await sender.syncHistory()
            #expect(try sender.cashLinkEnds() == [link.id: .cancelled])
            // The same person at another machine, which was away for long.
            let elsewhere = TestWallet("a2", node: node, world: world)
            let late = try await elsewhere.authenticator.completeLogin(
                with: TestWallet.account("a"), userID: sender.userID
            ).session
            try late.database.insert(activities: [entry(link)])
            try await late.syncHistory()
            #expect(try late.cashLinkEnds() == [link.id: .returned])
        }
    }

    @Test("A link whose end cannot be told keeps no older one from being looked up")
    func syncHistory_newestUnclear_olderIsLookedUp() throws {
        try world.run {
            let sender = try await a.open("a", quarks: 25_000_000, node: node)
            let older = try await link(sender)
            world.clock.moveDate(by: .seconds(1))
            let newest = try await link(sender)
            // Strangers took every id that the return of its money could have.
            for attempt in 0..<Session.returnIDCountMax { recordReturn(of: newest, source: .usdc, attempt: attempt) }
            try sender.database.insert(activities: [entry(older), entry(newest)])
            try await sender.syncHistory()
            #expect(try sender.cashLinks().map(\.end) == [nil, .claimed])
            #expect(try sender.database.getCashLinkEnds() == [older.id: .claimed])
        }
    }

    @Test("Where one look-up has no answer, the others are not waited for")
    func syncHistory_noAnswer_asksOnce() throws {
        try world.run {
            let sender = try await a.open("a", quarks: 25_000_000, node: node)
            let links = [try await link(sender), try await link(sender)]
            try sender.database.insert(activities: links.map { entry($0) })
            node.change { $0.metadataIsDown = true }
            let before = node.read { $0.calls.filter { $0 == "getIntentMetadata" }.count }
            try await sender.syncHistory()
            #expect(node.read { $0.calls.filter { $0 == "getIntentMetadata" }.count } == before + 1)
        }
    }

    @Test("A node is not asked how a link ended that was made at another")
    func syncHistory_linkOfAnotherNode_isNotAsked() throws {
        try world.run {
            let elsewhere = ScriptedNode(clock: world.clock, seed: 9)
            let there = TestWallet("a", node: elsewhere, world: world)
            let maker = try await there.open("a", quarks: 25_000_000, node: elsewhere)
            let link = try await link(maker)
            let sender = try await a.open("a", quarks: 0, node: node)
            for record in try maker.journal.links() { try sender.journal.append(.link(record)) }
            try sender.database.insert(activities: [entry(link)])
            try await sender.syncHistory()
            #expect(node.read { !$0.calls.contains("getIntentMetadata") })
            #expect(try sender.journal.links().map(\.state) == [.open])
            #expect(try sender.cashLinks().first?.end == nil)
        }
    }

    @Test("Where a link stands can be asked, and its money taken back, while the history is down")
    func refreshed_historyDown_asksPaymentsAlone() throws {
        try world.run {
            let sender = try await a.open("a", quarks: 25_000_000, node: node)
            node.change { $0.historyIsDown = true }
            let (first, second) = (try await link(sender), try await link(sender))
            let open = try #require(try sender.cashLinks().first { $0.vault == first.vault })
            #expect(try await sender.refreshed(open).state == .pending)
            try await sender.cancelCashLink(vault: first.vault, refreshes: false)
            #expect(try sender.cashLinks().first { $0.vault == first.vault }?.end == .cancelled)

            let card = second.mnemonic.key().publicKey
            node.change { $0.giftCards[card]?.claimState = .claimed }
            let collected = try #require(try sender.cashLinks().first { $0.vault == second.vault })
            #expect(try await sender.refreshed(collected).end == .claimed)
            #expect(try sender.journal.links().first { $0.vault == second.vault }?.state == .claimed)
        }
    }

    @Test("What a command learns of a link's end is stored at once, where it is read without the account's key")
    func getCashLinks_endLearned_isStored() throws {
        try world.run {
            let sender = try await a.open("a", quarks: 25_000_000, node: node)
            node.change { $0.historyIsDown = true }
            let (first, second) = (try await link(sender), try await link(sender))
            try sender.database.insert(activities: [openEntry(first), openEntry(second)])
            let open = try sender.database.getCashLinks()
            #expect(open.count == 2 && open.allSatisfy { $0.state == .pending && $0.canCancel && $0.mnemonic == nil })
            try await sender.cancelCashLink(vault: first.vault, refreshes: false)
            let card = second.mnemonic.key().publicKey
            node.change { $0.giftCards[card]?.claimState = .claimed }
            let collected = try #require(try sender.cashLinks().first { $0.vault == second.vault })
            #expect(try await sender.refreshed(collected).end == .claimed)
            let over = try sender.database.getCashLinks()
            #expect(over.count == 2 && over.allSatisfy { $0.state == .finished && !$0.canCancel })
            #expect(try sender.database.getCashLinkEnds() == [first.id: .cancelled, second.id: .claimed])
        }
    }

    @Test("What a link ended as here counts before the history tells it")
    func cashLinks_cancelledHere_isOver() throws {
        try world.run {
            let sender = try await a.open("a", quarks: 25_000_000, node: node)
            let link = try await link(sender)
            try sender.database.insert(activities: [openEntry(link)])
            #expect(try sender.cashLinks().first?.state == .pending)
            try await sender.cancelCashLink(vault: link.vault, refreshes: false)
            let listed = try #require(try sender.cashLinks().first)
            #expect(listed.state == .finished && listed.end == .cancelled && !listed.canCancel)
        }
    }

    @Test("A link is returned as soon as it is paid: what is fetched for the store comes later")
    func createLink_noRefresh_asksNothingMore() throws {
        try world.run {
            let sender = try await a.open("a", quarks: 25_000_000, node: node)
            let data = try await sender.prepareSubmission(amount: .usd("10"), mint: .usdf)
            _ = try await sender.createCashLink(exchangedFiat: data, refreshes: false)
            #expect(sender.balance(for: .usdf)?.quarks == 25_000_000)
            #expect(node.read { !$0.calls.contains("getPagedNotifications") })
            await sender.updatePostTransaction()
            #expect(sender.balance(for: .usdf)?.quarks == 15_000_000)
        }
    }
}
