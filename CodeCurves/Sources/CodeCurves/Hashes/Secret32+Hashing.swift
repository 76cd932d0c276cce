extension Secret32 {
    /// The SHA-256 digest of `message`, kept as a secret.
    public init(hashing message: some Collection<UInt8>) {
        self.init { buffer in
            var hash = SHA256()
            defer { hash.clear() }
            hash.update(message)
            hash.finalize(into: buffer)
        }
    }
}
