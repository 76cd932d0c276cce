/// Exactly 32 secret bytes: an Ed25519 seed, a chain code, an X25519 scalar or a symmetric key.
public struct Secret32: Sendable, Equatable {
    /// The 32 bytes.
    public let bytes: SecretBytes

    /// Wraps a secret of 32 bytes.
    ///
    /// - Throws: `CryptographyError.wrongLength`.
    public init(_ bytes: SecretBytes) throws(CryptographyError) {
        try requireLength(32, of: "a 32-byte secret", bytes.count)
        self.bytes = bytes
    }

    /// Copies 32 bytes into guarded memory.
    ///
    /// - Throws: `CryptographyError.wrongLength`.
    public init(_ bytes: some Collection<UInt8>) throws(CryptographyError) {
        try requireLength(32, of: "a 32-byte secret", bytes.count)
        self.bytes = SecretBytes(bytes)
    }

    /// Lets `fill` write 32 bytes into guarded memory, without a copy.
    init(fill: (UnsafeMutableRawBufferPointer) -> Void) {
        bytes = SecretBytes(count: 32, fill: fill)
    }

    /// Calls `body` with the secret; the pointer must not outlive the call.
    public func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try bytes.withUnsafeBytes(body)
    }
}

extension Secret32: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The number of bytes, never the bytes.
    public var description: String { bytes.description }
    /// The same text as ``description``.
    public var debugDescription: String { bytes.description }
    /// Has no children, so that `dump` and debuggers do not show the secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
