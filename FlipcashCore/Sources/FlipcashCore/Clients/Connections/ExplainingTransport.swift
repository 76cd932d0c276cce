import GRPCCore

/// A transport whose errors say why the connection failed.
struct ExplainingTransport<Base: ClientTransport>: ClientTransport {
    typealias Bytes = Base.Bytes

    let base: Base
    let trouble: ConnectionTrouble

    var retryThrottle: RetryThrottle? { base.retryThrottle }

    func connect() async throws { try await base.connect() }

    func beginGracefulShutdown() { base.beginGracefulShutdown() }

    func config(forMethod descriptor: MethodDescriptor) -> MethodConfig? { base.config(forMethod: descriptor) }

    func withStream<Result: Sendable>(
        descriptor: MethodDescriptor, options: CallOptions,
        _ closure: (RPCStream<Inbound, Outbound>, ClientContext) async throws -> Result
    ) async throws -> Result {
        // The transport checks for cancellation only while a call is in its queue. A call that begins after its task
        // was cancelled would wait for the connection without a limit.
        try Task.checkCancellation()
        do {
            return try await base.withStream(descriptor: descriptor, options: options, closure)
        } catch {
            throw trouble.explained(error)
        }
    }
}
