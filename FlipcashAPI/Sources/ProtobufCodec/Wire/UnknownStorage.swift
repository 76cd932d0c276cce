/// Fields of a message that its definition does not have.
///
/// They are kept byte for byte and in order, so a message from a newer peer can be forwarded and its signature
/// verified.
public struct UnknownStorage: Hashable, Sendable {
    @usableFromInline var bytes: [UInt8]

    /// The fields as read, including their tags.
    @inlinable
    public var data: [UInt8] { bytes }

    /// Creates an empty storage.
    @inlinable
    public init() {
        bytes = []
    }

    /// Whether nothing is stored.
    @inlinable
    public var isEmpty: Bool { bytes.isEmpty }

    @usableFromInline
    mutating func append(_ fields: UnsafeBufferPointer<UInt8>) {
        bytes.append(contentsOf: fields)
    }
}

// Unknown fields may be sensitive, so descriptions show only their size.
extension UnknownStorage: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The number of stored bytes.
    public var description: String { "\(bytes.count) bytes of unknown fields" }

    /// The number of stored bytes.
    public var debugDescription: String { description }

    /// A mirror that shows the number of stored bytes.
    public var customMirror: Mirror { Mirror(self, children: ["byteCount": bytes.count], displayStyle: .struct) }
}
