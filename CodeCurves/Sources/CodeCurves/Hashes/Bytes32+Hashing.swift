extension Bytes32 {
    /// The SHA-256 digest of `message`.
    public init(hashing message: some Collection<UInt8>) {
        var hash = SHA256()
        hash.update(message)
        self.init(digestOf: hash)
    }

    /// The digest of everything that `hash` has taken in so far.
    public init(digestOf hash: SHA256) {
        self = withUnsafeTemporaryAllocation(byteCount: Self.count, alignment: 8) { buffer in
            hash.finalize(into: buffer)
            return Bytes32(loading: UnsafeRawBufferPointer(buffer))
        }
    }
}
