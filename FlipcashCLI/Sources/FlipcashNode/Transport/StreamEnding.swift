import NIOCore
import NIOHPACK
import NIOHTTP2

/// Ends a call's stream without a reset that would count against the connection.
///
/// A client may still have its side open when the node has sent everything: in a bidirectional call, or when a call
/// fails early. gRPC's C core then answers the end of the node's side with a reset, and swift-nio-http2 closes a
/// connection after 200 resets in 30 seconds, with all its other calls. Therefore:
///
/// - If a call succeeded and has sent its messages, its end waits until the client has ended its side, for at most
///   `patience`. A failure is sent at once.
/// - After the node's end the client has `patience` again, for data in flight. Then the node closes the stream with
///   `NO_ERROR`, as RFC 9113 §8.1 allows, so that no finished call stays open because its client does not end it.
/// - The end may have to wait behind data that the client does not read. It waits for at most `stalledPatience`, or for
///   at most `patience` when the connection is closing. The stream is then closed with `CANCEL`.
/// - Resets of streams on which the node has sent everything are not counted (``ResetFilter``). All others are.
/// - A service may end the client's messages for itself (``CallInput/end``). HTTP/2 does not see that: the client may go
///   on sending, and is not heard.
///
/// Stands between HTTP/2 and ``RequestGuard``.
final class StreamEnding: ChannelDuplexHandler {
    typealias InboundIn = HTTP2Frame.FramePayload
    typealias InboundOut = HTTP2Frame.FramePayload
    typealias OutboundIn = HTTP2Frame.FramePayload
    typealias OutboundOut = HTTP2Frame.FramePayload

    /// Passed through the stream's channel to end the client's messages; gRPC itself would cancel the call.
    struct InputEnd: Error {}

    /// The state of the node's side of the stream.
    private enum Phase {
        /// The call is running.
        case running
        /// The trailers wait for the client's end.
        case holding(HTTP2Frame.FramePayload, EventLoopPromise<Void>?)
        /// The trailers are written. They may wait in HTTP/2's handler behind data that the client does not read.
        case ended
        /// The stream is finished.
        case closed
    }

    private let patience: TimeAmount
    private let stalledPatience: TimeAmount
    private let resets: ResetFilter?
    private var phase = Phase.running
    private var hasClientEnded = false
    private var hasSentMessage = false
    private var hasSentTrailers = false
    private var isQuiescing: Bool
    private var timer: Scheduled<Void>?
    private var closing: EventLoopPromise<Void>?

    /// - Parameters:
    ///   - patience: how long a client may take to end its side.
    ///   - stalledPatience: how long a client may take to read what comes before the trailers.
    ///   - resets: the filter of the stream's connection.
    init(
        patience: TimeAmount, stalledPatience: TimeAmount = NodeTransport.stalledPatience, resets: ResetFilter?
    ) {
        self.patience = patience
        self.stalledPatience = stalledPatience
        self.resets = resets
        isQuiescing = resets?.isQuiescing ?? false
    }

    // MARK: From the client

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let payload = unwrapInboundIn(data)
        hasClientEnded = hasClientEnded || payload.endsStream
        context.fireChannelRead(data)
        if hasClientEnded { clientEnded(context) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        if case .holding(_, let promise) = phase { promise?.fail(ChannelError.ioOnClosedChannel) }
        phase = .closed
        closing?.succeed()
        closing = nil
        if let stream = stream(context) { resets?.streamClosed(stream) }
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent {
            isQuiescing = true
            if case .ended = phase, !hasSentTrailers { wait(patience, context) } else { stopWaiting(context) }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if error is InputEnd {
            context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        } else {
            context.fireErrorCaught(error)
        }
    }

    private func clientEnded(_ context: ChannelHandlerContext) {
        switch phase {
        case .running, .closed: break
        case .holding: stopWaiting(context)
        case .ended:
            if hasSentTrailers { bothHaveEnded() }
        }
    }

    /// Cleans up; HTTP/2's handler closes the stream.
    private func bothHaveEnded() {
        phase = .closed
        timer?.cancel()
    }

    private func stream(_ context: ChannelHandlerContext) -> HTTP2StreamID? {
        try? context.channel.syncOptions?.getOption(HTTP2StreamChannelOptions.streamID)
    }

    // MARK: From the node

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .data:
            hasSentMessage = true
            context.write(data, promise: promise)
        case .headers(let block) where block.endStream:
            callEnded(block, promise, context)
        default:
            context.write(data, promise: promise)
        }
    }

    private func callEnded(
        _ block: HTTP2Frame.FramePayload.Headers, _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext
    ) {
        let trailers = HTTP2Frame.FramePayload.headers(block)
        guard case .running = phase else {
            context.write(wrapOutboundOut(trailers), promise: promise)
            return
        }
        let isNews = !hasSentMessage || block.headers.first(name: GRPCHeader.status) != "0"
        if isNews || hasClientEnded || isQuiescing {
            end(trailers, promise, context)
        } else {
            phase = .holding(trailers, promise)
            expectReset(context)
            wait(patience, context)
        }
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        switch phase {
        case .holding, .ended:
            if isQuiescing {
                context.close(mode: mode, promise: promise)
            } else if let closing {
                if let promise { closing.futureResult.cascade(to: promise) }
            } else {
                closing = promise ?? context.eventLoop.makePromise()
            }
        case .running, .closed:
            context.close(mode: mode, promise: promise)
        }
    }

    /// Writes the trailers, which the client may still read while its side is open.
    private func end(
        _ trailers: HTTP2Frame.FramePayload, _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext
    ) {
        phase = .ended
        // After its own end, a client resets only to cancel the call; HTTP/2's handler processes that reset.
        if !hasClientEnded { expectReset(context) }
        let written = context.eventLoop.makePromise(of: Void.self)
        if let promise { written.futureResult.cascade(to: promise) }
        // Not earlier: closing drops data that the client's flow control still delays.
        written.futureResult.assumeIsolated().whenSuccess { self.trailersSent(context) }
        wait(isQuiescing ? patience : stalledPatience, context)
        context.write(wrapOutboundOut(trailers), promise: written)
    }

    /// Does not count the next reset: the node has sent everything, so a reset ends the stream like any other end.
    private func expectReset(_ context: ChannelHandlerContext) {
        guard let stream = stream(context) else { return }
        resets?.expectReset(of: stream) {
            if case .holding(_, let promise) = self.phase {
                promise?.fail(ChannelError.ioOnClosedChannel)
                self.phase = .ended
            }
            // Needed even if the client has ended its side: HTTP/2's handler has not seen the reset.
            self.close(context)
        }
    }

    private func trailersSent(_ context: ChannelHandlerContext) {
        guard case .ended = phase else { return }
        hasSentTrailers = true
        if hasClientEnded {
            bothHaveEnded()
        } else if isQuiescing {
            close(context)
        } else {
            wait(patience, context)
        }
    }

    private func wait(_ time: TimeAmount, _ context: ChannelHandlerContext) {
        timer?.cancel()
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: time) { self.stopWaiting(context) }
    }

    /// Continues with the next phase: the client has ended its side, its time is up, or the connection is closing.
    private func stopWaiting(_ context: ChannelHandlerContext) {
        timer?.cancel()
        switch phase {
        case .running, .closed: break
        case .holding(let trailers, let promise):
            end(trailers, promise, context)
            context.flush()
        case .ended: close(context)
        }
    }

    /// Closes the stream, which is finished for the node.
    ///
    /// Drops trailers that are not sent yet. The code `CANCEL` then tells the client that the call is incomplete.
    private func close(_ context: ChannelHandlerContext) {
        guard case .ended = phase else { return }
        phase = .closed
        timer?.cancel()
        context.writeAndFlush(wrapOutboundOut(.rstStream(hasSentTrailers ? .noError : .cancel)), promise: nil)
    }
}

extension HTTP2Frame.FramePayload {
    /// Whether the sender ends its side of the stream with this.
    fileprivate var endsStream: Bool {
        switch self {
        case .data(let data): data.endStream
        case .headers(let headers): headers.endStream
        default: false
        }
    }
}
