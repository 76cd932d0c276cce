import FlipcashCore
import NIOCore
import NIOPosix
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The answer to an operator, and an action to run once the answer is sent.
struct AdminReply: Sendable {
    var response: AdminResponse
    var afterwards: (@Sendable () -> Void)?

    init(_ response: AdminResponse, afterwards: (@Sendable () -> Void)? = nil) {
        self.response = response
        self.afterwards = afterwards
    }
}

/// Serves the operator socket (see ``AdminRequest``).
final class AdminServer: Sendable {
    /// The longest request or answer, in bytes.
    static let lineLimit = 65_536

    private let listener: any Channel
    private let quiescence: ServerQuiescence

    /// Binds `path`, replacing a socket that a dead node left behind, and serves it. Only the owner can ever connect.
    ///
    /// The caller holds the folder's lock, so this never replaces the socket of a running node.
    init(
        path: String, tasks: any TaskSpawner,
        perform: @escaping @Sendable (AdminRequest) async -> AdminReply
    ) async throws(NodeError) {
        let quiescence = ServerQuiescence()
        let descriptor = try UnixListener.open(path, mode: 0o600)
        do {
            listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .childChannelInitializer { channel in
                    quiescence.add(channel)
                    return channel.eventLoop.makeCompletedFuture {
                        let handler = AdminConnection(tasks: tasks, perform: perform)
                        try channel.pipeline.syncOperations.addHandler(handler)
                    }
                }
                .withBoundSocket(descriptor).get()
        } catch {
            throw .cannotListen(address: "unix:\(path)", reason: "\(error)")
        }
        self.quiescence = quiescence
    }

    /// Ends the requests that may take minutes. Their clients get that as the answer.
    func cancelRequests() { quiescence.announceStop() }

    /// Stops listening and closes every connection.
    func close() async {
        try? await listener.close()
        await quiescence.closeAll()
    }
}

/// The connections of a server, so that it can close them.
final class ServerQuiescence: Sendable {
    private let channels = Mutex<[ObjectIdentifier: any Channel]>([:])

    /// How many connections are open.
    var count: Int { channels.withLock { $0.count } }

    func add(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        channels.withLock { $0[id] = channel }
        channel.closeFuture.whenComplete { [self] _ in
            channels.withLock { $0[id] = nil }
        }
    }

    /// Sends ``ServerStopping`` to every connection.
    func announceStop() {
        for channel in channels.withLock({ Array($0.values) }) {
            channel.pipeline.fireUserInboundEventTriggered(ServerStopping())
        }
    }

    func closeAll() async {
        for channel in channels.withLock({ Array($0.values) }) { try? await channel.close() }
    }
}

/// Tells a connection that its server stops.
struct ServerStopping: Sendable {}

/// One operator's connection: reads a line, performs the request, writes the answer, then reads the next line.
private final class AdminConnection: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let tasks: any TaskSpawner
    private let perform: @Sendable (AdminRequest) async -> AdminReply
    private var lines = LineBuffer(limit: AdminServer.lineLimit)
    /// The request that is being performed.
    private var running: (task: SpawnedTask, command: AdminRequest.Command)?
    private var hasEnded = false

    init(tasks: any TaskSpawner, perform: @escaping @Sendable (AdminRequest) async -> AdminReply) {
        self.tasks = tasks
        self.perform = perform
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var chunk = unwrapInboundIn(data)
        lines.append(chunk.readBytes(length: chunk.readableBytes) ?? [])
        takeNext(context)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    /// Nothing waits for answers any more, so nothing else is begun.
    func channelInactive(context: ChannelHandlerContext) {
        hasEnded = true
        endLongRequest()
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ServerStopping { endLongRequest() }
        context.fireUserInboundEventTriggered(event)
    }

    /// A request that takes a moment, such as a deposit, goes on: its client needs to know how it ended.
    private func endLongRequest() {
        guard let running, running.command.growsWithDatabase else { return }
        running.task.cancel()
    }

    private func takeNext(_ context: ChannelHandlerContext) {
        guard running == nil, !hasEnded else { return }
        guard let line = lines.next() else {
            if lines.isTooLong { refuse("the request is too long", context) }
            return
        }
        guard let request = try? JSONDecoder().decode(AdminRequest.self, from: Data(line)) else {
            let commands = AdminRequest.Command.allCases.map(\.rawValue).joined(separator: ", ")
            return refuse("not a request; \"command\" is one of \(commands)", context)
        }
        // Further input waits in the operating system's buffer.
        setReading(false, context)
        let answered = context.eventLoop.makePromise(of: AdminReply.self)
        let task = tasks.spawn { [perform] in answered.succeed(await perform(request)) }
        running = (task, request.command)
        answered.futureResult.assumeIsolated().whenSuccess { reply in
            self.running = nil
            self.setReading(true, context)
            self.write(reply.response, context)
            reply.afterwards?()
            self.takeNext(context)
        }
    }

    private func setReading(_ isReading: Bool, _ context: ChannelHandlerContext) {
        context.channel.setOption(.autoRead, value: isReading).whenFailure { _ in }
    }

    private func write(_ response: AdminResponse, _ context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: AdminLine.encode(response))), promise: nil)
    }

    private func refuse(_ reason: String, _ context: ChannelHandlerContext) {
        hasEnded = true
        let line = wrapOutboundOut(ByteBuffer(bytes: AdminLine.encode(AdminResponse.refusal(reason))))
        context.writeAndFlush(line).assumeIsolated().whenComplete { _ in context.close(promise: nil) }
    }
}

/// One line of the operator socket's protocol.
enum AdminLine {
    /// `value` as one line of JSON with sorted members.
    static func encode(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let json = (try? encoder.encode(value)) ?? Data(#"{"error":"the answer cannot be written","ok":false}"#.utf8)
        return [UInt8](json) + [0x0A]
    }
}

/// Splits a stream of bytes into lines.
struct LineBuffer {
    private var bytes: [UInt8] = []
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// Whether more bytes than the limit have arrived without the end of a line.
    var isTooLong: Bool { bytes.count > limit }

    mutating func append(_ chunk: [UInt8]) { bytes.append(contentsOf: chunk) }

    /// Returns the next complete line, without its end.
    mutating func next() -> [UInt8]? {
        guard let end = bytes.firstIndex(of: 0x0A), end <= limit else { return nil }
        defer { bytes.removeFirst(end + 1) }
        return Array(bytes[..<end])
    }
}
