public import CodeCurves
import Foundation

extension Mnemonic {
    /// Returns the 64-byte seed of BIP-39.
    ///
    /// This takes 2048 rounds of PBKDF2, so keep the derived keys instead of calling it again.
    public func seed(passphrase: String = "") -> SecretBytes {
        var password = Array(phrase.utf8)
        defer { Zeroing.zero(&password) }
        // The words are in NFKD like their lists, so only the passphrase may need normalisation.
        let suffix =
            passphrase.utf8.allSatisfy { $0 < 0x80 } ? passphrase : passphrase.decomposedStringWithCompatibilityMapping
        let salt = Array("mnemonic".utf8) + Array(suffix.utf8)
        return PBKDF2<SHA512>.key(password: password, salt: salt)
    }

    /// Returns the key at `path`.
    public func key(at path: DerivationPath = .primary, passphrase: String = "") -> DerivedKey {
        let seed = seed(passphrase: passphrase)
        return DerivedKey(path: path, keyPair: HardenedKey(seed: seed).descendant(at: path).keyPair)
    }
}

/// A key pair and its derivation path.
public struct DerivedKey: Sendable, Hashable {
    /// The key's path in the tree of the phrase.
    public let path: DerivationPath
    /// The key.
    public let keyPair: KeyPair

    /// Creates the pair of a key and its path.
    public init(path: DerivationPath, keyPair: KeyPair) {
        self.path = path
        self.keyPair = keyPair
    }

    /// The public key.
    public var publicKey: PublicKey { keyPair.publicKey }
}
