import FlipcashCore
import FlipcashNodeTestKit
import FlipcashTestKit
import Logging
import NIOCore
import NIOHPACK
import NIOPosix

@testable import FlipcashNode

/// An HTTP/2 frame on the wire.
struct RawFrame: Sendable, Equatable {
    var type: UInt8
    var flags: UInt8 = 0
    var stream: UInt32
    var payload: [UInt8] = []

    static let data: UInt8 = 0
    static let headers: UInt8 = 1
    static let reset: UInt8 = 3
    static let settings: UInt8 = 4
    static let ping: UInt8 = 6
    static let goAway: UInt8 = 7

    static let endStream: UInt8 = 1
    static let acknowledgement: UInt8 = 1
    static let endHeaders: UInt8 = 4

    var endsStream: Bool {
        (type == Self.data || type == Self.headers) && flags & Self.endStream != 0
    }

    /// The error code of a reset.
    var errorCode: UInt32? { type == Self.reset ? payload.reduce(0) { $0 << 8 | UInt32($1) } : nil }

    /// The error code with which the connection is closed.
    var goAwayCode: UInt32? {
        type == Self.goAway ? payload.dropFirst(4).prefix(4).reduce(0) { $0 << 8 | UInt32($1) } : nil
    }

    var bytes: [UInt8] {
        let length = UInt32(payload.count)
        return [UInt8(length >> 16 & 0xFF), UInt8(length >> 8 & 0xFF), UInt8(length & 0xFF), type, flags]
            + stream.bigEndianBytes + payload
    }
}

/// A client that writes any bytes a test wants, and reads frames.
///
/// It does not answer settings or pings, and it leaves streams open.
struct RawConnection {
    enum Failure: Error { case noAddress, noAnswer }

    private var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    private var received: [UInt8] = []
    private var encoder = HPACKEncoder(allocator: ByteBufferAllocator())
    private var decoder = HPACKDecoder(allocator: ByteBufferAllocator())

    static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

    /// Connects to `node` and sends the greeting, unless `greets` is false.
    ///
    /// - Parameter source: the client's own address, such as 127.0.0.2; nil for the system's choice.
    static func run<Result: Sendable>(
        _ node: Node, from source: String? = nil, greets: Bool = true,
        _ body: (inout RawConnection) async throws -> Result
    ) async throws -> Result {
        guard case .tcp(let host, let port)? = node.addresses.first else { throw Failure.noAddress }
        var bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        if let source { bootstrap = bootstrap.bind(to: try SocketAddress(ipAddress: source, port: 0)) }
        let channel =
            try await bootstrap
            .connect(host: host, port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
                        wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            var connection = RawConnection(inbound: inbound.makeAsyncIterator(), outbound: outbound)
            if greets {
                try await connection.send(preface + RawFrame(type: RawFrame.settings, stream: 0).bytes)
            }
            return try await body(&connection)
        }
    }

    private init(
        inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator,
        outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    ) {
        self.inbound = inbound
        self.outbound = outbound
    }

    // MARK: Sending

    func send(_ bytes: [UInt8]) async throws { try await outbound.write(ByteBuffer(bytes: bytes)) }

    func send(_ frames: RawFrame...) async throws { try await send(frames.flatMap(\.bytes)) }

    /// Ends the client's output. The node then closes the connection.
    func finish() { outbound.finish() }

    /// Compresses `fields` into one HEADERS frame.
    mutating func headers(_ stream: UInt32, _ fields: [(String, String)], endStream: Bool = false) throws -> RawFrame {
        var block = ByteBuffer()
        try encoder.encode(headers: HPACKHeaders(fields), to: &block)
        let flags = RawFrame.endHeaders | (endStream ? RawFrame.endStream : 0)
        return RawFrame(type: RawFrame.headers, flags: flags, stream: stream, payload: Array(block.readableBytesView))
    }

    /// The headers of a call.
    mutating func request(
        _ stream: UInt32, _ path: String, _ more: [(String, String)] = [], endStream: Bool = false
    ) throws -> RawFrame {
        let fields = [
            (":method", "POST"), (":scheme", "http"), (":path", path), (":authority", "node"),
            ("content-type", "application/grpc"), ("te", "trailers"),
        ]
        return try headers(stream, fields + more, endStream: endStream)
    }

    /// A message with its length prefix.
    static func message(_ stream: UInt32, _ bytes: [UInt8], endStream: Bool = false) -> RawFrame {
        RawFrame(
            type: RawFrame.data, flags: endStream ? RawFrame.endStream : 0, stream: stream,
            payload: [0] + UInt32(bytes.count).bigEndianBytes + bytes)
    }

    static func reset(_ stream: UInt32, code: UInt32 = 0) -> RawFrame {
        RawFrame(type: RawFrame.reset, stream: stream, payload: code.bigEndianBytes)
    }

    // MARK: Receiving

    /// The next frame; nil once the node has closed the connection.
    mutating func frame() async throws -> RawFrame? {
        while true {
            if let frame = takeFrame() { return frame }
            do {
                guard let buffer = try await inbound.next() else { return nil }
                received += buffer.readableBytesView
            } catch {
                return nil
            }
        }
    }

    private mutating func takeFrame() -> RawFrame? {
        guard received.count >= 9 else { return nil }
        let length = Int(received[0]) << 16 | Int(received[1]) << 8 | Int(received[2])
        guard received.count >= 9 + length else { return nil }
        let frame = RawFrame(
            type: received[3], flags: received[4],
            stream: received[5..<9].reduce(0) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF,
            payload: Array(received[9..<(9 + length)]))
        received.removeFirst(9 + length)
        return frame
    }

    /// The answer to a call.
    struct Answer: Sendable {
        var headers: [(String, String)] = []
        var trailers: [(String, String)] = []
        var data: [UInt8] = []
        var reset: UInt32?

        var status: String? { Self.value("grpc-status", trailers) }
        var message: String? { Self.value("grpc-message", trailers) }

        private static func value(_ name: String, _ fields: [(String, String)]) -> String? {
            fields.first { $0.0 == name }?.1
        }
    }

    /// Reads until the node ends or resets `stream`. Only one stream may be answered meanwhile.
    mutating func answer(_ stream: UInt32) async throws -> Answer {
        var answer = Answer()
        while let frame = try await frame() {
            if let code = frame.goAwayCode, code != 0 { throw Failure.noAnswer }
            let fields = try decode(frame)
            guard frame.stream == stream else { continue }
            answer.reset = frame.errorCode
            if frame.type == RawFrame.data { answer.data += frame.payload }
            if frame.endsStream { answer.trailers = fields } else { answer.headers += fields }
            if frame.endsStream || answer.reset != nil { return answer }
        }
        throw Failure.noAnswer
    }

    /// The header fields of `frame`. Every header block must be decoded, in order.
    mutating func decode(_ frame: RawFrame) throws -> [(String, String)] {
        guard frame.type == RawFrame.headers else { return [] }
        var block = ByteBuffer(bytes: frame.payload)
        return try decoder.decodeHeaders(from: &block).map { ($0.name, $0.value) }
    }
}

extension UInt32 {
    fileprivate var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}

extension Node {
    /// Starts a node in memory that listens on a port of the loopback interface, and stops it after `body`.
    static func withLoopback(
        settings: NodeSettings? = nil, log: Logger? = nil, patience: TimeAmount = NodeTransport.patience,
        clock: TestClock = TestClock(),
        _ body: (Node) async throws -> Void
    ) async throws {
        var configuration = NodeConfiguration(
            storage: .memory(), listeners: [.init(.tcp(host: "127.0.0.1", port: 0))])
        configuration.streamPatience = patience
        configuration.settings = settings
        if let log { configuration.log = log }
        try await TestDatabase.with(configuration) { configuration in
            try await withNode(configuration, environment: .test(clock: clock), body)
        }
    }

    /// The TCP port on which the node listens.
    var loopbackPort: Int {
        get throws {
            guard case .tcp(_, let port)? = addresses.first else { throw RawConnection.Failure.noAddress }
            return port
        }
    }
}
