import CodeCurves

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The encrypted key file, format 1 (client specification §2.4): a key derived with scrypt from the passphrase, and the
/// contents encrypted with ChaCha20-Poly1305.
struct VaultFile: Codable, Equatable {
    struct KeyDerivation: Codable, Equatable {
        let name: String
        let n: UInt64
        let r: UInt32
        let p: UInt32
        let salt: Data
    }

    let version: Int
    let kdf: KeyDerivation
    let cipher: String
    let nonce: Data
    let data: Data

    static let version = 1
    static let cipher = "chacha20-poly1305"
    static let cost = Scrypt.Cost(n: 32_768, r: 8, p: 1)
    static let saltByteCount = 16
    /// The label that the ciphertext is bound to.
    static let associatedData = Array("flipcash-vault-v1".utf8)

    /// Encrypts `plaintext` under `passphrase`; `salt` and `nonce` are new for every write.
    static func seal(
        _ plaintext: [UInt8], passphrase: SecretBytes, salt: [UInt8], nonce: [UInt8]
    ) throws -> VaultFile {
        let key = try derivedKey(passphrase, salt: salt, cost: cost)
        let sealed = try ChaCha20Poly1305.seal(plaintext, nonce: nonce, associatedData: associatedData, key: key)
        return VaultFile(
            version: version, kdf: KeyDerivation(name: "scrypt", n: cost.n, r: cost.r, p: cost.p, salt: Data(salt)),
            cipher: cipher, nonce: Data(nonce), data: Data(sealed))
    }

    /// Decrypts the contents.
    ///
    /// - Throws: `KeyStoreFailure.wrongPassphrase` if the tag does not verify, as with a wrong passphrase;
    ///   `newerFormat` for another version, key derivation or cipher.
    func open(passphrase: SecretBytes) throws(KeyStoreFailure) -> SecretBytes {
        guard version == Self.version, kdf.name == "scrypt", cipher == Self.cipher else {
            throw .newerFormat(version)
        }
        let key: Secret32
        do {
            key = try Self.derivedKey(
                passphrase, salt: Array(kdf.salt), cost: Scrypt.Cost(n: kdf.n, r: kdf.r, p: kdf.p))
        } catch {
            throw .unusable(reason: String(describing: error))
        }
        do {
            return try ChaCha20Poly1305.open(
                Array(data), nonce: Array(nonce), associatedData: Self.associatedData, key: key)
        } catch {
            throw .wrongPassphrase
        }
    }

    private static func derivedKey(
        _ passphrase: SecretBytes, salt: [UInt8], cost: Scrypt.Cost
    ) throws(CryptographyError) -> Secret32 {
        var bytes = passphrase.exposedCopy()
        defer { Zeroing.zero(&bytes) }
        return try Scrypt.key(passphrase: bytes, salt: salt, cost: cost)
    }
}
