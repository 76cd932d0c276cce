public import CodeCurves
import Synchronization

/// Asks for the passphrase of a vault.
public protocol PassphraseSource: Sendable {
    /// The passphrase as UTF-8 bytes.
    ///
    /// - Throws: `KeyStoreFailure.passphraseMissing` when it cannot ask.
    func passphrase(for purpose: PassphrasePurpose) throws(KeyStoreFailure) -> SecretBytes
}

/// What a passphrase is asked for.
public enum PassphrasePurpose: Sendable {
    /// To open a vault that exists.
    case unlock
    /// To protect a new vault; ask twice.
    case create
}

/// Knows no passphrase: every vault stays closed.
public struct NoPassphrase: PassphraseSource {
    /// Creates a source that always throws.
    public init() {}

    public func passphrase(for purpose: PassphrasePurpose) throws(KeyStoreFailure) -> SecretBytes {
        throw .passphraseMissing
    }
}

/// A passphrase that is already known, such as the first line of a file.
public struct GivenPassphrase: PassphraseSource {
    private let secret: SecretBytes

    /// Answers with `secret`, whatever it is asked for.
    public init(_ secret: SecretBytes) { self.secret = secret }

    public func passphrase(for purpose: PassphrasePurpose) throws(KeyStoreFailure) -> SecretBytes { secret }
}

/// Asks once in the life of a process.
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

    /// Whether the passphrase is known without asking.
    var isKnown: Bool { known.withLock { $0 != nil } }

    /// Uses `secret` from now on.
    func remember(_ secret: SecretBytes) { known.withLock { $0 = secret } }

    func forget() { known.withLock { $0 = nil } }
}
