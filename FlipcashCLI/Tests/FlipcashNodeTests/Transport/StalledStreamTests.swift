import FlipcashAPI
import FlipcashCore
import FlipcashTestKit
import NIOCore
import NIOEmbedded
import NIOHPACK
import NIOHTTP2
import ProtobufCodec
import Testing

@testable import FlipcashNode

/// Tests of the end of calls whose client does not read the answer.
@Suite struct StalledStreamTests {
    /// Stream 1 of a connection, without HTTP/2's handler.
    ///
    /// Data that is written but not flushed waits, as behind data that the client does not read.
    private struct Stall {
        static let patience = TimeAmount.milliseconds(250)
        static let stalledPatience = TimeAmount.minutes(2)

        let connection = EmbeddedChannel()
        let stream = EmbeddedChannel()

        /// - Parameter isLate: whether the connection begins to close before the stream is opened.
        init(isLate: Bool = false) throws {
            let resets = ResetFilter()
            try connection.pipeline.syncOperations.addHandler(resets)
            try connection.writeInbound(ByteBuffer(bytes: RawConnection.preface))
            if isLate { connection.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent()) }
            try stream.syncOptions?.setOption(HTTP2StreamChannelOptions.streamID, value: 1)
            try stream.pipeline.syncOperations.addHandler(
                StreamEnding(patience: Self.patience, stalledPatience: Self.stalledPatience, resets: resets))
        }

        /// Answers with a message, which the client does not read, and with the trailers.
        func answer(status: String) {
            let data = HTTP2Frame.FramePayload.data(.init(data: .byteBuffer(ByteBuffer(bytes: [0, 0, 0, 0, 0]))))
            let headers: HPACKHeaders = ["grpc-status": status]
            let trailers = HTTP2Frame.FramePayload.headers(.init(headers: headers, endStream: true))
            stream.write(data, promise: nil)
            stream.write(trailers, promise: nil)
        }

        func clientEnds() throws {
            let end = HTTP2Frame.FramePayload.Data(data: .byteBuffer(ByteBuffer()), endStream: true)
            try stream.writeInbound(HTTP2Frame.FramePayload.data(end))
        }

        func quiesce() { stream.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent()) }

        func advance(by time: TimeAmount) { stream.embeddedEventLoop.advanceTime(by: time) }

        /// The codes of the node's resets of the stream since the last call.
        func resets() throws -> [HTTP2ErrorCode] {
            var codes: [HTTP2ErrorCode] = []
            while let payload = try stream.readOutbound(as: HTTP2Frame.FramePayload.self) {
                if case .rstStream(let code) = payload { codes.append(code) }
            }
            return codes
        }

        /// Whether the node has ended its side of the stream since the last call.
        func hasEnded() throws -> Bool {
            var hasEnded = false
            while let payload = try stream.readOutbound(as: HTTP2Frame.FramePayload.self) {
                if case .headers(let block) = payload, block.endStream { hasEnded = true }
            }
            return hasEnded
        }

        func finish() {
            stream.flush()
            for channel in [stream, connection] { _ = try? channel.finish(acceptAlreadyClosed: true) }
        }
    }

    /// Notes the end of a client's messages, and errors, as they reach a call.
    private final class Noting: ChannelInboundHandler {
        typealias InboundIn = HTTP2Frame.FramePayload

        var events: [String] = []

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) { events.append("\(event)") }
        func errorCaught(context: ChannelHandlerContext, error: any Error) { events.append("\(type(of: error))") }
    }

    @Test("A service's end of the client's messages reaches the call as that, and every other error as an error")
    func inputEnd_reachesCall_asEnd() throws {
        let stall = try Stall()
        defer { stall.finish() }
        let noting = Noting()
        try stall.stream.pipeline.syncOperations.addHandler(noting)
        stall.stream.pipeline.fireErrorCaught(StreamEnding.InputEnd())
        stall.stream.pipeline.fireErrorCaught(DeadlineExceeded())
        #expect(noting.events == ["\(ChannelEvent.inputClosed)", "DeadlineExceeded"])
        // HTTP/2 has seen nothing of it: the call is answered as ever.
        stall.answer(status: "13")
        stall.stream.flush()
        #expect(try stall.hasEnded())
        stall.advance(by: Stall.patience)
        #expect(try stall.resets() == [.noError])
    }

    @Test(
        "A finished call whose client does not read ends after two minutes, whichever side has ended",
        arguments: [(true, "0"), (true, "13"), (false, "13")])
    func answer_notRead_endsAfterPatience(clientHasEnded: Bool, status: String) throws {
        let stall = try Stall()
        defer { stall.finish() }
        if clientHasEnded { try stall.clientEnds() }
        stall.answer(status: status)
        stall.advance(by: .seconds(119))
        #expect(try stall.resets() == [])
        stall.advance(by: .seconds(1))
        #expect(try stall.resets() == [.cancel])
    }

    @Test("A call whose answer is read is not reset, however long HTTP/2's handler takes to close the stream")
    func answer_read_noReset() throws {
        let stall = try Stall()
        defer { stall.finish() }
        try stall.clientEnds()
        stall.answer(status: "0")
        stall.stream.flush()
        stall.advance(by: .hours(1))
        #expect(try stall.resets() == [])
    }

    @Test("A call that succeeded ends only after `patience`, and its stream is closed after `patience` again")
    func answer_clientStaysOpen_endsAfterPatience() throws {
        let stall = try Stall()
        defer { stall.finish() }
        stall.answer(status: "0")
        stall.stream.flush()
        stall.advance(by: Stall.patience - .milliseconds(1))
        #expect(try !stall.hasEnded())
        stall.advance(by: .milliseconds(1))
        #expect(try stall.hasEnded())
        stall.advance(by: Stall.patience - .milliseconds(1))
        #expect(try stall.resets() == [])
        stall.advance(by: .milliseconds(1))
        #expect(try stall.resets() == [.noError])
    }

    @Test("A client that ends its side and resets the call, while the end waits behind data, ends the stream")
    func reset_afterClientEnd_endsStream() throws {
        let stall = try Stall()
        defer { stall.finish() }
        stall.answer(status: "13")
        try stall.clientEnds()
        #expect(try stall.resets() == [])
        try stall.connection.writeInbound(ByteBuffer(bytes: RawConnection.reset(1, code: 8).bytes))
        #expect(try stall.resets() == [.cancel])
    }

    @Test("On a closing connection, a client that does not read has as long as one that does not end its side")
    func quiesce_notRead_endsSoon() throws {
        for (isBefore, isLate) in [(true, false), (false, false), (false, true)] {
            let stall = try Stall(isLate: isLate)
            defer { stall.finish() }
            if isBefore { stall.quiesce() }
            stall.answer(status: "13")
            if !isBefore, !isLate { stall.quiesce() }
            #expect(try stall.resets() == [])
            stall.advance(by: Stall.patience)
            #expect(try stall.resets() == [.cancel])
        }
    }

    @Test("On a closing connection, a stream is closed at once if its call is cancelled")
    func close_quiescing_closes() throws {
        let stall = try Stall()
        defer { stall.finish() }
        stall.stream.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
        stall.quiesce()
        stall.answer(status: "13")
        #expect(stall.stream.isActive)
        stall.stream.close(promise: nil)
        #expect(!stall.stream.isActive)
    }

    /// The error code of HTTP/2 for a cancelled stream.
    private static let cancel: UInt32 = 8

    /// Calls that stay open and send a message before they end.
    enum OpenCall: CaseIterable {
        /// Both sides are open.
        case liveData
        /// The client's side has ended.
        case watch
    }

    /// The frames of a call on stream 1.
    private static func frames(of call: OpenCall, _ connection: inout RawConnection) throws -> [RawFrame] {
        switch call {
        case .liveData:
            let request = Ocp_Currency_V1_StreamLiveMintDataRequest.with {
                $0.request = .with { $0.mints = [PublicKey.usdf.accountID] }
            }
            return [
                try connection.request(1, "/ocp.currency.v1.Currency/StreamLiveMintData"),
                RawConnection.message(1, try request.serializedBytes()),
            ]
        case .watch:
            return [
                try connection.request(1, "/grpc.health.v1.Health/Watch"),
                RawConnection.message(1, [], endStream: true),
            ]
        }
    }

    @Test(
        "A stopping node does not wait for a client that does not read", .timeLimit(.minutes(1)),
        arguments: OpenCall.allCases)
    func shutDown_clientDoesNotRead_endsCalls(_ call: OpenCall) async throws {
        let clock = TestClock()
        try await Node.withLoopback(patience: .milliseconds(1), clock: clock) { node in
            let stopping = try await RawConnection.run(node) { connection in
                // INITIAL_WINDOW_SIZE: no stream may send data.
                let noWindow = RawFrame(type: RawFrame.settings, stream: 0, payload: [0, 4, 0, 0, 0, 0])
                let frames = try Self.frames(of: call, &connection)
                try await connection.send(([noWindow] + frames).flatMap(\.bytes))
                while let frame = try await connection.frame() {
                    _ = try connection.decode(frame)
                    if frame.type == RawFrame.headers { break }
                }
                let stopping = Task { await node.shutDown() }
                if call == .liveData {
                    // The call waits for its client to take the first message, until the node cancels it.
                    await clock.waitForSleeper(in: Node.drainLimit)
                    clock.advance(by: Node.drainLimit)
                }
                // The stream is reset, or ended if the call did not have time to send data.
                let end = try await connection.answer(1)
                #expect(end.reset == Self.cancel || end.status != nil)
                return stopping
            }
            await stopping.value
        }
    }
}
