import FlipcashCore
import NIOCore
import NIOPosix
import Testing

@testable import FlipcashNode

@Suite("Rates from the web")
struct WebRateSourceTests {
    /// Sends one answer to any request.
    private final class FixedAnswer: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let text: String

        init(_ text: String) { self.text = text }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
            context.close(promise: nil)
        }
    }

    /// A web server on loopback that gives every caller one fixed answer.
    private final class Answerer: Sendable {
        let port: Int
        private let listener: any Channel

        init(_ answer: String) async throws {
            listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(FixedAnswer(answer))
                    }
                }
                .bind(host: "127.0.0.1", port: 0).get()
            port = try #require(listener.localAddress?.port)
        }

        deinit { listener.close(promise: nil) }

        func observe() async throws -> RateTable {
            let source = WebRateSource(address: "http://127.0.0.1:\(port)/rates?base=usd", clock: SystemClock())
            return try await #require(source).observe()
        }
    }

    private func response(_ status: String, _ body: String) -> String {
        "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
    }

    @Test("A valid answer is read")
    func observe_ok_read() async throws {
        let server = try await Answerer(response("200 OK", #"{"usd":{"cad":"1.37"}}"#))
        #expect(try await server.observe().rates == [.usd: 1, .cad: 1.37])
    }

    @Test("Other answers are refused with the reason")
    func observe_bad_refused() async throws {
        let cases = [
            (response("404 Not Found", ""), "404"), (response("302 Found", ""), "302"),
            (response("200 OK", "<html>"), "JSON"), (response("200 OK", #"{"usd":{"cad":"-1"}}"#), "cad"),
            ("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{", "127.0.0.1"), ("nonsense\r\n\r\n", "127.0.0.1"),
            ("", "127.0.0.1"),
        ]
        for (answer, hint) in cases {
            let server = try await Answerer(answer)
            do {
                _ = try await server.observe()
                Issue.record("accepted \(answer)")
            } catch {
                #expect("\(error)".contains(hint), "\(error)")
            }
        }
    }

    /// Notes that a request has arrived, and never answers.
    private final class NoAnswer: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let arrived: AsyncStream<Void>.Continuation

        init(_ arrived: AsyncStream<Void>.Continuation) { self.arrived = arrived }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) { arrived.yield() }
    }

    @Test("An observation that is cancelled is not a failure of the source", .timeLimit(.minutes(1)))
    func observe_cancelled_isNoSourceError() async throws {
        let arrived = AsyncStream<Void>.makeStream()
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(NoAnswer(arrived.continuation))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(listener.localAddress?.port)
        let source = try #require(WebRateSource(address: "http://127.0.0.1:\(port)/", clock: SystemClock()))
        let observation = Task { try await source.observe() }
        var requests = arrived.stream.makeAsyncIterator()
        await requests.next()
        observation.cancel()
        await #expect(throws: CancellationError.self) { try await observation.value }
        try await listener.close()
    }

    @Test("An unreachable address is an error of the source, so that a running node keeps its rates")
    func observe_nobody_sourceError() async throws {
        let source = try #require(WebRateSource(address: "http://127.0.0.1:1/", clock: SystemClock()))
        await #expect(throws: RateSourceError.self) { try await source.observe() }
    }
}
