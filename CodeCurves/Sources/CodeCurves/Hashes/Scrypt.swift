import CSodium

/// scrypt (RFC 7914).
public enum Scrypt {
    /// What one derivation costs: time grows with `n · r · p`, memory is `128 · r · (n + p + 2)` bytes.
    public struct Cost: Hashable, Sendable {
        /// The number of iterations, a power of two.
        public let n: UInt64
        /// The size of a block in units of 128 bytes.
        public let r: UInt32
        /// The parallelism: the number of independent computations. This library runs them one after the other.
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

    /// The most work, `n · r · p`, that a derivation may ask for, so that a forged file cannot keep the machine busy
    /// for days. It is 64 times the work of opening the vault and takes some seconds.
    public static let workMax: UInt64 = 1 << 24

    /// Derives a key of 32 bytes from `passphrase`.
    ///
    /// - Throws: `CryptographyError.invalidParameter` for a cost outside RFC 7914, over `memoryByteCountMax` or over
    ///   `workMax`, `CryptographyError.outOfMemory` when the system refuses the memory.
    public static func key(
        passphrase: some Collection<UInt8>, salt: some Collection<UInt8>, cost: Cost
    ) throws(CryptographyError) -> Secret32 {
        try cost.check()
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
}

extension Scrypt.Cost {
    /// Throws unless RFC 7914 allows the cost and this library is willing to spend it.
    func check() throws(CryptographyError) {
        guard n > 1, n & (n - 1) == 0 else {
            throw .invalidParameter("scrypt's n must be a power of two above 1, not \(n)")
        }
        guard r > 0, p > 0, UInt64(r) * UInt64(p) < 1 << 30 else {
            throw .invalidParameter("scrypt's r and p must be positive and r·p below 2^30")
        }
        // Safe: r·p is below 2³⁰, and the work is compared before it is multiplied out.
        let blocks = UInt64(r) * UInt64(p)
        guard n <= Scrypt.workMax / blocks else {
            throw .invalidParameter("scrypt's n, r and p ask for more work than n·r·p = \(Scrypt.workMax)")
        }
        // Safe: n·r·p is at most 2²⁴, so n, r and p are too, and the sum and the product fit in 64 bits.
        guard 128 * UInt64(r) * (n + UInt64(p) + 2) <= Scrypt.memoryByteCountMax else {
            throw .invalidParameter(
                "scrypt's n, r and p ask for more than \(Scrypt.memoryByteCountMax) bytes of memory")
        }
    }
}
