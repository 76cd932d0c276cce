import GRPCNIOTransportHTTP2
import NIOCore
import NIOHTTP2

/// The configuration of gRPC over sockets.
enum NodeTransport {
    /// The most bytes in a client's message; also the default limit of gRPC clients.
    static let maxMessageBytes = 4 * 1024 * 1024
    /// How long a client may take to end its side of a call after the node's last message.
    ///
    /// Long enough for an answer over a slow mobile network, and more than 30 s / 200: a client that resets its calls
    /// instead of ending them, one after the other, always stays below the limit of resets.
    static let patience = TimeAmount.milliseconds(250)
    /// How long a finished call may stay open because its client does not read the answer.
    ///
    /// Long enough for the largest answer over a slow mobile network.
    static let stalledPatience = TimeAmount.minutes(2)
    /// How many calls a client may have open at a time on one connection; HTTP/2's handler enforces it. Clients that
    /// read this setting delay further calls; for other clients, a call over the limit closes the connection.
    static let maxConcurrentStreams = 100

    /// The configuration of gRPC's transport, with the node's own handlers before gRPC's.
    ///
    /// - Parameter metrics: counts connections and refused requests; nil while metrics are off.
    static func configuration(
        patience: TimeAmount, metrics: NodeMetrics? = nil
    ) -> HTTP2ServerTransport.Posix.Config {
        .defaults { config in
            config.connection.flushCoalescing = nil
            config.connection.keepalive.clientBehavior.allowWithoutCalls = true
            config.connection.keepalive.clientBehavior.minPingIntervalWithoutCalls = .seconds(10)
            config.http2.maxConcurrentStreams = maxConcurrentStreams
            config.rpc.maxRequestPayloadSize = maxMessageBytes
            config.channelDebuggingCallbacks.onAcceptTCPConnection = { connection in
                if let metrics { count(connection, metrics) }
                return addConnectionHandlers(to: connection)
            }
            config.channelDebuggingCallbacks.onAcceptHTTP2Stream = {
                addStreamHandlers(to: $0, patience: patience, metrics: metrics)
            }
        }
    }

    private static func count(_ connection: any Channel, _ metrics: NodeMetrics) {
        metrics.count(.connectionsAccepted)
        metrics.add(1, to: .connections)
        connection.closeFuture.whenComplete { _ in metrics.add(-1, to: .connections) }
    }

    /// Called on the connection's event loop after gRPC has set the connection up.
    private static func addConnectionHandlers(to connection: any Channel) -> EventLoopFuture<Void> {
        connection.eventLoop.makeCompletedFuture {
            let pipeline = connection.pipeline.syncOperations
            let http2 = try pipeline.handler(type: NIOHTTP2Handler.self)
            try pipeline.addHandler(ReadCompletion(), position: .before(http2))
            try pipeline.addHandler(ResetFilter(), position: .before(http2))
        }
    }

    /// Called on the connection's event loop after gRPC has set the stream up.
    private static func addStreamHandlers(
        to stream: any Channel, patience: TimeAmount, metrics: NodeMetrics?
    ) -> EventLoopFuture<Void> {
        stream.eventLoop.makeCompletedFuture {
            let resets = try stream.parent?.pipeline.syncOperations.handler(type: ResetFilter.self)
            let handlers: [any ChannelHandler] = [
                StreamEnding(patience: patience, resets: resets),
                RequestGuard(maxMessageBytes: maxMessageBytes, metrics: metrics),
            ]
            try stream.pipeline.syncOperations.addHandlers(handlers, position: .first)
        }
    }
}
