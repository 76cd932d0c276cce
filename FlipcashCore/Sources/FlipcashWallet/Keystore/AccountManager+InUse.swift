import Synchronization

extension AccountManager {
    /// The key store of a profile.
    public enum KeyStoreUse: Sendable, Hashable {
        /// The key store has the words.
        case inUse(KeyStoreChoice)
        /// There are no words yet; new ones would go to this key store.
        case foreseen(KeyStoreChoice)
    }

    /// Returns the key store that has or would get the words. Records no choice and opens no key store.
    public func keyStoreUse() throws(KeyStoreFailure) -> KeyStoreUse {
        let hasAccount = try hasEverHadAccount()
        let selection = KeyStoreSelection(
            hasVault: try exists(folder.vault), hasPlainFile: try exists(folder.keys), isFirstUse: !hasAccount,
            isOwnNode: options.endpoint.isOwnNode, allowsInsecureKeys: options.allowsInsecureKeys)
        let named = try namedChoice()
        guard named == .auto else { return hasAccount ? .inUse(named) : .foreseen(named) }
        let outcome = selection.outcome(among: options.systemStores)
        return outcome.isNew ? .foreseen(outcome.choice) : .inUse(outcome.choice)
    }
}
