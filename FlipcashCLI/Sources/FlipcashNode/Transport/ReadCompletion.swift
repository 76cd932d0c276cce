import NIOCore

/// Completes the read that a connection's end has cut short.
///
/// While it reads, swift-nio-http2 keeps a list of the streams that got frames, and empties it when the read is complete.
/// A connection that is closed in the middle of a read, as after a protocol error, never completes it: the list, the
/// streams and the connection would keep each other in memory for good.
///
/// Stands before HTTP/2's handler.
final class ReadCompletion: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    func channelInactive(context: ChannelHandlerContext) {
        context.fireChannelReadComplete()
        context.fireChannelInactive()
    }
}
