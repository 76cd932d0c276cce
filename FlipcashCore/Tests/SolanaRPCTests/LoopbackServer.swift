import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// An HTTP server on the loopback interface that follows a script and records its requests.
///
/// Also the tests of savings goals use it, through a link.
final class LoopbackServer: Sendable {
    /// The server's reaction to one request.
    enum Reaction: Sendable {
        case answer(status: Int, body: String, headers: HTTPHeaders = [:])
        /// The answer starts and stops: a good status, and half of the announced body.
        case stall
        /// The connection is closed without an answer.
        case hangUp
        /// The server does not react.
        case silence
    }

    struct Request: Sendable {
        let method: String
        let uri: String
        let headers: [String: String]
        let body: String
    }

    private struct State {
        var script: [Reaction]
        var requests: [Request] = []
        /// The number of silent requests that no call of ``untilSilent()`` has consumed yet.
        var silences = 0
        var listeners: [AsyncStream<Void>.Continuation] = []
    }

    private let state: Mutex<State>
    private let channel: Mutex<(any Channel)?> = Mutex(nil)

    init(_ script: [Reaction]) { state = Mutex(State(script: script)) }

    /// Runs `body` with a server that follows `script`, one reaction per request.
    static func run<Value>(
        _ script: [Reaction], _ body: (LoopbackServer) async throws -> Value
    ) async throws -> Value {
        let server = LoopbackServer(script)
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.pipeline.configureHTTPServerPipeline().flatMap {
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(Handler(server: server))
                    }
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        server.channel.withLock { $0 = channel }
        do {
            let value = try await body(server)
            try await channel.close()
            return value
        } catch {
            try? await channel.close()
            throw error
        }
    }

    var endpoint: String {
        "http://127.0.0.1:\(channel.withLock { $0?.localAddress?.port ?? 0 })/"
    }

    /// Waits until the server sends no more for a request, or the task is cancelled; each silent request ends one wait.
    func untilSilent() async {
        while !Task.isCancelled {
            let (stream, listener) = AsyncStream<Void>.makeStream()
            let isSilent = state.withLock { state in
                guard state.silences > 0 else {
                    state.listeners.append(listener)
                    return false
                }
                state.silences -= 1
                return true
            }
            if isSilent { return }
            for await _ in stream {}
        }
    }

    fileprivate func fallSilent() {
        let listeners = state.withLock { state in
            state.silences += 1
            defer { state.listeners = [] }
            return state.listeners
        }
        for listener in listeners { listener.finish() }
    }

    var requests: [Request] { state.withLock { $0.requests } }

    fileprivate func react(to request: Request) -> Reaction {
        state.withLock { state in
            state.requests.append(request)
            return state.script.isEmpty ? .hangUp : state.script.removeFirst()
        }
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private let server: LoopbackServer
        private var head: HTTPRequestHead?
        private var body = ""

        init(server: LoopbackServer) { self.server = server }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head): self.head = head
            case .body(var buffer): body += buffer.readString(length: buffer.readableBytes) ?? ""
            case .end: answer(context)
            }
        }

        private func answer(_ context: ChannelHandlerContext) {
            let headers = Dictionary(
                (head?.headers ?? [:]).map { ($0.name.lowercased(), $0.value) }, uniquingKeysWith: { $1 })
            let request = Request(
                method: head?.method.rawValue ?? "", uri: head?.uri ?? "", headers: headers, body: body)
            body = ""
            switch server.react(to: request) {
            case .answer(let status, let text, var headers):
                if !headers.contains(name: "Content-Length") {
                    headers.add(name: "Content-Length", value: "\(text.utf8.count)")
                }
                headers.add(name: "Connection", value: "close")
                begin(context, status: status, headers: headers, text: text)
                context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
                context.close(promise: nil)
            case .stall:
                begin(context, status: 200, headers: ["Content-Length": "100"], text: "{")
                context.flush()
                server.fallSilent()
            case .hangUp: context.close(promise: nil)
            case .silence: server.fallSilent()
            }
        }

        private func begin(_ context: ChannelHandlerContext, status: Int, headers: HTTPHeaders, text: String) {
            let head = HTTPResponseHead(version: .http1_1, status: .init(statusCode: status), headers: headers)
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: text)))), promise: nil)
        }
    }
}
