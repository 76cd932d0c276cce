import NIOCore

/// Closes a connection from which nothing has arrived for too long.
///
/// grpc-swift asks a silent client whether it is still there, and announces the end of the connection when it does not
/// answer. It then waits for the client, without a limit.
///
/// Stands before HTTP/2's handler. A client that answers the transport's pings is never silent for so long.
final class SilenceLimit: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let limit: TimeAmount
    private var lastRead = NIODeadline.now()
    private var check: Scheduled<Void>?

    /// - Parameter limit: the interval of the transport's pings, and the time that a client has to answer one.
    init(limit: TimeAmount) { self.limit = limit }

    func handlerAdded(context: ChannelHandlerContext) { wait(context) }

    func handlerRemoved(context: ChannelHandlerContext) { check?.cancel() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        lastRead = .now()
        context.fireChannelRead(data)
    }

    func channelInactive(context: ChannelHandlerContext) {
        check?.cancel()
        context.fireChannelInactive()
    }

    private func wait(_ context: ChannelHandlerContext) {
        check = context.eventLoop.assumeIsolated().scheduleTask(deadline: lastRead + limit) {
            if NIODeadline.now() >= self.lastRead + self.limit {
                context.close(promise: nil)
            } else {
                self.wait(context)
            }
        }
    }
}
