import NIOCore

/// Completes a read that the end of the connection has interrupted.
///
/// During a read, swift-nio-http2 keeps a list of the streams that received frames, and empties it when the read
/// completes. If the connection is closed during a read, as after a protocol error, the read never completes. The list,
/// the streams and the connection then keep each other in memory forever.
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
