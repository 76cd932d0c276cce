/// PBKDF2 (RFC 8018) with one block of output: the derived key is as long as the digest.
public enum PBKDF2<Hash: HashFunction> {
    /// The rounds of BIP-39, and of everything that does not say another number (key specification §3).
    public static var defaultRounds: UInt32 { 2048 }

    /// Stretches `password` with `salt` over `rounds` rounds; 0 counts as 1.
    public static func key(
        password: some Collection<UInt8>, salt: some Collection<UInt8>, rounds: UInt32 = Self.defaultRounds
    ) -> SecretBytes {
        var keyed = HMAC<Hash>(key: password)
        defer { keyed.clear() }
        return SecretBytes(count: Hash.digestByteCount) { key in
            withUnsafeTemporaryAllocation(byteCount: Hash.digestByteCount, alignment: 8) { block in
                defer { Zeroing.zero(block) }
                var first = keyed
                defer { first.clear() }
                first.update(salt)
                first.update([0, 0, 0, 1])
                first.finalize(into: block)
                key.copyMemory(from: UnsafeRawBufferPointer(block))
                var next = keyed
                defer { next.clear() }
                for _ in 1..<max(1, rounds) {
                    next = keyed
                    next.update(buffer: UnsafeRawBufferPointer(block))
                    next.finalize(into: block)
                    for offset in stride(from: 0, to: Hash.digestByteCount, by: 4) {
                        let mixed =
                            key.load(fromByteOffset: offset, as: UInt32.self)
                            ^ block.load(fromByteOffset: offset, as: UInt32.self)
                        key.storeBytes(of: mixed, toByteOffset: offset, as: UInt32.self)
                    }
                }
            }
        }
    }
}

/// HKDF with SHA-256 (RFC 5869).
public enum HKDF {
    /// The longest output: 255 blocks.
    public static let outputByteCountMax = 255 * SHA256.digestByteCount

    /// Derives `count` bytes from `input`.
    ///
    /// - Throws: `CryptographyError.invalidParameter` when `count` is negative or over `outputByteCountMax`.
    public static func key(
        input: some Collection<UInt8>, salt: some Collection<UInt8>, info: some Collection<UInt8>, count: Int
    ) throws(CryptographyError) -> SecretBytes {
        guard (0...outputByteCountMax).contains(count) else {
            throw .invalidParameter("HKDF derives 0 to \(outputByteCountMax) bytes, not \(count)")
        }
        return SecretBytes(count: count) { output in
            withUnsafeTemporaryAllocation(byteCount: 2 * SHA256.digestByteCount, alignment: 8) { memory in
                defer { Zeroing.zero(memory) }
                let pseudorandomKey = UnsafeMutableRawBufferPointer(rebasing: memory.prefix(SHA256.digestByteCount))
                let block = UnsafeMutableRawBufferPointer(rebasing: memory.suffix(SHA256.digestByteCount))
                var extract = HMAC<SHA256>(key: salt)
                defer { extract.clear() }
                extract.update(input)
                extract.finalize(into: pseudorandomKey)
                var keyed = HMAC<SHA256>(key: pseudorandomKey)
                defer { keyed.clear() }
                var written = 0
                var counter: UInt8 = 0
                while written < count {
                    counter &+= 1
                    var expand = keyed
                    defer { expand.clear() }
                    if written > 0 { expand.update(block) }
                    expand.update(info)
                    expand.update([counter])
                    expand.finalize(into: block)
                    let length = min(SHA256.digestByteCount, count - written)
                    UnsafeMutableRawBufferPointer(rebasing: output[written..<written + length])
                        .copyBytes(from: block.prefix(length))
                    written += length
                }
            }
        }
    }

    /// Derives a key of 32 bytes from a secret of 32 bytes, without salt.
    public static func key(input: Secret32, info: some Collection<UInt8>) -> Secret32 {
        Secret32 { output in
            withUnsafeTemporaryAllocation(byteCount: SHA256.digestByteCount, alignment: 8) { pseudorandomKey in
                defer { Zeroing.zero(pseudorandomKey) }
                var extract = HMAC<SHA256>(key: [])
                defer { extract.clear() }
                input.withUnsafeBytes { extract.update(buffer: $0) }
                extract.finalize(into: pseudorandomKey)
                var expand = HMAC<SHA256>(key: pseudorandomKey)
                defer { expand.clear() }
                expand.update(info)
                expand.update([1])
                expand.finalize(into: output)
            }
        }
    }
}
