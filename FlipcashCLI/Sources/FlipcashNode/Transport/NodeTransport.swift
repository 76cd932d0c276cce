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

    /// The configuration of gRPC's transport, with the node's own handlers before gRPC's.
    ///
    /// HTTP/2's handler enforces the bound of calls on a connection. Clients that read this setting delay further
    /// calls; for other clients, a call over the bound closes the connection.
    ///
    /// - Parameters:
    ///   - gate: counts the connections of all the node's addresses.
    ///   - metrics: counts connections and refused requests; nil while metrics are off.
    static func configuration(
        patience: TimeAmount, bounds: PeerBounds = .standard, gate: ConnectionGate = ConnectionGate(.standard),
        metrics: NodeMetrics? = nil
    ) -> HTTP2ServerTransport.Posix.Config {
        .defaults { config in
            config.connection = connection(bounds)
            config.http2.maxConcurrentStreams = bounds.streamsPerConnection
            config.rpc.maxRequestPayloadSize = maxMessageBytes
            config.channelDebuggingCallbacks.onAcceptTCPConnection = { connection in
                if let metrics { count(connection, metrics) }
                return addConnectionHandlers(to: connection, gate: gate, bounds: bounds)
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

    private static func connection(_ bounds: PeerBounds) -> HTTP2ServerTransport.Config.Connection {
        var connection = HTTP2ServerTransport.Config.Connection.defaults
        connection.flushCoalescing = nil
        connection.maxAge = bounds.connectionAge
        connection.maxGraceTime = bounds.connectionGrace
        // `IdleLimit` has the reason why this limit is not gRPC's own.
        connection.maxIdleTime = nil
        connection.keepalive.time = bounds.keepaliveInterval
        connection.keepalive.timeout = bounds.keepaliveTimeout
        connection.keepalive.clientBehavior.allowWithoutCalls = true
        connection.keepalive.clientBehavior.minPingIntervalWithoutCalls = .seconds(10)
        return connection
    }

    /// Called on the connection's event loop after gRPC has set the connection up.
    private static func addConnectionHandlers(
        to connection: any Channel, gate: ConnectionGate, bounds: PeerBounds
    ) -> EventLoopFuture<Void> {
        connection.eventLoop.makeCompletedFuture {
            let verdict = gate.admit(connection)
            let pipeline = connection.pipeline.syncOperations
            let http2 = try pipeline.handler(type: NIOHTTP2Handler.self)
            let silence = TimeAmount(bounds.keepaliveInterval + bounds.keepaliveTimeout)
            let idle = TimeAmount(bounds.connectionIdle)
            try pipeline.addHandler(IdleLimit(limit: idle), position: .after(http2))
            // Before all that may close the connection, so that what was flushed is sent first.
            try pipeline.addHandler(FlushGathering(), position: .before(http2))
            try pipeline.addHandler(SilenceLimit(limit: silence), position: .before(http2))
            try pipeline.addHandler(ReadCompletion(), position: .before(http2))
            let refusal = verdict == .admitted ? nil : ConnectionGate.refusal
            try pipeline.addHandler(ResetFilter(refusal: refusal), position: .before(http2))
            switch verdict {
            case .admitted: break
            case .refused:
                connection.eventLoop.scheduleTask(in: ConnectionGate.refusalTime) { connection.close(promise: nil) }
            case .dropped:
                // A channel that has not opened does not report its end, and gRPC keeps its timers until then.
                try pipeline.context(handler: http2).fireChannelInactive()
                connection.close(promise: nil)
            }
        }
    }

    /// Called on the connection's event loop after gRPC has set the stream up.
    private static func addStreamHandlers(
        to stream: any Channel, patience: TimeAmount, metrics: NodeMetrics?
    ) -> EventLoopFuture<Void> {
        stream.eventLoop.makeCompletedFuture {
            let idleLimit = try stream.parent?.pipeline.syncOperations.handler(type: IdleLimit.self)
            idleLimit?.callBegan()
            stream.closeFuture.assumeIsolated().whenComplete { _ in idleLimit?.callEnded() }
            let resets = try stream.parent?.pipeline.syncOperations.handler(type: ResetFilter.self)
            let handlers: [any ChannelHandler] = [
                StreamEnding(patience: patience, resets: resets),
                RequestGuard(maxMessageBytes: maxMessageBytes, refusal: resets?.refusal, metrics: metrics),
            ]
            try stream.pipeline.syncOperations.addHandlers(handlers, position: .first)
        }
    }
}
