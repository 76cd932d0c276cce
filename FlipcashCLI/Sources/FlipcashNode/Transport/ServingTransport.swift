import GRPCCore
import GRPCNIOTransportHTTP2

/// gRPC over a socket, with each call on the thread of its connection.
struct ServingTransport: ServerTransport {
    typealias Bytes = HTTP2ServerTransport.Posix.Bytes

    let base: HTTP2ServerTransport.Posix
    let threads: ServingThreads

    func configure(context: GRPCServerContext) { base.configure(context: context) }

    /// A call begins on the thread that has read its first message, and stays there: whatever another thread hands to it
    /// later would otherwise let it go on on the first of the threads.
    func listen(
        streamHandler: @escaping @Sendable (RPCStream<Inbound, Outbound>, ServerContext) async -> Void
    ) async throws {
        try await base.listen { stream, context in
            let executor = threads.present
            var context = context
            // Instead of gRPC's own value, the certificate of the client. gRPC passes the error to the stream's channel.
            context.transportSpecific = CallInput(executor: executor) { [outbound = stream.outbound] in
                await outbound.finish(throwing: StreamEnding.InputEnd())
            }
            await withTaskExecutorPreference(executor) { await streamHandler(stream, context) }
        }
    }

    func beginGracefulShutdown() { base.beginGracefulShutdown() }
}
