import FlipcashAPI
public import GRPCCore
import GRPCNIOTransportHTTP2

/// A live connection to one endpoint over a given transport, and the stubs that call through it.
///
/// Both APIs can share a connection when one endpoint serves both.
public final class ServiceConnection: Sendable {
    /// How long running calls may continue after ``close()``; then they are cut off.
    public static let closeLimit: Duration = .seconds(1)

    /// Runs the connection until it is closed.
    private let running: SpawnedTask
    private let ended: Latch
    private let environment: RuntimeEnvironment
    private let shutDown: @Sendable () -> Void
    let stubs: ServiceStubs

    /// Connects through `transport`, which may be a network or an in-process transport.
    public init<Transport: ClientTransport>(
        transport: Transport, userAgent: UserAgent, environment: RuntimeEnvironment
    ) {
        let client = GRPCClient(transport: transport, interceptors: [UserAgentInterceptor(userAgent: userAgent)])
        stubs = ServiceStubs(client)
        shutDown = { client.beginGracefulShutdown() }
        self.environment = environment
        let ended = Latch()
        self.ended = ended
        running = environment.tasks.spawn {
            // A connection that ends with an error fails its calls, and those report it.
            try? await client.runConnections()
            ended.open()
        }
    }

    /// Connects to `endpoint` over HTTP/2 with the transport parameters of client specification §2.2.
    ///
    /// The first call makes the connection and throws if the endpoint is unreachable.
    ///
    /// - Parameter trust: the certificates to accept if the endpoint uses TLS.
    /// - Throws: `RPCFailure` when the endpoint's address or the trusted certificates cannot be used at all.
    public convenience init(
        endpoint: ServiceEndpoint, trust: ServerTrust = .system, userAgent: UserAgent, environment: RuntimeEnvironment
    ) throws(RPCFailure) {
        let clock = environment.clock
        let trouble = ConnectionTrouble(endpoint, trust: trust) { clock.now() }
        do {
            let transport = try HTTP2ClientTransport.Posix(endpoint: endpoint, trust: trust, trouble: trouble)
            self.init(
                transport: ExplainingTransport(base: transport, trouble: trouble), userAgent: userAgent,
                environment: environment)
        } catch {
            throw RPCFailure(error)
        }
    }

    /// Whether the service answers that it accepts calls; false for any error.
    public func isServing(within timeout: Duration = .seconds(2)) async -> Bool {
        var options = CallOptions.defaults
        options.timeout = timeout
        let response = try? await stubs.health.check(Grpc_Health_V1_HealthCheckRequest(), options: options)
        return response?.status == .serving
    }

    /// Closes the connection and lets running calls finish for at most ``closeLimit``.
    ///
    /// A transport that is resolving a name or waiting for the answer to its first packet does not react to this. After
    /// the limit it is cancelled; if it still does not end, it is abandoned.
    public func close() async {
        shutDown()
        if await hasEnded(within: Self.closeLimit) { return }
        await abort()
    }

    /// Ends the connection and every call on it.
    public func abort() async {
        shutDown()
        running.cancel()
        _ = await hasEnded(within: Self.closeLimit)
    }

    /// Whether the connection ends within `limit`; cancelling the calling task does not shorten the wait.
    private func hasEnded(within limit: Duration) async -> Bool {
        let (ended, clock) = (ended, environment.clock)
        // The latch is waited for, not the task: a connection that does not end is left behind.
        let wait = environment.tasks.start {
            try await clock.withDeadline(limit) { await ended.wait() }
        }
        return (try? await wait.value) != nil
    }
}
