import CodeCurves
import FlipcashCore

/// Stores the words of one profile.
protocol KeyStoreBackend: Sendable {
    /// Whether `load` and `apply` can run without asking the user for input.
    var isPrepared: Bool { get }
    /// Asks the user for what `load` and `apply` need. Call it before taking a lock.
    func prepare() throws(KeyStoreFailure)
    /// Returns the stored contents; empty if nothing is stored.
    func load() throws(KeyStoreFailure) -> KeyStoreContents
    /// Applies a change durably. Accounts that the change does not name stay as they are.
    ///
    /// - Parameter stored: what `load` returned under the same lock.
    func apply(_ change: KeyStoreChange, to stored: KeyStoreContents) throws(KeyStoreFailure)
    /// Removes accounts, and deletes the file if no account is left in it.
    func discard(_ owners: [PublicKey]) throws(KeyStoreFailure)
}

extension KeyStoreBackend {
    var isPrepared: Bool { true }
    func prepare() throws(KeyStoreFailure) {}
}

/// A key store in one file, which is replaced as a whole under the accounts lock.
protocol FileKeyStore: KeyStoreBackend {
    var path: String { get }
    var files: any FileSystem { get }
    /// Replaces the file durably.
    func save(_ contents: KeyStoreContents) throws(KeyStoreFailure)
}

extension FileKeyStore {
    func apply(_ change: KeyStoreChange, to stored: KeyStoreContents) throws(KeyStoreFailure) {
        let changed = stored.applying(change)
        if changed != stored { try save(changed) }
    }

    func discard(_ owners: [PublicKey]) throws(KeyStoreFailure) {
        let stored = try load()
        let left = stored.applying(KeyStoreChange(removed: owners))
        guard left.accounts.isEmpty else { return try apply(KeyStoreChange(removed: owners), to: stored) }
        do { try files.remove(path) } catch { throw .file(error) }
    }
}

/// A JSON file of mode 0600, for the user's own node and for tests.
struct PlainKeyStore: FileKeyStore {
    let path: String
    let files: any FileSystem

    func load() throws(KeyStoreFailure) -> KeyStoreContents {
        do {
            guard var bytes = try files.readSecret(path) else { return KeyStoreContents() }
            defer { Zeroing.zero(&bytes) }
            return try KeyStoreContents(json: bytes, path: path)
        } catch let failure as FileFailure {
            throw .file(failure)
        } catch let failure as KeyStoreFailure {
            throw failure
        } catch {
            throw .notAKeyFile(path: path)
        }
    }

    func save(_ contents: KeyStoreContents) throws(KeyStoreFailure) {
        guard var bytes = try? JSONFile.encode(contents) else {
            throw .unusable(reason: "it cannot be written as JSON")
        }
        defer { Zeroing.zero(&bytes) }
        do { try files.replace(path, with: bytes) } catch { throw .file(error) }
    }
}

/// The encrypted file.
struct VaultKeyStore: FileKeyStore {
    let path: String
    let files: any FileSystem
    let random: any RandomSource
    let passphrase: CachedPassphrase

    var isPrepared: Bool { passphrase.isKnown }

    func prepare() throws(KeyStoreFailure) { _ = try passphrase.get(try vaultFile() == nil ? .create : .unlock) }

    func load() throws(KeyStoreFailure) -> KeyStoreContents {
        guard let vault = try vaultFile() else { return KeyStoreContents() }
        let secret = try passphrase.get(.unlock)
        let plaintext: SecretBytes
        do {
            plaintext = try vault.open(passphrase: secret)
        } catch {
            passphrase.forget()
            throw error
        }
        var bytes = plaintext.exposedCopy()
        defer { Zeroing.zero(&bytes) }
        return try KeyStoreContents(json: bytes, path: path)
    }

    func save(_ contents: KeyStoreContents) throws(KeyStoreFailure) {
        guard var plaintext = try? JSONFile.encode(contents) else {
            throw .unusable(reason: "it cannot be written as JSON")
        }
        defer { Zeroing.zero(&plaintext) }
        let secret = try passphrase.get(try vaultFile() == nil ? .create : .unlock)
        let sealed: [UInt8]
        do {
            sealed = try JSONFile.encode(
                VaultFile.seal(
                    plaintext, passphrase: secret, salt: random.bytes(VaultFile.saltByteCount),
                    nonce: random.bytes(ChaCha20Poly1305.nonceByteCount)))
        } catch {
            throw .unusable(reason: String(describing: error))
        }
        do { try files.replace(path, with: sealed) } catch { throw .file(error) }
    }

    private func vaultFile() throws(KeyStoreFailure) -> VaultFile? {
        do {
            guard let bytes = try files.readSecret(path) else { return nil }
            return try JSONFile.decode(VaultFile.self, from: bytes)
        } catch let failure as FileFailure {
            throw .file(failure)
        } catch {
            throw .notAKeyFile(path: path)
        }
    }
}

extension KeyStoreContents {
    init(json: [UInt8], path: String) throws(KeyStoreFailure) {
        do {
            self = try JSONFile.decode(KeyStoreContents.self, from: json)
        } catch let failure as KeyStoreFailure {
            throw failure
        } catch {
            throw .notAKeyFile(path: path)
        }
    }
}
