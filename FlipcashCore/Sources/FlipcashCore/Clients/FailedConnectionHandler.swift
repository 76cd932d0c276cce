import NIOCore
import NIOHTTP2

/// Tells the handlers after HTTP/2's of the end of a connection that never came about.
///
/// A channel tells of its end only where it had become active, and HTTP/2's handler passes it on only then. gRPC's
/// handler of a connection and the timers of its keepalive hold each other until they are told: of every attempt that
/// fails they would stay in memory, and a wallet that waits for its node makes many.
final class FailedConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = NIOAny

    private var hasToldEnd = false

    /// Puts one behind HTTP/2's handler in `channel`, which is not connected yet. Called on the channel's event loop.
    static func add(to channel: any Channel) -> EventLoopFuture<Void> {
        channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            let transport = try pipeline.handler(type: NIOHTTP2Handler.self)
            try pipeline.addHandler(FailedConnectionHandler(), position: .after(transport))
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        hasToldEnd = true
        context.fireChannelInactive()
    }

    /// The channel is over: its handlers are removed from the first to the last, and those after this one still listen.
    func handlerRemoved(context: ChannelHandlerContext) {
        if !hasToldEnd { context.fireChannelInactive() }
    }
}
