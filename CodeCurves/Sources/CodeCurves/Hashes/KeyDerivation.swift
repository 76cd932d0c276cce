import CSodium

/// PBKDF2 (RFC 8018) with one block of output: the derived key is as long as the digest.
public enum PBKDF2<Hash: HashFunction> {
    /// Stretches `password` with `salt` over `rounds` rounds (2048 in BIP-39); 0 counts as 1.
    public static func key(
        password: some Collection<UInt8>, salt: some Collection<UInt8>, rounds: UInt32
    ) -> SecretBytes {
        let keyed = HMAC<Hash>(key: password)
        return SecretBytes(count: Hash.digestByteCount) { key in
            withUnsafeTemporaryAllocation(byteCount: Hash.digestByteCount, alignment: 8) { block in
                defer { Zeroing.zero(block) }
                var first = keyed
                first.update(salt)
                first.update([0, 0, 0, 1])
                first.finalize(into: block)
                key.copyMemory(from: UnsafeRawBufferPointer(block))
                keyed.stretch(block, into: key, rounds: max(1, rounds) - 1)
            }
        }
    }
}

extension HMAC {
    /// Takes the code of `block`, then the code of that, `rounds` times, and adds each to `key` bit by bit. Both have
    /// the size of a digest.
    fileprivate func stretch(
        _ block: UnsafeMutableRawBufferPointer, into key: UnsafeMutableRawBufferPointer, rounds: UInt32
    ) {
        if let keyed = self as? HMAC<SHA512> { return keyed.stretchWords(block, into: key, rounds: rounds) }
        for _ in 0..<rounds {
            var next = self
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
                extract.update(input)
                extract.finalize(into: pseudorandomKey)
                let keyed = HMAC<SHA256>(key: pseudorandomKey)
                var written = 0
                var counter: UInt8 = 0
                while written < count {
                    counter &+= 1
                    var expand = keyed
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
                input.withUnsafeBytes { extract.update(buffer: $0) }
                extract.finalize(into: pseudorandomKey)
                var expand = HMAC<SHA256>(key: pseudorandomKey)
                expand.update(info)
                expand.update([1])
                expand.finalize(into: output)
            }
        }
    }
}

/// scrypt (RFC 7914).
public enum Scrypt {
    /// What one derivation costs. Memory is `128 · n · r` bytes.
    public struct Cost: Hashable, Sendable {
        /// The number of iterations, a power of two.
        public let n: UInt64
        /// The block size.
        public let r: UInt32
        /// The parallelism.
        public let p: UInt32

        /// Names a cost; whether it is acceptable is checked when it is used.
        public init(n: UInt64, r: UInt32, p: UInt32) {
            self.n = n
            self.r = r
            self.p = p
        }
    }

    /// The most memory that a derivation may ask for, so that a forged file cannot exhaust the machine: 1 GiB.
    public static let memoryByteCountMax: UInt64 = 1 << 30

    /// Derives a key of 32 bytes from `passphrase`.
    ///
    /// - Throws: `CryptographyError.invalidParameter` for a cost outside RFC 7914 or over `memoryByteCountMax`,
    ///   `CryptographyError.outOfMemory` when the system refuses the memory.
    public static func key(
        passphrase: some Collection<UInt8>, salt: some Collection<UInt8>, cost: Cost
    ) throws(CryptographyError) -> Secret32 {
        try check(cost)
        var status: Int32 = -1
        let key = Secret32 { output in
            withBytes(of: passphrase) { passphrase in
                withBytes(of: salt) { salt in
                    status = crypto_pwhash_scryptsalsa208sha256_ll(
                        passphrase.input, passphrase.count, salt.input, salt.count,
                        cost.n, cost.r, cost.p,
                        output.output, output.count)
                }
            }
        }
        guard status == 0 else { throw .outOfMemory }
        return key
    }

    private static func check(_ cost: Cost) throws(CryptographyError) {
        guard cost.n > 1, cost.n & (cost.n - 1) == 0 else {
            throw .invalidParameter("scrypt's n must be a power of two above 1, not \(cost.n)")
        }
        guard cost.r > 0, cost.p > 0, UInt64(cost.r) * UInt64(cost.p) < 1 << 30 else {
            throw .invalidParameter("scrypt's r and p must be positive and r·p below 2^30")
        }
        let (perBlock, blockOverflow) = UInt64(128).multipliedReportingOverflow(by: UInt64(cost.r))
        let (memory, overflow) = perBlock.multipliedReportingOverflow(by: cost.n)
        let (parallel, parallelOverflow) = perBlock.multipliedReportingOverflow(by: UInt64(cost.p))
        guard !blockOverflow, !overflow, !parallelOverflow, memory <= memoryByteCountMax,
            parallel <= memoryByteCountMax
        else {
            throw .invalidParameter("scrypt's n, r and p ask for more than \(memoryByteCountMax) bytes of memory")
        }
    }
}
