public import CodeCurves

/// The formats in which Solana tools store a key pair (key specification §1).
///
/// These are the 64 bytes `seed ‖ public key` as base58 or as a JSON array of numbers, and the 64 bytes `scalar ‖
/// prefix` as base58. Texts that contain a key are secrets: they are read from bytes that the caller zeroes and written
/// to guarded memory, never to strings.
extension KeyPair {
    /// The largest key file that is read, in bytes; a file of 64 numbers has about 250.
    public static let keyFileByteCountMax = 4096

    /// Reads the key file format of Solana's tools, a JSON array of 64 numbers.
    ///
    /// - Throws: `KeyError.notKeyFile` for any other text, `.mismatchedPublicKey`.
    public init(keyFile text: some Collection<UInt8>) throws(KeyError) {
        guard text.count <= Self.keyFileByteCountMax else { throw .notKeyFile }
        var parser = NumberArrayParser(text)
        let parsed = parser.parse(count: 64)
        parser.clear()
        guard let secret = parsed else { throw .notKeyFile }
        try self.init(secretKey: secret)
    }

    /// Reads the base58 format that wallets export, as text bytes.
    ///
    /// - Throws: `KeyError.notBase58`, `.wrongLength`, `.mismatchedPublicKey`.
    public init(secretKeyBase58 text: some Collection<UInt8>) throws(KeyError) {
        try self.init(secretKey: Self.decode(text, noun: "secret key"))
    }

    /// Creates a pair without a seed, from a public key and the base58 private key `scalar ‖ prefix`, as text bytes.
    ///
    /// - Throws: `KeyError.notBase58`, `.wrongLength`, `.cryptography`, `.mismatchedPublicKey`.
    public init(publicKey: PublicKey, privateKeyBase58 text: some Collection<UInt8>) throws(KeyError) {
        try self.init(publicKey: publicKey, privateKey: Self.decode(text, noun: "private key"))
    }

    private static func decode(_ text: some Collection<UInt8>, noun: String) throws(KeyError) -> SecretBytes {
        switch Result(catching: { () throws(Base58Error) in try Base58.decodeSecret(text) }) {
        case .success(let bytes): return bytes
        case .failure(let error): throw .notBase58(noun, error)
        }
    }

    /// The key file of Solana's tools, `[1,2,…]` with 64 numbers; nil without a seed.
    public var keyFile: SecretBytes? {
        secretKey.map { secretKey in
            secretKey.withUnsafeBytes { bytes in
                var text: [UInt8] = []
                // Reserves the longest form of every number, so that the array never grows and leaves no copy behind.
                text.reserveCapacity(bytes.count * 4 + 2)
                defer { Zeroing.zero(&text) }
                text.append(UInt8(ascii: "["))
                for (index, byte) in bytes.enumerated() {
                    if index > 0 { text.append(UInt8(ascii: ",")) }
                    if byte >= 100 { text.append(UInt8(ascii: "0") + byte / 100) }
                    if byte >= 10 { text.append(UInt8(ascii: "0") + byte / 10 % 10) }
                    text.append(UInt8(ascii: "0") + byte % 10)
                }
                text.append(UInt8(ascii: "]"))
                return SecretBytes(text)
            }
        }
    }

    /// The base58 format that wallets import, as text bytes; nil without a seed.
    public var secretKeyBase58: SecretBytes? {
        secretKey.map(Self.base58)
    }

    /// The private key `scalar ‖ prefix` in base58, as text bytes.
    ///
    /// Do not import this into wallets, which would read it as another key; they import `secretKeyBase58`.
    public var privateKeyBase58: SecretBytes { Self.base58(privateKey) }

    private static func base58(_ secret: SecretBytes) -> SecretBytes {
        secret.withUnsafeBytes { bytes in
            var text = Base58.encodedCharacters(bytes)
            defer { Zeroing.zero(&text) }
            return SecretBytes(text)
        }
    }
}

/// Parses a JSON array of bytes without leaving copies of them in memory.
private struct NumberArrayParser {
    private var text: [UInt8]
    private var position = 0

    init(_ text: some Collection<UInt8>) { self.text = Array(text) }

    mutating func clear() { Zeroing.zero(&text) }

    mutating func parse(count: Int) -> SecretBytes? {
        var numbers: [UInt8] = []
        numbers.reserveCapacity(count)
        defer { Zeroing.zero(&numbers) }
        guard take("[") else { return nil }
        while true {
            guard let number = number(), numbers.count < count else { return nil }
            numbers.append(number)
            if take("]") { break }
            guard take(",") else { return nil }
        }
        skipSpace()
        guard position == text.count, numbers.count == count else { return nil }
        return SecretBytes(numbers)
    }

    private mutating func skipSpace() {
        while position < text.count, [0x20, 0x09, 0x0a, 0x0d].contains(text[position]) { position += 1 }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard position < text.count, text[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    /// Parses a number from 0 to 255 in JSON's form, without sign, fraction or leading zeros.
    private mutating func number() -> UInt8? {
        skipSpace()
        let start = position
        var value = 0
        while position < text.count, (0x30...0x39).contains(text[position]), position - start < 3 {
            value = value * 10 + Int(text[position] - 0x30)
            position += 1
        }
        guard position > start, value <= 255, position - start == 1 || text[start] != 0x30 else { return nil }
        return UInt8(value)
    }
}
