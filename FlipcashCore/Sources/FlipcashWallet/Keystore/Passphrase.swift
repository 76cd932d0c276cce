public import CodeCurves
import Synchronization

/// Provides the passphrase of a vault.
public protocol PassphraseSource: Sendable {
    /// Returns the passphrase as UTF-8 bytes.
    ///
    /// - Throws: `KeyStoreFailure.passphraseMissing` if it cannot ask.
    func passphrase(for purpose: PassphrasePurpose) throws(KeyStoreFailure) -> SecretBytes
}

/// The reason for asking for a passphrase.
public enum PassphrasePurpose: Sendable {
    /// To open an existing vault.
    case unlock
    /// To protect a new vault; ask twice.
    case create
}

/// A source without a passphrase: no vault can be opened.
public struct NoPassphrase: PassphraseSource {
    /// Creates a source that always throws.
    public init() {}

    /// Always throws `KeyStoreFailure.passphraseMissing`.
    public func passphrase(for purpose: PassphrasePurpose) throws(KeyStoreFailure) -> SecretBytes {
        throw .passphraseMissing
    }
}

/// A passphrase that is known in advance, such as the first line of a file.
public struct GivenPassphrase: PassphraseSource {
    private let secret: SecretBytes

    /// Creates a source that always returns `secret`.
    public init(_ secret: SecretBytes) { self.secret = secret }

    /// Returns the known passphrase for either purpose. Never throws.
    public func passphrase(for purpose: PassphrasePurpose) throws(KeyStoreFailure) -> SecretBytes { secret }
}

/// Asks for the passphrase once in a process.
final class CachedPassphrase: Sendable {
    private let source: any PassphraseSource
    private let known = Mutex<SecretBytes?>(nil)

    init(_ source: any PassphraseSource) { self.source = source }

    func get(_ purpose: PassphrasePurpose) throws(KeyStoreFailure) -> SecretBytes {
        if let secret = known.withLock({ $0 }) { return secret }
        let secret = try source.passphrase(for: purpose)
        known.withLock { $0 = secret }
        return secret
    }

    /// Whether the passphrase is already known.
    var isKnown: Bool { known.withLock { $0 != nil } }

    /// Uses `secret` from now on.
    func remember(_ secret: SecretBytes) { known.withLock { $0 = secret } }

    func forget() { known.withLock { $0 = nil } }
}
