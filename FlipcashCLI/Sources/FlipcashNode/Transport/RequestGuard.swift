import GRPCCore
import NIOCore
import NIOHPACK
import NIOHTTP2

/// Refuses requests that make gRPC's own handler, which comes next, trap or answer with only a reset.
///
/// - A `grpc-timeout` that is not one to eight digits and a unit, or that is repeated, makes grpc-swift 2.4 trap or
///   ignore it. gRPC's protocol does not specify the answer. The caller gets `INVALID_ARGUMENT` instead of a call that
///   it may be unable to end. grpc-swift ignores valid time-outs of eight digits, so they are rewritten to seven.
/// - A call on a connection that the node has refused gets `RESOURCE_EXHAUSTED`.
/// - A message over the limit gets `RESOURCE_EXHAUSTED`; one that is marked as compressed without an agreed encoding
///   gets `INTERNAL` (both as gRPC's documents demand); one that is cut off or has an unknown flag gets
///   `INVALID_ARGUMENT`.
///
/// A refused stream is answered here; gRPC's handler sees it as cancelled.
final class RequestGuard: ChannelDuplexHandler {
    typealias InboundIn = HTTP2Frame.FramePayload
    typealias InboundOut = HTTP2Frame.FramePayload
    typealias OutboundIn = HTTP2Frame.FramePayload
    typealias OutboundOut = HTTP2Frame.FramePayload

    /// The state of the stream.
    private enum Phase {
        /// No header block has arrived.
        case idle
        /// The request is passed on.
        case open
        /// The request was refused here, or the response has ended: nothing more is passed on.
        case answered
    }

    private var phase = Phase.idle
    private var hasSentHeaders = false
    private var lengths: MessageLengths
    private let refusal: String?
    private let metrics: NodeMetrics?

    /// - Parameters:
    ///   - maxMessageBytes: the most bytes in a client's message.
    ///   - refusal: the reason that the call gets, if the node has refused its connection.
    ///   - metrics: counts refusals; nil while metrics are off.
    init(maxMessageBytes: Int, refusal: String? = nil, metrics: NodeMetrics? = nil) {
        lengths = MessageLengths(limit: maxMessageBytes)
        self.refusal = refusal
        self.metrics = metrics
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch (phase, unwrapInboundIn(data)) {
        case (.idle, .headers(let block)): receiveRequest(block, context)
        case (.open, .data(let part)): receiveData(part, context)
        case (.answered, .headers), (.answered, .data): break
        default: context.fireChannelRead(data)
        }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let payload = unwrapOutboundIn(data)
        if case .answered = phase, !payload.isReset {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        if case .headers(let block) = payload {
            hasSentHeaders = true
            if block.endStream { phase = .answered }
        }
        context.write(data, promise: promise)
    }

    private func receiveRequest(_ block: HTTP2Frame.FramePayload.Headers, _ context: ChannelHandlerContext) {
        phase = .open
        if let refusal {
            metrics?.count(.requestsRefused, "too_many_connections")
            return answer(.resourceExhausted, refusal, context)
        }
        var block = block
        guard let headers = block.headers.readingTimeout else {
            metrics?.count(.requestsRefused, "bad_timeout")
            answer(
                .invalidArgument, "grpc-timeout must be one value: 1 to 8 digits and one of H, M, S, m, u, n", context)
            return
        }
        block.headers = headers
        context.fireChannelRead(wrapInboundOut(.headers(block)))
    }

    private func receiveData(_ part: HTTP2Frame.FramePayload.Data, _ context: ChannelHandlerContext) {
        guard case .byteBuffer(let buffer) = part.data else { return }
        do {
            try lengths.append(buffer)
            if part.endStream { try lengths.finish() }
        } catch {
            metrics?.count(.requestsRefused, error.metricReason)
            switch error {
            case .tooLarge(let length):
                answer(.resourceExhausted, "a message of \(length) bytes is over the limit", context)
            case .compressed:
                answer(.internalError, "invalid compressed flag: no message encoding was agreed on", context)
            case .unknownFlag(let flag):
                answer(.invalidArgument, "a message begins with \(flag) instead of 0 or 1", context)
            case .truncated:
                answer(.invalidArgument, "the request ends inside of a message", context)
            }
            // Cancels the call; anything it still writes is dropped.
            context.fireChannelRead(wrapInboundOut(.rstStream(.cancel)))
            return
        }
        context.fireChannelRead(wrapInboundOut(.data(part)))
    }

    private func answer(_ code: Status.Code, _ message: String, _ context: ChannelHandlerContext) {
        phase = .answered
        var headers = HPACKHeaders()
        if !hasSentHeaders {
            headers.add(name: ":status", value: "200")
            headers.add(name: "content-type", value: "application/grpc")
        }
        headers.add(name: GRPCHeader.status, value: "\(code.rawValue)")
        headers.add(name: GRPCHeader.message, value: message)
        let trailers = HTTP2Frame.FramePayload.headers(.init(headers: headers, endStream: true))
        context.writeAndFlush(wrapOutboundOut(trailers), promise: nil)
    }
}

extension MessageLengths.Violation {
    /// The violation as a label of `NodeMetric.requestsRefused`.
    fileprivate var metricReason: String {
        switch self {
        case .tooLarge: "message_too_large"
        case .compressed: "message_compressed"
        case .unknownFlag: "message_flag"
        case .truncated: "message_cut_off"
        }
    }
}

/// Names of gRPC's headers.
enum GRPCHeader {
    static let timeout = "grpc-timeout"
    static let status = "grpc-status"
    static let message = "grpc-message"
}

extension HPACKHeaders {
    /// The headers with their time-out in a form that grpc-swift reads; nil if the time-out is malformed.
    fileprivate var readingTimeout: HPACKHeaders? {
        // HTTP/2's handler has already refused names that are not lower case.
        let values = lazy.filter { $0.name == GRPCHeader.timeout }.map(\.value)
        guard let value = values.first else { return self }
        guard let timeout = CallTimeout(value), values.dropFirst().isEmpty else { return nil }
        let text = timeout.shortened.description
        guard text != value else { return self }
        var headers = self
        headers.replaceOrAdd(name: GRPCHeader.timeout, value: text)
        return headers
    }
}

extension HTTP2Frame.FramePayload {
    fileprivate var isReset: Bool {
        switch self {
        case .rstStream: true
        default: false
        }
    }
}
