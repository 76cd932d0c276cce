import FlipcashCore
import Synchronization

/// The choice of the back end that keeps the words (client specification §2.4).
extension AccountManager {
    /// Returns whether words may already be stored, without opening a key store.
    func hasKeyStore() throws(KeyStoreFailure) -> Bool {
        let named = try namedChoice()
        let choice: KeyStoreChoice? = named == .auto ? chosen.withLock { $0 } : named
        switch choice {
        case .keychain?, .secretService?: return true
        case .auto?, .vault?, .plain?, nil: break
        }
        if try exists(folder.keys) { return true }
        return try exists(folder.vault)
    }

    /// Returns the back end in use.
    func backend(isFirstUse: Bool) throws(KeyStoreFailure) -> any KeyStoreBackend {
        try backend(choice(isFirstUse: isFirstUse))
    }

    /// Returns the back end that `choice` names.
    ///
    /// - Throws: `KeyStoreFailure.plainNotAllowed`, `.systemStore` if this system does not have it.
    func backend(_ choice: KeyStoreChoice) throws(KeyStoreFailure) -> any KeyStoreBackend {
        switch choice {
        case .plain:
            guard options.endpoint.isOwnNode else {
                throw .plainNotAllowed(
                    endpoint: options.endpoint.description, isOfProfile: options.isProfileEndpoint)
            }
            return PlainKeyStore(path: folder.keys, files: files)
        case .keychain, .secretService:
            guard let items = options.systemStores.first(where: { $0.choice == choice }) else {
                throw .systemStore(choice, .missing(reason: "this program cannot use it here"))
            }
            return ItemKeyStore(items: items)
        case .vault, .auto: return vault
        }
    }

    /// The encrypted file.
    var vault: VaultKeyStore {
        VaultKeyStore(path: folder.vault, files: files, random: environment.random, passphrase: passphrase)
    }

    /// Returns the back end in use. If the profile says `auto` and none is in use yet, chooses one and records it.
    func choice(isFirstUse: Bool) throws(KeyStoreFailure) -> KeyStoreChoice {
        try settle(foreseenChoice(isFirstUse: isFirstUse))
    }

    /// Takes the accounts lock, and returns it with the back end in use.
    ///
    /// The user is never asked for input while the lock is held: the passphrase is requested before. If the back end in
    /// use has changed by the time the lock is taken, releases the lock and prepares the new one.
    func lockedBackend(
        isFirstUse: Bool
    ) throws(KeyStoreFailure) -> (lock: HeldLock, backend: any KeyStoreBackend) {
        while true {
            let foreseen = try foreseenChoice(isFirstUse: isFirstUse)
            try backend(foreseen).prepare()
            let lock = try takeLock()
            let backend = try backend(settle(foreseen))
            // Another program may have created a vault, or moved the words into one.
            if backend.isPrepared { return (lock, backend) }
        }
    }

    /// Returns the back end in use: the one that the profile names now, else the existing key file, else the one that
    /// this process chose for `auto`; nil if there is none of these.
    func settledChoice() throws(KeyStoreFailure) -> KeyStoreChoice? {
        let named = try namedChoice()
        guard named == .auto else { return named }
        if let existing = try selection(isFirstUse: false).existing { return existing.choice }
        return chosen.withLock { $0 }
    }

    /// Returns the back end in use, or the one that would be chosen now, without recording it.
    private func foreseenChoice(isFirstUse: Bool) throws(KeyStoreFailure) -> KeyStoreChoice {
        if let settled = try settledChoice() { return settled }
        return try selection(isFirstUse: isFirstUse).outcome(among: options.systemStores).choice
    }

    /// Returns the back end in use. If there is none yet, records `foreseen` as the back end in use.
    private func settle(_ foreseen: KeyStoreChoice) throws(KeyStoreFailure) -> KeyStoreChoice {
        let settled = try settledChoice()
        if settled == nil { try record(foreseen) }
        let choice = settled ?? foreseen
        chosen.withLock { $0 = choice }
        return choice
    }

    private func selection(isFirstUse: Bool) throws(KeyStoreFailure) -> KeyStoreSelection {
        KeyStoreSelection(
            hasVault: try exists(folder.vault), hasPlainFile: try exists(folder.keys), isFirstUse: isFirstUse,
            isOwnNode: options.endpoint.isOwnNode, allowsInsecureKeys: options.allowsInsecureKeys)
    }

    /// Returns the key store that the profile names now; `auto` if it names none.
    func namedChoice() throws(KeyStoreFailure) -> KeyStoreChoice {
        do { return try options.readChoice() } catch { throw .unusable(reason: error.report.message) }
    }

    /// Records the key store in the profile.
    func record(_ choice: KeyStoreChoice) throws(KeyStoreFailure) {
        do { try options.recordChoice(choice) } catch { throw .unusable(reason: error.report.message) }
    }
}
