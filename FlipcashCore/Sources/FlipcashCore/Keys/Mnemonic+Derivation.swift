public import CodeCurves
import Foundation

extension Mnemonic {
    /// The 64-byte seed of BIP-39. It takes the 2048 rounds that PBKDF2 has by default, so keep what is derived from
    /// it.
    public func seed(passphrase: String = "") -> SecretBytes {
        var password = Array(phrase.utf8)
        defer { Zeroing.zero(&password) }
        // The lists are in NFKD, so the words are; only a passphrase may need it.
        let suffix =
            passphrase.utf8.allSatisfy { $0 < 0x80 } ? passphrase : passphrase.decomposedStringWithCompatibilityMapping
        let salt = Array("mnemonic".utf8) + Array(suffix.utf8)
        return PBKDF2<SHA512>.key(password: password, salt: salt)
    }

    /// The key at `path`.
    public func key(at path: DerivationPath = .primary, passphrase: String = "") -> DerivedKey {
        let seed = seed(passphrase: passphrase)
        return DerivedKey(path: path, keyPair: HardenedKey(seed: seed).descendant(at: path).keyPair)
    }
}

/// A key pair and the path that led to it.
public struct DerivedKey: Sendable, Hashable {
    /// Where in the tree of the phrase the key lies.
    public let path: DerivationPath
    /// The key.
    public let keyPair: KeyPair

    /// Pairs a key with its path.
    public init(path: DerivationPath, keyPair: KeyPair) {
        self.path = path
        self.keyPair = keyPair
    }

    /// The public half.
    public var publicKey: PublicKey { keyPair.publicKey }
}
