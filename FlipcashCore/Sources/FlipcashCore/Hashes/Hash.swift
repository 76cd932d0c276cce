public import CodeCurves

/// A SHA-256 digest, or another 32-byte value of the same form: a block hash, a nonce's value.
public struct Hash: FixedBytes32 {
    /// The word for errors, such as `KeyError.wrongLength`.
    public static let noun = "hash"
    /// The 32 bytes of the digest, held inline.
    public let raw: Bytes32

    /// Takes any 32 bytes; whether they are a digest cannot be checked.
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
