public import CodeCurves

/// An Ed25519 key pair.
///
/// It never prints the private key and compares by the public key. It keeps its seed, unless it was created from an
/// expanded private key.
public struct KeyPair: Sendable {
    /// The public key.
    public let publicKey: PublicKey
    private let signingKey: Ed25519.SigningKey

    /// Creates the pair of a seed.
    public init(seed: Seed32) {
        self.init(signingKey: Ed25519.SigningKey(seed: seed))
    }

    /// Creates the pair of a 32-byte seed; the caller zeroes its own copy.
    ///
    /// - Throws: `KeyError.wrongLength`.
    public init(seed: some Collection<UInt8>) throws(KeyError) {
        guard let secret = try? Seed32(seed) else {
            throw .wrongLength(of: "seed", expected: 32, actual: seed.count)
        }
        self.init(seed: secret)
    }

    /// Creates a pair without a seed, from a public key and the expanded private key `scalar ‖ prefix`.
    ///
    /// - Throws: `KeyError.wrongLength`, `KeyError.cryptography` for a scalar of 256 bits,
    ///   `KeyError.mismatchedPublicKey`.
    public init(publicKey: PublicKey, privateKey: SecretBytes) throws(KeyError) {
        guard privateKey.count == 64 else {
            throw .wrongLength(of: "private key", expected: 64, actual: privateKey.count)
        }
        let key: Ed25519.SigningKey
        do {
            key = try Ed25519.SigningKey(expanded: privateKey)
        } catch {
            throw .cryptography(error)
        }
        guard key.publicKey == publicKey.raw else { throw .mismatchedPublicKey }
        self.init(signingKey: key)
    }

    /// Creates the pair of the 64 bytes `seed ‖ public key`, the format of Solana's tools.
    ///
    /// - Throws: `KeyError.wrongLength`, `KeyError.mismatchedPublicKey`.
    public init(secretKey: SecretBytes) throws(KeyError) {
        guard secretKey.count == 64 else {
            throw .wrongLength(of: "secret key", expected: 64, actual: secretKey.count)
        }
        let pair = try secretKey.withUnsafeBytes { bytes throws(KeyError) in try KeyPair(seed: bytes[..<32]) }
        let belongs = secretKey.withUnsafeBytes { bytes in pair.publicKey.bytes.elementsEqual(bytes[32...]) }
        guard belongs else { throw .mismatchedPublicKey }
        self = pair
    }

    private init(signingKey: Ed25519.SigningKey) {
        self.signingKey = signingKey
        publicKey = PublicKey(raw: signingKey.publicKey)
    }

    /// Creates a random pair.
    public static func generate(using random: any RandomSource) -> KeyPair {
        KeyPair(seed: Seed32(drawing: random))
    }

    /// The seed; nil when the pair was created without one.
    public var seed: Seed32? { signingKey.seed }

    /// The 64 bytes `scalar ‖ prefix`, the clamped SHA-512 of the seed.
    public var privateKey: SecretBytes { signingKey.expanded }

    /// The 64 bytes `seed ‖ public key` that Solana's tools read; nil without a seed.
    public var secretKey: SecretBytes? { signingKey.secretKey }

    /// Returns the deterministic signature of `message`.
    public func sign(_ message: some Collection<UInt8>) -> Signature {
        Signature(unchecked: signingKey.signature(for: message))
    }

    /// Returns the pair whose private scalar is this pair's plus `scalar` (key specification §2.7).
    ///
    /// `scalar` is little-endian; bit 255 is ignored. The new pair has no seed. It can sign, but its scalar is reduced
    /// and not clamped, so do not use it for key exchange.
    public func adding(scalar: Secret32) -> KeyPair {
        KeyPair(signingKey: signingKey.adding(scalar: scalar))
    }

    /// Returns the raw, unhashed X25519 secret shared with the holder of `peer`'s private key, the same on both sides.
    public func sharedSecret(with peer: PublicKey) -> Secret32 {
        X25519.sharedSecret(key: signingKey, peerEd25519: peer.raw)
    }

    /// Returns the key for boxes between this pair and the holder of `peer`'s private key.
    public func boxKey(with peer: PublicKey) -> Secret32 {
        Box.sharedKey(key: signingKey, peerEd25519: peer.raw)
    }
}

/// The 32 secret bytes from which an Ed25519 key pair is derived.
public typealias Seed32 = Secret32

extension KeyPair: Hashable {
    public static func == (left: KeyPair, right: KeyPair) -> Bool { left.publicKey == right.publicKey }

    public func hash(into hasher: inout Hasher) { hasher.combine(publicKey) }
}

extension KeyPair: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The public key in base58, never the private key.
    public var description: String { "KeyPair(\(publicKey.base58))" }
    /// The same text as ``description``.
    public var debugDescription: String { description }
    /// Shows the public key only, so that `dump` and debuggers do not show the secrets.
    public var customMirror: Mirror { Mirror(self, children: ["publicKey": publicKey.base58]) }
}
