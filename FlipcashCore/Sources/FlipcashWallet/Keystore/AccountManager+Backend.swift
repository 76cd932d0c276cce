import FlipcashCore
import Synchronization

/// Which back end keeps the words (client specification §2.4).
extension AccountManager {
    /// Whether words may be stored; asks no store.
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

    /// The back end in use.
    func backend(isFirstUse: Bool) throws(KeyStoreFailure) -> any KeyStoreBackend {
        try backend(choice(isFirstUse: isFirstUse))
    }

    /// The back end that `choice` names.
    ///
    /// - Throws: `KeyStoreFailure.plainNotAllowed`, `.systemStore` when this system does not have it.
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

    /// The back end in use. When the profile says `auto` and none is in use yet, one is chosen and recorded.
    func choice(isFirstUse: Bool) throws(KeyStoreFailure) -> KeyStoreChoice {
        try settle(foreseenChoice(isFirstUse: isFirstUse))
    }

    /// Takes the accounts lock, and returns it with the back end in use.
    ///
    /// The back end asks the person nothing while the lock is held: a passphrase is asked for before. When the back end
    /// in use has changed by the time the lock is taken, the lock is released and the new one is prepared.
    func lockedBackend(
        isFirstUse: Bool
    ) throws(KeyStoreFailure) -> (lock: HeldLock, backend: any KeyStoreBackend) {
        while true {
            let foreseen = try foreseenChoice(isFirstUse: isFirstUse)
            try backend(foreseen).prepare()
            let lock = try takeLock()
            let backend = try backend(settle(foreseen))
            // Another program may have made a vault meanwhile, or moved the words into one.
            if backend.isPrepared { return (lock, backend) }
        }
    }

    /// The back end in use: the one that the profile names now, else the key file that exists, else the one that this
    /// process has chosen for `auto`. Nil when there is none of these.
    func settledChoice() throws(KeyStoreFailure) -> KeyStoreChoice? {
        let named = try namedChoice()
        guard named == .auto else { return named }
        if let existing = try selection(isFirstUse: false).existing { return existing.choice }
        return chosen.withLock { $0 }
    }

    /// The back end in use, or the one that would be chosen now; records nothing.
    private func foreseenChoice(isFirstUse: Bool) throws(KeyStoreFailure) -> KeyStoreChoice {
        if let settled = try settledChoice() { return settled }
        return try selection(isFirstUse: isFirstUse).outcome(among: options.systemStores).choice
    }

    /// Returns the back end in use, and records `foreseen` as such when there is none yet.
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

    /// The key store that the profile names now; `auto` when it names none.
    func namedChoice() throws(KeyStoreFailure) -> KeyStoreChoice {
        do { return try options.readChoice() } catch { throw .unusable(reason: error.report.message) }
    }

    /// Records in the profile where the words are.
    func record(_ choice: KeyStoreChoice) throws(KeyStoreFailure) {
        do { try options.recordChoice(choice) } catch { throw .unusable(reason: error.report.message) }
    }
}
