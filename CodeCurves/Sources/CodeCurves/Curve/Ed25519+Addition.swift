import CSodium

extension Ed25519.SigningKey {
    /// Returns the key whose scalar is this key's scalar plus `scalar` (key specification §2.7).
    ///
    /// `scalar` is little-endian; bit 255 is ignored. The new key has no seed. Its scalar is reduced modulo the group
    /// order and not clamped, so the key signs correctly but must not be used for key exchange, which clamps.
    public func adding(scalar: Secret32) -> Ed25519.SigningKey {
        let sum = SecretBytes(count: 64) { output in
            expanded.withUnsafeBytes { expanded in
                scalar.withUnsafeBytes { scalar in
                    Self.add(scalar, to: expanded, into: output)
                }
            }
        }
        return Ed25519.SigningKey(checked: sum)
    }

    /// Writes the sum of both scalars, then the matching prefix.
    private static func add(
        _ scalar: UnsafeRawBufferPointer, to expanded: UnsafeRawBufferPointer,
        into output: UnsafeMutableRawBufferPointer
    ) {
        withUnsafeTemporaryAllocation(byteCount: 64, alignment: 8) { memory in
            defer { Zeroing.zero(memory) }
            memory.copyMemory(from: scalar)
            memory[31] &= 0x7f
            crypto_core_ed25519_scalar_add(output.output, memory.input, expanded.input)
            var hash = SHA512()
            defer { hash.clear() }
            hash.update(buffer: UnsafeRawBufferPointer(rebasing: expanded[32...]))
            hash.update(buffer: scalar)
            hash.finalize(into: memory)
            UnsafeMutableRawBufferPointer(rebasing: output[32...]).copyBytes(from: memory.prefix(32))
        }
    }
}

extension EdwardsPoint {
    /// Returns `point` plus `scalar` times the base point; nil when `point` is not on the curve.
    ///
    /// `scalar` is little-endian; bit 255 is ignored.
    public static func adding(scalar: Secret32, toPoint point: Bytes32) -> Bytes32? {
        withUnsafeTemporaryAllocation(byteCount: 96, alignment: 8) { memory in
            defer { Zeroing.zero(memory) }
            let multiplier = UnsafeMutableRawBufferPointer(rebasing: memory[..<32])
            let product = UnsafeMutableRawBufferPointer(rebasing: memory[32..<64])
            let sum = UnsafeMutableRawBufferPointer(rebasing: memory[64...])
            scalar.withUnsafeBytes { multiplier.copyMemory(from: $0) }
            multiplier[31] &= 0x7f
            Scalar.timesBase(UnsafeRawBufferPointer(multiplier)).withUnsafeBytes { product.copyMemory(from: $0) }
            let status = point.withUnsafeBytes { crypto_core_ed25519_add(sum.output, product.input, $0.input) }
            return status == 0 ? Bytes32(loading: UnsafeRawBufferPointer(sum)) : nil
        }
    }
}
