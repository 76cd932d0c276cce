import FlipcashTestKit
import NIOCore
import NIOHTTP2
import NIOPosix
import Synchronization
import Testing

@testable import FlipcashCore

@Suite("Connections that are never established")
struct ConnectionWatchTests {
    /// Counts the reports that the connection has ended.
    private final class EndCounter: ChannelInboundHandler, Sendable {
        typealias InboundIn = NIOAny

        private let ends = Mutex(0)

        var count: Int { ends.withLock { $0 } }

        func channelInactive(context: ChannelHandlerContext) {
            ends.withLock { $0 += 1 }
            context.fireChannelInactive()
        }
    }

    /// Connects to the socket at `path`, closes the connection, and returns when the connection or the attempt has
    /// ended.
    ///
    /// The handler under test is between the HTTP/2 handler and `counter`.
    private func connectAndClose(_ path: String, _ counter: EndCounter) async throws {
        let attempted = Mutex<(any Channel)?>(nil)
        let attempt = ClientBootstrap(group: NIOSingletons.posixEventLoopGroup)
            .channelInitializer { channel in
                attempted.withLock { $0 = channel }
                return channel.configureHTTP2Pipeline(mode: .client) { $0.eventLoop.makeSucceededVoidFuture() }
                    .flatMap { _ in channel.pipeline.addHandler(counter) }
                    .flatMap { ConnectionWatch.add(to: channel) }
            }
            .connect(unixDomainSocketPath: path)
        if let channel = try? await attempt.get() { try await channel.close() }
        try await #require(attempted.withLock { $0 }).closeFuture.get()
    }

    @Test("The end of an attempt without an answer is reported")
    func connect_refused_tellsOfItsEnd() async throws {
        let counter = EndCounter()
        try await connectAndClose("/no/listener/here", counter)
        #expect(counter.count == 1)
    }

    @Test("The end of an established connection is reported once")
    func connect_accepted_tellsOfItsEndOnce() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("s")
        let server = try await ServerBootstrap(group: NIOSingletons.posixEventLoopGroup)
            .bind(unixDomainSocketPath: path).get()
        let counter = EndCounter()
        do { try await connectAndClose(path, counter) } catch { Issue.record(error) }
        try await server.close()
        #expect(counter.count == 1)
    }
}
