public import CodeCurves

/// A SHA-256 digest, or another 32-byte value of the same form: a block hash, a nonce's value.
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
    /// 32 zero bytes: the placeholder for a block hash that is not known yet, and the start of a chain of hashes.
    public static let zero = Hash(raw: .zero)
}
