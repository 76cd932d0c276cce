public import FlipcashCore
import Synchronization

/// The accounts of one profile: their words in a key store, everything else about them in `accounts.json`.
///
/// Every method throws `KeyStoreFailure`: `.file`, `.notAKeyFile` or `.newerFormat` when `accounts.json` cannot be
/// used, and what the key store says where words are read or written.
public final class AccountManager: Sendable {
    /// Where the words are, or are to go.
    public struct Options: Sendable {
        /// The effective endpoint, which decides whether plain keys are allowed.
        public var endpoint: EndpointSetting
        /// The key store that the profile names.
        public var keyStore: KeyStoreChoice
        /// Whether the profile asks for keys in a plain file.
        public var allowsInsecureKeys: Bool
        /// The operating system's stores for this profile, in the order in which `auto` tries them.
        var systemStores: [any SecretItemStore]
        /// Records the choice that `auto` came to.
        public var recordChoice: @Sendable (KeyStoreChoice) throws(SettingsFailure) -> Void

        /// Names where words go; the operating system's stores are those of `profile`.
        public init(
            endpoint: EndpointSetting, keyStore: KeyStoreChoice, allowsInsecureKeys: Bool = false,
            systemStores: SystemKeyStores = .none, profile: ProfileName = .default,
            recordChoice: @escaping @Sendable (KeyStoreChoice) throws(SettingsFailure) -> Void
        ) {
            self.endpoint = endpoint
            self.keyStore = keyStore
            self.allowsInsecureKeys = allowsInsecureKeys
            self.systemStores = systemStores.stores(of: profile)
            self.recordChoice = recordChoice
        }
    }

    let folder: ProfileFolder
    let files: any FileSystem
    let environment: RuntimeEnvironment
    let options: Options
    let passphrase: CachedPassphrase
    /// What `auto` came to in this process.
    let chosen = Mutex<KeyStoreChoice?>(nil)

    /// Manages the accounts in `folder`; opens nothing, and asks for the passphrase once when it is first needed.
    public init(
        folder: ProfileFolder, options: Options, passphrase: any PassphraseSource, files: any FileSystem,
        environment: RuntimeEnvironment
    ) {
        self.folder = folder
        self.options = options
        self.passphrase = CachedPassphrase(passphrase)
        self.files = files
        self.environment = environment
    }

    /// Whether this profile has ever had an account: if not, a first use may make one (client specification §12.2).
    public func hasEverHadAccount() throws(KeyStoreFailure) -> Bool {
        do { return try files.permissions(folder.accounts) != nil } catch { throw .file(error) }
    }

    /// The accounts that have not been deleted, oldest first; opens no key store.
    public func accounts() throws(KeyStoreFailure) -> [AccountSummary] {
        let list = try readList()
        return list.accounts.filter { $0.deleted == nil }.enumerated().map { index, entry in
            AccountSummary(
                owner: entry.owner, label: entry.label, userID: entry.user_id,
                created: TimestampText.instant(rfc3339: entry.created) ?? Instant(seconds: 0),
                lastSeen: TimestampText.instant(rfc3339: entry.last_seen) ?? Instant(seconds: 0), deleted: nil,
                isCurrent: entry.owner == list.current, number: index + 1)
        }
    }

    /// The account that commands use, if anybody is logged in.
    public func current() throws(KeyStoreFailure) -> AccountSummary? {
        try accounts().first { $0.isCurrent }
    }

    /// The account that `selector` names: an owner, a number of the list, a label, or an owner's first 4 or more
    /// characters, in this order. A label of an older list that is a number therefore never stands for another account.
    ///
    /// - Throws: `KeyStoreFailure.unknownAccount`, `.ambiguousAccount`.
    public func account(matching selector: String) throws(KeyStoreFailure) -> AccountSummary {
        let accounts = try accounts()
        if let account = accounts.first(where: { $0.owner.base58 == selector }) { return account }
        if AccountLabel.isNumber(selector), let account = accounts.first(where: { String($0.number) == selector }) {
            return account
        }
        let labelled = accounts.filter { $0.label == selector }
        let matches =
            labelled.isEmpty && AccountLabel.mayBeginOwner(selector)
            ? accounts.filter { $0.owner.base58.hasPrefix(selector) } : labelled
        guard let match = matches.first else { throw .unknownAccount(selector) }
        guard matches.count == 1 else { throw .ambiguousAccount(selector) }
        return match
    }

    /// Checks that an account may be called `label`.
    ///
    /// - Parameters:
    ///   - label: what the person wants to call it.
    ///   - owner: the account; nil for one that is still to be made.
    /// - Throws: `KeyStoreFailure.labelIsNumber`, `.labelTaken`.
    public func checkLabel(_ label: String, for owner: PublicKey? = nil) throws(KeyStoreFailure) {
        guard !AccountLabel.isNumber(label) else { throw .labelIsNumber(label) }
        guard try readList().isFree(label, for: owner) else { throw .labelTaken(label) }
    }

    /// The words and keys of `owner`; opens the key store.
    ///
    /// - Throws: `KeyStoreFailure.unknownAccount` when it is not listed, `.wordsMissing` when the key store is without
    ///   its words.
    public func keyAccount(for owner: PublicKey) throws(KeyStoreFailure) -> KeyAccount {
        let contents = try backend(isFirstUse: false).load()
        if let entry = contents.entry(owner), entry.userID != nil { return try KeyAccount(words: entry.words) }
        guard let listed = try accounts().first(where: { $0.owner == owner }) else {
            throw .unknownAccount(owner.base58)
        }
        throw .wordsMissing(label: listed.label, store: try choice(isFirstUse: false))
    }

    /// An account whose registration was begun and never confirmed; its words must be used again, not made anew.
    public func pendingAccount() throws(KeyStoreFailure) -> KeyAccount? {
        guard try hasKeyStore() else { return nil }
        guard let entry = try backend(isFirstUse: false).load().accounts.last(where: { $0.userID == nil }) else {
            return nil
        }
        return try KeyAccount(words: entry.words)
    }

    /// Stores the words of an account before it is registered, so that a crash cannot lose them.
    ///
    /// - Parameters:
    ///   - account: the words and what they are called by.
    ///   - isFirstUse: the program makes this account by itself, on the person's own node.
    public func addPending(_ account: KeyAccount, isFirstUse: Bool) throws(KeyStoreFailure) {
        try changeSecrets(isFirstUse: isFirstUse) { stored in
            guard stored.entry(account.owner)?.userID == nil else { return KeyStoreChange() }
            return KeyStoreChange(stored: [
                KeyStoreContents.Entry(
                    owner: account.owner, created: TimestampText.rfc3339(environment.clock.now()), userID: nil,
                    words: account.words)
            ])
        }
    }

    /// Makes a registered account usable and current.
    ///
    /// - Parameter label: what the person calls it. A label that stands for another account by now is not used: the
    ///   account is registered, and must not be lost for its name.
    @discardableResult
    public func complete(
        _ account: KeyAccount, userID: UserID, label: String? = nil
    ) throws(KeyStoreFailure) -> AccountSummary {
        let now = TimestampText.rfc3339(environment.clock.now())
        try changeSecrets(isFirstUse: false) { stored in
            let entry = KeyStoreContents.Entry(
                owner: account.owner, created: stored.entry(account.owner)?.created ?? now, userID: userID.text,
                words: account.words)
            return KeyStoreChange(stored: [entry], current: account.owner)
        }
        try changeList { list in
            if let index = list.accounts.firstIndex(where: { $0.owner == account.owner }) {
                list.accounts[index].user_id = userID
                list.accounts[index].last_seen = now
                list.accounts[index].deleted = nil
                list.accounts[index].label = list.label(
                    label ?? list.accounts[index].label, for: account.owner)
            } else {
                list.accounts.append(
                    AccountList.Entry(
                        owner: account.owner, label: list.label(label, for: account.owner), user_id: userID,
                        created: now, last_seen: now))
            }
            list.current = account.owner
        }
        return try self.account(matching: account.owner.base58)
    }

    /// Makes `owner` the account that commands use.
    public func setCurrent(_ owner: PublicKey) throws(KeyStoreFailure) {
        let now = TimestampText.rfc3339(environment.clock.now())
        try changeList { list in
            list.current = owner
            if let index = list.accounts.firstIndex(where: { $0.owner == owner }) {
                list.accounts[index].last_seen = now
            }
        }
    }

    /// How far the noted time of an account's last use may lag behind.
    static let lastSeenLag: Duration = .seconds(3_600)

    /// Notes that an account is in use; one that was noted lately is left as it is, so that not every command writes.
    func noteUse(of account: AccountSummary) throws(KeyStoreFailure) {
        let now = environment.clock.now()
        guard now.duration(since: account.lastSeen) > Self.lastSeenLag else { return }
        try changeList { list in
            guard let index = list.accounts.firstIndex(where: { $0.owner == account.owner }) else { return }
            list.accounts[index].last_seen = TimestampText.rfc3339(now)
        }
    }

    /// Gives `owner` another label.
    ///
    /// - Throws: `KeyStoreFailure.labelIsNumber`, `.labelTaken`.
    public func rename(_ owner: PublicKey, to label: String) throws(KeyStoreFailure) {
        try checkLabel(label, for: owner)
        try changeList { list in
            guard let index = list.accounts.firstIndex(where: { $0.owner == owner }) else { return }
            list.accounts[index].label = label
        }
    }

    /// Leaves no account current; words and list stay.
    public func logout() throws(KeyStoreFailure) {
        try changeList { $0.current = nil }
    }

    /// Takes `owner` out of the list; its words stay in the key store, and logging in with them brings it back (client
    /// specification §2.3).
    public func hide(_ owner: PublicKey) throws(KeyStoreFailure) {
        let now = TimestampText.rfc3339(environment.clock.now())
        try changeList { list in
            guard let index = list.accounts.firstIndex(where: { $0.owner == owner }) else { return }
            list.accounts[index].deleted = now
            if list.current == owner { list.current = nil }
        }
    }

    /// Removes the disposable store of `owner`. The journal stays: it may hold the only key to money.
    public func removeStore(of owner: PublicKey) throws(KeyStoreFailure) {
        do { try Database.delete(owner: owner, folder: folder, files: files) } catch { throw .file(error) }
    }

    /// Destroys the words of `owner` and forgets its place in the list. Without a copy of the words the account's money
    /// is lost.
    public func remove(_ owner: PublicKey) throws(KeyStoreFailure) {
        try changeSecrets(isFirstUse: false) { _ in KeyStoreChange(removed: [owner]) }
        try changeList { list in
            list.accounts.removeAll { $0.owner == owner }
            if list.current == owner { list.current = nil }
        }
    }
}

extension AccountManager {
    private func changeSecrets(
        isFirstUse: Bool, _ change: (KeyStoreContents) -> KeyStoreChange
    ) throws(KeyStoreFailure) {
        let (lock, backend) = try lockedBackend(isFirstUse: isFirstUse)
        defer { withExtendedLifetime(lock) {} }
        let stored = try backend.load()
        try backend.apply(change(stored), to: stored)
    }

    private func changeList(_ change: (inout AccountList) -> Void) throws(KeyStoreFailure) {
        let lock = try takeLock()
        defer { withExtendedLifetime(lock) {} }
        var list = try readList()
        change(&list)
        do {
            let bytes = try JSONFile.encode(list, indented: true)
            try files.replace(folder.accounts, with: bytes + [0x0A])
        } catch let failure as FileFailure {
            throw .file(failure)
        } catch {
            throw .unusable(reason: "\(folder.accounts) cannot be written as JSON")
        }
    }

    func readList() throws(KeyStoreFailure) -> AccountList {
        do {
            guard let bytes = try files.readSecret(folder.accounts) else { return AccountList() }
            let list = try JSONFile.decode(AccountList.self, from: bytes)
            guard list.version == AccountList.version else { throw KeyStoreFailure.newerFormat(list.version) }
            return list.withoutWordLabels()
        } catch let failure as FileFailure {
            throw .file(failure)
        } catch let failure as KeyStoreFailure {
            throw failure
        } catch {
            throw .notAKeyFile(path: folder.accounts)
        }
    }

    func takeLock() throws(KeyStoreFailure) -> HeldLock {
        do {
            try files.makeFolder(folder.path)
            return try files.lock(folder.accountsLock)
        } catch { throw .file(error) }
    }

    func exists(_ path: String) throws(KeyStoreFailure) -> Bool {
        do { return try files.permissions(path) != nil } catch { throw .file(error) }
    }
}
