import Synchronization

extension AccountManager {
    /// Which key store the profile has.
    public enum KeyStoreUse: Sendable, Hashable {
        /// The words are there.
        case inUse(KeyStoreChoice)
        /// There are no words yet; the first ones would go there.
        case foreseen(KeyStoreChoice)
    }

    /// Which key store keeps the words, or would keep them; records nothing and opens none.
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
