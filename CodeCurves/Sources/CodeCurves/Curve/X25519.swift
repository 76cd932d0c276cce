import CSodium

/// Diffie–Hellman on curve25519 (RFC 7748), with the conversions that let Ed25519 identities take part.
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

    /// The raw shared secret, unhashed. A peer of small order gives 32 zero bytes, which is not refused here.
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
            // libsodium leaves the output alone when it recognises a peer of small order.
            if status != 0 { Zeroing.zero(output) }
        }
    }

    /// The scalar that an Ed25519 key uses in key exchange: the first half of its expanded form.
    public static func secret(of key: Ed25519.SigningKey) -> Secret32 {
        Secret32 { output in
            key.expanded.withUnsafeBytes { output.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<32])) }
        }
    }

    /// The coordinate of an Ed25519 public key; the point is not validated and its sign is ignored.
    public static func publicKey(ofEd25519 key: Bytes32) -> Bytes32 {
        EdwardsPoint.montgomeryCoordinate(key)
    }

    /// The raw shared secret of two Ed25519 identities, the same from either side.
    public static func sharedSecret(key: Ed25519.SigningKey, peerEd25519 peer: Bytes32) -> Secret32 {
        sharedSecret(secret: secret(of: key), peer: publicKey(ofEd25519: peer))
    }
}
