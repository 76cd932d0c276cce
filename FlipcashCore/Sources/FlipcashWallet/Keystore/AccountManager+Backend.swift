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
        let choice = try choice(isFirstUse: isFirstUse)
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
        case .vault, .auto:
            return VaultKeyStore(
                path: folder.vault, files: files, random: environment.random, passphrase: passphrase)
        }
    }

    /// The back end in use; what `auto` comes to is recorded, and stays for this process.
    func choice(isFirstUse: Bool) throws(KeyStoreFailure) -> KeyStoreChoice {
        guard options.keyStore == .auto else { return options.keyStore }
        if let chosen = chosen.withLock({ $0 }) { return chosen }
        let outcome = KeyStoreSelection(
            hasVault: try exists(folder.vault), hasPlainFile: try exists(folder.keys), isFirstUse: isFirstUse,
            isOwnNode: options.endpoint.isOwnNode, allowsInsecureKeys: options.allowsInsecureKeys
        ).outcome(among: options.systemStores)
        if outcome.isNew {
            do { try options.recordChoice(outcome.choice) } catch { throw .unusable(reason: error.report.message) }
        }
        chosen.withLock { $0 = outcome.choice }
        return outcome.choice
    }
}
