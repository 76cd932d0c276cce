public import CodeCurves
import FlipcashCore
import Synchronization

/// Moves a profile's words to another back end, and changes the vault's passphrase.
extension AccountManager {
    /// Returns the back end that has this profile's words.
    public func keyStore() throws(KeyStoreFailure) -> KeyStoreChoice { try choice(isFirstUse: false) }

    /// Moves this profile's words to the back end `choice`, which the profile names from then on.
    ///
    /// The words are durable in the new place before the profile names it, and are removed from the old place last. An
    /// interruption therefore loses no words, and the next call finishes the move. Key files of the profile that are
    /// not in use are emptied too. Other data folders may use the same store of the operating system, so only accounts
    /// in this profile's list are moved out of it.
    ///
    /// - Returns: the number of moved accounts.
    /// - Throws: `KeyStoreFailure.plainNotAllowed` for a plain file unless the node is the user's own; `.systemStore`,
    ///   `.passphraseMissing`, `.wrongPassphrase`.
    @discardableResult
    public func moveKeys(to choice: KeyStoreChoice) throws(KeyStoreFailure) -> Int {
        let target = try backend(choice)
        let (lock, sources) = try lockedSources(for: target, choice)
        defer { withExtendedLifetime(lock) {} }
        let own = try readList().ownedWords
        var owners: Set<PublicKey> = []
        for source in sources {
            let stored = try target.load()
            let entries = try source.load().accounts.filter {
                source is any FileKeyStore || own.contains($0.owner)
            }
            // A stored account with a user id is complete and stays as it is.
            let change = KeyStoreChange(stored: entries.filter { stored.entry($0.owner)?.userID == nil })
            try recordPending(change.stored.filter { $0.userID == nil }.map(\.owner))
            try target.apply(change, to: stored)
            owners.formUnion(entries.map(\.owner))
        }
        try record(choice)
        chosen.withLock { $0 = choice }
        for source in sources {
            try source.discard(source is any FileKeyStore ? Array(owners) : owners.filter(own.contains))
        }
        return owners.count
    }

    /// Takes the accounts lock, and returns it with the back ends to move words from. The user is never asked for input
    /// while the lock is held.
    private func lockedSources(
        for target: any KeyStoreBackend, _ choice: KeyStoreChoice
    ) throws(KeyStoreFailure) -> (lock: HeldLock, sources: [any KeyStoreBackend]) {
        while true {
            for source in try sources(besides: choice) { try source.prepare() }
            try target.prepare()
            let lock = try takeLock()
            // Another program may have moved the words.
            let found = try sources(besides: choice)
            if target.isPrepared, found.allSatisfy({ $0.isPrepared }) { return (lock, found) }
        }
    }

    /// Returns the back ends that may hold this profile's words, beginning with the one in use.
    private func sources(besides target: KeyStoreChoice) throws(KeyStoreFailure) -> [any KeyStoreBackend] {
        var choices: [KeyStoreChoice] = []
        let current = try choice(isFirstUse: false)
        if current != target { choices.append(current) }
        for (file, choice) in [(folder.vault, KeyStoreChoice.vault), (folder.keys, .plain)]
        where choice != target && choice != current {
            if try exists(file) { choices.append(choice) }
        }
        var sources: [any KeyStoreBackend] = []
        for choice in choices {
            // Moving words out of a plain file is allowed for every endpoint.
            sources.append(choice == .plain ? PlainKeyStore(path: folder.keys, files: files) : try backend(choice))
        }
        return sources
    }

    /// Encrypts the vault under another passphrase.
    ///
    /// - Parameter ask: returns the new passphrase; called after the present one has opened the vault.
    /// - Throws: `KeyStoreFailure.noVault` if another key store has the words; `.wrongPassphrase`,
    ///   `.passphraseMissing`.
    public func changePassphrase(
        to ask: () throws(KeyStoreFailure) -> SecretBytes
    ) throws(KeyStoreFailure) {
        try requireVault()
        _ = try vault.load()
        let replacement = try ask()
        let lock = try takeLock()
        defer { withExtendedLifetime(lock) {} }
        // Another program may have moved the words while the user typed.
        try requireVault()
        let contents = try vault.load()
        passphrase.remember(replacement)
        try vault.save(contents)
    }

    private func requireVault() throws(KeyStoreFailure) {
        let choice = try choice(isFirstUse: false)
        guard choice == .vault, try exists(folder.vault) else { throw .noVault(choice) }
    }
}
