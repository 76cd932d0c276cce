import NIOCore
import NIOHPACK

extension Connection {
    /// The status with which the node ended a call, decoded from everything that came on the connection.
    func status(of call: Call) -> String {
        var decoder = HPACKDecoder(allocator: ByteBufferAllocator())
        var found = ""
        for (stream, block) in answers {
            var buffer = ByteBuffer(bytes: block)
            guard let fields = try? decoder.decodeHeaders(from: &buffer) else { return "unreadable headers" }
            guard stream == call.stream else { continue }
            for field in fields where field.name.hasPrefix("grpc-") { found += "\(field.name): \(field.value) " }
        }
        return found
    }
}
