public import FlipcashCore
import Synchronization

/// Manages one profile's accounts: their words in a key store, all other data in `accounts.json`.
///
/// Every method throws `KeyStoreFailure`: `.file`, `.notAKeyFile` or `.newerFormat` if `accounts.json` cannot be used,
/// and the errors of the key store if the method reads or writes words.
public final class AccountManager: Sendable {
    /// Where to store the words.
    public struct Options: Sendable {
        /// The effective endpoint, which decides whether plain keys are allowed.
        public var endpoint: EndpointSetting
        /// Whether the profile names this endpoint; false if only this call does.
        public var isProfileEndpoint: Bool
        /// Returns the key store that the profile names now. Another program may move the words at any time.
        public var readChoice: @Sendable () throws(SettingsFailure) -> KeyStoreChoice
        /// Whether the profile asks for keys in a plain file.
        public var allowsInsecureKeys: Bool
        /// The operating system's stores for this profile, in the order in which `auto` tries them.
        var systemStores: [any SecretItemStore]
        /// Records the key store that `auto` chose.
        public var recordChoice: @Sendable (KeyStoreChoice) throws(SettingsFailure) -> Void

        /// Creates options.
        ///
        /// - Parameters:
        ///   - endpoint: the effective endpoint.
        ///   - isProfileEndpoint: whether the profile names this endpoint.
        ///   - keyStore: the key store that the profile names; used only without `readChoice`.
        ///   - allowsInsecureKeys: whether the profile asks for keys in a plain file.
        ///   - systemStores: the operating system's stores; only those of `profile` are used.
        ///   - profile: the profile.
        ///   - environment: the environment, whose words are kept apart from those of the other one.
        ///   - readChoice: returns the key store that the profile names now.
        ///   - recordChoice: records the key store that `auto` chose, or that the words were moved to.
        public init(
            endpoint: EndpointSetting, isProfileEndpoint: Bool = true, keyStore: KeyStoreChoice = .auto,
            allowsInsecureKeys: Bool = false,
            systemStores: SystemKeyStores = .none, profile: ProfileName = .default,
            environment: ServiceEnvironment = .production,
            readChoice: (@Sendable () throws(SettingsFailure) -> KeyStoreChoice)? = nil,
            recordChoice: @escaping @Sendable (KeyStoreChoice) throws(SettingsFailure) -> Void
        ) {
            self.endpoint = endpoint
            self.isProfileEndpoint = isProfileEndpoint
            if let readChoice {
                self.readChoice = readChoice
            } else {
                self.readChoice = { () throws(SettingsFailure) in keyStore }
            }
            self.allowsInsecureKeys = allowsInsecureKeys
            self.systemStores = systemStores.stores(of: profile, environment)
            self.recordChoice = recordChoice
        }
    }

    let folder: ProfileFolder
    let files: any FileSystem
    let environment: RuntimeEnvironment
    let options: Options
    let passphrase: CachedPassphrase
    /// The key store that `auto` chose in this process.
    let chosen = Mutex<KeyStoreChoice?>(nil)

    /// Creates a manager of the accounts in `folder`. Opens no key store, and asks for the passphrase at most once,
    /// when it is first needed.
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

    /// Returns whether this profile has ever had an account. If not, a first use may create one (client specification
    /// §12.2).
    public func hasEverHadAccount() throws(KeyStoreFailure) -> Bool {
        guard try exists(folder.accounts) else { return false }
        // An unreadable list means that the profile is not new.
        guard let list = try? readList() else { return true }
        return list.is_unused != true
    }

    /// Returns the accounts that have not been deleted, oldest first; opens no key store.
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

    /// Returns the account that commands use; nil if no account is logged in.
    public func current() throws(KeyStoreFailure) -> AccountSummary? {
        try accounts().first { $0.isCurrent }
    }

    /// Returns the account that `selector` names: an owner, a place in the list, a label, or at least the first 4
    /// characters of an owner, in this order. A number is always a place in the list, even if an older list has it as a
    /// label.
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
    ///   - label: the wanted label.
    ///   - owner: the account; nil for a new one.
    /// - Throws: `KeyStoreFailure.labelIsNumber`, `.labelTaken`.
    public func checkLabel(_ label: String, for owner: PublicKey? = nil) throws(KeyStoreFailure) {
        guard !AccountLabel.isNumber(label) else { throw .labelIsNumber(label) }
        guard try readList().isFree(label, for: owner) else { throw .labelTaken(label) }
    }

    /// Returns the words and keys of `owner`; opens the key store.
    ///
    /// - Throws: `KeyStoreFailure.unknownAccount` if the account is not listed, `.wordsMissing` if the key store does
    ///   not have its words.
    public func keyAccount(for owner: PublicKey) throws(KeyStoreFailure) -> KeyAccount {
        while true {
            let used = try choice(isFirstUse: false)
            let entry = try backend(used).load().entry(owner)
            if let entry, entry.userID != nil { return try KeyAccount(words: entry.words) }
            // Another program may have moved the words after their place was read.
            guard try choice(isFirstUse: false) == used else { continue }
            guard let listed = try accounts().first(where: { $0.owner == owner }) else {
                throw .unknownAccount(owner.base58)
            }
            throw .wordsMissing(label: listed.label, store: used)
        }
    }

    /// Returns the last account that this data folder began to add and has not listed yet. Use its words again instead
    /// of new ones.
    ///
    /// The account may already be registered: a crash can prevent the last step of ``complete(_:userID:label:)``.
    /// Unregistered words in a file belong to this data folder. A store of the operating system may also hold pending
    /// words of other data folders, so only accounts that the list names count there.
    public func pendingAccount() throws(KeyStoreFailure) -> KeyAccount? {
        guard try hasKeyStore() else { return nil }
        let backend = try backend(isFirstUse: false)
        let list = try readList()
        let (begun, owned) = (Set(list.pending ?? []), list.ownedWords)
        let pending = try backend.load().accounts.filter { entry in
            begun.contains(entry.owner)
                || entry.userID == nil && (backend is any FileKeyStore || owned.contains(entry.owner))
        }
        guard let entry = pending.last else { return nil }
        return try KeyAccount(words: entry.words)
    }

    /// Stores the words of an account before it is registered, so that a crash cannot lose them.
    ///
    /// - Parameters:
    ///   - account: the words and their label.
    ///   - isFirstUse: whether the program creates the account on its own initiative, on the user's own node.
    public func addPending(_ account: KeyAccount, isFirstUse: Bool) throws(KeyStoreFailure) {
        let (lock, backend) = try lockedBackend(isFirstUse: isFirstUse)
        defer { withExtendedLifetime(lock) {} }
        let stored = try backend.load()
        guard stored.entry(account.owner)?.userID == nil else { return }
        // Record the owner first: pending words in a shared store are only used if the list names them.
        try recordPending([account.owner])
        let entry = KeyStoreContents.Entry(
            owner: account.owner, created: TimestampText.rfc3339(environment.clock.now()), userID: nil,
            words: account.words)
        try backend.apply(KeyStoreChange(stored: [entry]), to: stored)
    }

    /// Makes a registered account usable and current.
    ///
    /// If this is interrupted, the account is not listed, and ``pendingAccount()`` returns its words.
    ///
    /// - Parameter label: the user's label. Ignored if another account has it by now, because the account is already
    ///   registered and must not be lost.
    @discardableResult
    public func complete(
        _ account: KeyAccount, userID: UserID, label: String? = nil
    ) throws(KeyStoreFailure) -> AccountSummary {
        let now = TimestampText.rfc3339(environment.clock.now())
        let (lock, backend) = try lockedBackend(isFirstUse: false)
        defer { withExtendedLifetime(lock) {} }
        let stored = try backend.load()
        // Record the owner first: `pendingAccount` finds the words of an account that does not get listed.
        if try !readList().accounts.contains(where: { $0.owner == account.owner }) {
            try recordPending([account.owner])
        }
        let entry = KeyStoreContents.Entry(
            owner: account.owner, created: stored.entry(account.owner)?.created ?? now, userID: userID.text,
            words: account.words)
        try backend.apply(KeyStoreChange(stored: [entry], current: account.owner), to: stored)
        try changeHeldList { list in
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
            list.completePending(account.owner)
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

    /// The tolerated inaccuracy of an account's last-used time.
    static let lastSeenLag: Duration = .seconds(3_600)

    /// Records that an account is in use. Does nothing if that was recorded recently, so that not every command writes.
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
        guard !AccountLabel.isNumber(label) else { throw .labelIsNumber(label) }
        try changeList { list throws(KeyStoreFailure) in
            // Under the lock, because another program may be assigning the same label.
            guard list.isFree(label, for: owner) else { throw KeyStoreFailure.labelTaken(label) }
            guard let index = list.accounts.firstIndex(where: { $0.owner == owner }) else { return }
            list.accounts[index].label = label
        }
    }

    /// Leaves no account current; the words and the list stay.
    public func logout() throws(KeyStoreFailure) {
        try changeList { $0.current = nil }
    }

    /// Removes `owner` from the list. Its words stay in the key store, and logging in with them restores it (client
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
}

extension AccountManager {
    private func changeList(
        _ change: (inout AccountList) throws(KeyStoreFailure) -> Void
    ) throws(KeyStoreFailure) {
        let lock = try takeLock()
        defer { withExtendedLifetime(lock) {} }
        try changeHeldList(change)
    }

    /// Records which accounts this data folder has begun to add. The caller holds the accounts lock.
    func recordPending(_ owners: [PublicKey]) throws(KeyStoreFailure) {
        let known = try readList().pending ?? []
        let new = owners.filter { !known.contains($0) }
        guard !new.isEmpty else { return }
        let isUnused = try !exists(folder.accounts)
        try changeHeldList { list in
            list.pending = known + new
            if isUnused { list.is_unused = true }
        }
    }

    /// Changes the list. The caller holds the accounts lock.
    func changeHeldList(
        _ change: (inout AccountList) throws(KeyStoreFailure) -> Void
    ) throws(KeyStoreFailure) {
        var list = try readList()
        try change(&list)
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
