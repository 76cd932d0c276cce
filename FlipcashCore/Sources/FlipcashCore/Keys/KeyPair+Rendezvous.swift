import CodeCurves

extension KeyPair {
    /// The number of bytes of a scan code's payload.
    public static let rendezvousPayloadByteCount = 20

    /// Returns the rendezvous key of a scan code, whose seed is the SHA-256 of the code's 20 bytes.
    ///
    /// Everyone who sees the code derives the same pair. The public key identifies the message channel and the transfer
    /// (payment specification §14.1).
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
