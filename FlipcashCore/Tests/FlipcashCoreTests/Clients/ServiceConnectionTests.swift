import Foundation
import NIOCore
import NIOPosix
import Testing

@testable import FlipcashCore

/// Without a time limit these tests could run for minutes or forever.
@Suite("Connections to services that do not answer", .timeLimit(.minutes(1)))
struct ServiceConnectionTests {
    private let environment = RuntimeEnvironment.system

    private func connection(_ endpoint: ServiceEndpoint) throws -> ServiceConnection {
        try ServiceConnection(
            endpoint: endpoint, userAgent: UserAgent(version: "1.0.0"), environment: environment)
    }

    private func failure(_ connection: ServiceConnection) async -> MintsError? {
        do throws(MintsError) {
            _ = try await Client(connection: connection, environment: environment).fetchMint(.usdf)
            return nil
        } catch {
            return error
        }
    }

    /// Runs `body` with a server that accepts connections and never sends anything.
    private func withSilentServer(_ body: (_ port: Int) async throws -> Void) async throws {
        let server = try await ServerBootstrap(group: NIOSingletons.posixEventLoopGroup)
            .bind(host: "127.0.0.1", port: 0).get()
        do {
            try await body(try #require(server.localAddress?.port))
        } catch {
            try await server.close()
            throw error
        }
        try await server.close()
    }

    /// A label of more than 63 characters, for which no name server is queried.
    private static let impossibleName = String(repeating: "a", count: 64) + ".invalid"

    @Test("A name without an address fails at once, and the connection can be closed")
    func close_unknownName_ends() async throws {
        let connection = try connection(.http(host: Self.impossibleName, port: 80))
        #expect(await failure(connection) == .rpc(.unreachable(.nameNotFound(Self.impossibleName))))
        await connection.close()
    }

    @Test("A port without a listener is reported with its address")
    func call_refused_named() async throws {
        let taken = try await ServerBootstrap(group: NIOSingletons.posixEventLoopGroup)
            .bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(taken.localAddress?.port)
        try await taken.close()
        let connection = try connection(.http(host: "127.0.0.1", port: port))
        #expect(await failure(connection) == .rpc(.unreachable(.refused("127.0.0.1:\(port)"))))
        await connection.close()
    }

    /// Ends each connection with the first bytes that arrive.
    private final class HangUp: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        func channelRead(context: ChannelHandlerContext, data: NIOAny) { context.close(promise: nil) }
    }

    @Test("A service that hangs up during the TLS handshake, as when it stops, may be called again")
    func call_hangUpInHandshake_isRetryable() async throws {
        let server = try await ServerBootstrap(group: NIOSingletons.posixEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(HangUp()) }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(server.localAddress?.port)
        let connection = try connection(.https(host: "127.0.0.1", port: port))
        let failure = await failure(connection)
        #expect(failure == .rpc(.unreachable(.notAService("127.0.0.1:\(port)"))))
        #expect(failure?.isRetryable == true)
        await connection.close()
        try await server.close()
    }

    @Test("A server that accepts and stays silent delays neither a cancelled call nor closing")
    func close_silentServer_ends() async throws {
        try await withSilentServer { port in
            let connection = try connection(.http(host: "127.0.0.1", port: port))
            #expect(await connection.isServing(within: .milliseconds(200)) == false)
            let call = Task { await failure(connection) }
            call.cancel()
            #expect(await call.value == .rpc(.cancelled))
            await connection.close()
        }
    }

    @Test("Closing ends also when the closing task was cancelled")
    func close_inCancelledTask_ends() async throws {
        try await withSilentServer { port in
            let connection = try connection(.http(host: "127.0.0.1", port: port))
            let closing = Task {
                _ = await connection.isServing(within: .milliseconds(100))
                await connection.close()
            }
            closing.cancel()
            await closing.value
        }
    }

    @Test("A call's failure stays small enough to be passed on in one piece")
    func rpcFailure_size_isSmall() {
        #expect(MemoryLayout<ConnectionProblem>.size <= 48)
        #expect(MemoryLayout<RPCFailure>.size <= 48)
    }
}
