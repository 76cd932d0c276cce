import CodeCurves
import FlipcashCore
import FlipcashTestKit
import Testing

@testable import FlipcashWallet

/// What programs of one account that ask for the same bill note side by side.
@Suite struct GrabNoteTests {
    private static let node = PinnedNode(key: .usdc, coreMint: .usdf, coreVMAuthority: .usdc)

    private let journal: Journal
    private let files = MemoryFileSystem()
    private let intent: IntentID
    private let start = Instant(seconds: 1_767_225_600, nanoseconds: 123_456_789)

    init() throws {
        journal = Journal(
            path: "/t/journal.jsonl", seed: try Secret32([UInt8](repeating: 1, count: 32)), files: files,
            random: SeededRandomSource())
        intent = try IntentID([UInt8](repeating: 3, count: 32))
    }

    private func note() -> GrabNote { GrabNote(intent, journal: journal) }

    private func asked(at time: Instant? = nil) -> GrabNote {
        var note = note()
        note.ask(mint: .usdf, of: Self.node, at: time ?? start)
        return note
    }

    private var latest: GrabRecord? {
        get throws { try journal.grab(intent) }
    }

    private func append(_ state: GrabRecord.State) throws {
        try journal.append(.grab(GrabRecord(intent: intent, mint: .usdf, created: start, state: state)))
    }

    @Test(
        "Of all who claim one bill's cash, one is told true", arguments: [GrabRecord.State.asking, .arrived, .failed])
    func claim_twice_isGrantedOnce(state: GrabRecord.State) throws {
        try append(state)
        let first = note()
        let second = note()
        #expect(second.claim())
        #expect(!first.claim() && !second.claim())
        #expect(try latest?.state == .received)
    }

    @Test("Without a journal nobody is refused cash")
    func claim_withoutJournal_isGranted() throws {
        #expect(note().claim())
        try append(.asking)
        files.failWrites(toPathsEndingIn: ".jsonl")
        #expect(note().claim() && note().claim())
        files.setMode(0o644, of: "/t/journal.jsonl")
        #expect(note().claim())
    }

    @Test("A request that nobody took is forgotten by whoever made it")
    func withdraw_ownRequest_fails() throws {
        var note = asked()
        #expect(note.hasAsked && !note.isOwed)
        note.withdraw()
        #expect(try latest?.state == .failed)
        // It may be made again.
        #expect(asked().hasAsked)
        #expect(try latest?.state == .asking)
    }

    @Test("A request of another program stays open, whatever becomes of one's own")
    func withdraw_anothersRequest_isLeft() throws {
        var first = asked()
        let later = start.advanced(by: .seconds(2))
        var second = asked(at: later)
        #expect(second.isOwed)
        second.withdraw()
        #expect(try latest?.state == .asking)
        // Asked anew meanwhile: the first one's record is no longer the last word.
        first.withdraw()
        #expect(try latest?.state == .asking)
        #expect(second.claim())
        first.withdraw()
        #expect(try latest?.state == .received)
    }

    @Test("Every asking takes the time of the request with it, and no two are alike")
    func ask_again_refreshesTheTime() throws {
        _ = asked()
        let first = try #require(try latest?.created)
        #expect(first == Instant(seconds: start.seconds, nanoseconds: 123_000_000))
        _ = asked()
        #expect(try latest?.created == first.advanced(by: .milliseconds(1)))
        _ = asked(at: start.advanced(by: .seconds(600)))
        #expect(try latest?.created == first.advanced(by: .seconds(600)))
    }

    @Test("Cash that has come is not asked for anew", arguments: [GrabRecord.State.arrived, .received])
    func ask_afterArrival_writesNothing(state: GrabRecord.State) throws {
        // Looked at before the other program noted the arrival.
        var early = note()
        try append(state)
        early.ask(mint: .usdf, of: Self.node, at: start.advanced(by: .seconds(1)))
        #expect(try latest?.state == state && latest?.created != start.advanced(by: .seconds(1)))
        early.withdraw()
        #expect(try latest?.state == state)
    }

    @Test("Cash that went to somebody else is nobody's to wait for; what was received stays received")
    func close_endsEveryRequest() throws {
        let note = asked()
        _ = asked(at: start.advanced(by: .seconds(1)))
        note.close()
        #expect(try latest?.state == .failed)
        try append(.received)
        note.close()
        #expect(try latest?.state == .received)
    }

    @Test("Only cash that was asked for from here, and not told, may be unreported")
    func mayBeUnreported_followsTheJournal() throws {
        #expect(!note().mayBeUnreported)
        for state in [GrabRecord.State.asking, .arrived, .failed] {
            try append(state)
            #expect(note().mayBeUnreported)
        }
        try append(.received)
        #expect(!note().mayBeUnreported)
    }
}
