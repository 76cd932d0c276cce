public import CodeCurves
import FlipcashCore
import Synchronization

/// Moving the words of a profile to another back end, and changing the vault's passphrase.
extension AccountManager {
    /// The back end that the words of this profile are in.
    public func keyStore() throws(KeyStoreFailure) -> KeyStoreChoice { try choice(isFirstUse: false) }

    /// Moves the words of this profile to the back end `choice`, which the profile names from then on.
    ///
    /// The words are durable in the new place before the profile names it, and leave the old place last, so that an
    /// interruption loses nothing; the next call finishes the move. Words in files of the profile that are not in use
    /// are taken along. Of a store of the operating system only this profile's own accounts are taken and removed.
    ///
    /// - Returns: how many accounts were moved.
    /// - Throws: `KeyStoreFailure.plainNotAllowed` for a plain file beside a node of somebody else; `.systemStore`,
    ///   `.passphraseMissing`, `.wrongPassphrase`.
    @discardableResult
    public func moveKeys(to choice: KeyStoreChoice) throws(KeyStoreFailure) -> Int {
        let target = try backend(choice)
        let sources = try sources(besides: choice)
        // Every question comes before the lock.
        for source in sources { try source.prepare() }
        try target.prepare()
        let lock = try takeLock()
        defer { withExtendedLifetime(lock) {} }
        let own = Set(try readList().accounts.map(\.owner))
        var owners: Set<PublicKey> = []
        for source in sources {
            let stored = try target.load()
            let entries = try source.load().accounts.filter {
                source is any FileKeyStore || own.contains($0.owner) || $0.userID == nil
            }
            let change = KeyStoreChange(stored: entries.filter { stored.entry($0.owner)?.userID == nil })
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
            // Words are taken out of a plain file also where none may be kept in one.
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
        let choice = try choice(isFirstUse: false)
        guard choice == .vault, try exists(folder.vault) else { throw .noVault(choice) }
        _ = try vault.load()
        let replacement = try ask()
        let lock = try takeLock()
        defer { withExtendedLifetime(lock) {} }
        let contents = try vault.load()
        passphrase.remember(replacement)
        try vault.save(contents)
    }
}
