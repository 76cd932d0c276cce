import NIOCore
import NIOHTTP2

/// Announces the end of a connection that has had no call for too long.
///
/// grpc-swift has such a limit, too, but with it each connection leaves a timer and a handler in memory that keep each
/// other there forever (grpc-swift-nio-transport 2.9.2, `maxIdleTime`).
///
/// Stands between HTTP/2's handler and gRPC's, which sends the announcement.
final class IdleLimit: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias InboundOut = HTTP2Frame

    private let limit: TimeAmount
    private var context: ChannelHandlerContext?
    private var callCount = 0
    private var idleSince = NIODeadline.uptimeNanoseconds(0)
    /// Nil while there are calls and the last check is over: the end of the last call begins a new one.
    private var check: Scheduled<Void>?

    /// - Parameter limit: how long a connection may have no call.
    init(limit: TimeAmount) { self.limit = limit }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        idleSince = context.eventLoop.now
        wait(context)
    }

    func handlerRemoved(context: ChannelHandlerContext) { end() }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    /// Notes that a call has begun. Called on the connection's event loop, as `callEnded`.
    func callBegan() { callCount += 1 }

    /// Notes that a call has ended.
    func callEnded() {
        callCount -= 1
        guard let context, callCount == 0 else { return }
        idleSince = context.eventLoop.now
        if check == nil { wait(context) }
    }

    private func wait(_ context: ChannelHandlerContext) {
        check = context.eventLoop.assumeIsolated().scheduleTask(deadline: idleSince + limit) {
            self.check = nil
            guard self.callCount == 0 else { return }
            if context.eventLoop.now >= self.idleSince + self.limit {
                context.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
            } else {
                self.wait(context)
            }
        }
    }

    private func end() {
        check?.cancel()
        check = nil
        context = nil
    }
}
