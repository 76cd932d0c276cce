/// HMAC (RFC 2104). The key is absorbed once; a copy of a keyed value authenticates another message without
/// absorbing it again.
public struct HMAC<Hash: HashFunction>: Sendable {
    private var inner = Hash()
    private var outer = Hash()

    /// Starts a code under `key`; a key longer than the hash's block is hashed first.
    public init(key: some Collection<UInt8>) {
        withUnsafeTemporaryAllocation(byteCount: Hash.blockByteCount, alignment: 8) { pad in
            Zeroing.zero(pad)
            defer { Zeroing.zero(pad) }
            if key.count > Hash.blockByteCount {
                var hash = Hash()
                defer { hash.clear() }
                hash.update(key)
                hash.finalize(into: pad)
            } else {
                pad.copyBytes(from: key)
            }
            for index in pad.indices { pad[index] ^= 0x36 }
            inner.update(buffer: UnsafeRawBufferPointer(pad))
            for index in pad.indices { pad[index] ^= 0x36 ^ 0x5c }
            outer.update(buffer: UnsafeRawBufferPointer(pad))
        }
    }

    /// Takes in more of the message.
    public mutating func update(_ bytes: some Collection<UInt8>) {
        inner.update(bytes)
    }

    /// Takes in more of the message.
    public mutating func update(buffer: UnsafeRawBufferPointer) {
        inner.update(buffer: buffer)
    }

    /// Writes the code of everything taken in so far to the first `Hash.digestByteCount` bytes of `output`, which
    /// has at least that many.
    public func finalize(into output: UnsafeMutableRawBufferPointer) {
        inner.finalize(into: output)
        var last = outer
        defer { last.clear() }
        last.update(buffer: UnsafeRawBufferPointer(rebasing: output.prefix(Hash.digestByteCount)))
        last.finalize(into: output)
    }

    /// The code of everything taken in so far.
    public var code: [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Hash.digestByteCount) { buffer, count in
            finalize(into: UnsafeMutableRawBufferPointer(buffer))
            count = Hash.digestByteCount
        }
    }

    /// Overwrites the key and everything taken in. Do not use the value afterwards: it has lost its key.
    ///
    /// Code that copies the value must clear the copies.
    public mutating func clear() {
        inner.clear()
        outer.clear()
    }

    /// The code of `message` under `key`.
    public static func code(for message: some Collection<UInt8>, key: some Collection<UInt8>) -> [UInt8] {
        var hmac = HMAC(key: key)
        defer { hmac.clear() }
        hmac.update(message)
        return hmac.code
    }
}

extension HMAC<SHA512> {
    /// The 64-byte code of everything taken in so far, as two secrets of 32 bytes.
    public var secretHalves: (left: Secret32, right: Secret32) {
        withUnsafeTemporaryAllocation(byteCount: SHA512.digestByteCount, alignment: 8) { buffer in
            defer { Zeroing.zero(buffer) }
            finalize(into: buffer)
            let left = Secret32 { $0.copyBytes(from: buffer.prefix(32)) }
            let right = Secret32 { $0.copyBytes(from: buffer.suffix(32)) }
            return (left, right)
        }
    }
}
