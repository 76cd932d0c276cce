public import CodeCurves
public import FlipcashCore

/// An account's words and the owner key derived from them.
public struct KeyAccount: Sendable {
    /// The words.
    public let mnemonic: Mnemonic
    /// The key at `m/44'/501'/0'/0'`.
    public let ownerKey: KeyPair

    /// The account's address.
    public var owner: PublicKey { ownerKey.publicKey }

    /// Derives an account from a phrase; this takes 2048 rounds of PBKDF2.
    public init(_ mnemonic: Mnemonic) {
        self.mnemonic = mnemonic
        ownerKey = mnemonic.key().keyPair
    }

    /// Parses typed words: any case, and any white space between them.
    ///
    /// - Throws: `KeyStoreFailure.badWords`.
    public init(words: SecretBytes) throws(KeyStoreFailure) {
        do {
            self.init(try Mnemonic(phrase: words.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }))
        } catch {
            throw .badWords(reason: String(describing: error))
        }
    }

    /// Creates an account with new words.
    public static func generate(
        _ length: Mnemonic.Length = .words12, using random: any RandomSource
    ) -> KeyAccount {
        KeyAccount(Mnemonic.generate(length, using: random))
    }

    /// The words in lower case, separated by single spaces.
    public var words: SecretBytes { SecretBytes(mnemonic.phrase.utf8) }
}
