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
