import Foundation

/// Hears what happens on a call.
protocol CallOwner: AnyObject {
    /// A message of the server.
    func receive(_ message: [UInt8], on call: Call)
    /// The end of the call. A call that failed has a reason.
    func end(_ call: Call, failure: String?)
}

/// One open call on a connection.
struct Call: Hashable {
    let connection: Int
    let stream: UInt32
}

/// A plain HTTP/2 connection with many calls, written for little work in each of them.
///
/// It speaks as much of HTTP/2 as gRPC needs: headers, data, flow control, settings and pings. Answers' headers are
/// kept and only decoded when a call fails.
final class Connection {
    let index: Int
    private let socket: Int32
    private let userAgent: String
    private var headers = HeaderBlocks()
    private var input = [UInt8](repeating: 0, count: 1 << 18)
    private var inputCount = 0
    private var output: [UInt8] = []
    private var nextStream: UInt32 = 1
    private var calls: [UInt32: OpenCall] = [:]
    private var sendWindow = 65_535
    private var streamWindow = 65_535
    /// Data that waits for the server's permission.
    private var held: [(stream: UInt32, bytes: ArraySlice<UInt8>, ends: Bool)] = []
    private var received = 0
    /// Every header block of the server, in order, for the decoding of a failure.
    private(set) var answers: [(stream: UInt32, block: [UInt8])] = []

    private struct OpenCall {
        let owner: any CallOwner
        var partial: [UInt8] = []
        var isHalfClosed = false
    }

    var descriptor: Int32 { socket }
    var wantsToWrite: Bool { !output.isEmpty }
    var openCalls: Int { calls.count }

    /// Connects to the node on the loopback interface.
    ///
    /// - Parameter source: the last part of the client's loopback address; each one looks like another machine to the
    ///   node.
    init(index: Int, port: Int, source: UInt8 = 1, userAgent: String) throws {
        self.index = index
        self.userAgent = userAgent
        socket = try Self.connect(port: port, source: source)
        output += Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
        // Large windows for what the server sends: SETTINGS_INITIAL_WINDOW_SIZE, and the connection's own.
        frame(type: 4, flags: 0, stream: 0, [0, 4, 0x00, 0x80, 0x00, 0x00])
        frame(type: 8, flags: 0, stream: 0, [0x40, 0, 0, 0])
        try flush()
    }

    deinit { close(socket) }

    private static func connect(port: Int, source: UInt8) throws -> Int32 {
        #if canImport(Glibc)
            let descriptor = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let descriptor = Foundation.socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var own = sockaddr_in()
        own.sin_family = sa_family_t(AF_INET)
        own.sin_addr.s_addr = (UInt32(127) << 24 | UInt32(source)).bigEndian
        var other = own
        other.sin_addr.s_addr = (UInt32(127) << 24 | 1).bigEndian
        other.sin_port = UInt16(port).bigEndian
        let isConnected =
            withUnsafePointer(to: &own) { own in
                own.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            }
            && withUnsafePointer(to: &other) { other in
                other.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    Foundation.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            }
        guard isConnected else {
            throw LoadFailure("no connection to port \(port): \(String(cString: strerror(errno)))")
        }
        var one: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        return descriptor
    }

    // MARK: Calls

    /// Begins a call with its first message, which must have its prefix.
    func call(_ path: String, _ message: [UInt8], isLast: Bool, owner: any CallOwner) -> Call {
        let stream = nextStream
        nextStream += 2
        calls[stream] = OpenCall(owner: owner, isHalfClosed: isLast)
        frame(type: 1, flags: 4, stream: stream, headers.request(path, userAgent: userAgent))
        data(message[...], on: stream, ends: isLast)
        return Call(connection: index, stream: stream)
    }

    /// Sends a further message on a call.
    func send(_ message: [UInt8], on call: Call) {
        guard calls[call.stream] != nil else { return }
        data(message[...], on: call.stream, ends: false)
    }

    /// Ends the client's side of a call.
    func finish(_ call: Call) {
        guard calls[call.stream]?.isHalfClosed == false else { return }
        calls[call.stream]?.isHalfClosed = true
        data([], on: call.stream, ends: true)
    }

    private func data(_ bytes: ArraySlice<UInt8>, on stream: UInt32, ends: Bool) {
        // Calls are far smaller than the window of a stream, so only the connection's is counted.
        guard held.isEmpty, bytes.count <= min(sendWindow, streamWindow) else {
            held.append((stream, bytes, ends))
            return
        }
        sendWindow -= bytes.count
        frameHeader(type: 0, flags: ends ? 1 : 0, stream: stream, count: bytes.count)
        output += bytes
    }

    private func frame(type: UInt8, flags: UInt8, stream: UInt32, _ payload: [UInt8]) {
        frameHeader(type: type, flags: flags, stream: stream, count: payload.count)
        output += payload
    }

    private func frameHeader(type: UInt8, flags: UInt8, stream: UInt32, count: Int) {
        let header: (UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8) = (
            UInt8(truncatingIfNeeded: count >> 16), UInt8(truncatingIfNeeded: count >> 8),
            UInt8(truncatingIfNeeded: count), type, flags, UInt8(truncatingIfNeeded: stream >> 24),
            UInt8(truncatingIfNeeded: stream >> 16), UInt8(truncatingIfNeeded: stream >> 8),
            UInt8(truncatingIfNeeded: stream)
        )
        withUnsafeBytes(of: header) { output.append(contentsOf: $0) }
    }

    // MARK: The socket

    /// Writes as much as the socket takes.
    func flush() throws {
        while !output.isEmpty {
            let count = output.withUnsafeBytes { write(socket, $0.baseAddress, $0.count) }
            if count < 0 {
                guard errno == EAGAIN || errno == EINTR else { throw broken() }
                return
            }
            if count == output.count { output.removeAll(keepingCapacity: true) } else { output.removeFirst(count) }
        }
    }

    /// Reads what has arrived and tells the calls' owners.
    func receive() throws {
        while true {
            if inputCount == input.count { input += [UInt8](repeating: 0, count: input.count) }
            let space = input.count - inputCount
            let count = input.withUnsafeMutableBytes { read(socket, $0.baseAddress! + inputCount, space) }
            if count < 0 {
                guard errno == EAGAIN || errno == EINTR else { throw broken() }
                return
            }
            guard count > 0 else { throw LoadFailure("the node closed connection \(index)") }
            inputCount += count
            try handleFrames()
            if count < space { return }
        }
    }

    private func broken() -> LoadFailure {
        LoadFailure("connection \(index) is broken: \(String(cString: strerror(errno)))")
    }

    private func handleFrames() throws {
        var start = 0
        while inputCount - start >= 9 {
            let length = Int(input[start]) << 16 | Int(input[start + 1]) << 8 | Int(input[start + 2])
            guard inputCount - start >= 9 + length else { break }
            let stream =
                (UInt32(input[start + 5]) << 24 | UInt32(input[start + 6]) << 16 | UInt32(input[start + 7]) << 8
                    | UInt32(input[start + 8])) & 0x7FFF_FFFF
            try handle(
                type: input[start + 3], flags: input[start + 4], stream: stream, start + 9..<start + 9 + length)
            start += 9 + length
        }
        guard start > 0 else { return }
        let rest = inputCount - start
        _ = input.withUnsafeMutableBytes { memmove($0.baseAddress!, $0.baseAddress! + start, rest) }
        inputCount = rest
    }

    private func handle(type: UInt8, flags: UInt8, stream: UInt32, _ payload: Range<Int>) throws {
        switch type {
        case 0:
            received += payload.count
            if received > 1 << 29 {
                frame(type: 8, flags: 0, stream: 0, Self.bytes(UInt32(received)))
                received = 0
            }
            receiveData(payload, on: stream)
            if flags & 1 != 0 { end(stream, failure: nil) }
        case 1:
            answers.append((stream, Array(input[payload])))
            if flags & 1 != 0 { end(stream, failure: nil) }
        case 3: end(stream, failure: "the node reset the call with \(number(at: payload.lowerBound))")
        case 4 where flags & 1 == 0:
            readSettings(payload)
            frame(type: 4, flags: 1, stream: 0, [])
        case 6 where flags & 1 == 0: frame(type: 6, flags: 1, stream: 0, Array(input[payload]))
        case 7:
            let code = number(at: payload.lowerBound + 4)
            guard code == 0 else { throw LoadFailure("the node closed connection \(index) with error \(code)") }
        case 8:
            if stream == 0 { sendWindow += Int(number(at: payload.lowerBound)) }
            sendHeld()
        default: break
        }
    }

    private func readSettings(_ payload: Range<Int>) {
        for place in stride(from: payload.lowerBound, to: payload.upperBound, by: 6)
        where input[place] == 0 && input[place + 1] == 4 {
            streamWindow = Int(number(at: place + 2))
        }
    }

    private func sendHeld() {
        let waiting = held
        held = []
        for (stream, bytes, ends) in waiting { data(bytes, on: stream, ends: ends) }
    }

    private func number(at place: Int) -> UInt32 { input[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) } }

    private static func bytes(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }

    private func receiveData(_ payload: Range<Int>, on stream: UInt32) {
        guard let open = calls[stream] else { return }
        var bytes = open.partial.isEmpty ? input[payload] : open.partial + input[payload]
        let call = Call(connection: index, stream: stream)
        while bytes.count >= 5 {
            let start = bytes.startIndex
            let length = bytes[start + 1..<start + 5].reduce(0) { $0 << 8 | Int($1) }
            guard bytes.count >= 5 + length else { break }
            open.owner.receive(Array(bytes[start + 5..<start + 5 + length]), on: call)
            bytes = bytes[(start + 5 + length)...]
        }
        if !(bytes.isEmpty && open.partial.isEmpty) { calls[stream]?.partial = Array(bytes) }
    }

    private func end(_ stream: UInt32, failure: String?) {
        guard let open = calls.removeValue(forKey: stream) else { return }
        open.owner.end(Call(connection: index, stream: stream), failure: failure)
    }

    /// A message with the prefix of gRPC.
    static func prefixed(_ message: [UInt8]) -> [UInt8] { [0] + bytes(UInt32(message.count)) + message }
}
