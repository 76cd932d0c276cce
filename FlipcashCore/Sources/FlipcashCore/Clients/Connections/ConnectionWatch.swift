import NIOCore
import NIOHTTP2
import NIOSSL
import NIOTLS

/// Watches a connection from behind the HTTP/2 handler: reports the end of connections that were never established to
/// the handlers after it, and records the result of a TLS handshake.
///
/// A channel reports its end only if it was active, and the HTTP/2 handler forwards the report only then. gRPC's
/// connection handler and its keepalive timers hold references to each other until that report arrives. Without it,
/// every failed attempt would stay in memory, and a wallet that waits for its node makes many.
///
/// This handler also completes a read that the end of the connection interrupted, for example after a protocol error.
/// The HTTP/2 handler keeps the streams of a read in a list until the read completes. Without this, they would stay in
/// memory with the connection.
final class ConnectionWatch: ChannelInboundHandler {
    typealias InboundIn = NIOAny

    private let trouble: ConnectionTrouble?
    private var hasToldEnd = false

    private init(_ trouble: ConnectionTrouble?) { self.trouble = trouble }

    /// Adds a watch behind the HTTP/2 handler of `channel`, which is not connected yet; call it on the channel's event
    /// loop.
    static func add(to channel: any Channel, trouble: ConnectionTrouble? = nil) -> EventLoopFuture<Void> {
        channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            let transport = try pipeline.handler(type: NIOHTTP2Handler.self)
            try pipeline.addHandler(ConnectionWatch(trouble), position: .after(transport))
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The certificate is available only here; the error that a call throws does not include it.
        trouble?.note(error, certificate: try? context.pipeline.syncOperations.nioSSL_peerCertificate())
        context.fireErrorCaught(error)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .some(.handshakeCompleted) = event as? TLSUserEvent { trouble?.noteHandshake() }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        hasToldEnd = true
        context.pipeline.fireChannelReadComplete()
        context.fireChannelInactive()
    }

    /// Reports the end of a channel that was never active.
    ///
    /// Handlers are removed from the first to the last, so the handlers after this one still receive the report.
    func handlerRemoved(context: ChannelHandlerContext) {
        if !hasToldEnd { context.fireChannelInactive() }
    }
}
