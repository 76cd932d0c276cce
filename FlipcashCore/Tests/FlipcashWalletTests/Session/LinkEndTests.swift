import FlipcashAPI
import FlipcashCore
import FlipcashTestKit
import ProtobufCodec
import Testing

@testable import FlipcashWallet

/// How links ended, as the payments service recorded it (payment specification §5.5, §13.6).
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

    /// Returns the history entry of a link that has ended. Its title is in no language.
    private func entry(_ link: CashLink, title: String = "???") -> Activity {
        Activity(
            id: link.id, kind: .cashLink, state: .completed, title: title,
            payment: Activity.Payment(currencyCode: "usd", nativeAmount: 10, quarks: 10_000_000, mint: .usdf),
            date: link.created, cashLink: Activity.CashLink(vault: link.vault, canCancel: false))
    }

    /// Returns the history entry of a link that can be collected.
    private func openEntry(_ link: CashLink) -> Activity {
        Activity(
            id: link.id, kind: .cashLink, state: .pending, title: "Sending",
            payment: Activity.Payment(currencyCode: "usd", nativeAmount: 10, quarks: 10_000_000, mint: .usdf),
            date: link.created, cashLink: Activity.CashLink(vault: link.vault, canCancel: true))
    }

    /// Returns the history entry of another link that has ended and has a return. Its end stays unknown while the
    /// service's answers about recorded payments are unreadable.
    private func returnedEntry(_ number: Int, date: Instant) throws -> Activity {
        let id = try IntentID([UInt8](repeating: UInt8(number), count: 32))
        recordReturn(of: id, source: PublicKey(raw: id.raw))
        return Activity(
            id: id, kind: .cashLink, state: .completed, title: "???",
            payment: Activity.Payment(currencyCode: "usd", nativeAmount: 10, quarks: 10_000_000, mint: .usdf),
            date: date, cashLink: Activity.CashLink(vault: PublicKey(raw: id.raw), canCancel: false))
    }

    /// Records that the money of a link returned to its maker.
    private func recordReturn(of link: CashLink, source: PublicKey? = nil, attempt: Int = 0) {
        recordReturn(of: link.id, source: source ?? link.vault, quarks: link.amount.quarks, attempt: attempt)
    }

    private func recordReturn(of id: IntentID, source: PublicKey, quarks: UInt64 = 10_000_000, attempt: Int = 0) {
        let owner = TestWallet.account("a").owner
        let actions = Ocp_Transaction_V1_SubmitIntentRequest.SubmitActions.with {
            $0.owner = owner.test
            $0.metadata = .with {
                $0.receivePaymentsPublicly = .with {
                    $0.source = source.test
                    $0.quarks = quarks
                    $0.isIndirectSend = true
                    $0.mint = PublicKey.usdf.test
                }
            }
        }
        node.change {
            $0.intents[.autoReturn(of: id, attempt: attempt)] = ScriptedNode.Record(
                actions: actions, signatures: [])
        }
    }

    enum Ending: CaseIterable, Sendable {
        case collected
        case cancelledElsewhere
        /// The money is back and was first looked up after the link's lifetime, so when and why it came back is
        /// unknown.
        case timeIsOver
        /// Another user made a payment under the id that the return would have.
        case foreignReturn
        /// The same, and the money returned under the next id.
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
        "The end of a link comes from the payments service's record, not from its history entry",
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
            // The title of a history entry has no effect, even in plain English.
            try sender.database.insert(activities: [entry(link, title: "Returned")])
            try await sender.syncHistory()
            #expect(try sender.journal.links().first?.state == ending.state)
            let listed = try #require(try sender.cashLinks().first)
            #expect(listed.end == ending.state && listed.state == .finished && !listed.canCancel)
            #expect(try sender.cashLinkEnds() == [link.id: ending.state])
        }
    }

    @Test("A link's end is looked up once and stored; if the lookup is not conclusive, it is repeated")
    func syncHistory_endKnown_isNotAskedAgain() throws {
        try world.run {
            let sender = try await a.open("a", quarks: 25_000_000, node: node)
            let link = try await link(sender)
            // As after a new installation: only the history has the link.
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

    @Test("A cancellation is recorded if seen in the link's lifetime; if seen later, it counts as returned")
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
            // The same user on another machine that was offline for a long time.
            let elsewhere = TestWallet("a2", node: node, world: world)
            let late = try await elsewhere.authenticator.completeLogin(
                with: TestWallet.account("a"), userID: sender.userID
            ).session
            try late.database.insert(activities: [entry(link)])
            try await late.syncHistory()
            #expect(try late.cashLinkEnds() == [link.id: .returned])
        }
    }

    @Test("A link whose end is unknown does not prevent older links from being looked up")
    func syncHistory_newestUnclear_olderIsLookedUp() throws {
        try world.run {
            let sender = try await a.open("a", quarks: 25_000_000, node: node)
            let older = try await link(sender)
            world.clock.moveDate(by: .seconds(1))
            let newest = try await link(sender)
            // Other users took every id that the return could have.
            for attempt in 0..<Session.returnIDCountMax { recordReturn(of: newest, source: .usdc, attempt: attempt) }
            try sender.database.insert(activities: [entry(older), entry(newest)])
            try await sender.syncHistory()
            #expect(try sender.cashLinks().map(\.end) == [nil, .claimed])
            #expect(try sender.database.getCashLinkEnds() == [older.id: .claimed])
        }
    }

    @Test("Links take turns if the ends of more links stay unknown than one sync looks up")
    func syncHistory_manyUnclear_takeTurns() throws {
        try world.run {
            let sender = try await a.open("a", quarks: 25_000_000, node: node)
            let older = try await link(sender)
            let unclear = try (1...Session.linkLookUpCountMax).map { number in
                try returnedEntry(number, date: older.created.advanced(by: .seconds(number)))
            }
            node.change { $0.metadataMakesNoSense = true }
            try sender.database.insert(activities: unclear + [entry(older)])
            try await sender.syncHistory()
            #expect(try sender.database.getCashLinkEnds() == [:])
            #expect(try sender.database.getLastLinkLookUp() == unclear.first?.id)
            // Continues with the oldest link, then begins again with the newest.
            try await sender.syncHistory()
            #expect(try sender.database.getCashLinkEnds() == [older.id: .claimed])
            #expect(try sender.database.getLastLinkLookUp() == unclear[1].id)
        }
    }

    @Test("After one lookup without an answer, the others are skipped")
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

    @Test("A node is not asked about links that were made at another node")
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

    @Test("A link can be looked up and cancelled while the history is unavailable")
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

    @Test("A link's end that a command learns is stored at once, readable without the account's key")
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

    @Test("A link's end recorded here counts before the history shows it")
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

    @Test("A new link is returned as soon as it is funded, before the refresh")
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
