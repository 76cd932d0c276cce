public import FlipcashCore

/// Destroys the words of an account.
extension AccountManager {
    /// Destroys the words of `owner` and removes it from the list. Without a copy of the words the account's money is
    /// lost.
    ///
    /// The words are removed from every key store of this profile, because an interrupted move or a changed setting may
    /// have left a copy elsewhere. All files are opened before the first one is changed. If the removal fails, the
    /// account stays in the list, and the next call finishes the removal.
    ///
    /// - Throws: `KeyStoreFailure.leftover` for a key store that is not in use and cannot be opened or changed;
    ///   `.passphraseMissing`, `.wrongPassphrase`, `.systemStore` for the one in use.
    public func remove(_ owner: PublicKey) throws(KeyStoreFailure) {
        let (lock, places) = try lockedPlaces()
        defer { withExtendedLifetime(lock) {} }
        for place in places { try place.check() }
        for place in places { try place.remove(owner) }
        try changeHeldList { list in
            list.accounts.removeAll { $0.owner == owner }
            if list.current == owner { list.current = nil }
        }
    }

    /// Takes the accounts lock, and returns it with the places that may hold words. The user is never asked for input
    /// while the lock is held.
    private func lockedPlaces() throws(KeyStoreFailure) -> (lock: HeldLock, places: [KeyPlace]) {
        while true {
            for place in try places() { try place.prepare() }
            let lock = try takeLock()
            // Another program may have created a vault.
            let found = try places()
            if found.allSatisfy({ $0.backend.isPrepared }) { return (lock, found) }
        }
    }

    /// Returns the key stores that may hold this profile's words, ending with the one in use. Missing files are left
    /// out.
    private func places() throws(KeyStoreFailure) -> [KeyPlace] {
        let inUse = try settledChoice()
        if inUse == .keychain || inUse == .secretService, let inUse { _ = try backend(inUse) }
        var places = options.systemStores.map { items in
            KeyPlace(
                name: "The key store \"\(items.choice.rawValue)\"", backend: ItemKeyStore(items: items),
                isInUse: items.choice == inUse)
        }
        if try exists(folder.vault) {
            places.append(KeyPlace(name: folder.vault, backend: vault, isInUse: inUse == .vault))
        }
        // Removing words from a plain file is allowed for every endpoint.
        if try exists(folder.keys) {
            let plain = PlainKeyStore(path: folder.keys, files: files)
            places.append(KeyPlace(name: folder.keys, backend: plain, isInUse: inUse == .plain))
        }
        return places.filter { !$0.isInUse } + places.filter(\.isInUse)
    }
}

/// A key store that may hold a profile's words.
private struct KeyPlace {
    /// The name to show the user: the path of a file.
    let name: String
    let backend: any KeyStoreBackend
    /// Whether the profile uses this key store.
    let isInUse: Bool

    /// Asks the user for what the other methods need. Call it before taking a lock.
    func prepare() throws(KeyStoreFailure) {
        do { try backend.prepare() } catch { throw named(error) }
    }

    /// Checks that a file can be opened. Called before anything is removed.
    func check() throws(KeyStoreFailure) {
        guard backend is any FileKeyStore else { return }
        do { _ = try backend.load() } catch { throw named(error) }
    }

    /// Removes the words of `owner`. Deletes the file of a key store that is not in use if no account is left in it.
    func remove(_ owner: PublicKey) throws(KeyStoreFailure) {
        do throws(KeyStoreFailure) {
            guard isInUse else { return try backend.discard([owner]) }
            try backend.apply(KeyStoreChange(removed: [owner]), to: backend.load())
        } catch {
            // The store does not exist on this machine or in this session.
            if !isInUse, case .systemStore(_, .missing) = error { return }
            throw named(error)
        }
    }

    /// Adds the key store's name to the failure, unless it is the one in use.
    private func named(_ failure: KeyStoreFailure) -> KeyStoreFailure {
        isInUse ? failure : .leftover(name, failure)
    }
}
