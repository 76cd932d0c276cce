import FlipcashCore
import Synchronization

/// Which back end keeps the words (client specification §2.4).
extension AccountManager {
    /// Whether words may be stored; asks no store.
    func hasKeyStore() throws(KeyStoreFailure) -> Bool {
        switch chosen.withLock({ $0 }) ?? options.keyStore {
        case .keychain, .secretService: return true
        case .auto, .vault, .plain: break
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
                throw .plainNotAllowed(endpoint: options.endpoint.description)
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

    /// Which back end is in use; what `auto` comes to is recorded, and stays for this process.
    func choice(isFirstUse: Bool) throws(KeyStoreFailure) -> KeyStoreChoice {
        try settle(foreseenChoice(isFirstUse: isFirstUse))
    }

    /// Takes the accounts lock together with a back end that asks the person nothing while it is held: what the back
    /// end needs to know is asked for before.
    func lockedBackend(
        isFirstUse: Bool
    ) throws(KeyStoreFailure) -> (lock: HeldLock, backend: any KeyStoreBackend) {
        while true {
            let foreseen = try foreseenChoice(isFirstUse: isFirstUse)
            try backend(foreseen).prepare()
            let lock = try takeLock()
            let backend = try backend(settle(foreseen))
            // Another process may have made a vault meanwhile.
            if backend.isPrepared { return (lock, backend) }
        }
    }

    /// What the choice would be now; records nothing.
    private func foreseenChoice(isFirstUse: Bool) throws(KeyStoreFailure) -> KeyStoreChoice {
        guard options.keyStore == .auto else { return options.keyStore }
        if let chosen = chosen.withLock({ $0 }) { return chosen }
        return try selection(isFirstUse: isFirstUse).outcome(among: options.systemStores).choice
    }

    /// Records what `auto` came to, unless a file is there by now, which comes first.
    private func settle(_ foreseen: KeyStoreChoice) throws(KeyStoreFailure) -> KeyStoreChoice {
        guard options.keyStore == .auto else { return options.keyStore }
        if let chosen = chosen.withLock({ $0 }) { return chosen }
        let existing = try selection(isFirstUse: false).existing
        let outcome = existing ?? KeyStoreSelection.Outcome(choice: foreseen, isNew: true)
        if outcome.isNew { try record(outcome.choice) }
        chosen.withLock { $0 = outcome.choice }
        return outcome.choice
    }

    private func selection(isFirstUse: Bool) throws(KeyStoreFailure) -> KeyStoreSelection {
        KeyStoreSelection(
            hasVault: try exists(folder.vault), hasPlainFile: try exists(folder.keys), isFirstUse: isFirstUse,
            isOwnNode: options.endpoint.isOwnNode, allowsInsecureKeys: options.allowsInsecureKeys)
    }

    /// Records in the profile where the words are.
    func record(_ choice: KeyStoreChoice) throws(KeyStoreFailure) {
        do { try options.recordChoice(choice) } catch { throw .unusable(reason: error.report.message) }
    }
}
