import NIOCore

/// Sends what all streams of a connection have written in one go, once the event loop has nothing else to do.
///
/// gRPC flushes after each message of each stream. Many payments end with the same commit, and each of their answers
/// would otherwise be a system call of its own. Nothing waits for a timer.
///
/// Stands before HTTP/2's handler.
final class FlushGathering: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private var isWaiting = false

    func flush(context: ChannelHandlerContext) {
        guard !isWaiting else { return }
        isWaiting = true
        context.eventLoop.assumeIsolated().execute { self.pass(context) }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if !context.channel.isWritable { pass(context) }
        context.fireChannelWritabilityChanged()
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        pass(context)
        context.close(mode: mode, promise: promise)
    }

    func handlerRemoved(context: ChannelHandlerContext) { isWaiting = false }

    private func pass(_ context: ChannelHandlerContext) {
        guard isWaiting else { return }
        isWaiting = false
        context.flush()
    }
}
