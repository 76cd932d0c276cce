import FlipcashAPI
public import GRPCCore
import GRPCNIOTransportHTTP2

/// A live connection to one endpoint, over whatever transport it was given, and the stubs that call through it.
///
/// Both APIs can share a connection when one endpoint serves both.
public final class ServiceConnection: Sendable {
    /// Runs the connection until it is closed; kept so that closing can wait for the end.
    private let running: SpawnedTask
    private let shutDown: @Sendable () -> Void
    let stubs: ServiceStubs

    /// Connects through `transport`: real or in process.
    public init<Transport: ClientTransport>(transport: Transport, userAgent: UserAgent, tasks: any TaskSpawner) {
        let client = GRPCClient(transport: transport, interceptors: [UserAgentInterceptor(userAgent: userAgent)])
        stubs = ServiceStubs(client)
        shutDown = { client.beginGracefulShutdown() }
        // A connection that ends with an error fails its calls, and those report it.
        running = tasks.spawn { try? await client.runConnections() }
    }

    /// Connects to `endpoint` over HTTP/2 with the transport parameters of client specification §2.2.
    ///
    /// The connection is made at the first call; an unreachable endpoint shows there.
    ///
    /// - Throws: `RPCFailure` when the endpoint's address cannot be used at all.
    public convenience init(
        endpoint: ServiceEndpoint, userAgent: UserAgent, tasks: any TaskSpawner
    ) throws(RPCFailure) {
        do {
            self.init(
                transport: try HTTP2ClientTransport.Posix(endpoint: endpoint), userAgent: userAgent, tasks: tasks)
        } catch {
            throw RPCFailure(error)
        }
    }

    /// Whether the service answers that it can take calls; false for any trouble on the way.
    public func isServing(within timeout: Duration = .seconds(2)) async -> Bool {
        var options = CallOptions.defaults
        options.timeout = timeout
        let response = try? await stubs.health.check(Grpc_Health_V1_HealthCheckRequest(), options: options)
        return response?.status == .serving
    }

    /// Lets running calls finish and closes the connection.
    public func close() async {
        shutDown()
        await running.wait()
    }

    /// Ends the connection and every call on it.
    public func abort() async {
        shutDown()
        running.cancel()
        await running.wait()
    }
}
