import FlipcashAPI
import FlipcashCoreAPI
import FlipcashTestKit
import GRPCCore
import GRPCNIOTransportHTTP2
import ProtobufCodec
import Synchronization
import Testing

@testable import FlipcashCore
@testable import FlipcashWallet

/// A bill's stream over HTTP/2 on a port of the loopback interface, when its server aborts it (payment specification
/// §14.3).
@Suite("A message stream that the server aborts", .timeLimit(.minutes(1)))
struct RendezvousListenerTests {
    /// Listens at a server that aborts the first streams, on a clock that moves only by hand.
    private static func listening(
        aborting abortions: Int, afterOneThatLived: Bool = false,
        _ body: (AbortingMailbox, TestClock, _ listen: @escaping @Sendable (Events) async throws -> Void) async throws
            -> Void
    ) async throws {
        let mailbox = AbortingMailbox(abortions: abortions, firstLives: afterOneThatLived)
        let server = GRPCServer(
            transport: .http2NIOPosix(address: .ipv4(host: "127.0.0.1", port: 0), transportSecurity: .plaintext),
            services: [mailbox])
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.serve() }
            let port = try #require(try await server.listeningAddress?.ipv4?.port)
            let clock = TestClock()
            let environment = RuntimeEnvironment.test(clock: clock)
            let connection = try ServiceConnection(
                endpoint: .http(host: "127.0.0.1", port: port), userAgent: UserAgent(version: "1.0.0"),
                environment: .system)
            let listener = RendezvousListener(
                client: Client(connection: connection, environment: environment), environment: environment,
                rendezvous: KeyPair.generate(using: environment.random))
            try await body(mailbox, clock) { events in
                try await listener.listen(
                    onAlive: { events.alive.open() }, onReopened: { events.reopened.open() },
                    onLost: { events.losses.add() }, onMessage: { _ in })
            }
            await connection.abort()
            server.beginGracefulShutdown()
            try await group.waitForAll()
        }
    }

    /// What a listener has reported.
    private struct Events: Sendable {
        let alive = Latch()
        let reopened = Latch()
        let losses = LossCount()
    }

    private final class LossCount: Sendable {
        private let value = Mutex(0)
        var count: Int { value.withLock { $0 } }
        func add() { value.withLock { $0 += 1 } }
    }

    @Test("It is opened again after a second with the same request, up to five times", arguments: [1, 4, 5])
    func listen_aborted_opensAgain(abortions: Int) async throws {
        try await Self.listening(aborting: abortions) { mailbox, clock, listen in
            let events = Events()
            let listening = Task { try await listen(events) }
            for failure in 1...abortions {
                await clock.waitForSleeper(in: RendezvousListener.reopenDelay)
                #expect(mailbox.openings.count == failure && !events.alive.isOpen)
                clock.advance(by: RendezvousListener.reopenDelay)
            }
            await events.alive.wait()
            #expect(mailbox.openings.count == abortions + 1)
            #expect(Set(mailbox.openings).count == 1)
            #expect(!events.reopened.isOpen, "no earlier stream was alive")
            listening.cancel()
            await #expect(throws: CancellationError.self) { try await listening.value }
        }
    }

    @Test("After a stream that lived, it is opened again for as long as it takes, and each loss is reported")
    func listen_abortedAfterLife_opensAgain() async throws {
        let abortions = 7
        try await Self.listening(aborting: abortions, afterOneThatLived: true) { mailbox, clock, listen in
            let events = Events()
            let listening = Task { try await listen(events) }
            for ended in 1...abortions + 1 {
                await clock.waitForSleeper(in: RendezvousListener.reopenDelay)
                #expect(mailbox.openings.count == ended && events.losses.count == ended - 1)
                #expect(events.alive.isOpen && !events.reopened.isOpen)
                clock.advance(by: RendezvousListener.reopenDelay)
            }
            await events.reopened.wait()
            #expect(mailbox.openings.count == abortions + 2)
            listening.cancel()
            await #expect(throws: CancellationError.self) { try await listening.value }
        }
    }

    @Test("After five repetitions the listener gives up with the server's status")
    func listen_abortedSixTimes_givesUp() async throws {
        try await Self.listening(aborting: .max) { mailbox, clock, listen in
            let events = Events()
            let listening = Task { try await listen(events) }
            for _ in 0..<5 {
                await clock.waitForSleeper(in: RendezvousListener.reopenDelay)
                clock.advance(by: RendezvousListener.reopenDelay)
            }
            let aborted = RPCFailure.unknown(code: .aborted, reason: AbortingMailbox.reason)
            await #expect(throws: aborted) { try await listening.value }
            #expect(mailbox.openings.count == 6 && !events.alive.isOpen)
        }
    }
}

private func unused() -> RPCError { RPCError(code: .unimplemented, message: "the double does not do this") }

/// A mailbox that aborts the first streams and keeps the next one open. It may send a ping on the very first one.
private final class AbortingMailbox: Ocp_Messaging_V1_Messaging.SimpleServiceProtocol {
    static let reason = "stream already exists"

    private let abortions: Int
    private let firstLives: Bool
    private let opened = Mutex<[Ocp_Messaging_V1_OpenMessageStreamRequest]>([])

    init(abortions: Int, firstLives: Bool) {
        self.abortions = abortions
        self.firstLives = firstLives
    }

    /// The request of each stream, in order.
    var openings: [Ocp_Messaging_V1_OpenMessageStreamRequest] { opened.withLock { $0 } }

    func openMessageStreamWithKeepAlive(
        request: RPCAsyncSequence<Ocp_Messaging_V1_OpenMessageStreamWithKeepAliveRequest, any Error>,
        response: RPCWriter<Ocp_Messaging_V1_OpenMessageStreamWithKeepAliveResponse>, context: ServerContext
    ) async throws {
        var iterator = request.makeAsyncIterator()
        guard case .request(let opening) = try await iterator.next()?.requestOrPong else {
            throw RPCError(code: .invalidArgument, message: "expected a request")
        }
        let count = opened.withLock { opened in
            opened.append(opening)
            return opened.count
        }
        let aborted = firstLives ? 2...abortions + 1 : 1...abortions
        guard !aborted.contains(count) else { throw RPCError(code: .aborted, message: Self.reason) }
        try await response.write(.with { $0.ping = .with { $0.pingDelay = .init(seconds: 3_000) } })
        guard !firstLives || count > 1 else { throw RPCError(code: .aborted, message: Self.reason) }
        // Reads pongs until the client leaves.
        while try await iterator.next() != nil {}
    }

    func openMessageStream(
        request: Ocp_Messaging_V1_OpenMessageStreamRequest,
        response: RPCWriter<Ocp_Messaging_V1_OpenMessageStreamResponse>, context: ServerContext
    ) async throws { throw unused() }

    func pollMessages(
        request: Ocp_Messaging_V1_PollMessagesRequest, context: ServerContext
    ) async throws -> Ocp_Messaging_V1_PollMessagesResponse { throw unused() }

    func ackMessages(
        request: Ocp_Messaging_V1_AckMessagesRequest, context: ServerContext
    ) async throws -> Ocp_Messaging_V1_AckMesssagesResponse { throw unused() }

    func sendMessage(
        request: Ocp_Messaging_V1_SendMessageRequest, context: ServerContext
    ) async throws -> Ocp_Messaging_V1_SendMessageResponse { throw unused() }
}
