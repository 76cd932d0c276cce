public import FlipcashCore

/// Destroying the words of an account.
extension AccountManager {
    /// Destroys the words of `owner` and forgets its place in the list. Without a copy of the words the account's money
    /// is lost.
    ///
    /// The words are removed from every key store of this profile, not only from the one in use: an interrupted move or
    /// a change of the setting may have left a copy elsewhere. All files are opened before the first one is changed.
    /// When this fails, the account stays in the list, and the next call finishes the removal.
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

    /// Takes the accounts lock, and returns it with the places that may hold words. They ask the person nothing while
    /// the lock is held.
    private func lockedPlaces() throws(KeyStoreFailure) -> (lock: HeldLock, places: [KeyPlace]) {
        while true {
            for place in try places() { try place.prepare() }
            let lock = try takeLock()
            // Another program may have made a vault meanwhile.
            let found = try places()
            if found.allSatisfy({ $0.backend.isPrepared }) { return (lock, found) }
        }
    }

    /// Where words of this profile may be, the key store in use last. A file that does not exist holds none.
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
        // Words may always be taken out of a plain file, whatever the endpoint is.
        if try exists(folder.keys) {
            let plain = PlainKeyStore(path: folder.keys, files: files)
            places.append(KeyPlace(name: folder.keys, backend: plain, isInUse: inUse == .plain))
        }
        return places.filter { !$0.isInUse } + places.filter(\.isInUse)
    }
}

/// A key store that may hold words of a profile.
private struct KeyPlace {
    /// What a person calls it: the path of a file.
    let name: String
    let backend: any KeyStoreBackend
    /// Whether it is the key store that the profile uses.
    let isInUse: Bool

    /// Asks the person for what the other methods need. Call it before taking a lock.
    func prepare() throws(KeyStoreFailure) {
        do { try backend.prepare() } catch { throw named(error) }
    }

    /// Opens a file, to find out before anything is removed that it cannot be opened.
    func check() throws(KeyStoreFailure) {
        guard backend is any FileKeyStore else { return }
        do { _ = try backend.load() } catch { throw named(error) }
    }

    /// Removes the words of `owner`, and the file of a key store that is not in use once it holds no account.
    func remove(_ owner: PublicKey) throws(KeyStoreFailure) {
        do throws(KeyStoreFailure) {
            guard isInUse else { return try backend.discard([owner]) }
            try backend.apply(KeyStoreChange(removed: [owner]), to: backend.load())
        } catch {
            // Not on this machine, or not in this session: there is nothing to remove from.
            if !isInUse, case .systemStore(_, .missing) = error { return }
            throw named(error)
        }
    }

    /// Names the key store in the failure, unless it is the one in use, which the person knows.
    private func named(_ failure: KeyStoreFailure) -> KeyStoreFailure {
        isInUse ? failure : .leftover(name, failure)
    }
}
