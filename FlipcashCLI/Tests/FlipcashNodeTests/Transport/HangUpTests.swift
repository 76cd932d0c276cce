import FlipcashAPI
import FlipcashCore
import GRPCCore
import Logging
import NIOCore
import NIOHTTP2
import ProtobufCodec
import Testing

@testable import FlipcashNode

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Tests of clients that disconnect during a call.
@Suite struct HangUpTests {
    private static let payment: [UInt8] = {
        guard let world = try? LedgerWorld() else { return [] }
        let payment = world.stranger().pay(
            world.dollars(1_000_000), to: world.stranger().vault(world.usdf), world.usdf, id: world.id())
        let request = Ocp_Transaction_V1_SubmitIntentRequest.with { $0.submitActions = payment }
        return (try? request.serializedBytes()) ?? []
    }()

    private static let calls = [
        ("/ocp.transaction.v1.Transaction/SubmitIntent", payment), ("/grpc.health.v1.Health/Watch", []),
        ("/grpc.health.v1.Health/Check", []), ("/ocp.currency.v1.Currency/GetAllMints", []),
    ]

    /// Starts each call forty times, each on its own stream.
    private func start(_ connection: inout RawConnection, then more: (UInt32) -> [RawFrame]) async throws {
        var stream: UInt32 = 1
        for (path, message) in Self.calls {
            for _ in 0..<40 {
                let frames = [try connection.request(stream, path), RawConnection.message(stream, message)]
                try await connection.send((frames + more(stream)).flatMap(\.bytes))
                stream += 2
            }
        }
    }

    /// Opens payments and waits until the node has answered their headers, so that only the message is missing.
    private func openPayments(_ connection: inout RawConnection) async throws -> [UInt32] {
        let streams = (0..<40).map { UInt32(2 * $0 + 1) }
        for stream in streams { try await connection.send(connection.request(stream, Self.calls[0].0)) }
        var answered = 0
        while answered < streams.count, let frame = try await connection.frame() {
            if frame.type == RawFrame.headers { answered += 1 }
        }
        return streams
    }

    private func waitUntilIdle(_ node: Node) async {
        while node.status.counters.activeCalls > 0 { await Task.yield() }
    }

    @Test("A client that cancels its calls causes no error in the node's log", .timeLimit(.minutes(1)))
    func cancel_everyKind_logsNoError() async throws {
        let log = LogRecorder()
        try await Node.withLoopback(log: log.logger) { node in
            try await RawConnection.run(node) { connection in
                try await start(&connection) { [RawConnection.reset($0, code: 8)] }
                let last: UInt32 = 1_001
                try await connection.send(
                    connection.request(last, "/grpc.health.v1.Health/Check"),
                    RawConnection.message(last, [], endStream: true))
                #expect(try await connection.answer(last).status == "0")
                await waitUntilIdle(node)
            }
        }
        #expect(log.messages(.error) == [])
        #expect(log.messages(.warning) == [])
    }

    @Test("A client whose connection breaks causes no error in the node's log", .timeLimit(.minutes(1)))
    func disconnect_everyKind_logsNoError() async throws {
        let log = LogRecorder()
        try await Node.withLoopback(log: log.logger) { node in
            for _ in 0..<5 {
                try await RawConnection.run(node) { connection in
                    try await start(&connection) { _ in [] }
                    while try await connection.frame()?.stream == 0 {}
                }
            }
            await waitUntilIdle(node)
        }
        #expect(log.messages(.error) == [])
        #expect(log.messages(.warning) == [])
    }

    @Test("A client that disconnects while the node answers causes no error in the node's log", .timeLimit(.minutes(1)))
    func leave_beforeAnswer_logsNoError() async throws {
        let log = LogRecorder()
        try await Node.withLoopback(log: log.logger) { node in
            for resets in [true, false] {
                try await RawConnection.run(node) { connection in
                    for stream in try await openPayments(&connection) {
                        let reset = resets ? RawConnection.reset(stream, code: 8).bytes : []
                        try await connection.send(RawConnection.message(stream, Self.payment).bytes + reset)
                    }
                }
                await waitUntilIdle(node)
            }
        }
        #expect(log.messages(.error) == [])
    }

    @Test("A failed write to a disconnected client is a cancelled call, not an error of the node")
    func intercept_transportError_logsNoError() async throws {
        let log = LogRecorder()
        let failures: [any Error] = [
            ChannelError.ioOnClosedChannel, ChannelError.eof, NIOAsyncWriterError.alreadyFinished(),
            NIOHTTP2Errors.streamClosed(streamID: 1, errorCode: .cancel),
            IOError(errnoCode: ECONNRESET, reason: "read"),
        ]
        for failure in failures {
            let context = ServerContext(
                descriptor: MethodDescriptor(fullyQualifiedService: "s", method: "m"), remotePeer: "r",
                localPeer: "l", cancellation: ServerContext.RPCCancellationHandle())
            let messages = RPCAsyncSequence<Int, any Error>(wrapping: AsyncThrowingStream { $0.finish() })
            let error = await #expect(throws: RPCError.self) {
                _ = try await CallInterceptor(meter: CallMeter(clock: SystemClock()), log: log.logger).intercept(
                    request: StreamingServerRequest(metadata: [:], messages: messages), context: context
                ) { _, _ -> StreamingServerResponse<Int> in throw failure }
            }
            #expect(error?.code == .cancelled)
        }
        #expect(log.messages(.error) == [])
        #expect(log.messages(.debug).count == failures.count)
    }
}
