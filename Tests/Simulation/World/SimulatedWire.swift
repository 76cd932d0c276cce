import FlipcashCore
import FlipcashTestKit
import GRPCCore
import GRPCInProcessTransport
import Synchronization

/// A wallet's transport over the simulated network. Like a real one, it connects again after its connection was cut.
final class SimulatedWire: ClientTransport {
    typealias Bytes = [UInt8]

    private let network: SimulatedNetwork
    private let link = Mutex<SimulatedLink?>(nil)
    private let closed = Latch()

    init(_ network: SimulatedNetwork) { self.network = network }

    var retryThrottle: RetryThrottle? { nil }

    func config(forMethod descriptor: MethodDescriptor) -> MethodConfig? { nil }

    func connect() async throws {
        await closed.wait()
        link.withLock { $0 }?.cut()
    }

    func beginGracefulShutdown() { closed.open() }

    /// Ends the connection for good, because its process was killed.
    func cut() {
        closed.open()
        link.withLock { $0 }?.cut()
    }

    func withStream<Result: Sendable>(
        descriptor: MethodDescriptor, options: CallOptions,
        _ closure: (RPCStream<Inbound, Outbound>, ClientContext) async throws -> Result
    ) async throws -> Result {
        try Task.checkCancellation()
        guard !closed.isOpen else { throw RPCError(code: .failedPrecondition, message: "the connection is closed") }
        let call = SimulatedCall(
            descriptor, timeout: options.timeout, link: try currentLink(), network: network)
        let pump = network.tasks.spawn { await call.run() }
        defer { pump.cancel() }
        let stream = RPCStream(
            descriptor: descriptor, inbound: RPCAsyncSequence(wrapping: call.responses),
            outbound: RPCWriter<RPCRequestPart<Bytes>>.Closable(wrapping: call.writer))
        let context = ClientContext(descriptor: descriptor, remotePeer: "simulated:node", localPeer: "simulated:wallet")
        return try await closure(stream, context)
    }

    private func currentLink() throws -> SimulatedLink {
        if let link = link.withLock({ $0 }), !link.end.isOpen { return link }
        let new = try network.connect()
        link.withLock { $0 = new }
        return new
    }
}

/// One call: carries its frames between the wallet and the node, as the weather allows.
private final class SimulatedCall: Sendable {
    typealias RequestPart = RPCRequestPart<[UInt8]>
    typealias ResponsePart = RPCResponsePart<[UInt8]>

    let responses: AsyncThrowingStream<ResponsePart, any Error>
    let writer: Writer
    private let descriptor: MethodDescriptor
    private let timeout: Duration?
    private let link: SimulatedLink
    private let network: SimulatedNetwork
    private let requests: AsyncThrowingStream<RequestPart, any Error>
    private let answer: AsyncThrowingStream<ResponsePart, any Error>.Continuation

    init(_ descriptor: MethodDescriptor, timeout: Duration?, link: SimulatedLink, network: SimulatedNetwork) {
        self.descriptor = descriptor
        self.timeout = timeout
        self.link = link
        self.network = network
        let (requests, request) = AsyncThrowingStream.makeStream(of: RequestPart.self)
        self.requests = requests
        writer = Writer(parts: request)
        (responses, answer) = AsyncThrowingStream.makeStream(of: ResponsePart.self)
    }

    /// Runs the call until both sides are done, the connection ends, or its time is over.
    func run() async {
        do {
            try await link.transport.withStream(descriptor: descriptor, options: .defaults) { stream, _ in
                do {
                    try await self.carry(stream)
                } catch {
                    await stream.outbound.finish(throwing: error)
                    throw error
                }
            }
            answer.finish()
        } catch let error as RPCError {
            answer.finish(throwing: error)
        } catch {
            answer.finish(throwing: RPCError(code: .unavailable, message: "the connection was cut"))
        }
    }

    private typealias Inner = RPCStream<
        RPCAsyncSequence<ResponsePart, any Error>, RPCWriter<RequestPart>.Closable
    >

    private func carry(_ stream: Inner) async throws {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await self.carryRequests(to: stream)
                return false
            }
            group.addTask {
                for try await part in stream.inbound {
                    try await self.pass(isMessage: part.isMessage) { _ = self.answer.yield(part) }
                }
                return true
            }
            group.addTask {
                await self.link.end.wait()
                throw RPCError(code: .unavailable, message: "the connection was cut")
            }
            if let timeout {
                group.addTask {
                    try await self.network.clock.sleep(for: timeout)
                    throw RPCError(code: .deadlineExceeded, message: "no answer in time")
                }
            }
            defer { group.cancelAll() }
            for try await isOver in group where isOver { return }
        }
        // The wallet has given the call up. Its end of the stream breaks off.
        try Task.checkCancellation()
    }

    private func carryRequests(to stream: Inner) async throws {
        var sent: [RequestPart] = []
        for try await part in requests {
            if descriptor.type == .unary { sent.append(part) }
            try await pass(isMessage: part.isMessage) { try await stream.outbound.write(part) }
        }
        await stream.outbound.finish()
        if descriptor.type == .unary, network.doublesCall() { repeatCall(sent) }
    }

    /// Makes the whole call again, as a proxy does that heard no answer. The wallet gets nothing of it.
    private func repeatCall(_ parts: [RequestPart]) {
        let (transport, descriptor) = (link.transport, self.descriptor)
        network.tasks.spawn {
            try? await transport.withStream(descriptor: descriptor, options: .defaults) { stream, _ in
                for part in parts { try await stream.outbound.write(part) }
                await stream.outbound.finish()
                for try await _ in stream.inbound {}
            }
        }
    }

    private func pass(isMessage: Bool, _ deliver: () async throws -> Void) async throws {
        switch network.fate(canDouble: isMessage && descriptor.type != .unary) {
        case .arrives:
            try await deliver()
        case .arrivesTwice:
            try await deliver()
            try await deliver()
        case .arrivesLate(let delay):
            try await network.clock.sleep(for: delay)
            try await deliver()
        case .isLost:
            // Nothing more comes through on this call, until the connection is found dead.
            try await network.clock.sleep(for: SimulatedNetwork.keepAlive)
            link.cut()
        case .cutsConnections:
            network.cutAll()
        }
    }

    /// The wallet's side of the requests.
    struct Writer: ClosableRPCWriterProtocol {
        typealias Element = RequestPart

        let parts: AsyncThrowingStream<RequestPart, any Error>.Continuation

        func write(_ element: RequestPart) async throws { parts.yield(element) }

        func write(contentsOf elements: some Sequence<RequestPart>) async throws {
            for element in elements { parts.yield(element) }
        }

        func finish() async { parts.finish() }

        func finish(throwing error: any Error) async { parts.finish(throwing: error) }
    }
}

extension RPCRequestPart {
    fileprivate var isMessage: Bool {
        switch self {
        case .metadata: false
        case .message: true
        }
    }
}

extension RPCResponsePart {
    fileprivate var isMessage: Bool {
        switch self {
        case .metadata, .status: false
        case .message: true
        }
    }
}
