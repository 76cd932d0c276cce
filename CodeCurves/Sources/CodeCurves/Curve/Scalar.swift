import CSodium

/// Arithmetic modulo the group order L on 32-byte little-endian scalars. Callers zero the memory.
enum Scalar {
    /// Writes the digest of `hash` modulo L.
    static func reduce(_ hash: SHA512, into output: UnsafeMutableRawBufferPointer) {
        withUnsafeTemporaryAllocation(byteCount: SHA512.digestByteCount, alignment: 8) { digest in
            defer { Zeroing.zero(digest) }
            hash.finalize(into: digest)
            crypto_core_ed25519_scalar_reduce(output.output, digest.input)
        }
    }

    /// The first 32 bytes of `scalar` times the base point, compressed.
    static func timesBase(_ scalar: UnsafeRawBufferPointer) -> Bytes32 {
        withUnsafeTemporaryAllocation(byteCount: 32, alignment: 8) { point in
            // Fails only for the scalar 0. The product is then the identity, which libsodium still writes.
            _ = crypto_scalarmult_ed25519_base_noclamp(point.output, scalar.input)
            return Bytes32(loading: UnsafeRawBufferPointer(point))
        }
    }

    /// Writes `left · right + addend` modulo L.
    static func multiply(
        _ left: UnsafeMutableRawBufferPointer, _ right: UnsafeRawBufferPointer,
        adding addend: UnsafeMutableRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) {
        withUnsafeTemporaryAllocation(byteCount: 32, alignment: 8) { product in
            defer { Zeroing.zero(product) }
            crypto_core_ed25519_scalar_mul(product.output, left.input, right.input)
            crypto_core_ed25519_scalar_add(output.output, product.input, addend.input)
        }
    }
}
