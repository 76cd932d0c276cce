import FlipcashCore
import FlipcashTestKit
import GRPCCore
import Synchronization
import Testing

@testable import FlipcashNode

@Suite("Kept streams and hubs")
struct StreamTests {
    /// A test client's message: an opening, a pong or neither.
    enum Message: Sendable, Equatable { case open, pong, junk }

    /// One kept stream that a test controls.
    final class Harness: Sendable {
        let clock = TestClock()
        let start: Uptime
        let sent = Mutex<[String]>([])
        let closed = Mutex(0)
        let client = AsyncThrowingStream<Message, any Error>.makeStream()
        let opened = AsyncStream<KeptStream<Message, Void, Int>.Sink>.makeStream()
        let sending = AsyncStream<String>.makeStream()
        let called = OneTimeValue<ServerContext.RPCCancellationHandle>()
        let ticker: StreamTicker
        let timing: StreamTiming
        let blocks: Bool
        let initial: [Int]

        init(blocks: Bool = false, initial: [Int] = [], timing: StreamTiming = .standard) {
            self.initial = initial
            self.timing = timing
            ticker = StreamTicker(clock: clock, tasks: ConcurrentTaskSpawner())
            start = clock.uptime()
            self.blocks = blocks
        }

        func run(lifetime: Duration? = nil) async -> RPCError? {
            let stream = KeptStream<Message, Void, Int>(
                clock: clock, tasks: ConcurrentTaskSpawner(), ticker: ticker, timing: timing, lifetime: lifetime,
                classify: { [self] message in
                    sending.continuation.yield("\(message)")
                    return switch message {
                    case .open: .opening(())
                    case .pong: .pong
                    case .junk: nil
                    }
                },
                isClientFailure: { $0 is StreamFailure },
                ping: { [self] in record("ping") },
                deliver: { [self] item in
                    record("item \(item)")
                    if blocks { try await clock.sleep(for: .seconds(3600)) }
                })
            do {
                try await withServerContextRPCCancellationHandle { handle in
                    called.set(handle)
                    let messages = RPCAsyncSequence(wrapping: client.stream)
                    try await stream.run(messages: messages, input: nil) { [self] _, sink in
                        opened.continuation.yield(sink)
                        return StreamOpening(initial: initial) { [self] in closed.withLock { $0 += 1 } }
                    }
                }
                return nil
            } catch let error as any RPCErrorConvertible {
                return RPCError(error)
            } catch {
                return RPCError(code: .unknown, message: "\(error)")
            }
        }

        func sink() async throws -> KeptStream<Message, Void, Int>.Sink {
            for await sink in opened.stream { return sink }
            throw CancellationError()
        }

        func waitForSending(_ text: String) async {
            for await sent in sending.stream where sent == text { return }
        }

        private func record(_ text: String) {
            sent.withLock { $0.append(text) }
            sending.continuation.yield(text)
        }
    }

    @Test("A client that sends no message for 250 ms is refused")
    func run_noFirstMessage_deadline() async {
        let harness = Harness()
        async let end = harness.run()
        await harness.clock.waitForSleeper(in: .milliseconds(250))
        harness.clock.advance(by: .milliseconds(250))
        #expect(await end == RPCError(StreamFailure.clientTooSlow))
        #expect(harness.closed.withLock { $0 } == 0)
    }

    @Test("A first message that is not an opening is an invalid argument", arguments: [Message.pong, .junk])
    func run_wrongFirstMessage_invalid(message: Message) async {
        let harness = Harness()
        harness.client.continuation.yield(message)
        #expect(await harness.run()?.code == .invalidArgument)
    }

    @Test("The first items come first, then a ping every 5 s; items are delivered in order")
    func run_pingsAndItems_inOrder() async throws {
        let harness = Harness(initial: [7, 8])
        harness.client.continuation.yield(.open)
        async let end = harness.run()
        let sink = try await harness.sink()
        await harness.waitForSending("ping")
        sink.send(1)
        sink.send(2)
        await harness.waitForSending("item 2")
        harness.clock.advance(by: .seconds(5))
        await harness.waitForSending("ping")
        harness.client.continuation.finish()
        #expect(await end == nil)
        #expect(harness.sent.withLock { $0 } == ["item 7", "item 8", "ping", "item 1", "item 2", "ping"])
        #expect(harness.closed.withLock { $0 } == 1)
    }

    @Test("A client that is silent for 10 s is dropped, one that answers pings is not")
    func run_silence_dropped() async throws {
        let harness = Harness()
        harness.client.continuation.yield(.open)
        async let end = harness.run()
        await harness.waitForSending("ping")
        harness.clock.advance(by: .seconds(6))
        await harness.waitForSending("ping")
        harness.client.continuation.yield(.pong)
        await harness.waitForSending("pong")
        // The next ping is due 5 s after the last one; silence would end at 10 s without the pong, and ends at 16 s.
        await harness.clock.waitForSleeper(at: harness.start + .seconds(10))
        harness.clock.advance(by: .seconds(5))
        await harness.waitForSending("ping")
        await harness.clock.waitForSleeper(at: harness.start + .seconds(16))
        #expect(harness.closed.withLock { $0 } == 0)
        harness.clock.advance(by: .seconds(5))
        #expect(await end == RPCError(StreamFailure.unhealthy))
        #expect(harness.closed.withLock { $0 } == 1)
    }

    @Test("A second request, or anything but a pong, ends the stream", arguments: [Message.open, .junk])
    func run_secondRequest_aborted(message: Message) async {
        let harness = Harness()
        harness.client.continuation.yield(.open)
        harness.client.continuation.yield(message)
        #expect(await harness.run() == RPCError(StreamFailure.unhealthy))
        #expect(harness.closed.withLock { $0 } == 1)
    }

    @Test("A stream ends at its maximum age")
    func run_lifetime_deadline() async throws {
        let harness = Harness()
        harness.client.continuation.yield(.open)
        async let end = harness.run(lifetime: .seconds(3))
        await harness.waitForSending("ping")
        harness.clock.advance(by: .seconds(3))
        #expect(await end == RPCError(StreamFailure.lifetimeReached))
    }

    @Test("A failure of the client ends the stream with it; any other error is a broken connection")
    func run_messagesFail_endsWithFailureOrCancelled() async {
        let cases: [(error: any Error, end: StreamFailure)] = [
            (StreamFailure.alreadyExists, .alreadyExists), (DeadlineExceeded(), .cancelled),
        ]
        for (error, end) in cases {
            let harness = Harness()
            harness.client.continuation.yield(.open)
            harness.client.continuation.finish(throwing: error)
            #expect(await harness.run() == RPCError(end))
        }
    }

    @Test("A cancelled call ends the stream")
    func run_cancelled_ends() async throws {
        let harness = Harness()
        harness.client.continuation.yield(.open)
        async let end = harness.run()
        _ = try await harness.sink()
        await harness.called.wait()?.cancel()
        #expect(await end == RPCError(StreamFailure.cancelled))
        #expect(harness.closed.withLock { $0 } == 1)
    }

    @Test("A consumer that does not accept a message for 10 s is dropped")
    func run_blockedConsumer_dropped() async throws {
        var timing = StreamTiming.standard
        timing.silence = .seconds(60)
        let harness = Harness(blocks: true, timing: timing)
        harness.client.continuation.yield(.open)
        async let end = harness.run()
        try await harness.sink().send(1)
        await harness.clock.waitForSleeper(in: .seconds(3600))
        harness.clock.advance(by: .milliseconds(9_950))
        await harness.clock.waitForSleeper(in: .milliseconds(50))
        #expect(harness.closed.withLock { $0 } == 0)
        harness.clock.advance(by: .milliseconds(50))
        #expect(await end == RPCError(StreamFailure.unhealthy))
    }

    @Test("A stream that falls 64 items behind is dropped as a whole")
    func run_overflow_dropped() async throws {
        let harness = Harness(blocks: true)
        harness.client.continuation.yield(.open)
        async let end = harness.run()
        let sink = try await harness.sink()
        sink.send(0)
        await harness.waitForSending("item 0")
        for item in 1...64 { #expect(sink.send(item)) }
        #expect(!sink.send(65))
        #expect(!sink.send(66))
        harness.clock.advance(by: .seconds(10))
        #expect(await end == RPCError(StreamFailure.unhealthy))
        #expect(harness.closed.withLock { $0 } == 1)
    }

    @Test("A mailbox that is full is closed, and keeps its elements")
    func send_fullMailbox_closed() async {
        let mailbox = BoundedMailbox<Int>(capacity: 64)
        for number in 0..<64 { #expect(mailbox.send(number)) }
        #expect(!mailbox.send(64))
        #expect(!mailbox.send(65))
        #expect(mailbox.hasOverflowed)
        var received: [Int] = []
        for await number in mailbox.elements { received.append(number) }
        #expect(received == Array(0..<64))
    }

    @Test("A thousand idle streams sleep in one task, get their pings, and leave nothing behind")
    func run_manyStreams_oneSleeper() async throws {
        let count = 1_000
        let clock = TestClock()
        let ticker = StreamTicker(clock: clock, tasks: ConcurrentTaskSpawner())
        let (pings, ping) = AsyncStream<Void>.makeStream()
        let clients = (0..<count).map { _ in AsyncThrowingStream<Message, any Error>.makeStream() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for client in clients {
                client.continuation.yield(.open)
                let stream = KeptStream<Message, Void, Int>(
                    clock: clock, tasks: ConcurrentTaskSpawner(), ticker: ticker, timing: .standard,
                    lifetime: .seconds(900),
                    classify: { $0 == .open ? .opening(()) : .pong }, isClientFailure: { _ in false },
                    ping: { ping.yield() }, deliver: { _ in })
                group.addTask {
                    try await stream.run(messages: RPCAsyncSequence(wrapping: client.stream), input: nil) { _, _ in
                        StreamOpening {}
                    }
                }
            }
            var received = pings.makeAsyncIterator()
            for _ in 0..<count { await received.next() }
            #expect(ticker.count == count)
            clock.advance(by: .seconds(5))
            for _ in 0..<count { await received.next() }
            await clock.waitForSleeper(in: .seconds(5))
            #expect(clock.mostSleepers == 1)
            for client in clients { client.continuation.finish() }
            try await group.waitForAll()
        }
        #expect(ticker.count == 0)
    }

    @Test("A broadcast reaches every subscriber in order; one with a full queue is removed")
    func publish_subscribers_all() {
        let hub = BroadcastHub<Int>()
        let received = Mutex<[String]>([])
        let first = hub.subscribe { item in
            received.withLock { $0.append("a\(item)") }
            return true
        }
        _ = hub.subscribe { item in
            received.withLock { $0.append("b\(item)") }
            return item < 2
        }
        hub.publish(1)
        hub.publish(2)
        hub.publish(3)
        hub.cancel(first)
        hub.cancel(first)
        hub.publish(4)
        #expect(received.withLock { $0 } == ["a1", "b1", "a2", "b2", "a3"])
        #expect(hub.count == 0)
    }
}
