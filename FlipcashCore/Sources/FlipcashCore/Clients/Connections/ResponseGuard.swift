import NIOCore
import NIOHPACK
import NIOHTTP2

/// Stops responses of a hostile server that make gRPC's handler trap.
///
/// grpc-swift-nio-transport 2.9 traps on a negative `:status` and on a `grpc-message` that ends inside a
/// percent-encoded byte. The guard stands in front of gRPC's handler of each stream.
final class ResponseGuard: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame.FramePayload
    typealias InboundOut = HTTP2Frame.FramePayload

    /// The error for a response whose `:status` is not three digits.
    struct MalformedStatus: Error {}

    private var isRefused = false

    /// Adds a guard in front of the handlers of `stream`; call it on the stream's event loop.
    static func add(to stream: any Channel) -> EventLoopFuture<Void> {
        stream.eventLoop.makeCompletedFuture {
            try stream.pipeline.syncOperations.addHandler(ResponseGuard(), position: .first)
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isRefused else { return }
        guard case .headers(var block) = unwrapInboundIn(data) else {
            context.fireChannelRead(data)
            return
        }
        guard block.headers.hasReadableStatus else {
            isRefused = true
            // gRPC's handler fails the call and closes the stream.
            context.fireErrorCaught(MalformedStatus())
            return
        }
        block.headers = block.headers.escapingMessage
        context.fireChannelRead(wrapInboundOut(.headers(block)))
    }
}

extension HPACKHeaders {
    /// Whether every `:status` is three digits, as RFC 9110 §15 requires; trailers have no `:status`.
    fileprivate var hasReadableStatus: Bool {
        allSatisfy { field in
            field.name != ":status"
                || field.value.utf8.count == 3 && field.value.utf8.allSatisfy { (0x30...0x39).contains($0) }
        }
    }

    /// The headers with each `%` of a status message escaped if the message has an invalid escape.
    fileprivate var escapingMessage: HPACKHeaders {
        let name = "grpc-message"
        guard contains(where: { $0.name == name && !$0.value.isPercentEncoded }) else { return self }
        let fields = map { field in
            field.name == name && !field.value.isPercentEncoded
                ? (field.name, field.value.replacing("%", with: "%25")) : (field.name, field.value)
        }
        return HPACKHeaders(fields)
    }
}

extension String {
    /// Whether two hexadecimal digits follow each `%`.
    fileprivate var isPercentEncoded: Bool {
        let bytes = Array(utf8)
        return bytes.indices.allSatisfy { index in
            guard bytes[index] == UInt8(ascii: "%") else { return true }
            return index + 2 < bytes.count && bytes[index + 1].isHexDigit && bytes[index + 2].isHexDigit
        }
    }
}

extension UInt8 {
    fileprivate var isHexDigit: Bool {
        (0x30...0x39).contains(self) || (0x41...0x46).contains(self) || (0x61...0x66).contains(self)
    }
}
