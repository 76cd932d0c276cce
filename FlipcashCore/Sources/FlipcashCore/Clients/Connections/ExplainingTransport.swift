import GRPCCore

/// A transport whose errors say why no connection came about.
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
        // A call that begins after the cancellation of its task would wait for the connection however long that takes:
        // the transport looks for a cancellation only while a call is in its queue.
        try Task.checkCancellation()
        do {
            return try await base.withStream(descriptor: descriptor, options: options, closure)
        } catch {
            throw trouble.explained(error)
        }
    }
}
