import FlipcashAPI
import FlipcashTestKit
import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOPosix
import ProtobufCodec
import Synchronization
import Testing

@testable import FlipcashCore

/// How the wallet's client ends its streams, seen from the server's side of the connection.
@Suite(.timeLimit(.minutes(1))) struct StreamEndTests {
    /// All bytes of all connections, and how many connections there were.
    private final class Record: Sendable {
        private let state = Mutex((connections: 0, bytes: [UInt8]()))

        var connectionCount: Int { state.withLock { $0.connections } }

        func noteConnection() { state.withLock { $0.connections += 1 } }

        func append(_ bytes: ByteBuffer) { state.withLock { $0.bytes += bytes.readableBytesView } }

        /// The types of the frames of one connection, in order (RFC 9113 §4.1).
        var frameTypes: [UInt8] {
            let bytes = state.withLock { $0.bytes }
            var types: [UInt8] = []
            // The connection starts with a preface of 24 bytes (RFC 9113 §3.4).
            var head = 24
            while head + 9 <= bytes.count {
                types.append(bytes[head + 3])
                head += 9 + (Int(bytes[head]) << 16 | Int(bytes[head + 1]) << 8 | Int(bytes[head + 2]))
            }
            return types
        }
    }

    /// Records what arrives before HTTP/2's handler reads it.
    private final class Recorder: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let record: Record

        init(_ record: Record) { self.record = record }

        func channelActive(context: ChannelHandlerContext) {
            record.noteConnection()
            context.fireChannelActive()
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            record.append(unwrapInboundIn(data))
            context.fireChannelRead(data)
        }
    }

    /// Answers a call at its first message, and ends it when its client has ended its side.
    private final class Answering: ChannelInboundHandler {
        typealias InboundIn = HTTP2Frame.FramePayload
        typealias OutboundOut = HTTP2Frame.FramePayload

        private let answer: [UInt8]
        private var hasAnswered = false

        init(_ answer: [UInt8]) { self.answer = answer }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard case .data(let frame) = unwrapInboundIn(data) else { return }
            if !hasAnswered {
                hasAnswered = true
                write([(":status", "200"), ("content-type", "application/grpc")], endStream: false, context)
                var message = ByteBuffer(bytes: [0])
                message.writeInteger(UInt32(answer.count))
                message.writeBytes(answer)
                context.write(wrapOutboundOut(.data(.init(data: .byteBuffer(message)))), promise: nil)
            }
            if frame.endStream { write([("grpc-status", "0")], endStream: true, context) }
            context.flush()
        }

        private func write(_ fields: [(String, String)], endStream: Bool, _ context: ChannelHandlerContext) {
            let payload = HTTP2Frame.FramePayload.headers(.init(headers: HPACKHeaders(fields), endStream: endStream))
            context.write(wrapOutboundOut(payload), promise: nil)
        }
    }

    /// Runs `body` with a client of a server that answers every call with `answer`.
    private func withServer(
        answering answer: some Message, _ record: Record, _ body: (Client) async throws -> Void
    ) async throws {
        let message = try answer.serializedBytes()
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Recorder(record))
                    _ = try channel.pipeline.syncOperations.configureHTTP2Pipeline(
                        mode: .server, connectionConfiguration: .init(), streamConfiguration: .init()
                    ) { stream in
                        stream.eventLoop.makeCompletedFuture {
                            try stream.pipeline.syncOperations.addHandler(Answering(message))
                        }
                    }
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        // On this clock no bound passes.
        let environment = RuntimeEnvironment.test()
        let connection = try ServiceConnection(
            endpoint: .http(host: "127.0.0.1", port: try #require(server.localAddress?.port)),
            userAgent: UserAgent(version: "1.0.0"), environment: environment)
        let result: Result<Void, any Error>
        do {
            result = .success(try await body(Client(connection: connection, environment: environment)))
        } catch {
            result = .failure(error)
        }
        await connection.abort()
        try await server.close()
        try result.get()
    }

    private static let resetStream: UInt8 = 3
    private static let callCount = 10

    /// Expects calls on one connection without resets. When the last call was answered, all frames of the others had
    /// arrived.
    private func checkEnds(_ record: Record) {
        #expect(record.connectionCount == 1)
        #expect(!record.frameTypes.contains(Self.resetStream))
    }

    @Test("A call that is confirmed without signatures is ended on both sides, and not reset")
    func twoStepCall_confirmed_isNotReset() async throws {
        let record = Record()
        let account = AccountCluster(
            authority: .generate(using: SeededRandomSource()), mint: .usdf, timeAuthority: .usdc)
        let answer = Ocp_Transaction_V1_SubmitIntentResponse.with { $0.success = .with { $0.code = .ok } }
        try await withServer(answering: answer, record) { client in
            for _ in 0..<Self.callCount { try await client.openAccount(account) }
        }
        checkEnds(record)
    }

    @Test("A call that is refused before its signatures is ended on both sides, and not reset")
    func twoStepCall_refused_isNotReset() async throws {
        let record = Record()
        let sweep = SweepOrder(
            owner: .generate(using: SeededRandomSource()), core: VirtualMachine(mint: .usdf, authority: .usdc),
            amount: 1)
        let answer = Ocp_Transaction_V1_StatelessSwapResponse.with { $0.error = .init() }
        try await withServer(answering: answer, record) { client in
            for _ in 0..<Self.callCount {
                await #expect(throws: StatelessSwapError.denied(reasons: [])) {
                    _ = try await client.statelessSwap(sweep, progress: SubmissionProgress(clock: TestClock()))
                }
            }
        }
        checkEnds(record)
    }
}
