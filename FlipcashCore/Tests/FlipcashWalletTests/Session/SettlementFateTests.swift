import CodeCurves
import FlipcashAPI
import FlipcashCore
import FlipcashTestKit
import Testing

@testable import FlipcashWallet

/// What a wallet knows of the money of payments between people (expense specification §9.5).
@Suite struct SettlementFateTests {
    private let world = SimulatedWorld()
    private let node: ScriptedNode
    private let a: TestWallet
    private let b: TestWallet

    init() {
        node = ScriptedNode(clock: world.clock)
        a = TestWallet("a", node: node, world: world)
        b = TestWallet("b", node: node, world: world)
    }

    /// A payer, and a record with its intent in the journal.
    private func noted(
        _ method: SettlementRecord.Method, intent: IntentID? = nil
    ) async throws -> (Session, SettlementRecord) {
        let session = try await a.open("a", quarks: 25_000_000, node: node)
        var record = session.settlement(of: "p1", by: method)
        record.intent = intent ?? .generate(using: world.environment.random)
        try session.note(record)
        return (session, record)
    }

    private func send(_ session: Session, _ record: SettlementRecord) async throws {
        let receiver = try await b.open("b", quarks: 1_000_000, node: node)
        let person = try await session.person(at: receiver.ownerPublicKey, mint: .usdf)
        let data = try await session.prepareSubmission(amount: .usd("2"), mint: .usdf)
        _ = try await session.send(exchangedFiat: data, to: person, id: record.intent, splitPayment: record.payment)
    }

    private func link(_ session: Session) async throws -> (CashLink, SettlementRecord) {
        let data = try await session.prepareSubmission(amount: .usd("2"), mint: .usdf)
        let payload = try session.makePayload(for: data.amount.nativeAmount)
        var record = session.settlement(of: "p1", by: .link)
        record.intent = IntentID(rendezvous: payload.rendezvous.publicKey)
        try session.note(record)
        let link = try await session.createCashLink(payload: payload, exchangedFiat: data, splitPayment: "p1")
        return (link, record)
    }

    @Test("a payment that was never submitted is not paid, whatever happens to the node")
    func fate_nothingSubmitted_isNotPaid() throws {
        try world.run {
            let (session, record) = try await noted(.direct)
            guard case .notPaid = try await session.fate(of: record) else { Issue.record("not known"); return }
            let plain = session.settlement(of: "p2", by: .link)
            guard case .notPaid = try await session.fate(of: plain) else { Issue.record("not known"); return }
        }
    }

    @Test("a payment that was made is found, with what was paid")
    func fate_made_isPaid() throws {
        try world.run {
            let (session, record) = try await noted(.direct)
            try await send(session, record)
            guard case .paid(let payment) = try await session.fate(of: record) else { Issue.record("not paid"); return }
            #expect(payment.splitPayment == "p1" && payment.quarks == 2_000_000)
            #expect(try session.settlements() == [record])
        }
    }

    @Test("a payment without an answer is unknown, then known")
    func fate_unfinished_isLookedUp() throws {
        try world.run {
            let (session, record) = try await noted(.direct)
            try await send(session, record)
            guard case .payment(var payment)? = try session.journal.records().last else { Issue.record("none"); return }
            payment.state = .submitting
            try session.journal.append(.payment(payment))
            node.change { $0.metadataIsDown = true }
            guard case .unknown = try await session.fate(of: record) else { Issue.record("known"); return }
            node.change { $0.metadataIsDown = false }
            guard case .paid = try await session.fate(of: record) else { Issue.record("not paid"); return }
        }
    }

    @Test("a link is open until it is collected or taken back; an attempt that was not funded does not count")
    func fate_link_followsIt() throws {
        try world.run {
            let session = try await a.open("a", quarks: 25_000_000, node: node)
            let (link, record) = try await link(session)
            guard case .link(let open) = try await session.fate(of: record) else { Issue.record("no link"); return }
            #expect(open.state == .open && open.vault == link.vault && open.splitPayment == "p1")
            let failed = LinkRecord(
                entropy: open.entropy, vault: .usdc, intent: open.intent, mint: open.mint, quarks: open.quarks,
                native: open.native, created: open.created, state: .failed, splitPayment: "p1")
            try session.journal.append(.link(failed))
            try await session.cancelCashLink(vault: link.vault)
            guard case .link(let ended) = try await session.fate(of: record) else { Issue.record("no link"); return }
            #expect(ended.state == .cancelled)
        }
    }

    @Test("a submission to another node is unknown here")
    func fate_otherNode_isUnknown() throws {
        try world.run {
            let (session, record) = try await noted(.direct)
            let elsewhere = SettlementRecord(
                payment: "p3", method: .direct, intent: record.intent, created: record.created, node: .usdc)
            guard case .unknown = try await session.fate(of: elsewhere) else { Issue.record("known"); return }
        }
    }
}
