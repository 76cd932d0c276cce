import NIOCore

/// Tracks the length prefixes of a stream of gRPC messages without keeping their bytes.
///
/// Each message is a flag byte (0, or 1 for compressed), a length of four bytes, and that many bytes
/// (<https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md>, "Length-Prefixed-Message").
struct MessageLengths: Sendable {
    /// A violation of the message format.
    enum Violation: Error, Equatable {
        /// A message is larger than the limit; the value is its length.
        case tooLarge(Int)
        /// A message is marked as compressed, although no compression was agreed on.
        case compressed
        /// The flag before a message is neither 0 nor 1.
        case unknownFlag(UInt8)
        /// The stream ended inside a message.
        case truncated
    }

    private let limit: Int
    private var prefix: [UInt8] = []
    private var remaining = 0

    /// - Parameter limit: the most bytes in a message.
    init(limit: Int) {
        self.limit = limit
        prefix.reserveCapacity(Self.prefixLength)
    }

    /// Processes the next bytes of the stream.
    mutating func append(_ buffer: ByteBuffer) throws(Violation) {
        var bytes = buffer.readableBytesView[...]
        while !bytes.isEmpty {
            let skipped = min(remaining, bytes.count)
            bytes = bytes.dropFirst(skipped)
            remaining -= skipped
            while prefix.count < Self.prefixLength, remaining == 0, let byte = bytes.popFirst() { prefix.append(byte) }
            if prefix.count == Self.prefixLength { try beginMessage() }
        }
    }

    /// Checks that the stream did not end inside a message.
    func finish() throws(Violation) {
        guard remaining == 0, prefix.isEmpty else { throw .truncated }
    }

    private mutating func beginMessage() throws(Violation) {
        guard prefix[0] == 0 else { throw prefix[0] == 1 ? .compressed : .unknownFlag(prefix[0]) }
        let length = prefix.dropFirst().reduce(0) { $0 << 8 | Int($1) }
        guard length <= limit else { throw .tooLarge(length) }
        remaining = length
        prefix.removeAll(keepingCapacity: true)
    }

    private static let prefixLength = 5
}
