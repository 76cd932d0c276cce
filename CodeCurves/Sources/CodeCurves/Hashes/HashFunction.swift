/// A hash over bytes that arrive piece by piece. A value: copying it forks the computation, and reading the digest
/// does not end it.
public protocol HashFunction: Sendable {
    /// The size in bytes of the blocks that HMAC pads its key to.
    static var blockByteCount: Int { get }
    /// The size of the digest in bytes.
    static var digestByteCount: Int { get }

    /// Creates the hash of no bytes.
    init()

    /// Takes in more bytes.
    mutating func update(buffer: UnsafeRawBufferPointer)

    /// Writes the digest of everything taken in so far to the first `digestByteCount` bytes of `output`, which has
    /// at least that many.
    func finalize(into output: UnsafeMutableRawBufferPointer)

    /// Overwrites everything taken in, which may have been secret. The value is then the hash of no bytes.
    ///
    /// A hash keeps the last bytes of its message unchanged until they fill a block, so it may contain a short secret
    /// as a whole. Code that copies the value must clear the copies.
    mutating func clear()
}

extension HashFunction {
    /// Takes in more bytes.
    public mutating func update(_ bytes: some Collection<UInt8>) {
        withBytes(of: bytes) { update(buffer: UnsafeRawBufferPointer($0)) }
    }

    /// The digest of everything taken in so far.
    public var digest: [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Self.digestByteCount) { buffer, count in
            finalize(into: UnsafeMutableRawBufferPointer(buffer))
            count = Self.digestByteCount
        }
    }

    /// The digest of `bytes`.
    public static func hash(_ bytes: some Collection<UInt8>) -> [UInt8] {
        var hash = Self()
        hash.update(bytes)
        return hash.digest
    }
}
