import CodeCurves
import FlipcashCore
import FlipcashTestKit
import Synchronization
import Testing

@testable import FlipcashWallet

@Suite struct SystemKeyStoreTests {
    private let files = MemoryFileSystem()
    private let world = SimulatedWorld()
    private let layout = FolderLayout(root: "/t")
    private let userID = UserID(Array(0..<16)) ?? UserID([1])!

    private final class Recorder: Sendable {
        let choices = Mutex<[KeyStoreChoice]>([])
    }

    private func manager(
        _ stores: SystemKeyStores, profile: ProfileName = .default, keyStore: KeyStoreChoice = .auto,
        endpoint: EndpointSetting = .local, allowsInsecureKeys: Bool = false, recorder: Recorder = Recorder(),
        dataFolder: String = "/t"
    ) -> AccountManager {
        AccountManager(
            folder: FolderLayout(root: dataFolder).profile(profile),
            options: AccountManager.Options(
                endpoint: endpoint, keyStore: keyStore, allowsInsecureKeys: allowsInsecureKeys, systemStores: stores,
                profile: profile
            ) { choice throws(SettingsFailure) in
                recorder.choices.withLock { $0.append(choice) }
            },
            passphrase: GivenPassphrase(SecretBytes(Array("correct horse".utf8))), files: files,
            environment: world.environment)
    }

    private static let pill = "pill tomorrow foster begin walnut borrow virtual kick shift mutual shoe scatter"
    private static let grant = "grant taste adapt picture build pact opinion ripple sock poet deposit snow"

    private func account(_ words: String) throws -> KeyAccount {
        try KeyAccount(words: SecretBytes(Array(words.utf8)))
    }

    // MARK: Which store

    private func selection(
        hasVault: Bool = false, hasPlainFile: Bool = false, isFirstUse: Bool = false, isOwnNode: Bool = true,
        allowsInsecureKeys: Bool = false
    ) -> KeyStoreSelection {
        KeyStoreSelection(
            hasVault: hasVault, hasPlainFile: hasPlainFile, isFirstUse: isFirstUse, isOwnNode: isOwnNode,
            allowsInsecureKeys: allowsInsecureKeys)
    }

    private func stores(_ items: MemorySecretItems...) -> [any SecretItemStore] {
        items.map { MemorySecretItems.Items(all: $0, profile: "default") }
    }

    @Test("The first system store that works without asking is chosen, for every caller and endpoint")
    func auto_workingStore_isTaken() {
        let works = MemorySecretItems()
        for isFirstUse in [false, true] {
            for isOwnNode in [false, true] {
                let outcome = selection(isFirstUse: isFirstUse, isOwnNode: isOwnNode).outcome(among: stores(works))
                #expect(outcome == .init(choice: .secretService, isNew: true))
            }
        }
        let chain = MemorySecretItems(.keychain)
        #expect(selection().outcome(among: stores(chain, works)).choice == .keychain)
    }

    @Test(
        "A store that is missing, locked or broken is skipped",
        arguments: [
            SystemStoreProblem.missing(reason: "no bus"), .locked(reason: "locked"), .failed(reason: "no answer"),
        ])
    func auto_unusableStore_isPassedOver(_ problem: SystemStoreProblem) {
        let broken = MemorySecretItems(.keychain, problem: problem)
        let works = MemorySecretItems()
        #expect(selection().outcome(among: stores(broken, works)).choice == .secretService)
        #expect(selection().outcome(among: stores(broken)) == .init(choice: .vault, isNew: true))
        #expect(selection(isFirstUse: true).outcome(among: stores(broken)) == .init(choice: .plain, isNew: true))
        // Plain files are only for the user's own node.
        #expect(selection(isFirstUse: true, isOwnNode: false).outcome(among: stores(broken)).choice == .vault)
    }

    @Test("An existing file takes precedence over every store, and a profile that asks for plain files gets one")
    func auto_existingFile_isKept() {
        let works = MemorySecretItems()
        #expect(selection(hasVault: true).outcome(among: stores(works)) == .init(choice: .vault, isNew: false))
        #expect(selection(hasPlainFile: true).outcome(among: stores(works)) == .init(choice: .plain, isNew: false))
        let insecure = selection(allowsInsecureKeys: true)
        #expect(insecure.outcome(among: stores(works)) == .init(choice: .plain, isNew: true))
        let remote = selection(isOwnNode: false, allowsInsecureKeys: true)
        #expect(remote.outcome(among: stores(works)).choice == .secretService)
    }

    @Test("The choice is recorded once, and stays for the process even if the store becomes unavailable")
    func auto_storeGoesAway_isNotReplacedSilently() throws {
        let items = MemorySecretItems()
        let recorder = Recorder()
        let manager = manager(items.systemKeyStores, recorder: recorder)
        try manager.addPending(try account(Self.pill), isFirstUse: true)
        items.problem = .locked(reason: "the default collection is locked")
        let failure = #expect(throws: KeyStoreFailure.self) {
            try manager.complete(try account(Self.pill), userID: userID)
        }
        #expect(failure == .systemStore(.secretService, .locked(reason: "the default collection is locked")))
        #expect(recorder.choices.withLock { $0 } == [.secretService])
        #expect(files.paths.allSatisfy { !$0.hasSuffix("keys.json") && !$0.hasSuffix("vault.json") })
    }

    // MARK: What is kept

    @Test("Words are added, found, listed and removed, with one item for each account")
    func itemStore_severalAccounts_areKeptApart() throws {
        let items = MemorySecretItems()
        let first = try account(Self.pill)
        let second = try account(Self.grant)
        let writer = manager(items.systemKeyStores)
        try writer.addPending(first, isFirstUse: true)
        #expect(try writer.pendingAccount()?.owner == first.owner)
        try writer.complete(first, userID: userID)
        try writer.complete(second, userID: userID)
        #expect(items.names == ["default/\(first.owner.base58)", "default/\(second.owner.base58)"].sorted())
        // Another process, whose profile names the key store.
        let reader = manager(items.systemKeyStores, keyStore: .secretService)
        #expect(try reader.keyAccount(for: first.owner).ownerKey == first.ownerKey)
        #expect(try reader.keyAccount(for: second.owner).ownerKey == second.ownerKey)
        #expect(try reader.pendingAccount() == nil)
        try reader.remove(first.owner)
        #expect(items.names == ["default/\(second.owner.base58)"])
        #expect(throws: KeyStoreFailure.unknownAccount(first.owner.base58)) {
            try reader.keyAccount(for: first.owner)
        }
    }

    @Test("Words that another data folder adds to the same key ring stay, even during a change")
    func itemStore_twoDataFolders_keepEachOthersWords() throws {
        let items = MemorySecretItems()
        let (first, second, third) = (try account(Self.pill), try account(Self.grant), TestWallet.account("third"))
        let one = manager(items.systemKeyStores, keyStore: .secretService)
        let other = manager(items.systemKeyStores, keyStore: .secretService, dataFolder: "/u")
        // During a change, and before a change that removes an account.
        items.afterNextListing { #expect(throws: Never.self) { try other.complete(second, userID: userID) } }
        try one.complete(first, userID: userID)
        items.afterNextListing { #expect(throws: Never.self) { try other.complete(third, userID: userID) } }
        try one.remove(first.owner)
        #expect(items.names == [second, third].map { "default/\($0.owner.base58)" }.sorted())
        #expect(try other.keyAccount(for: second.owner).ownerKey == second.ownerKey)
    }

    @Test("Moving words out of a key ring moves only this data folder's accounts")
    func moveKeys_sharedKeyRing_takesItsOwn() throws {
        let items = MemorySecretItems()
        let (mine, theirs) = (try account(Self.pill), try account(Self.grant))
        let one = manager(items.systemKeyStores, keyStore: .secretService)
        let other = manager(items.systemKeyStores, keyStore: .secretService, dataFolder: "/u")
        try one.complete(mine, userID: userID)
        try other.complete(theirs, userID: userID)
        #expect(try one.moveKeys(to: .vault) == 1)
        #expect(items.names == ["default/\(theirs.owner.base58)"])
        let vault = manager(items.systemKeyStores, keyStore: .vault)
        #expect(try vault.keyAccount(for: mine.owner).ownerKey == mine.ownerKey)
        #expect(throws: KeyStoreFailure.self) { try vault.keyAccount(for: theirs.owner) }
        #expect(try other.keyAccount(for: theirs.owner).ownerKey == theirs.ownerKey)
        // And back again.
        #expect(try vault.moveKeys(to: .secretService) == 1)
        #expect(items.names.count == 2)
        #expect(!files.paths.contains(layout.profile(.default).vault))
    }

    @Test("Pending words of another data folder in the same key ring are neither moved nor used")
    func pendingAccount_sharedKeyRing_isThisFoldersOwn() throws {
        let items = MemorySecretItems()
        let (mine, theirs) = (try account(Self.pill), try account(Self.grant))
        let one = manager(items.systemKeyStores, keyStore: .secretService)
        let other = manager(items.systemKeyStores, keyStore: .secretService, dataFolder: "/u")
        try one.complete(mine, userID: userID)
        try other.addPending(theirs, isFirstUse: false)
        #expect(try one.pendingAccount() == nil)
        #expect(try one.moveKeys(to: .vault) == 1)
        #expect(try manager(items.systemKeyStores, keyStore: .vault).pendingAccount() == nil)
        #expect(try other.pendingAccount()?.owner == theirs.owner)
        #expect(try other.hasEverHadAccount() == false)
        // The data folder that the words belong to moves and uses them.
        #expect(try other.moveKeys(to: .vault) == 1)
        #expect(items.names.isEmpty)
        let moved = manager(items.systemKeyStores, keyStore: .vault, dataFolder: "/u")
        #expect(try moved.pendingAccount()?.owner == theirs.owner)
        try moved.complete(theirs, userID: userID)
        #expect(try moved.pendingAccount() == nil)
        #expect(try moved.hasEverHadAccount())
    }

    @Test("Pending words in a file are used even if the list does not name them, also after a move to a key ring")
    func pendingAccount_fileWithoutRecord_isUsed() throws {
        let items = MemorySecretItems()
        let account = try account(Self.pill)
        let plain = manager(items.systemKeyStores, keyStore: .plain)
        try plain.addPending(account, isFirstUse: true)
        // Older versions wrote no list for a pending account.
        try files.remove(layout.profile(.default).accounts)
        #expect(try plain.pendingAccount()?.owner == account.owner)
        #expect(try plain.moveKeys(to: .secretService) == 1)
        let ring = manager(items.systemKeyStores, keyStore: .secretService)
        #expect(try ring.pendingAccount()?.owner == account.owner)
        #expect(try ring.hasEverHadAccount() == false)
    }

    @Test("Two profiles do not see each other's words")
    func itemStore_twoProfiles_areApart() throws {
        let items = MemorySecretItems()
        let account = try account(Self.pill)
        let one = manager(items.systemKeyStores, keyStore: .secretService)
        let other = manager(items.systemKeyStores, profile: try ProfileName("other"), keyStore: .secretService)
        try one.complete(account, userID: userID)
        #expect(try other.pendingAccount() == nil)
        #expect(throws: KeyStoreFailure.self) { try other.keyAccount(for: account.owner) }
        try other.complete(account, userID: userID)
        try other.remove(account.owner)
        #expect(try one.keyAccount(for: account.owner).ownerKey == account.ownerKey)
    }

    @Test("Only a changed account is written")
    func itemStore_change_writesOneItem() throws {
        let items = MemorySecretItems()
        let manager = manager(items.systemKeyStores)
        let first = try account(Self.pill)
        let second = try account(Self.grant)
        try manager.complete(first, userID: userID)
        try manager.complete(second, userID: userID)
        try manager.complete(second, userID: userID)
        #expect(items.log == ["store default/\(first.owner.base58)", "store default/\(second.owner.base58)"])
    }

    @Test("An item has the same content as an account's entry in the vault")
    func itemStore_item_hasTheVaultsForm() throws {
        let items = MemorySecretItems()
        let manager = manager(items.systemKeyStores)
        try manager.complete(try account(Self.pill), userID: userID)
        let text = try #require(items.texts.first)
        let created = "\"created\":\""
        #expect(text.hasPrefix("{" + created))
        let owner = "5F86TNSTre3CYwZd1wELsGQGhqG2HkN3d8zxhbyBSnzm"
        #expect(
            text.hasSuffix("\"owner\":\"\(owner)\",\"user_id\":\"\(userID.text)\",\"words\":\"\(Self.pill)\"}"))
    }

    @Test("An item that is not an account throws an error that does not contain the item")
    func itemStore_foreignItem_isReported() throws {
        let items = MemorySecretItems()
        items.put("horse battery staple", name: "default/foreign")
        let manager = manager(items.systemKeyStores, keyStore: .secretService)
        let failure = #expect(throws: KeyStoreFailure.self) { try manager.pendingAccount() }
        #expect(failure?.report.message.contains("an item that is not an account") == true)
        #expect(failure?.report.message.contains("horse") == false)
    }

    // MARK: What is said

    @Test("A missing or locked store fails with the exit class locked and gives advice")
    func systemStore_problems_areExplained() {
        let missing = KeyStoreFailure.systemStore(.secretService, .missing(reason: "libsecret is not installed")).report
        #expect(missing.kind == .locked)
        #expect(missing.message.contains("secret service") && missing.message.contains("libsecret is not installed"))
        #expect(missing.advice == .giveWords)
        let locked = KeyStoreFailure.systemStore(.keychain, .locked(reason: "user interaction is not allowed")).report
        #expect(locked.kind == .locked)
        #expect(locked.message.contains("key chain is locked") && locked.advice == .unlockKeyStore(.keychain))
        let failed = KeyStoreFailure.systemStore(.secretService, .failed(reason: "it did not answer in time")).report
        #expect(failed.message.hasSuffix("it did not answer in time. Try again.") && failed.advice == nil)
    }

    @Test("A profile that names a store of another system fails with an error that says so")
    func keychain_onThisMachine_isMissing() throws {
        let manager = manager(.none, keyStore: .keychain)
        let failure = #expect(throws: KeyStoreFailure.self) {
            try manager.addPending(try account(Self.pill), isFirstUse: false)
        }
        #expect(failure == .systemStore(.keychain, .missing(reason: "this program cannot use it here")))
    }

    @Test("If a listed account's words are missing, the error names the store")
    func keyAccount_wordsElsewhere_namesTheStore() throws {
        let items = MemorySecretItems()
        let account = try account(Self.pill)
        try manager(items.systemKeyStores).complete(account, userID: userID)
        let plain = manager(items.systemKeyStores, keyStore: .plain)
        let failure = #expect(throws: KeyStoreFailure.self) { try plain.keyAccount(for: account.owner) }
        #expect(failure == .wordsMissing(label: "Account 5F86", store: .plain))
        #expect(failure?.report.kind == .locked)
        #expect(
            failure?.report.message
                == "The words of Account 5F86 are missing from the key store \"plain\".")
        #expect(failure?.report.advice == .logInAgain)
    }

    @Test("Without a session bus the secret service is reported as missing at once, without loading a library")
    func secretService_noBus_isMissing() {
        let items = SecretServiceItems(profile: "default", hasSessionBus: false)
        let expected = KeyStoreFailure.systemStore(
            .secretService, .missing(reason: "this session has no message bus"))
        #expect(throws: expected) { try items.probe() }
        #expect(throws: expected) { try items.secrets() }
        #expect(throws: expected) { try items.store(SecretBytes([1]), owner: .usdf) }
        #expect(throws: expected) { try items.remove(owner: .usdf) }
    }

    @Test("The secret service is tried only if a session bus is announced")
    func ofThisMachine_followsTheEnvironment() throws {
        #if !canImport(Security)
            let silent = SystemKeyStores.ofThisMachine(ProcessEnvironment(["DBUS_SESSION_BUS_ADDRESS": ""]))
            let store = try #require(silent.stores(of: .default).first as? SecretServiceItems)
            #expect(store.profile == "default" && !store.hasSessionBus)
            let session = SystemKeyStores.ofThisMachine(
                ProcessEnvironment(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/run/bus"]))
            #expect((session.stores(of: .default).first as? SecretServiceItems)?.hasSessionBus == true)
        #endif
    }
}
