/// Fields that a message was read with but that its definition does not know.
///
/// They are kept byte for byte and in order, so that a message from a newer peer can be passed on, and its signature
/// still verified.
public struct UnknownStorage: Hashable, Sendable {
    @usableFromInline var bytes: [UInt8]

    /// The fields as they were read, tags included.
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

// Nobody can tell whether what a definition does not know is sensitive: people see its size alone.
extension UnknownStorage: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// How many bytes are stored.
    public var description: String { "\(bytes.count) bytes of unknown fields" }

    /// How many bytes are stored.
    public var debugDescription: String { description }

    /// A mirror that shows how many bytes are stored.
    public var customMirror: Mirror { Mirror(self, children: ["byteCount": bytes.count], displayStyle: .struct) }
}
