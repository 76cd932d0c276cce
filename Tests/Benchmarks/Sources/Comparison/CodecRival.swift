/// Another implementation's way with one kind of message.
public struct CodecRival: Sendable {
    /// Reads a message and drops it.
    public let decode: @Sendable ([UInt8]) -> Void
    /// Reads a message once and returns what writes it again and again.
    public let encoder: @Sendable ([UInt8]) -> @Sendable () -> Void
    /// What comes out when the message is read and written; nil when it cannot be read.
    public let rewritten: @Sendable ([UInt8]) -> [UInt8]?

    /// Puts an implementation together.
    public init(
        decode: @escaping @Sendable ([UInt8]) -> Void,
        encoder: @escaping @Sendable ([UInt8]) -> @Sendable () -> Void,
        rewritten: @escaping @Sendable ([UInt8]) -> [UInt8]?
    ) {
        self.decode = decode
        self.encoder = encoder
        self.rewritten = rewritten
    }
}
