import FlipcashCore
import FlipcashTestKit
import GRPCCore
import Testing

@testable import FlipcashNode

@Suite("The messages in memory") struct MailboxesTests {
    private let clock = TestClock()
    private let a = MessagePeer(remotePeer: "ipv4:192.0.2.1:1")
    private let b = MessagePeer(remotePeer: "ipv4:192.0.2.2:1")
    private static let limits = MessageLimits(peerBytesMax: 1000, totalBytesMax: 1500, messageOverheadBytes: 100)

    private func key(_ number: Int) throws -> PublicKey {
        var bytes = [UInt8](repeating: 0, count: 32)
        (bytes[0], bytes[1]) = (UInt8(number >> 8), UInt8(number & 255))
        return try #require(PublicKey(exactly: bytes))
    }

    private func mailboxes(_ limits: MessageLimits = Self.limits) -> Mailboxes {
        Mailboxes(limits: limits, clock: clock)
    }

    /// Leaves a message of `bytes` bytes; returns why it was refused.
    private func leave(
        _ bytes: Int, of peer: MessagePeer, in mailboxes: Mailboxes, id: UInt8 = 0, key number: Int = 1
    ) throws -> MessageRefusal? {
        do {
            _ = try mailboxes.leave(
                [UInt8](repeating: id, count: bytes), id: [id], on: try key(number), from: peer)
            return nil
        } catch let refusal as MessageRefusal {
            return refusal
        }
    }

    // MARK: Bounds

    @Test("The bytes of one peer's messages, and of all messages, are limited; an acknowledged message makes room")
    func leave_overLimit_isRefused() throws {
        let mailboxes = mailboxes()
        #expect(try leave(900, of: a, in: mailboxes, id: 1) == nil)
        #expect(try leave(0, of: a, in: mailboxes, id: 2) == .peerIsFull)
        #expect(try leave(300, of: b, in: mailboxes, id: 3) == nil)
        #expect(try leave(1, of: b, in: mailboxes, id: 4) == .memoryIsFull)
        #expect(mailboxes.totalBytes == 1400)
        mailboxes.acknowledge([[1]], on: try key(1))
        mailboxes.acknowledge([[1], [9]], on: try key(1))
        mailboxes.acknowledge([[3]], on: try key(2))
        #expect(mailboxes.totalBytes == 400)
        #expect(try leave(500, of: a, in: mailboxes) == nil)
    }

    @Test("The messages of a rendezvous are bounded; other rendezvous still take messages")
    func leave_fullMailbox_isRefused() throws {
        let mailboxes = mailboxes(MessageLimits(mailboxCountMax: 3))
        for id in 1...3 { #expect(try leave(1, of: a, in: mailboxes, id: UInt8(id)) == nil) }
        #expect(try leave(1, of: a, in: mailboxes, id: 4) == .mailboxIsFull)
        #expect(try leave(1, of: a, in: mailboxes, id: 5, key: 2) == nil)
        mailboxes.acknowledge([[2]], on: try key(1))
        #expect(try leave(1, of: a, in: mailboxes, id: 4) == nil)
        #expect(try mailboxes.messages(on: key(1), bytesMax: .max).map(\.id) == [[1], [3], [4]])
    }

    @Test("Each refusal is RESOURCE_EXHAUSTED with a reason of its own")
    func refusal_asStatus_resourceExhausted() {
        let statuses = [MessageRefusal.mailboxIsFull, .peerIsFull, .memoryIsFull].map { RPCError($0) }
        #expect(Set(statuses.map(\.code)) == [.resourceExhausted])
        #expect(Set(statuses.map(\.message)).count == 3)
    }

    @Test("The standard limits are 257 messages of 64 KiB for each rendezvous, and 64 MiB in all")
    func limits_standard_asSpecified() {
        let limits = MessageLimits.standard
        #expect(limits.mailboxCountMax == 257 && limits.messageBytesMax == 65_536)
        #expect(limits.peerBytesMax == 16 << 20 && limits.totalBytesMax == 64 << 20)
    }

    @Test("A poll's page ends before too many bytes, but has at least one message")
    func messages_bytesMax_pages() throws {
        let mailboxes = mailboxes(.standard)
        for id in 1...4 { #expect(try leave(100, of: a, in: mailboxes, id: UInt8(id)) == nil) }
        #expect(try mailboxes.messages(on: key(1), bytesMax: 250).map(\.id) == [[1], [2]])
        #expect(try mailboxes.messages(on: key(1), bytesMax: 1).map(\.id) == [[1]])
        #expect(try mailboxes.messages(on: key(2), bytesMax: 1) == [])
    }

    // MARK: Expiry

    @Test("A message counts, and can be read, until it expires")
    func leave_afterExpiry_countsNoMore() throws {
        let mailboxes = mailboxes()
        let number = try mailboxes.leave(
            [UInt8](repeating: 0, count: 900), id: [1], on: try key(1), from: a)
        clock.advance(by: Mailboxes.messageLifetime - .nanoseconds(1))
        #expect(try leave(100, of: a, in: mailboxes) == .peerIsFull)
        #expect(mailboxes.message(number)?.id == [1])
        clock.advance(by: .nanoseconds(1))
        #expect(mailboxes.message(number) == nil)
        #expect(try mailboxes.messages(on: key(1), bytesMax: .max) == [])
        #expect(try leave(900, of: a, in: mailboxes) == nil)
        #expect(mailboxes.totalBytes == 1000)
    }

    @Test("A clock that is set ahead or back changes no message's life", arguments: [-86_400, 86_400] as [Int64])
    func leave_clockSet_expiresInTime(seconds: Int64) throws {
        let mailboxes = mailboxes()
        #expect(try leave(900, of: a, in: mailboxes) == nil)
        clock.moveDate(by: .seconds(seconds))
        #expect(try mailboxes.messages(on: key(1), bytesMax: .max).count == 1)
        clock.advance(by: Mailboxes.messageLifetime)
        #expect(try leave(900, of: a, in: mailboxes) == nil)
        #expect(mailboxes.count == 1)
    }

    @Test("Expired messages are removed in bounded steps, and what is not removed yet is not seen")
    func expire_manyMessages_inSteps() throws {
        let limits = MessageLimits(messageOverheadBytes: 0)
        let mailboxes = mailboxes(limits)
        let count = 2 * Mailboxes.expiryStep + 10
        for number in 0..<count {
            #expect(try leave(1, of: a, in: mailboxes, key: number) == nil)
        }
        clock.advance(by: Mailboxes.messageLifetime)
        #expect(try mailboxes.messages(on: key(count - 1), bytesMax: .max) == [])
        #expect(mailboxes.expire())
        #expect(mailboxes.count == count - Mailboxes.expiryStep)
        #expect(try leave(1, of: a, in: mailboxes, key: count) == nil)
        #expect(mailboxes.count == count - 2 * Mailboxes.expiryStep + 1)
        #expect(!mailboxes.expire())
        #expect(mailboxes.count == 1 && mailboxes.totalBytes == 1)
    }

    @Test("A full memory of the smallest messages has room for the largest one as soon as they have expired")
    func leave_memoryFullOfExpired_findsRoom() throws {
        let overhead = MessageLimits.standard.messageOverheadBytes
        let limits = MessageLimits(totalBytesMax: overhead * 200)
        let mailboxes = mailboxes(limits)
        for number in 0..<200 { #expect(try leave(0, of: a, in: mailboxes, key: number) == nil) }
        #expect(try leave(0, of: b, in: mailboxes) == .memoryIsFull)
        clock.advance(by: Mailboxes.messageLifetime)
        #expect(try leave(limits.messageBytesMax, of: b, in: mailboxes) == nil)
        #expect((limits.messageBytesMax + overhead) / overhead < Mailboxes.expiryStep)
    }

    @Test("A full mailbox has room as soon as its messages have expired, even if many others expired before")
    func leave_mailboxFullOfExpired_findsRoom() throws {
        let mailboxes = mailboxes(MessageLimits(mailboxCountMax: 2, messageOverheadBytes: 0))
        for number in 0..<Mailboxes.expiryStep + 5 {
            #expect(try leave(1, of: a, in: mailboxes, key: 2 + number) == nil)
        }
        for _ in 0..<2 { #expect(try leave(1, of: a, in: mailboxes) == nil) }
        clock.advance(by: Mailboxes.messageLifetime)
        #expect(try leave(1, of: a, in: mailboxes) == nil)
    }

    @Test("The worker removes all expired messages, and only these")
    func worker_tick_removesExpired() async throws {
        let mailboxes = mailboxes(MessageLimits(messageOverheadBytes: 0))
        for number in 0..<Mailboxes.expiryStep * 2 { #expect(try leave(1, of: a, in: mailboxes, key: number) == nil) }
        clock.advance(by: .seconds(1))
        #expect(try leave(1, of: a, in: mailboxes, id: 7) == nil)
        clock.advance(by: Mailboxes.messageLifetime - .seconds(1))
        try await MessageWorker(mailboxes: mailboxes).tick()
        #expect(mailboxes.count == 1)
        #expect(try mailboxes.messages(on: key(1), bytesMax: .max).map(\.id) == [[7]])
    }

    @Test("A worker that is stopped leaves the next steps for later")
    func worker_cancelled_stopsAfterAStep() async throws {
        let mailboxes = mailboxes(MessageLimits(messageOverheadBytes: 0))
        for number in 0..<Mailboxes.expiryStep * 2 { #expect(try leave(1, of: a, in: mailboxes, key: number) == nil) }
        clock.advance(by: Mailboxes.messageLifetime)
        let tick = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await MessageWorker(mailboxes: mailboxes).tick()
        }
        await #expect(throws: CancellationError.self) { try await tick.value }
        #expect(mailboxes.count == Mailboxes.expiryStep)
    }

    @Test("Random changes keep order, counts and the copy right", arguments: 1...20 as ClosedRange<UInt64>)
    func randomChanges_agreeWithModel(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let limits = MessageLimits(mailboxCountMax: 5, peerBytesMax: 400, totalBytesMax: 600, messageOverheadBytes: 10)
        let mailboxes = mailboxes(limits)
        var model: [(number: MessageNumber, key: Int, id: UInt8, bytes: Int, peer: MessagePeer, end: Uptime)] = []
        var copy: Set<MessageNumber> = []
        for step in 0..<400 {
            model.removeAll { $0.end <= clock.uptime() }
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<5:
                let (keyNumber, bytes) = (Int.random(in: 0..<4, using: &random), Int.random(in: 0..<60, using: &random))
                let (id, peer) = (UInt8(step & 255), Bool.random(using: &random) ? a : b)
                let number = try? mailboxes.leave(
                    [UInt8](repeating: 0, count: bytes), id: [id], on: key(keyNumber), from: peer)
                let total = model.reduce(0) { $0 + $1.bytes + 10 }
                let peers = model.filter { $0.peer == peer }.reduce(0) { $0 + $1.bytes + 10 }
                let isKept =
                    model.count { $0.key == keyNumber } < 5 && total + bytes + 10 <= 600 && peers + bytes + 10 <= 400
                #expect((number != nil) == isKept)
                if let number {
                    model.append((number, keyNumber, id, bytes, peer, clock.uptime() + Mailboxes.messageLifetime))
                }
            case 5..<7:
                guard let gone = model.randomElement(using: &random) else { continue }
                mailboxes.acknowledge([[gone.id]], on: try key(gone.key))
                model.removeAll { $0.key == gone.key && $0.id == gone.id }
            case 7:
                clock.advance(by: .seconds(Int64.random(in: 0..<60, using: &random)))
            default:
                let batch = mailboxes.takeChanges(
                    countMax: Int.random(in: 1..<6, using: &random), bytesMax: Int.random(in: 1..<100, using: &random))
                guard Bool.random(using: &random) else {
                    mailboxes.putBack(batch)
                    continue
                }
                copy.subtract(batch.removed)
                copy.formUnion(batch.added.map(\.number))
            }
            for keyNumber in 0..<4 {
                let kept = mailboxes.messages(on: try key(keyNumber), bytesMax: .max).map(\.number)
                #expect(kept == model.filter { $0.key == keyNumber && $0.end > clock.uptime() }.map(\.number))
            }
        }
        while mailboxes.expire() {}
        while true {
            let batch = mailboxes.takeChanges(countMax: 3, bytesMax: 50)
            if batch.isEmpty { break }
            copy.subtract(batch.removed)
            copy.formUnion(batch.added.map(\.number))
        }
        model.removeAll { $0.end <= clock.uptime() }
        #expect(copy == Set(model.map(\.number)))
        #expect(mailboxes.totalBytes == model.reduce(0) { $0 + $1.bytes + 10 })
    }

    // MARK: Peers

    @Test(
        "A peer is an address without its port, an IPv6 network, or all Unix sockets together",
        arguments: [
            ("ipv4:192.0.2.1:1", "ipv4:192.0.2.1:65535", true), ("ipv4:192.0.2.1:1", "ipv4:192.0.2.2:1", false),
            ("ipv6:[2001:db8::1]:1", "ipv6:[2001:db8:0:0:ffff::9]:2", true),
            ("ipv6:[2001:db8::1]:1", "ipv6:[2001:db8:0:1::1]:1", false),
            ("ipv6:[::ffff:192.0.2.1]:1", "ipv4:192.0.2.1:2", true), ("ipv6:[::1%lo]:1", "ipv6:[::1]:2", true),
            ("unix:/run/a.sock", "unix:/run/a.sock", true), ("unix:/run/a.sock", "unix:/run/b.sock", true),
            ("in-process:7", "in-process:7", true), ("<unknown>", "<unknown>", true),
        ])
    func peer_ofAddress(left: String, right: String, isSame: Bool) {
        #expect((MessagePeer(remotePeer: left) == MessagePeer(remotePeer: right)) == isSame)
    }
}
