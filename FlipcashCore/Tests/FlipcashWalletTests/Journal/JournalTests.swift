import CodeCurves
import FlipcashCore
import FlipcashTestKit
import Testing

@testable import FlipcashWallet

@Suite struct JournalTests {
    private let files = MemoryFileSystem()
    private let random = SeededRandomSource()
    private static let path = "/t/journal"

    private func journal(seed: UInt8 = 1) throws -> Journal {
        Journal(
            path: Self.path, seed: try Secret32([UInt8](repeating: seed, count: 32)), files: files, random: random)
    }

    private func link(_ number: UInt8, state: LinkRecord.State, created: Int64 = 1_767_225_600) throws -> LinkRecord {
        LinkRecord(
            entropy: "4y7bh9TAFaamQPxGNT86e2", vault: try PublicKey([UInt8](repeating: number, count: 32)),
            intent: try IntentID([UInt8](repeating: number, count: 32)), mint: .usdf, quarks: UInt64.max,
            native: JournalAmount(currency: "cad", value: "5.00"), created: Instant(seconds: created), state: state)
    }

    private func payment(_ number: UInt8, state: PaymentRecord.State) throws -> PaymentRecord {
        PaymentRecord(
            intent: try IntentID([UInt8](repeating: number, count: 32)), kind: .give, mint: .usdf, quarks: 7,
            native: JournalAmount(currency: "usd", value: "1"), created: Instant(seconds: 1_767_225_600), state: state)
    }

    @Test("Records are read back, later ones replacing earlier ones")
    func append_thenRead_givesTheLatest() throws {
        let journal = try journal()
        try journal.append(.link(link(1, state: .submitting)))
        try journal.append(.payment(payment(2, state: .submitting)))
        try journal.append(.link(link(1, state: .open)))
        #expect(try journal.records() == [.link(link(1, state: .open)), .payment(payment(2, state: .submitting))])
        #expect(try journal.unfinished() == [.payment(payment(2, state: .submitting))])
    }

    private func grab(
        _ number: UInt8, state: GrabRecord.State, created: Int64 = 1_767_225_600
    ) throws -> GrabRecord {
        GrabRecord(
            intent: try IntentID([UInt8](repeating: number, count: 32)), mint: .usdf,
            created: Instant(seconds: created), state: state)
    }

    @Test("A request for cash is read back, and is open until its end is known")
    func append_grab_isReadBack() throws {
        let journal = try journal()
        try journal.append(.payment(payment(1, state: .submitting)))
        try journal.append(.grab(grab(1, state: .asking)))
        #expect(try journal.unfinished() == [.payment(payment(1, state: .submitting)), .grab(grab(1, state: .asking))])
        try journal.append(.grab(grab(1, state: .arrived)))
        #expect(try journal.grab(grab(1, state: .asking).intent) == grab(1, state: .arrived))
        #expect(try journal.grab(grab(2, state: .asking).intent) == nil)
        #expect(try journal.unfinished() == [.payment(payment(1, state: .submitting))])
    }

    @Test("The node of a submission is read back; it is nil if it was not recorded")
    func append_node_isReadBack() throws {
        let (journal, intent) = (try journal(), try IntentID([UInt8](repeating: 4, count: 32)))
        let (native, time) = (JournalAmount(currency: "usd", value: "1"), Instant(seconds: 1_767_225_600))
        let records: [JournalRecord] = [
            .link(
                LinkRecord(
                    entropy: "4y7bh9TAFaamQPxGNT86e2", vault: .usdc, intent: intent, mint: .usdf, quarks: 1,
                    native: native, created: time, state: .open, node: .usdc)),
            .payment(
                PaymentRecord(
                    intent: intent, kind: .claim, mint: .usdf, quarks: 1, native: native, created: time,
                    state: .submitting, node: .usdc)),
            .grab(GrabRecord(intent: intent, mint: .usdf, created: time, state: .asking, node: .usdc)),
        ]
        for record in records { try journal.append(record) }
        #expect(try journal.records() == records && records.allSatisfy { $0.node == .usdc })
        try journal.append(.payment(payment(2, state: .submitting)))
        let older = try #require(try journal.records().last)
        #expect(older.node == nil)
        let (own, other) = (
            PinnedNode(key: .usdf, coreMint: .usdf, coreVMAuthority: .usdc),
            PinnedNode(key: .usdf, coreMint: .usdf, coreVMAuthority: .usdf)
        )
        #expect(records.allSatisfy { $0.isKnown(to: own) && !$0.isKnown(to: other) })
        #expect(older.isKnown(to: own) && older.isKnown(to: other))
    }

    @Test("A record replaces another only if no later one has been written")
    func replace_laterRecord_isLeft() throws {
        let journal = try journal()
        let submitting = JournalRecord.link(try link(1, state: .submitting))
        try journal.append(submitting)
        try journal.append(.payment(payment(2, state: .submitting)))
        #expect(try journal.replace(submitting, with: .link(link(1, state: .open))))
        // The link has been cancelled meanwhile, so the earlier lookup is out of date.
        try journal.append(.link(link(1, state: .cancelled)))
        let before = try files.read(Self.path)
        #expect(try !journal.replace(submitting, with: .link(link(1, state: .failed))))
        #expect(try files.read(Self.path) == before)
        #expect(try journal.links().map(\.state) == [.cancelled])
        #expect(try !journal.replace(.link(link(9, state: .submitting)), with: .link(link(9, state: .open))))
    }

    @Test("Nothing of a record can be read without the account's key")
    func file_isSealed() throws {
        try journal().append(.link(link(1, state: .open)))
        let text = String(decoding: try #require(try files.read(Self.path)), as: UTF8.self)
        #expect(!text.contains("4y7bh9TAFaamQPxGNT86e2") && !text.contains("usdf"))
        let other = try journal(seed: 2).contents()
        #expect(other.records.isEmpty && other.damagedLineCount == 1)
    }

    @Test("A crash in the middle of a line loses only that line, at every position")
    func tornLine_losesNothingBefore() throws {
        try journal().append(.link(link(1, state: .open)))
        let first = try #require(try files.read(Self.path))
        try journal().append(.link(link(2, state: .open)))
        let both = try #require(try files.read(Self.path))
        for length in first.count..<both.count - 1 {
            files.setBytes(Array(both[..<length]), of: Self.path)
            #expect(try journal().links().map(\.vault) == [link(1, state: .open).vault])
            // A record written after the crash is not merged with the incomplete line.
            try journal().append(.link(link(3, state: .open)))
            #expect(try journal().links().count == 2)
        }
    }

    @Test("A record that was changed on disk is rejected")
    func changedLine_isSkipped() throws {
        try journal().append(.link(link(1, state: .open)))
        var bytes = try #require(try files.read(Self.path))
        bytes[30] = bytes[30] == 0x41 ? 0x42 : 0x41
        files.setBytes(bytes, of: Self.path)
        let contents = try journal().contents()
        #expect(contents.records.isEmpty && contents.damagedLineCount == 1)
    }

    @Test("A failed write throws")
    func append_failingDisk_throws() throws {
        files.failWrites(toPathsEndingIn: "journal")
        #expect(throws: JournalFailure.self) { try journal().append(.link(link(1, state: .open))) }
    }

    @Test("A journal that others can read is refused")
    func read_worldReadable_isRefused() throws {
        try journal().append(.link(link(1, state: .open)))
        files.setMode(0o604, of: Self.path)
        #expect(throws: JournalFailure.file(.readableByOthers(Self.path))) { try journal().records() }
    }

    @Test("Compaction keeps live links, recent ends and open submissions, and drops the rest")
    func compaction_keepsWhatMatters() throws {
        let journal = try journal()
        let old: Int64 = 1_700_000_000
        try journal.append(.link(link(1, state: .open, created: old)))
        try journal.append(.link(link(2, state: .claimed, created: old)))
        try journal.append(.link(link(3, state: .claimed)))
        try journal.append(.payment(payment(4, state: .submitting)))
        try journal.append(.payment(payment(5, state: .done)))
        try journal.append(.grab(grab(7, state: .asking, created: old)))
        try journal.append(.grab(grab(8, state: .arrived, created: old)))
        try journal.append(.grab(grab(9, state: .arrived)))
        try journal.append(.grab(grab(10, state: .received, created: 1_767_225_600 - 3_600)))
        try journal.append(.grab(grab(12, state: .received)))
        try journal.append(.grab(grab(11, state: .failed)))
        let foreign = Array("not a record of ours\n".utf8)
        let padding = (try #require(try files.read(Self.path))) + foreign
        let filler = [UInt8](repeating: 0x2B, count: Journal.compactionByteCount - padding.count - 1)
        files.setBytes(padding + filler + [0x0A], of: Self.path)
        try journal.append(.link(link(6, state: .submitting)))
        #expect(files.log.last == "replace journal")
        let kept = try journal.records().map(\.identity)
        #expect(
            kept
                == [
                    try JournalRecord.link(link(1, state: .open)).identity,
                    try JournalRecord.link(link(3, state: .open)).identity,
                    try JournalRecord.payment(payment(4, state: .done)).identity,
                    try JournalRecord.grab(grab(7, state: .asking)).identity,
                    try JournalRecord.grab(grab(9, state: .asking)).identity,
                    // Another program may be requesting the same cash now.
                    try JournalRecord.grab(grab(12, state: .asking)).identity,
                    try JournalRecord.link(link(6, state: .open)).identity,
                ])
        let text = String(decoding: try #require(try files.read(Self.path)), as: UTF8.self)
        #expect(text.contains("not a record of ours"))
    }

    /// Fills the file with a line that cannot be read, so that the next record starts a compaction.
    private func fillUp() throws {
        let written = try #require(try files.read(Self.path))
        let filler = [UInt8](repeating: 0x2B, count: Journal.compactionByteCount - written.count - 1)
        files.setBytes(written + filler + [0x0A], of: Self.path)
    }

    @Test("A record from a clock that was ahead does not make others look old", arguments: [false, true])
    func compaction_timeInTheFuture_keepsRecentEnds(_ isRedated: Bool) throws {
        let journal = try journal()
        let ends: [JournalRecord] = [
            .link(try link(1, state: .claimed)), .grab(try grab(2, state: .arrived)),
            .grab(try grab(3, state: .received)),
        ]
        for record in ends { try journal.append(record) }
        try journal.append(.link(link(4, state: .claimed, created: 1_700_000_000)))
        let future = JournalRecord.grab(try grab(5, state: .asking, created: 1_767_225_600 + 31_536_000))
        try journal.append(future)
        try fillUp()
        // The clock is right again. A recovery gives an open request the present time.
        let redated = JournalRecord.grab(try grab(5, state: .asking))
        let next = JournalRecord.payment(try payment(6, state: .submitting))
        try journal.append(isRedated ? redated : next)
        #expect(files.log.last == "replace journal")
        #expect(try journal.records() == ends + (isRedated ? [redated] : [future, next]))
    }

    private func settlement(_ name: String, isOpen: Bool) throws -> SettlementRecord {
        SettlementRecord(
            payment: name, method: .direct, intent: try IntentID([UInt8](repeating: 9, count: 32)),
            created: Instant(seconds: 1_767_225_600), isOpen: isOpen, node: .usdc)
    }

    private func payment(_ number: UInt8, settling name: String) throws -> PaymentRecord {
        PaymentRecord(
            intent: try IntentID([UInt8](repeating: number, count: 32)), kind: .send, mint: .usdf, quarks: 7,
            native: JournalAmount(currency: "usd", value: "1"), created: Instant(seconds: 1_767_225_600), state: .done,
            splitPayment: name)
    }

    @Test("A payment between people is read back until it is closed")
    func append_settlement_isReadBack() throws {
        let journal = try journal()
        var planned = try settlement("p1", isOpen: true)
        planned.intent = nil
        try journal.append(.settlement(planned))
        #expect(try journal.settlements() == [planned])
        try journal.append(.settlement(settlement("p1", isOpen: true)))
        #expect(try journal.settlements() == [settlement("p1", isOpen: true)])
        #expect(try journal.unfinished().isEmpty)
        try journal.append(.settlement(settlement("p1", isOpen: false)))
        #expect(try journal.settlements().isEmpty)
    }

    @Test("Compaction keeps a finished payment as long as the payment between people is open")
    func compaction_openSettlement_keepsItsMoney() throws {
        let journal = try journal()
        for (name, number, isOpen) in [("open", UInt8(1), true), ("closed", 2, false)] {
            try journal.append(.payment(payment(number, settling: name)))
            try journal.append(.settlement(settlement(name, isOpen: isOpen)))
        }
        try fillUp()
        try journal.append(.payment(payment(3, state: .submitting)))
        #expect(files.log.last == "replace journal")
        #expect(
            try journal.records() == [
                .payment(payment(1, settling: "open")), .settlement(settlement("open", isOpen: true)),
                .payment(payment(3, state: .submitting)),
            ])
    }
}
