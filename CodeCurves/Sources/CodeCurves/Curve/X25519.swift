import CSodium

/// Diffie–Hellman on curve25519 (RFC 7748), and the conversions that let Ed25519 keys use it.
public enum X25519 {
    /// The public coordinate of a secret scalar.
    public static func publicKey(secret: Secret32) -> Bytes32 {
        withUnsafeTemporaryAllocation(byteCount: 32, alignment: 8) { output in
            secret.withUnsafeBytes { secret in
                _ = crypto_scalarmult_curve25519_base(
                    output.output,
                    secret.input)
            }
            return Bytes32(loading: UnsafeRawBufferPointer(output))
        }
    }

    /// The raw shared secret, not hashed.
    ///
    /// A peer of small order gives 32 zero bytes; this function does not reject it.
    public static func sharedSecret(secret: Secret32, peer: Bytes32) -> Secret32 {
        Secret32 { output in
            let status = secret.withUnsafeBytes { secret in
                peer.withUnsafeBytes { peer in
                    crypto_scalarmult_curve25519(
                        output.output,
                        secret.input,
                        peer.input)
                }
            }
            // libsodium does not write the output when the peer has small order.
            if status != 0 { Zeroing.zero(output) }
        }
    }

    /// The scalar that an Ed25519 key uses in key exchange: the first half of its expanded form.
    public static func secret(of key: Ed25519.SigningKey) -> Secret32 {
        Secret32 { output in
            key.expanded.withUnsafeBytes { output.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<32])) }
        }
    }

    /// The X25519 coordinate of an Ed25519 public key. The point is not validated and its sign is ignored.
    public static func publicKey(ofEd25519 key: Bytes32) -> Bytes32 {
        EdwardsPoint.montgomeryCoordinate(key)
    }

    /// The raw shared secret of two Ed25519 identities. Both sides compute the same value.
    public static func sharedSecret(key: Ed25519.SigningKey, peerEd25519 peer: Bytes32) -> Secret32 {
        sharedSecret(secret: secret(of: key), peer: publicKey(ofEd25519: peer))
    }
}
