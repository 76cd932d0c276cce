import FlipcashTestKit
import NIOCore
import NIOHPACK

/// Generates the output of a hostile peer: HTTP/2 frames, whole, broken and out of order. The same seed gives the same
/// output.
struct FrameFuzzer {
    /// The side whose output is generated.
    enum Role {
        /// Requests to a node.
        case client
        /// Responses to a call on stream 1.
        case server
    }

    private let role: Role
    private var generator: SeededGenerator
    private var encoder = HPACKEncoder(allocator: ByteBufferAllocator())

    init(seed: UInt64, role: Role) {
        self.role = role
        generator = SeededGenerator(seed: seed)
    }

    /// The bytes of one connection after the greeting, and whether they are whole frames.
    mutating func script() -> (bytes: [UInt8], isWhole: Bool) {
        if chance(20) { return (randomBytes(upTo: 200), false) }
        var bytes: [UInt8] = []
        for _ in 0...number(below: 12) { bytes += part() }
        guard chance(6) else { return (bytes, true) }
        // Truncated, or with some bytes changed.
        if chance(2) { return (Array(bytes.prefix(number(below: bytes.count + 1))), false) }
        for _ in 0...number(below: 4) where !bytes.isEmpty { bytes[number(below: bytes.count)] = byte() }
        return (bytes, false)
    }

    // MARK: Frames

    private mutating func part() -> [UInt8] {
        switch number(below: 10) {
        case 0...3: return call()
        case 4: return headers(anyStream(), block())
        case 5: return RawFrame(type: RawFrame.data, flags: anyFlags(), stream: anyStream(), payload: messages()).bytes
        case 6: return control()
        case 7:
            return RawFrame(
                type: RawFrame.headers, flags: anyFlags(), stream: anyStream(), payload: randomBytes(upTo: 60)
            ).bytes
        case 8: return RawFrame(type: byte(), flags: byte(), stream: anyStream(), payload: randomBytes(upTo: 40)).bytes
        default: return continued()
        }
    }

    /// An almost correct call, or answer to a call.
    private mutating func call() -> [UInt8] {
        let stream = anyStream()
        var bytes = headers(stream, block(), flags: RawFrame.endHeaders | (chance(5) ? RawFrame.endStream : 0))
        for _ in 0..<number(below: 3) {
            bytes += RawFrame(type: RawFrame.data, stream: stream, payload: messages()).bytes
        }
        switch number(below: 4) {
        case 0: bytes += RawFrame(type: RawFrame.data, flags: RawFrame.endStream, stream: stream).bytes
        case 1: bytes += RawFrame(type: RawFrame.reset, stream: stream, payload: word()).bytes
        case 2: bytes += headers(stream, trailers(), flags: RawFrame.endHeaders | RawFrame.endStream)
        default: break
        }
        return bytes
    }

    private mutating func control() -> [UInt8] {
        switch number(below: 7) {
        case 0: return RawFrame(type: RawFrame.settings, stream: chance(8) ? 1 : 0, payload: settings()).bytes
        case 1: return RawFrame(type: RawFrame.settings, flags: 1, stream: 0).bytes
        case 2: return RawFrame(type: RawFrame.ping, flags: byte() & 1, stream: 0, payload: word() + word()).bytes
        case 3: return RawFrame(type: 8, stream: anyStream(), payload: word()).bytes
        case 4: return RawFrame(type: RawFrame.reset, stream: anyStream(), payload: word()).bytes
        case 5: return RawFrame(type: 2, stream: anyStream(), payload: word() + [byte()]).bytes
        default:
            return RawFrame(type: RawFrame.goAway, stream: 0, payload: word() + word() + randomBytes(upTo: 9)).bytes
        }
    }

    /// A header block in several frames.
    private mutating func continued() -> [UInt8] {
        let stream = anyStream()
        let fields = block()
        let cut = number(below: fields.count + 1)
        let first = RawFrame(
            type: RawFrame.headers, flags: byte() & RawFrame.endStream, stream: stream, payload: Array(fields[..<cut]))
        let rest = RawFrame(
            type: 9, flags: chance(5) ? 0 : RawFrame.endHeaders, stream: chance(8) ? stream + 2 : stream,
            payload: Array(fields[cut...]))
        return first.bytes + (chance(6) ? control() : []) + rest.bytes
    }

    private mutating func headers(_ stream: UInt32, _ block: [UInt8], flags: UInt8? = nil) -> [UInt8] {
        let chosen = anyFlags()
        return RawFrame(type: RawFrame.headers, flags: flags ?? chosen, stream: stream, payload: block).bytes
    }

    private mutating func settings() -> [UInt8] {
        (0..<number(below: 4)).flatMap { _ in [0, UInt8(number(below: 10))] + word() }
    }

    // MARK: Messages

    private mutating func messages() -> [UInt8] {
        if chance(6) { return randomBytes(upTo: 30) }
        return (0..<number(below: 3)).flatMap { _ -> [UInt8] in
            let content = randomBytes(upTo: chance(10) ? 3_000 : 20)
            let length = chance(8) ? word() : [0, 0, UInt8(content.count >> 8), UInt8(content.count & 0xFF)]
            return [chance(10) ? byte() : 0] + length + content
        }
    }

    // MARK: Headers

    private mutating func block() -> [UInt8] {
        var fields = role == .client ? requestFields() : responseFields()
        for _ in 0..<number(below: 4) { fields.append((pick(Self.names), value())) }
        if chance(8), !fields.isEmpty { fields.remove(at: number(below: fields.count)) }
        if chance(8) { fields.shuffle(using: &self) }
        return encoded(fields)
    }

    private mutating func trailers() -> [UInt8] {
        encoded([("grpc-status", value()), ("grpc-message", value()), (pick(Self.names), value())])
    }

    private mutating func requestFields() -> [(String, String)] {
        let path = pick(Self.paths)
        return [
            field(":method", "POST", oddIn: 10), field(":scheme", "http", oddIn: 10), field(":path", path, oddIn: 5),
            field(":authority", "node", oddIn: 10), field("content-type", "application/grpc", oddIn: 8),
            field("te", "trailers", oddIn: 10), field("grpc-timeout", "1S", oddIn: 2),
        ]
    }

    private mutating func responseFields() -> [(String, String)] {
        [
            field(":status", "200", oddIn: 4), field("content-type", "application/grpc", oddIn: 8),
            field("grpc-status", "0", oddIn: 2), field("grpc-message", "", oddIn: 1),
        ]
    }

    /// A field with its usual value, or with an unusual one in one of `cases` cases.
    private mutating func field(_ name: String, _ usual: String, oddIn cases: Int) -> (String, String) {
        (name, chance(cases) ? value() : usual)
    }

    private mutating func encoded(_ fields: [(String, String)]) -> [UInt8] {
        var block = ByteBuffer()
        // Only ASCII names can be encoded; all names here are ASCII.
        guard (try? encoder.encode(headers: HPACKHeaders(fields), to: &block)) != nil else { return [] }
        return Array(block.readableBytesView)
    }

    private mutating func value() -> String {
        switch number(below: 6) {
        case 0...3: return pick(Self.values)
        case 4: return String(decoding: randomBytes(upTo: 12), as: UTF8.self)
        default: return String(repeating: pick(Self.values), count: chance(20) ? 400 : 3)
        }
    }

    private static let names = [
        "grpc-timeout", "grpc-encoding", "grpc-accept-encoding", "grpc-status", "grpc-message", "content-length",
        "user-agent", "trace-bin", "grpc-tags-bin", "grpc-previous-rpc-attempts", "grpc-retry-pushback-ms",
        "connection",
        "Upper", "", " ", ":path", ":status", ":protocol", "te", "cookie", "x", "content-type", ":unknown",
    ]
    private static let values = [
        "", "-1S", "+1S", "1S", "99999999H", "99999999n", "0n", "S", "-9223372036854775808", "9223372036854775807",
        "-1",
        "0", "17", "200", "100", "gzip", "deflate", "identity", "identity,gzip", "%", "a%", "%zz", "AAA", "AAAA",
        "A===",
        "====", "application/grpc+proto", "text/html", "trailers", "keep-alive", "\u{0}", "\r\n", "日本", "/", "//", "/a",
        "GET", "CONNECT", "https", "18446744073709551616",
    ]
    private static let paths = [
        "/grpc.health.v1.Health/Check", "/grpc.health.v1.Health/Watch",
        "/ocp.transaction.v1.Transaction/SubmitIntent", "/ocp.transaction.v1.Transaction/StatefulSwap",
        "/ocp.messaging.v1.Messaging/OpenMessageStream", "/ocp.messaging.v1.Messaging/OpenMessageStreamWithKeepAlive",
        "/ocp.currency.v1.Currency/StreamLiveMintData", "/ocp.currency.v1.Currency/GetMints",
        "/flipcash.account.v1.Account/Login", "/flipcash.event.v1.EventStreaming/StreamEvents", "/no.such/Method",
    ]

    // MARK: Randomness

    private mutating func anyStream() -> UInt32 {
        if role == .server { return chance(8) ? UInt32(number(below: 6)) : 1 }
        return chance(10) ? UInt32(truncatingIfNeeded: next()) : UInt32(number(below: 12))
    }

    private mutating func anyFlags() -> UInt8 { chance(4) ? byte() : [0, 1, 4, 5][number(below: 4)] }

    private mutating func word() -> [UInt8] {
        let edges: [UInt32] = [0, 1, 8, 0xFFFF, 0x3FFF, 0x4000, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF]
        let word = chance(3) ? UInt32(truncatingIfNeeded: next()) : pick(edges)
        return withUnsafeBytes(of: word.bigEndian) { Array($0) }
    }

    private mutating func randomBytes(upTo limit: Int) -> [UInt8] { (0..<number(below: limit + 1)).map { _ in byte() } }

    private mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: next() >> 11) }

    private mutating func pick<Element>(_ elements: [Element]) -> Element { elements[number(below: elements.count)] }

    private mutating func chance(_ oneIn: Int) -> Bool { number(below: oneIn) == 0 }

    private mutating func number(below limit: Int) -> Int { Int(next() % UInt64(limit)) }
}

extension FrameFuzzer: RandomNumberGenerator {
    mutating func next() -> UInt64 { generator.next() }
}
