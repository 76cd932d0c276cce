import FlipcashCore
import FlipcashTestKit
import Foundation
import Logging
import Testing

@testable import FlipcashNode

@Suite("The copy of the messages in the database") struct MessageCopierTests {
    /// Messages in memory with their copy, and a log.
    private struct Desk {
        let clock = TestClock()
        let log = LogRecorder()
        let store: NodeStore
        let committer: GroupCommitter
        let mailboxes: Mailboxes
        let copier: MessageCopier

        init(store: NodeStore? = nil, limits: MessageLimits = .standard) throws {
            self.store = try store ?? NodeStore()
            committer = GroupCommitter(store: self.store)
            mailboxes = Mailboxes(limits: limits, clock: clock)
            copier = MessageCopier(
                mailboxes: mailboxes, store: self.store, committer: committer, clock: clock, log: log.logger)
        }

        @discardableResult
        func leave(_ id: UInt8, bytes: Int = 1, on key: PublicKey = .usdf) throws -> MessageNumber {
            try mailboxes.leave(
                [UInt8](repeating: id, count: bytes), id: [UInt8](repeating: id, count: 16), on: key,
                from: MessagePeer(remotePeer: "unix:/a"))
        }

        func copied() throws -> [UInt8] {
            try store.read { try $0.copiedMessages(after: 0, limit: 10_000) }.map { $0.id[0] }
        }

        /// What a node restores that starts on the same database now.
        func restarted(limits: MessageLimits = .standard) throws -> Desk {
            let desk = try Desk(store: store, limits: limits)
            desk.clock.moveDate(by: clock.now().duration(since: desk.clock.now()))
            try desk.copier.restore()
            return desk
        }

        func ids(on key: PublicKey = .usdf) -> [UInt8] {
            mailboxes.messages(on: key, bytesMax: .max).map { $0.id[0] }
        }
    }

    @Test("Changes are copied once they were collected for a moment")
    func run_changes_copiedAfterDelay() async throws {
        let desk = try Desk()
        let task = ConcurrentTaskSpawner().spawn { await desk.copier.run() }
        try desk.leave(1)
        try desk.leave(2)
        await desk.clock.waitForSleeper(in: MessageCopier.delay)
        #expect(try desk.copied() == [])
        desk.clock.advance(by: MessageCopier.delay)
        try desk.leave(3)
        // The next round has begun, so the first is written.
        await desk.clock.waitForSleeper(in: MessageCopier.delay)
        #expect(try desk.copied().starts(with: [1, 2]))
        desk.mailboxes.acknowledge([[UInt8](repeating: 1, count: 16)], on: .usdf)
        task.cancel()
        await task.wait()
        await desk.copier.copyChanges()
        #expect(try desk.copied() == [2, 3])
        #expect(MessageCopier.delay < .milliseconds(250))
    }

    @Test("A copier that is stopped leaves what is not copied yet to its owner")
    func run_cancelledInItsDelay_copiesNothing() async throws {
        let desk = try Desk()
        let task = ConcurrentTaskSpawner().spawn { await desk.copier.run() }
        try desk.leave(1)
        await desk.clock.waitForSleeper(in: MessageCopier.delay)
        task.cancel()
        await task.wait()
        #expect(try desk.copied() == [])
        await desk.copier.copyChanges()
        #expect(try desk.copied() == [1])
    }

    @Test("A restarted node has the messages in their order, counts them, and goes on after their numbers")
    func restore_afterRestart_hasMessages() async throws {
        let desk = try Desk()
        for id in 1...200 { try desk.leave(UInt8(id), on: id > 100 ? .usdc : .usdf) }
        await desk.copier.copyChanges()
        desk.clock.advance(by: .seconds(100))
        let second = try desk.restarted()
        #expect(second.ids() == Array(1...100) && second.ids(on: .usdc) == Array(101...200))
        #expect(second.mailboxes.totalBytes == desk.mailboxes.totalBytes)
        #expect(try second.leave(201) == 201)
        // They expire when they would have.
        second.clock.advance(by: .seconds(200))
        #expect(second.ids() == [201])
        try await MessageWorker(mailboxes: second.mailboxes).tick()
        await second.copier.copyChanges()
        #expect(try second.copied() == [201])
    }

    @Test("Messages that expired while the node was down, or have no room, are not restored and leave the copy")
    func restore_expiredOrOverLimit_dropped() async throws {
        let desk = try Desk()
        try desk.leave(1)
        desk.clock.advance(by: .seconds(200))
        for id in 2...5 { try desk.leave(UInt8(id)) }
        try desk.leave(6, bytes: 100)
        try desk.leave(7)
        await desk.copier.copyChanges()
        desk.clock.moveDate(by: .seconds(150))
        let limits = MessageLimits(mailboxCountMax: 4, messageBytesMax: 99)
        let second = try desk.restarted(limits: limits)
        #expect(second.ids() == [2, 3, 4, 5])
        await second.copier.copyChanges()
        #expect(try second.copied() == [2, 3, 4, 5])
        #expect(try second.restarted().leave(8) > 5)
    }

    @Test("After a clock that was set back, a restored message still expires within five minutes")
    func restore_clockSetBack_expires() async throws {
        let desk = try Desk()
        try desk.leave(1)
        await desk.copier.copyChanges()
        desk.clock.moveDate(by: .seconds(-86_400))
        let second = try desk.restarted()
        #expect(second.ids() == [1])
        second.clock.advance(by: Mailboxes.messageLifetime)
        #expect(second.ids() == [])
    }

    @Test("A unit writes a bounded number of messages and bytes")
    func takeChanges_many_bounded() throws {
        let desk = try Desk()
        for id in 1...5 { try desk.leave(UInt8(id), bytes: 100) }
        func take(_ count: Int, _ bytes: Int) -> [UInt8] {
            desk.mailboxes.takeChanges(countMax: count, bytesMax: bytes).added.map { $0.id[0] }
        }
        #expect(take(2, 1_000) == [1, 2])
        #expect(take(9, 250) == [3, 4])
        #expect(take(9, 1) == [5])
        #expect(take(9, 1) == [])
        #expect(MessageCopier.batchCountMax <= 256 && MessageCopier.batchBytesMax <= 256 << 10)
    }

    @Test("A message that is acknowledged before it was copied never reaches the disk")
    func acknowledge_beforeCopy_nothingToDo() throws {
        let desk = try Desk()
        try desk.leave(1)
        try desk.leave(2)
        desk.mailboxes.acknowledge([[UInt8](repeating: 1, count: 16)], on: .usdf)
        let batch = desk.mailboxes.takeChanges(countMax: 9, bytesMax: 9)
        #expect(batch.added.map { $0.id[0] } == [2] && batch.removed.isEmpty)
    }

    @Test("A message that is acknowledged while it is being copied leaves the copy with the next unit")
    func acknowledge_duringCopy_removedNext() throws {
        let desk = try Desk()
        let number = try desk.leave(1)
        _ = desk.mailboxes.takeChanges(countMax: 9, bytesMax: 9)
        desk.mailboxes.acknowledge([[UInt8](repeating: 1, count: 16)], on: .usdf)
        #expect(desk.mailboxes.takeChanges(countMax: 9, bytesMax: 9) == MessageCopyBatch(removed: [number]))
    }

    @Test("Writing a unit again changes nothing")
    func write_twice_changesNothing() throws {
        let desk = try Desk()
        try desk.leave(1)
        let batch = desk.mailboxes.takeChanges(countMax: 9, bytesMax: 9)
        for _ in 0..<2 { try desk.store.write { try $0.write(batch) } }
        #expect(try desk.copied() == [1])
    }

    @Test("A failed copy loses no message, is logged once, and is repeated")
    func copyChanges_failing_loggedOnce() async throws {
        let desk = try Desk()
        try desk.leave(1)
        try desk.store.write { try $0.execute("ALTER TABLE messages RENAME TO elsewhere", []) }
        for id in 2...4 {
            #expect(await !desk.copier.copyChanges())
            try desk.leave(UInt8(id))
        }
        #expect(desk.ids() == [1, 2, 3, 4])
        let errors = desk.log.messages(.error)
        #expect(errors.count == 1 && errors[0].hasPrefix("messages could not be copied"))
        try desk.store.write { try $0.execute("ALTER TABLE elsewhere RENAME TO messages", []) }
        #expect(await desk.copier.copyChanges())
        #expect(try desk.copied() == [1, 2, 3, 4])
        // The next trouble is logged again.
        try desk.store.write { try $0.execute("ALTER TABLE messages RENAME TO elsewhere", []) }
        try desk.leave(5)
        #expect(await !desk.copier.copyChanges())
        #expect(desk.log.messages(.error).count == 2)
    }

    @Test("After a failure, the copy is tried again later")
    func run_failing_triesAgain() async throws {
        let desk = try Desk()
        try desk.store.write { try $0.execute("ALTER TABLE messages RENAME TO elsewhere", []) }
        let task = ConcurrentTaskSpawner().spawn { await desk.copier.run() }
        try desk.leave(1)
        await desk.clock.waitForSleeper(in: MessageCopier.delay)
        desk.clock.advance(by: MessageCopier.delay)
        await desk.clock.waitForSleeper(in: MessageCopier.retryDelay)
        try desk.store.write { try $0.execute("ALTER TABLE elsewhere RENAME TO messages", []) }
        try desk.leave(2)
        desk.clock.advance(by: MessageCopier.retryDelay)
        // The second message asks for a round of its own, which comes after the first is written.
        await desk.clock.waitForSleeper(in: MessageCopier.delay)
        #expect(try desk.copied() == [1, 2])
        task.cancel()
        await task.wait()
    }

    @Test("A copier that is stopped after a failure does not try again", .timeLimit(.minutes(1)))
    func run_cancelledAfterFailure_ends() async throws {
        let desk = try Desk()
        try desk.store.write { try $0.execute("ALTER TABLE messages RENAME TO elsewhere", []) }
        let task = ConcurrentTaskSpawner().spawn { await desk.copier.run() }
        try desk.leave(1)
        await desk.clock.waitForSleeper(in: MessageCopier.delay)
        desk.clock.advance(by: MessageCopier.delay)
        await desk.clock.waitForSleeper(in: MessageCopier.retryDelay)
        task.cancel()
        await task.wait()
        #expect(desk.ids() == [1])
    }
}
