import Crypto

/// SHA-1 (FIPS 180-4), which libsodium lacks. Broken as a hash: here for HMAC and PBKDF2 of old formats only.
public struct SHA1: HashFunction {
    /// 64 bytes: HMAC pads shorter keys and hashes longer ones.
    public static let blockByteCount = 64
    /// 20 bytes, 160 bits.
    public static let digestByteCount = 20

    private var state = Insecure.SHA1()

    /// Creates the hash of no bytes.
    public init() {}

    /// Takes in more bytes; the buffer may be empty.
    public mutating func update(buffer: UnsafeRawBufferPointer) {
        state.update(bufferPointer: buffer)
    }

    /// Writes 20 bytes to `output`, which must have room for them. More bytes can be taken in afterwards.
    public func finalize(into output: UnsafeMutableRawBufferPointer) {
        state.finalize().withUnsafeBytes { output.copyMemory(from: $0) }
    }

    /// Replaces the state with that of no bytes; swift-crypto zeroes the old one.
    public mutating func clear() {
        // swift-crypto zeroes a state when its last copy goes.
        state = Insecure.SHA1()
    }
}
