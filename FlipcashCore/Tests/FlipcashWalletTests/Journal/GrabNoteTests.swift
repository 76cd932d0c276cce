import CodeCurves
import FlipcashCore
import FlipcashTestKit
import Testing

@testable import FlipcashWallet

/// The notes of programs of one account that request the same bill's cash at the same time.
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
        "Only one of several claims of a bill's cash succeeds", arguments: [GrabRecord.State.asking, .arrived, .failed])
    func claim_twice_isGrantedOnce(state: GrabRecord.State) throws {
        try append(state)
        let first = note()
        let second = note()
        #expect(second.claim())
        #expect(!first.claim() && !second.claim())
        #expect(try latest?.state == .received)
    }

    @Test("A failing journal does not block receiving cash")
    func claim_withoutJournal_isGranted() throws {
        #expect(note().claim())
        try append(.asking)
        files.failWrites(toPathsEndingIn: ".jsonl")
        #expect(note().claim() && note().claim())
        files.setMode(0o644, of: "/t/journal.jsonl")
        #expect(note().claim())
    }

    @Test("A program forgets its own request that was not delivered")
    func withdraw_ownRequest_fails() throws {
        var note = asked()
        #expect(note.hasAsked && !note.isOwed)
        note.withdraw()
        #expect(try latest?.state == .failed)
        // The request can be made again.
        #expect(asked().hasAsked)
        #expect(try latest?.state == .asking)
    }

    @Test("A request of another program stays open when this program's request fails")
    func withdraw_anothersRequest_isLeft() throws {
        var first = asked()
        let later = start.advanced(by: .seconds(2))
        var second = asked(at: later)
        #expect(second.isOwed)
        second.withdraw()
        #expect(try latest?.state == .asking)
        // The second request has replaced the first one's record.
        first.withdraw()
        #expect(try latest?.state == .asking)
        #expect(second.claim())
        first.withdraw()
        #expect(try latest?.state == .received)
    }

    @Test("Every request updates the recorded time, and no two records are equal")
    func ask_again_refreshesTheTime() throws {
        _ = asked()
        let first = try #require(try latest?.created)
        #expect(first == Instant(seconds: start.seconds, nanoseconds: 123_000_000))
        _ = asked()
        #expect(try latest?.created == first.advanced(by: .milliseconds(1)))
        _ = asked(at: start.advanced(by: .seconds(600)))
        #expect(try latest?.created == first.advanced(by: .seconds(600)))
    }

    @Test("An open request that is repeated at another node keeps its own; a new request has the node it is sent to")
    func ask_atAnotherNode_keepsTheNodeOfTheOpenRequest() throws {
        let other = PinnedNode(key: .usdf, coreMint: .usdf, coreVMAuthority: .usdf)
        _ = asked()
        var second = note()
        second.ask(mint: .usdf, of: other, at: start.advanced(by: .seconds(1)))
        #expect(try latest?.node == Self.node.coreVMAuthority)
        try append(.asking)
        var third = note()
        third.ask(mint: .usdf, of: other, at: start.advanced(by: .seconds(2)))
        // Older programs recorded no node, so the cash may have been requested at any.
        #expect(try latest?.node == nil)
        try append(.failed)
        var fourth = note()
        fourth.ask(mint: .usdf, of: other, at: start.advanced(by: .seconds(3)))
        #expect(try latest?.node == other.coreVMAuthority)
    }

    @Test("Cash that has arrived is not requested again", arguments: [GrabRecord.State.arrived, .received])
    func ask_afterArrival_writesNothing(state: GrabRecord.State) throws {
        // Created before the other program recorded the arrival.
        var early = note()
        try append(state)
        early.ask(mint: .usdf, of: Self.node, at: start.advanced(by: .seconds(1)))
        #expect(try latest?.state == state && latest?.created != start.advanced(by: .seconds(1)))
        early.withdraw()
        #expect(try latest?.state == state)
    }

    @Test("Cash that went to another account closes all requests; received cash stays received")
    func close_endsEveryRequest() throws {
        let note = asked()
        _ = asked(at: start.advanced(by: .seconds(1)))
        note.close()
        #expect(try latest?.state == .failed)
        try append(.received)
        note.close()
        #expect(try latest?.state == .received)
    }

    @Test("Only cash that was requested here and not yet reported may be unreported")
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
