import Crypto

/// SHA-1 (FIPS 180-4), which libsodium lacks. Broken as a hash: here for HMAC and PBKDF2 of old formats only.
public struct SHA1: HashFunction {
    public static let blockByteCount = 64
    public static let digestByteCount = 20

    private var state = Insecure.SHA1()

    public init() {}

    public mutating func update(buffer: UnsafeRawBufferPointer) {
        state.update(bufferPointer: buffer)
    }

    public func finalize(into output: UnsafeMutableRawBufferPointer) {
        state.finalize().withUnsafeBytes { output.copyMemory(from: $0) }
    }

    public mutating func clear() {
        // swift-crypto zeroes a state when its last copy goes.
        state = Insecure.SHA1()
    }
}
