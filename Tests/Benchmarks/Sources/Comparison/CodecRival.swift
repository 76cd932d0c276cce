/// Another implementation's functions for one kind of message.
public struct CodecRival: Sendable {
    /// Reads a message and releases it.
    public let decode: @Sendable ([UInt8]) -> Void
    /// Reads a message once and returns a function that writes it.
    public let encoder: @Sendable ([UInt8]) -> @Sendable () -> Void
    /// Reads a message and returns it written again; nil when it cannot be read.
    public let rewritten: @Sendable ([UInt8]) -> [UInt8]?

    /// Creates an implementation from its functions.
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
