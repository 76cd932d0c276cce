import FlipcashAPI
import GRPCCore
import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOPosix
import Testing

@testable import FlipcashCore

/// A wallet's calls to a hostile service.
@Suite(.timeLimit(.minutes(1))) struct ResponseGuardTests {
    /// Answers each call with the same header blocks; the last one ends the stream.
    private final class Answering: ChannelInboundHandler {
        typealias InboundIn = HTTP2Frame.FramePayload
        typealias OutboundOut = HTTP2Frame.FramePayload

        private let blocks: [HPACKHeaders]

        init(_ blocks: [HPACKHeaders]) { self.blocks = blocks }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard case .headers = unwrapInboundIn(data) else { return }
            for (index, headers) in blocks.enumerated() {
                let payload = HTTP2Frame.FramePayload.headers(
                    .init(headers: headers, endStream: index == blocks.count - 1))
                context.write(wrapOutboundOut(payload), promise: nil)
            }
            context.flush()
        }
    }

    /// Returns the error of a health check at a service that answers with `blocks`.
    private func failure(_ blocks: [(String, String)]...) async throws -> RPCFailure {
        let headers = blocks.map { HPACKHeaders($0) }
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    var configuration = NIOHTTP2Handler.ConnectionConfiguration()
                    // The server writes invalid headers.
                    configuration.headerBlockValidation = .disabled
                    _ = try channel.pipeline.syncOperations.configureHTTP2Pipeline(
                        mode: .server, connectionConfiguration: configuration, streamConfiguration: .init()
                    ) { stream in
                        stream.eventLoop.makeCompletedFuture {
                            try stream.pipeline.syncOperations.addHandler(Answering(headers))
                        }
                    }
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(server.localAddress?.port)
        let connection = try ServiceConnection(
            endpoint: .http(host: "127.0.0.1", port: port),
            userAgent: UserAgent(version: "1.0.0"), environment: .system)
        var failure: RPCFailure?
        do {
            _ = try await connection.stubs.health.check(Grpc_Health_V1_HealthCheckRequest())
        } catch {
            failure = RPCFailure(error)
        }
        await connection.abort()
        try await server.close()
        return try #require(failure)
    }

    @Test(
        "A status that is not three digits fails the call",
        arguments: ["-1", "-200", "", "20", "2000", "+20", "9223372036854775807", "-9223372036854775808", "२००"])
    func status_malformed_failsCall(status: String) async throws {
        _ = try await failure([(":status", status), ("content-type", "application/grpc")])
    }

    @Test(
        "A status message with an invalid escape is shown unchanged",
        arguments: ["%", "a%", "abc%", "%4", "abc%2", "%%%", "%zz", "100% sure", "50%25%"])
    func message_brokenEscape_failsCall(message: String) async throws {
        let failure = try await failure(
            [(":status", "200"), ("content-type", "application/grpc"), ("grpc-status", "9"), ("grpc-message", message)])
        #expect(failure == .rejected(code: .failedPrecondition, reason: message))
    }

    @Test("A correctly encoded status message is decoded", arguments: [("50%25", "50%"), ("gr%C3%bcn", "grün")])
    func message_encoded_isDecoded(message: String, text: String) async throws {
        let failure = try await failure(
            [(":status", "200"), ("content-type", "application/grpc"), ("grpc-status", "9"), ("grpc-message", message)])
        #expect(failure == .rejected(code: .failedPrecondition, reason: text))
    }

    @Test(
        "A status number that gRPC does not know fails the call",
        arguments: ["-1", "17", "99999999999999999999", "x", "", "9223372036854775807"])
    func grpcStatus_unknown_failsCall(status: String) async throws {
        _ = try await failure(
            [(":status", "200"), ("content-type", "application/grpc")], [("grpc-status", status)])
    }
}
