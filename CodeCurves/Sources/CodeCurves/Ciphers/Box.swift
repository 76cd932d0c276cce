import CSodium

/// Public-key boxes (key specification §2.6, libsodium's `crypto_box`): X25519, then HSalsa20, then `SecretBox`.
public enum Box {
    /// The key that both sides of a box share, `HSalsa20(shared secret, 0…)` (libsodium's `beforenm`).
    public static func sharedKey(_ sharedSecret: Secret32) -> Secret32 {
        Secret32 { output in
            withUnsafeTemporaryAllocation(byteCount: 16, alignment: 8) { zeros in
                Zeroing.zero(zeros)
                sharedSecret.withUnsafeBytes { secret in
                    _ = crypto_core_hsalsa20(
                        output.output, zeros.input,
                        secret.input, nil)
                }
            }
        }
    }

    /// The box key between an X25519 secret and a peer's X25519 public key.
    public static func sharedKey(secret: Secret32, peer: Bytes32) -> Secret32 {
        sharedKey(X25519.sharedSecret(secret: secret, peer: peer))
    }

    /// The box key between two Ed25519 identities.
    public static func sharedKey(key: Ed25519.SigningKey, peerEd25519 peer: Bytes32) -> Secret32 {
        sharedKey(X25519.sharedSecret(key: key, peerEd25519: peer))
    }
}

/// A message that anyone can seal to an X25519 public key and only the holder of its secret can open (libsodium's
/// `crypto_box_seal`).
///
/// The layout is a one-time public key, then a box whose nonce is the BLAKE2b digest of both public keys.
public enum SealedBox {
    /// The number of bytes that sealing adds to a message.
    public static let overheadByteCount = 32 + SecretBox.tagByteCount

    /// Seals `message` to `recipient`.
    ///
    /// - Parameters:
    ///   - oneTimeSecret: Fresh random bytes. Use them for one message only.
    /// - Throws: `CryptographyError.invalidParameter` when the recipient's key has small order, which gives no secrecy.
    public static func seal(
        _ message: some Collection<UInt8>, to recipient: Bytes32, oneTimeSecret: Secret32
    ) throws(CryptographyError) -> [UInt8] {
        let sender = X25519.publicKey(secret: oneTimeSecret)
        let key = try sharedKey(secret: oneTimeSecret, peer: recipient)
        let box = try SecretBox.seal(message, nonce: nonce(sender: sender, recipient: recipient), key: key)
        return sender.array + box
    }

    /// Opens a message sealed to the public key of `secret`.
    ///
    /// - Throws: `CryptographyError.authenticationFailed`, also when the one-time key has small order.
    public static func open(
        _ sealed: some Collection<UInt8>, secret: Secret32
    ) throws(CryptographyError) -> SecretBytes {
        guard let sender = Bytes32(sealed.prefix(32)) else { throw .authenticationFailed }
        guard let key = try? sharedKey(secret: secret, peer: sender) else { throw .authenticationFailed }
        let recipient = X25519.publicKey(secret: secret)
        return try SecretBox.open(
            sealed.dropFirst(32), nonce: nonce(sender: sender, recipient: recipient), key: key)
    }

    private static func sharedKey(secret: Secret32, peer: Bytes32) throws(CryptographyError) -> Secret32 {
        let shared = X25519.sharedSecret(secret: secret, peer: peer)
        let isZero = shared.withUnsafeBytes { bytes in
            sodium_is_zero(bytes.input, bytes.count) == 1
        }
        guard !isZero else { throw .invalidParameter("the public key has small order, which gives no secrecy") }
        return Box.sharedKey(shared)
    }

    private static func nonce(sender: Bytes32, recipient: Bytes32) -> [UInt8] {
        let keys = sender.array + recipient.array
        return [UInt8](unsafeUninitializedCapacity: SecretBox.nonceByteCount) { output, count in
            _ = crypto_generichash(
                output.output, SecretBox.nonceByteCount, keys, UInt64(keys.count), nil, 0)
            count = SecretBox.nonceByteCount
        }
    }
}
