import CodeCurves

extension KeyPair {
    /// The size of a scan code's payload.
    public static let rendezvousPayloadByteCount = 20

    /// The rendezvous key of a scan code: its seed is the SHA-256 of the 20 encoded bytes.
    ///
    /// Everybody who sees the code derives the same pair; the public key is the message channel and the id of the
    /// transfer that follows (payment specification §14.1).
    ///
    /// - Throws: `KeyError.wrongLength`.
    public static func rendezvous(payload: some Collection<UInt8>) throws(KeyError) -> KeyPair {
        guard payload.count == rendezvousPayloadByteCount else {
            throw .wrongLength(
                of: "code payload", expected: rendezvousPayloadByteCount, actual: payload.count)
        }
        return KeyPair(seed: Seed32(hashing: payload))
    }
}
