import NIOCore
import NIOHTTP2

/// Removes a client's resets of streams that the node has finished.
///
/// swift-nio-http2 counts every reset and closes the connection after 200 in 30 seconds, to protect against clients
/// that start calls and reset them at once. A reset of a stream on which the node has sent everything is harmless:
/// gRPC's C core and others close their side this way. For each such stream, one reset is not counted.
///
/// Stands before HTTP/2's handler and reads the heads of its frames (RFC 9113 §4.1).
final class ResetFilter: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// How many streams are remembered; a reset of an older stream is counted.
    static let rememberedStreams = 1024

    /// Whether the connection is closing. A stream that is opened later does not get the event.
    private(set) var isQuiescing = false
    /// The reason that every call of the connection gets, if the node has refused the connection.
    let refusal: String?

    private var actions: [HTTP2StreamID: () -> Void] = [:]
    private var order = CircularBuffer<HTTP2StreamID>()
    /// How many bytes of the current frame, or of the connection's preface, are still missing.
    private var remaining = FrameHead.prefaceLength
    /// The start of a frame whose head is incomplete.
    private var pending: ByteBuffer?

    /// - Parameter refusal: the reason that every call gets, if the node refuses the connection.
    init(refusal: String? = nil) { self.refusal = refusal }

    /// Does not count the next reset of `stream`, on which the node has sent everything.
    ///
    /// - Parameter action: called after the reset, which HTTP/2's handler does not see.
    func expectReset(of stream: HTTP2StreamID, then action: @escaping () -> Void) {
        guard actions.updateValue(action, forKey: stream) == nil else { return }
        if order.count == Self.rememberedStreams { actions[order.removeFirst()] = nil }
        order.append(stream)
    }

    /// Releases the action of `stream`. A reset that arrives later is still not counted.
    func streamClosed(_ stream: HTTP2StreamID) {
        if actions[stream] != nil { actions[stream] = {} }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent { isQuiescing = true }
        context.fireUserInboundEventTriggered(event)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var input = unwrapInboundIn(data)
        if var earlier = pending {
            earlier.writeBuffer(&input)
            input = earlier
            pending = nil
        }
        filter(&input, context)
    }

    private func filter(_ input: inout ByteBuffer, _ context: ChannelHandlerContext) {
        var index = input.readerIndex
        while index < input.writerIndex {
            guard remaining == 0 else {
                let skipped = min(remaining, input.writerIndex - index)
                index += skipped
                remaining -= skipped
                continue
            }
            guard let head = FrameHead(input, at: index) else { break }
            guard head.isReset else {
                remaining = FrameHead.length + head.payloadLength
                continue
            }
            guard input.writerIndex - index >= FrameHead.length + head.payloadLength else { break }
            guard let action = actions.removeValue(forKey: head.stream) else {
                remaining = FrameHead.length + head.payloadLength
                continue
            }
            pass(&input, until: index, context)
            input.moveReaderIndex(forwardBy: FrameHead.length + head.payloadLength)
            index = input.readerIndex
            action()
        }
        pass(&input, until: index, context)
        if input.readableBytes > 0 { pending = input }
    }

    private func pass(_ input: inout ByteBuffer, until index: Int, _ context: ChannelHandlerContext) {
        guard index > input.readerIndex, let bytes = input.readSlice(length: index - input.readerIndex) else { return }
        context.fireChannelRead(wrapInboundOut(bytes))
    }
}

/// The nine bytes before each frame's payload.
private struct FrameHead {
    static let length = 9
    /// The bytes that a client sends before its first frame (RFC 9113 §3.4).
    static let prefaceLength = 24

    let payloadLength: Int
    let isReset: Bool
    let stream: HTTP2StreamID

    init?(_ buffer: ByteBuffer, at index: Int) {
        guard let high = buffer.getInteger(at: index, as: UInt8.self),
            let low = buffer.getInteger(at: index + 1, as: UInt16.self),
            let type = buffer.getInteger(at: index + 3, as: UInt8.self),
            let identifier = buffer.getInteger(at: index + 5, as: UInt32.self)
        else { return nil }
        payloadLength = Int(high) << 16 | Int(low)
        isReset = type == 3 && payloadLength == 4
        stream = HTTP2StreamID(Int(identifier & 0x7FFF_FFFF))
    }
}
