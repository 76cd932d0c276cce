import NIOCore
import NIOHTTP2
import NIOSSL
import NIOTLS

/// Watches a connection from behind HTTP/2's handler: tells the handlers after it of the end of a connection that never
/// came about, and notes how a TLS handshake went.
///
/// A channel tells of its end only where it had become active, and HTTP/2's handler passes it on only then. gRPC's
/// handler of a connection and the timers of its keepalive hold each other until they are told: of every attempt that
/// fails they would stay in memory, and a wallet that waits for its node makes many.
///
/// It also completes the read that the end has cut short, as after a protocol error. HTTP/2's handler keeps the streams
/// of a read in a list until then, and they would stay in memory with the connection.
final class ConnectionWatch: ChannelInboundHandler {
    typealias InboundIn = NIOAny

    private let trouble: ConnectionTrouble?
    private var hasToldEnd = false

    private init(_ trouble: ConnectionTrouble?) { self.trouble = trouble }

    /// Puts one behind HTTP/2's handler in `channel`, which is not connected yet. Called on the channel's event loop.
    static func add(to channel: any Channel, trouble: ConnectionTrouble? = nil) -> EventLoopFuture<Void> {
        channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            let transport = try pipeline.handler(type: NIOHTTP2Handler.self)
            try pipeline.addHandler(ConnectionWatch(trouble), position: .after(transport))
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The certificate is at hand only here: the error that a call sees has none.
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

    /// The channel is over: its handlers are removed from the first to the last, and those after this one still listen.
    func handlerRemoved(context: ChannelHandlerContext) {
        if !hasToldEnd { context.fireChannelInactive() }
    }
}
