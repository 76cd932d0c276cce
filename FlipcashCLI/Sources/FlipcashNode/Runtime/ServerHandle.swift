import FlipcashCore
import GRPCCore
import GRPCNIOTransportHTTP2
import NIOCore
import NIOPosix

/// A gRPC server that runs in its own task.
struct ServerHandle: Sendable {
    /// The address it listens on; nil for a server inside the process.
    let address: ListenAddress?
    private let beginShutdown: @Sendable () -> Void
    private let task: SpawnedTask
    private let ended: Latch
    /// The threads of its connections, which the last server keeps until its transport is released; nil without a socket.
    private var threads: ServingThreads?

    /// Starts serving over `transport`.
    ///
    /// - Parameter onEnd: called once when serving ends, with the error if there was one.
    init<Transport: ServerTransport>(
        _ transport: Transport, address: ListenAddress? = nil, services: NodeServices, tasks: any TaskSpawner,
        onEnd: @escaping @Sendable ((any Error)?) -> Void = { _ in }
    ) {
        let server = GRPCServer(
            transport: transport, services: services.services, interceptors: services.interceptors)
        self.address = address
        // Shuts down the transport, not the server: a server that has not started yet would ignore it, and callers that
        // already wait in the transport's queue would wait forever.
        beginShutdown = { transport.beginGracefulShutdown() }
        let ended = Latch()
        self.ended = ended
        task = tasks.spawn {
            defer { ended.open() }
            do {
                try await server.serve()
                onEnd(nil)
            } catch {
                onEnd(error)
            }
        }
    }

    /// Accepts no more calls and asks running calls to end.
    func stopAccepting() { beginShutdown() }

    /// Waits until all calls have ended, or the waiting task is cancelled.
    func waitUntilStopped() async { await ended.wait() }

    /// Cancels the calls that still run.
    func cancel() { task.cancel() }
}

extension ServerHandle {
    /// Binds a socket and starts serving on it.
    ///
    /// - Parameter socketMode: the mode of a Unix socket.
    /// - Throws: `NodeError.cannotListen`.
    static func listening(
        on listener: NodeConfiguration.Listener, socketMode: UInt16,
        transport configuration: HTTP2ServerTransport.Posix.Config, threads: ServingThreads, services: NodeServices,
        tasks: any TaskSpawner
    ) async throws(NodeError) -> ServerHandle {
        let transport = ServingTransport(
            base: try listener.transport(configuration, socketMode: socketMode, on: threads.group), threads: threads)
        let (outcomes, outcome) = AsyncStream.makeStream(of: Result<ListenAddress, any Error>.self)
        let handle = ServerHandle(transport, address: listener.address, services: services, tasks: tasks) { error in
            if let error { outcome.yield(.failure(error)) }
            outcome.finish()
        }
        let observation = tasks.spawn {
            if let bound = try? await transport.base.listeningAddress {
                outcome.yield(.success(listener.address.bound(to: bound)))
            }
        }
        defer { observation.cancel() }
        var iterator = outcomes.makeAsyncIterator()
        switch await iterator.next() {
        case .success(let address)?:
            return ServerHandle(
                address: address, beginShutdown: handle.beginShutdown, task: handle.task, ended: handle.ended,
                threads: threads)
        case .failure(let error)?:
            throw .cannotListen(address: listener.address.description, reason: reason(error))
        case nil:
            handle.stopAccepting()
            handle.cancel()
            throw .cannotListen(address: listener.address.description, reason: "the start was cancelled")
        }
    }

    private init(
        address: ListenAddress?, beginShutdown: @escaping @Sendable () -> Void, task: SpawnedTask, ended: Latch,
        threads: ServingThreads
    ) {
        self.address = address
        self.beginShutdown = beginShutdown
        self.task = task
        self.ended = ended
        self.threads = threads
    }

    /// Describes the innermost cause: the outer ones only say that the transport failed.
    private static func reason(_ error: any Error) -> String {
        var cause = error
        while let runtime = cause as? RuntimeError, let inner = runtime.cause { cause = inner }
        return (cause as? IOError).map { BindFailure.words(errno: $0.errnoCode) } ?? "\(cause)"
    }
}

extension ListenAddress {
    /// The address with the port that the operating system chose.
    fileprivate func bound(to address: GRPCNIOTransportCore.SocketAddress) -> ListenAddress {
        guard case .tcp(let host, 0) = self, let port = address.ipv4?.port ?? address.ipv6?.port else { return self }
        return .tcp(host: host, port: port)
    }
}

extension NodeConfiguration.Listener {
    /// A transport on this address; a Unix socket is bound at once.
    fileprivate func transport(
        _ configuration: HTTP2ServerTransport.Posix.Config, socketMode: UInt16, on group: MultiThreadedEventLoopGroup
    ) throws(NodeError) -> HTTP2ServerTransport.Posix {
        switch address {
        case .unix(let path):
            return HTTP2ServerTransport.Posix(
                listeningSocketDescriptor: Int(try UnixListener.open(path, mode: socketMode)),
                transportSecurity: security, config: configuration, eventLoopGroup: group)
        case .tcp(let host, let port):
            let name = host == "localhost" ? "127.0.0.1" : host
            return HTTP2ServerTransport.Posix(
                address: host.contains(":") ? .ipv6(host: host, port: port) : .ipv4(host: name, port: port),
                transportSecurity: security, config: configuration, eventLoopGroup: group)
        }
    }

    private var security: HTTP2ServerTransport.Posix.TransportSecurity {
        guard let tls else { return .plaintext }
        return .tls(
            certificateChain: [.file(path: tls.certificate, format: .pem)],
            privateKey: .file(path: tls.key, format: .pem))
    }
}
