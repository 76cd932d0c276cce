import FlipcashCore
import GRPCCore
import GRPCNIOTransportHTTP2

/// A gRPC server that runs in a task of its own.
struct ServerHandle: Sendable {
    /// Where it listens; nil for one inside the process.
    let address: ListenAddress?
    private let beginShutdown: @Sendable () -> Void
    private let task: SpawnedTask

    /// Starts serving over `transport`.
    init<Transport: ServerTransport>(
        _ transport: Transport, address: ListenAddress? = nil, services: NodeServices, tasks: any TaskSpawner,
        onFailure: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        let server = GRPCServer(
            transport: transport, services: services.services, interceptors: services.interceptors)
        self.address = address
        beginShutdown = { server.beginGracefulShutdown() }
        task = tasks.spawn {
            do {
                try await server.serve()
            } catch {
                onFailure(error)
            }
        }
    }

    /// Takes no more calls and tells those that run to come to an end.
    func stopAccepting() { beginShutdown() }

    /// Waits until all calls have ended.
    func waitUntilStopped() async { await task.wait() }

    /// Ends whatever still runs.
    func cancel() { task.cancel() }
}

extension ServerHandle {
    /// Binds a socket and starts serving on it.
    ///
    /// - Throws: `NodeError.cannotListen`.
    static func listening(
        on listener: NodeConfiguration.Listener, services: NodeServices, tasks: any TaskSpawner
    ) async throws(NodeError) -> ServerHandle {
        let transport = HTTP2ServerTransport.Posix(
            address: listener.address.socketAddress, transportSecurity: listener.security,
            config: .defaults { config in
                config.connection.flushCoalescing = nil
                config.connection.keepalive.clientBehavior.allowWithoutCalls = true
                config.connection.keepalive.clientBehavior.minPingIntervalWithoutCalls = .seconds(10)
            })
        let (outcomes, outcome) = AsyncStream.makeStream(of: Result<ListenAddress, any Error>.self)
        let handle = ServerHandle(transport, address: listener.address, services: services, tasks: tasks) { error in
            outcome.yield(.failure(error))
        }
        let observation = tasks.spawn {
            if let bound = try? await transport.listeningAddress {
                outcome.yield(.success(listener.address.bound(to: bound)))
            }
        }
        defer { observation.cancel() }
        var iterator = outcomes.makeAsyncIterator()
        switch await iterator.next() {
        case .success(let address)?:
            return ServerHandle(address: address, beginShutdown: handle.beginShutdown, task: handle.task)
        case .failure(let error)?:
            throw .cannotListen(address: listener.address.description, reason: reason(error))
        case nil:
            throw .cannotListen(address: listener.address.description, reason: "the start was cancelled")
        }
    }

    private init(address: ListenAddress?, beginShutdown: @escaping @Sendable () -> Void, task: SpawnedTask) {
        self.address = address
        self.beginShutdown = beginShutdown
        self.task = task
    }

    /// The innermost cause: the outer ones only say that the transport failed.
    private static func reason(_ error: any Error) -> String {
        var cause = error
        while let runtime = cause as? RuntimeError, let inner = runtime.cause { cause = inner }
        return "\(cause)"
    }
}

extension ListenAddress {
    fileprivate var socketAddress: GRPCNIOTransportCore.SocketAddress {
        switch self {
        case .unix(let path): .unixDomainSocket(path: path)
        case .tcp(let host, let port):
            if host.contains(":") {
                .ipv6(host: host, port: port)
            } else {
                .ipv4(host: host == "localhost" ? "127.0.0.1" : host, port: port)
            }
        }
    }

    /// The address with the port that the operating system chose.
    fileprivate func bound(to address: GRPCNIOTransportCore.SocketAddress) -> ListenAddress {
        guard case .tcp(let host, 0) = self, let port = address.ipv4?.port ?? address.ipv6?.port else { return self }
        return .tcp(host: host, port: port)
    }
}

extension NodeConfiguration.Listener {
    fileprivate var security: HTTP2ServerTransport.Posix.TransportSecurity {
        guard let tls else { return .plaintext }
        return .tls(
            certificateChain: [.file(path: tls.certificate, format: .pem)],
            privateKey: .file(path: tls.key, format: .pem))
    }
}
