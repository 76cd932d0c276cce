import CSodium

/// Arithmetic modulo the group order L on 32-byte little-endian scalars, kept secret throughout.
enum Scalar {
    /// The 64-byte digest of what `fill` feeds, modulo L.
    static func reduced(_ type: SHA512.Type, fill: (inout SHA512) -> Void) -> SecretBytes {
        var hash = SHA512()
        fill(&hash)
        return withUnsafeTemporaryAllocation(byteCount: SHA512.digestByteCount, alignment: 8) { digest in
            defer { Zeroing.zero(digest) }
            hash.finalize(into: digest)
            return SecretBytes(count: 32) { output in
                crypto_core_ed25519_scalar_reduce(output.output, digest.input)
            }
        }
    }

    /// The first 32 bytes of `scalar` times the base point, compressed.
    static func timesBase(_ scalar: SecretBytes) -> Bytes32 {
        withUnsafeTemporaryAllocation(byteCount: 32, alignment: 8) { point in
            scalar.withUnsafeBytes { scalar in
                // Fails only for a scalar that is 0, whose product is the identity and is written all the same.
                _ = crypto_scalarmult_ed25519_base_noclamp(point.output, scalar.input)
            }
            return Bytes32(loading: UnsafeRawBufferPointer(point))
        }
    }

    /// `left · right` modulo L.
    static func product(_ left: SecretBytes, _ right: UnsafeRawBufferPointer) -> SecretBytes {
        SecretBytes(count: 32) { output in
            left.withUnsafeBytes { crypto_core_ed25519_scalar_mul(output.output, $0.input, right.input) }
        }
    }

    /// `left + right` modulo L.
    static func sum(_ left: SecretBytes, _ right: SecretBytes) -> SecretBytes {
        SecretBytes(count: 32) { output in
            left.withUnsafeBytes { left in
                right.withUnsafeBytes { crypto_core_ed25519_scalar_add(output.output, left.input, $0.input) }
            }
        }
    }
}
