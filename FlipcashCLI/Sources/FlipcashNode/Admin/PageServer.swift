import FlipcashCore
import NIOCore
import NIOHTTP1
import NIOPosix

/// A page over HTTP.
struct HTTPPage: Sendable {
    /// The statuses that pages have.
    enum Status: Int, Sendable {
        case ok = 200
        case notFound = 404
        case methodNotAllowed = 405
        case unavailable = 503
    }

    let status: Status
    let contentType: String
    let body: String

    /// A page of plain text.
    static func text(_ status: Status, _ body: String) -> HTTPPage {
        HTTPPage(status: status, contentType: "text/plain; charset=utf-8", body: body + "\n")
    }
}

/// Serves pages to programs on this machine that watch the node, over plain HTTP/1.1.
///
/// It answers GET and HEAD, ignores the content of requests, and keeps at most ``connectionsMax`` connections, each of
/// which it closes after ``idleTime`` without a request.
final class PageServer: Sendable {
    static let connectionsMax = 32
    static let idleTime = TimeAmount.minutes(5)

    /// The port that it listens on.
    let port: Int

    private let listener: any Channel
    private let connections: ServerQuiescence

    /// Binds the address and serves pages on it.
    ///
    /// - Parameter page: returns the page at a path; nil for an unknown path.
    /// - Throws: `NodeError.cannotListen`.
    init(
        host: String, port: Int, tasks: any TaskSpawner, page: @escaping @Sendable (String) async -> HTTPPage?
    ) async throws(NodeError) {
        let connections = ServerQuiescence()
        do {
            listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .childChannelInitializer { channel in
                    connections.add(channel)
                    return Self.configure(channel, isOver: connections.count > Self.connectionsMax, tasks, page)
                }
                .bind(host: host == "localhost" ? "127.0.0.1" : host, port: port).get()
        } catch {
            let reason = (error as? IOError).map { BindFailure.words(errno: $0.errnoCode) } ?? "\(error)"
            throw .cannotListen(address: host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)", reason: reason)
        }
        self.connections = connections
        self.port = listener.localAddress?.port ?? port
    }

    /// Stops listening and closes every connection.
    func close() async {
        try? await listener.close()
        await connections.closeAll()
    }

    private static func configure(
        _ channel: any Channel, isOver: Bool, _ tasks: any TaskSpawner,
        _ page: @escaping @Sendable (String) async -> HTTPPage?
    ) -> EventLoopFuture<Void> {
        guard !isOver else { return channel.close() }
        return channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(IdleStateHandler(readTimeout: idleTime))
            try pipeline.configureHTTPServerPipeline(withErrorHandling: true)
            try pipeline.addHandler(PageConnection(tasks: tasks, page: page))
        }
    }
}

/// One connection. HTTP's own handlers deliver one request at a time.
private final class PageConnection: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let tasks: any TaskSpawner
    private let page: @Sendable (String) async -> HTTPPage?
    private var request: HTTPRequestHead?

    init(tasks: any TaskSpawner, page: @escaping @Sendable (String) async -> HTTPPage?) {
        self.tasks = tasks
        self.page = page
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): request = head
        case .body: break
        case .end:
            guard let head = request else { return }
            request = nil
            answer(head, context)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is IdleStateHandler.IdleStateEvent { return context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func answer(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        guard head.method == .GET || head.method == .HEAD else {
            let refusal = HTTPPage.text(.methodNotAllowed, "only GET and HEAD are answered")
            return write(refusal, to: head, context)
        }
        let path = String(head.uri.prefix { $0 != "?" })
        let made = context.eventLoop.makePromise(of: HTTPPage.self)
        // Not on the event loop: a page may read files.
        tasks.spawn { [page] in made.succeed(await page(path) ?? .text(.notFound, "there is no such page")) }
        made.futureResult.assumeIsolated().whenSuccess { self.write($0, to: head, context) }
    }

    private func write(_ page: HTTPPage, to head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        let body = ByteBuffer(string: page.body)
        var headers = HTTPHeaders([
            ("content-type", page.contentType), ("content-length", "\(body.readableBytes)"),
            ("cache-control", "no-store"), ("x-content-type-options", "nosniff"),
        ])
        if page.status == .methodNotAllowed { headers.add(name: "allow", value: "GET, HEAD") }
        if !head.isKeepAlive { headers.add(name: "connection", value: "close") }
        let response = HTTPResponseHead(
            version: .http1_1, status: .init(statusCode: page.status.rawValue), headers: headers)
        context.write(wrapOutboundOut(.head(response)), promise: nil)
        if head.method != .HEAD { context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil) }
        let written = context.eventLoop.makePromise(of: Void.self)
        if !head.isKeepAlive {
            written.futureResult.assumeIsolated().whenComplete { _ in context.close(promise: nil) }
        }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: written)
    }
}
