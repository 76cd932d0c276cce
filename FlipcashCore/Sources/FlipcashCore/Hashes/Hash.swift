public import CodeCurves

/// A SHA-256 digest, or a value that is handled like one: a block hash, a nonce's value.
public struct Hash: FixedBytes32 {
    public static let noun = "hash"
    public let raw: Bytes32

    public init(raw: Bytes32) { self.raw = raw }

    /// The SHA-256 digest of `message`.
    public init(sha256 message: some Collection<UInt8>) {
        raw = Bytes32(hashing: message)
    }
}

extension Hash {
    /// Thirty-two zero bytes: the place of a block hash that is still to come, the start of a chain of hashes.
    public static let zero = Hash(raw: .zero)
}
