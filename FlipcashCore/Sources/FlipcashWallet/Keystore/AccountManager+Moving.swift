public import CodeCurves
import FlipcashCore
import Synchronization

/// Moving the words of a profile to another back end, and changing the vault's passphrase.
extension AccountManager {
    /// The back end that the words of this profile are in.
    public func keyStore() throws(KeyStoreFailure) -> KeyStoreChoice { try choice(isFirstUse: false) }

    /// Moves the words of this profile to the back end `choice`, which the profile names from then on.
    ///
    /// The words are durable in the new place before the profile names it, and leave the old place last. An
    /// interruption therefore loses nothing, and the next call finishes the move. Files of the profile that are not in
    /// use are emptied too. Other data folders may use the same store of the operating system: from there only accounts
    /// move that this profile's list names.
    ///
    /// - Returns: how many accounts were moved.
    /// - Throws: `KeyStoreFailure.plainNotAllowed` for a plain file with another's node; `.systemStore`,
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

    /// Takes the accounts lock, and returns it with the back ends to move words from. Neither these nor `target` ask
    /// the person anything while the lock is held.
    private func lockedSources(
        for target: any KeyStoreBackend, _ choice: KeyStoreChoice
    ) throws(KeyStoreFailure) -> (lock: HeldLock, sources: [any KeyStoreBackend]) {
        while true {
            for source in try sources(besides: choice) { try source.prepare() }
            try target.prepare()
            let lock = try takeLock()
            // Another program may have moved the words meanwhile.
            let found = try sources(besides: choice)
            if target.isPrepared, found.allSatisfy({ $0.isPrepared }) { return (lock, found) }
        }
    }

    /// The back ends that may hold words of this profile, the one in use first.
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
            // Words may always be taken out of a plain file, whatever the endpoint is.
            sources.append(choice == .plain ? PlainKeyStore(path: folder.keys, files: files) : try backend(choice))
        }
        return sources
    }

    /// Encrypts the vault under another passphrase.
    ///
    /// - Parameter ask: returns the new passphrase; called once the present one has opened the vault.
    /// - Throws: `KeyStoreFailure.noVault` when the words are elsewhere; `.wrongPassphrase`, `.passphraseMissing`.
    public func changePassphrase(
        to ask: () throws(KeyStoreFailure) -> SecretBytes
    ) throws(KeyStoreFailure) {
        try requireVault()
        _ = try vault.load()
        let replacement = try ask()
        let lock = try takeLock()
        defer { withExtendedLifetime(lock) {} }
        // Another program may have moved the words while the person typed.
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
