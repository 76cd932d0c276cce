/// An error from writing a message.
public enum BinaryEncodingError: Error, Hashable, Sendable {
    /// The result would have this many bytes, more than ``largestMessage``.
    case tooLarge(byteCount: Int)

    /// The largest size in bytes that protobuf readers accept.
    public static let largestMessage = Int(Int32.max)
}

extension BinaryEncodingError: CustomStringConvertible {
    /// A sentence that names the error.
    public var description: String {
        switch self {
        case .tooLarge(let byteCount):
            "the message has \(byteCount) bytes, more than the \(Self.largestMessage) that readers accept"
        }
    }
}
