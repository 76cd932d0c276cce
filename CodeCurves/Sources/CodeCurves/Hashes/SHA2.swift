import CSodium

/// SHA-256 (FIPS 180-4).
public struct SHA256: HashFunction {
    /// 64 bytes: HMAC pads shorter keys and hashes longer ones.
    public static let blockByteCount = 64
    /// 32 bytes, 256 bits.
    public static let digestByteCount = 32

    private var state = crypto_hash_sha256_state()

    /// Creates the hash of no bytes.
    public init() {
        crypto_hash_sha256_init(&state)
    }

    /// A hash with other initial words: SHA-224.
    fileprivate init(initial words: SHA256Words) {
        self.init()
        state.state = words
    }

    /// Takes in more bytes; the buffer may be empty.
    public mutating func update(buffer: UnsafeRawBufferPointer) {
        crypto_hash_sha256_update(&state, buffer.input, UInt64(buffer.count))
    }

    /// Writes 32 bytes to `output`, which must have room for them. More bytes can be taken in afterwards.
    public func finalize(into output: UnsafeMutableRawBufferPointer) {
        // libsodium clears the copy.
        var copy = state
        crypto_hash_sha256_final(&copy, output.output)
    }

    /// Zeroes the state, then makes it that of no bytes.
    public mutating func clear() {
        withUnsafeMutableBytes(of: &state) { Zeroing.zero($0) }
        crypto_hash_sha256_init(&state)
    }
}

/// SHA-512 (FIPS 180-4).
public struct SHA512: HashFunction {
    /// 128 bytes: HMAC pads shorter keys and hashes longer ones.
    public static let blockByteCount = 128
    /// 64 bytes, 512 bits.
    public static let digestByteCount = 64

    private var state = crypto_hash_sha512_state()

    /// Creates the hash of no bytes.
    public init() {
        crypto_hash_sha512_init(&state)
    }

    /// A hash with other initial words: SHA-384.
    fileprivate init(initial words: SHA512Words) {
        self.init()
        state.state = words
    }

    /// Takes in more bytes; the buffer may be empty.
    public mutating func update(buffer: UnsafeRawBufferPointer) {
        crypto_hash_sha512_update(&state, buffer.input, UInt64(buffer.count))
    }

    /// Writes 64 bytes to `output`, which must have room for them. More bytes can be taken in afterwards.
    public func finalize(into output: UnsafeMutableRawBufferPointer) {
        // libsodium clears the copy.
        var copy = state
        crypto_hash_sha512_final(&copy, output.output)
    }

    /// Zeroes the state, then makes it that of no bytes.
    public mutating func clear() {
        withUnsafeMutableBytes(of: &state) { Zeroing.zero($0) }
        crypto_hash_sha512_init(&state)
    }
}

private typealias SHA256Words = (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32)
private typealias SHA512Words = (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)

/// SHA-224 (FIPS 180-4): SHA-256 from other initial words, cut to 28 bytes. For HMAC and PBKDF2 of old formats only.
public struct SHA224: HashFunction {
    /// The block of ``SHA256``, 64 bytes.
    public static let blockByteCount = SHA256.blockByteCount
    /// 28 bytes, 224 bits.
    public static let digestByteCount = 28

    private var hash = SHA256(
        initial: (
            0xc105_9ed8, 0x367c_d507, 0x3070_dd17, 0xf70e_5939, 0xffc0_0b31, 0x6858_1511, 0x64f9_8fa7, 0xbefa_4fa4
        ))

    /// Creates the hash of no bytes.
    public init() {}

    /// Takes in more bytes; the buffer may be empty.
    public mutating func update(buffer: UnsafeRawBufferPointer) {
        hash.update(buffer: buffer)
    }

    /// Writes 28 bytes to `output`, which must have room for them. More bytes can be taken in afterwards.
    public func finalize(into output: UnsafeMutableRawBufferPointer) {
        output.copyBytes(from: hash.digest.prefix(Self.digestByteCount))
    }

    /// Zeroes the state, then makes it that of no bytes.
    public mutating func clear() {
        hash.clear()
        self = SHA224()
    }
}

/// SHA-384 (FIPS 180-4): SHA-512 from other initial words, cut to 48 bytes. For HMAC and PBKDF2 of old formats only.
public struct SHA384: HashFunction {
    /// The block of ``SHA512``, 128 bytes.
    public static let blockByteCount = SHA512.blockByteCount
    /// 48 bytes, 384 bits.
    public static let digestByteCount = 48

    private var hash = SHA512(
        initial: (
            0xcbbb_9d5d_c105_9ed8, 0x629a_292a_367c_d507, 0x9159_015a_3070_dd17, 0x152f_ecd8_f70e_5939,
            0x6733_2667_ffc0_0b31, 0x8eb4_4a87_6858_1511, 0xdb0c_2e0d_64f9_8fa7, 0x47b5_481d_befa_4fa4
        ))

    /// Creates the hash of no bytes.
    public init() {}

    /// Takes in more bytes; the buffer may be empty.
    public mutating func update(buffer: UnsafeRawBufferPointer) {
        hash.update(buffer: buffer)
    }

    /// Writes 48 bytes to `output`, which must have room for them. More bytes can be taken in afterwards.
    public func finalize(into output: UnsafeMutableRawBufferPointer) {
        output.copyBytes(from: hash.digest.prefix(Self.digestByteCount))
    }

    /// Zeroes the state, then makes it that of no bytes.
    public mutating func clear() {
        hash.clear()
        self = SHA384()
    }
}
