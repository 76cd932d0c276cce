import CodeCurves
import FlipcashCore
import FlipcashTestKit
import Synchronization
import Testing

@testable import FlipcashWallet

@Suite struct AccountManagerTests {
    private let files = MemoryFileSystem()
    private let world = SimulatedWorld()
    private let folder = FolderLayout(root: "/t").profile(.default)

    private final class Recorder: Sendable {
        let choice = Mutex<KeyStoreChoice?>(nil)
    }

    private func manager(
        endpoint: EndpointSetting = .local, keyStore: KeyStoreChoice = .auto, passphrase: String? = nil,
        recorder: Recorder = Recorder()
    ) -> AccountManager {
        let source: any PassphraseSource =
            if let passphrase { GivenPassphrase(SecretBytes(Array(passphrase.utf8))) } else { NoPassphrase() }
        return AccountManager(
            folder: folder,
            options: AccountManager.Options(endpoint: endpoint, keyStore: keyStore) { choice throws(SettingsFailure) in
                recorder.choice.withLock { $0 = choice }
            },
            passphrase: source, files: files, environment: world.environment)
    }

    private static let words = "pill tomorrow foster begin walnut borrow virtual kick shift mutual shoe scatter"

    private func account(_ words: String = Self.words) throws -> KeyAccount {
        try KeyAccount(words: SecretBytes(Array(words.utf8)))
    }

    private let userID = UserID(Array(0..<16)) ?? UserID([1])!

    @Test("A pending account is neither listed nor usable, and its words are used again")
    func addPending_beforeCompletion_isOnlyFoundAsPending() throws {
        let manager = manager()
        let account = try account()
        #expect(try manager.pendingAccount() == nil)
        try manager.addPending(account, isFirstUse: true)
        #expect(try manager.accounts().isEmpty)
        #expect(try manager.hasEverHadAccount() == false)
        #expect(try manager.pendingAccount()?.owner == account.owner)
        #expect(throws: KeyStoreFailure.self) { try manager.keyAccount(for: account.owner) }
    }

    @Test("A completed account is listed, current and usable, and its label reveals none of its words")
    func complete_afterPending_makesItUsable() throws {
        let manager = manager()
        let account = try account()
        try manager.addPending(account, isFirstUse: true)
        try manager.complete(account, userID: userID)
        let listed = try #require(try manager.accounts().first)
        #expect(listed.label == "Account 5F86")
        #expect(listed.owner.base58 == "5F86TNSTre3CYwZd1wELsGQGhqG2HkN3d8zxhbyBSnzm")
        #expect(listed.isCurrent && listed.number == 1 && listed.userID == userID)
        #expect(try manager.keyAccount(for: account.owner).ownerKey == account.ownerKey)
        #expect(try manager.pendingAccount() == nil)
        #expect(try manager.hasEverHadAccount())
    }

    @Test("If a crash prevents an account from being listed, its words are used again", arguments: [true, false])
    func complete_notListed_isFoundAsPending(isRegistration: Bool) throws {
        let manager = manager(keyStore: .plain)
        let account = try account()
        if isRegistration {
            try manager.addPending(account, isFirstUse: false)
        } else {
            // A login stores no words before. The list names the owner before the words are stored.
            files.failWrites(toPathsEndingIn: "keys.json")
            #expect(throws: KeyStoreFailure.self) { try manager.complete(account, userID: userID) }
            #expect(try manager.pendingAccount() == nil)
            files.allowWrites()
        }
        files.failWrites(toPathsEndingIn: "accounts.json")
        #expect(throws: KeyStoreFailure.self) { try manager.complete(account, userID: userID) }
        files.allowWrites()
        #expect(try manager.accounts().isEmpty)
        #expect(try manager.pendingAccount()?.owner == account.owner)
        try manager.complete(account, userID: userID)
        #expect(try manager.accounts().map(\.owner) == [account.owner])
        #expect(try manager.pendingAccount() == nil)
    }

    @Test("A listed account never becomes pending, even if a second login with its words is interrupted")
    func complete_againInterrupted_staysListed() throws {
        let manager = manager(keyStore: .plain)
        let account = try account()
        try manager.complete(account, userID: userID)
        files.failWrites(toPathsEndingIn: "accounts.json")
        #expect(throws: KeyStoreFailure.self) { try manager.complete(account, userID: userID) }
        files.allowWrites()
        #expect(try manager.accounts().map(\.owner) == [account.owner])
        #expect(try manager.pendingAccount() == nil)
    }

    @Test("Listing accounts needs no passphrase; reading words does")
    func accounts_inAClosedVault_areListed() throws {
        let open = manager(endpoint: .service(.https(host: "example.org", port: 443)), passphrase: "secret")
        let account = try account()
        try open.complete(account, userID: userID)
        let closed = manager(endpoint: .service(.https(host: "example.org", port: 443)))
        #expect(try closed.accounts().count == 1)
        #expect(throws: KeyStoreFailure.passphraseMissing) { try closed.keyAccount(for: account.owner) }
    }

    @Test("The list contains no secret")
    func accountsFile_holdsNoWords() throws {
        let manager = manager()
        try manager.addPending(try account(), isFirstUse: true)
        try manager.complete(try account(), userID: userID)
        let text = String(decoding: try #require(try files.read(folder.accounts)), as: UTF8.self)
        #expect(!text.contains("tomorrow"))
    }

    @Test("A first use on the user's own node chooses a plain file, else a vault, and records the choice")
    func auto_firstUse_choosesPlain() throws {
        let first = Recorder()
        try manager(recorder: first).addPending(try account(), isFirstUse: true)
        #expect(first.choice.withLock { $0 } == .plain)
        #expect(files.paths.contains(folder.keys))
        files.setBytes([], of: folder.keys)
        try files.remove(folder.keys)
        let second = Recorder()
        try manager(passphrase: "secret", recorder: second).addPending(try account(), isFirstUse: false)
        #expect(second.choice.withLock { $0 } == .vault)
        #expect(files.paths.contains(folder.vault))
    }

    @Test("Plain keys are refused unless the node is the user's own")
    func plain_withARemoteEndpoint_isRefused() throws {
        let manager = manager(endpoint: .service(.https(host: "example.org", port: 443)), keyStore: .plain)
        let failure = #expect(throws: KeyStoreFailure.self) {
            try manager.addPending(try account(), isFirstUse: false)
        }
        #expect(failure == .plainNotAllowed(endpoint: "https://example.org:443", isOfProfile: true))
        #expect(failure?.report.kind == .configuration)
    }

    @Test("The advice to encrypt the words is given only if the profile names the service")
    func plainNotAllowed_serviceOfOneCall_advisesAnotherProfile() {
        let ofCall = KeyStoreFailure.plainNotAllowed(endpoint: "https://example.org:443", isOfProfile: false)
        #expect(ofCall.report.advice == .useOtherProfile)
        let ofProfile = KeyStoreFailure.plainNotAllowed(endpoint: "https://example.org:443", isOfProfile: true)
        #expect(ofProfile.report.advice == .chooseVault)
    }

    @Test("A secret file that others can read is refused with the advice to restrict it")
    func load_worldReadableKeys_isRefused() throws {
        let manager = manager()
        let account = try account()
        try manager.addPending(account, isFirstUse: true)
        try manager.complete(account, userID: userID)
        files.setMode(0o644, of: folder.keys)
        let failure = #expect(throws: KeyStoreFailure.self) { try manager.keyAccount(for: account.owner) }
        #expect(failure?.report.kind == .configuration)
        #expect(failure?.report.advice == .restrictFile(folder.keys))
    }

    @Test("Accounts are found by number, label and the first characters of their owner")
    func accountMatching_findsByEverySelector() throws {
        let manager = manager()
        let first = try account()
        let second = try account("grant taste adapt picture build pact opinion ripple sock poet deposit snow")
        try manager.addPending(first, isFirstUse: true)
        try manager.complete(first, userID: userID)
        try manager.complete(second, userID: userID, label: "Savings")
        #expect(try manager.account(matching: "1").owner == first.owner)
        #expect(try manager.account(matching: "Savings").owner == second.owner)
        #expect(try manager.account(matching: "5F86").owner == first.owner)
        #expect(try manager.current()?.owner == second.owner)
        #expect(throws: KeyStoreFailure.unknownAccount("5F8")) { try manager.account(matching: "5F8") }
        try manager.setCurrent(first.owner)
        #expect(try manager.current()?.owner == first.owner)
        try manager.logout()
        #expect(try manager.current() == nil)
        #expect(try manager.accounts().count == 2)
    }

    @Test("Removing an account removes its words")
    func remove_forgetsTheWords() throws {
        let manager = manager()
        let account = try account()
        try manager.addPending(account, isFirstUse: true)
        try manager.complete(account, userID: userID)
        try manager.remove(account.owner)
        #expect(throws: KeyStoreFailure.self) { try manager.keyAccount(for: account.owner) }
        #expect(try manager.hasEverHadAccount())
        let text = String(decoding: try #require(try files.read(folder.keys)), as: UTF8.self)
        #expect(!text.contains("tomorrow"))
    }

    @Test("The error for wrong words names the place of the mistake but no words")
    func keyAccount_wrongWords_namesThePosition() throws {
        let failure = #expect(throws: KeyStoreFailure.self) {
            try account("pill tomorow foster begin walnut borrow virtual kick shift mutual shoe scatter")
        }
        #expect(failure?.report.kind == .badInput)
        #expect(failure?.report.message.contains("word 2") == true)
        #expect(failure?.report.message.contains("tomorow") == false)
    }

    // MARK: Labels

    private static let grant = "grant taste adapt picture build pact opinion ripple sock poet deposit snow"

    /// Writes an account list as an older version did.
    private func writeList(_ labels: (KeyAccount, String)...) throws {
        let entries = labels.map { account, label in
            #"{"created":"2026-01-01T00:00:00.000Z","label":"\#(label)","last_seen":"2026-01-01T00:00:00.000Z","#
                + #""owner":"\#(account.owner.base58)","user_id":"\#(userID.text)"}"#
        }
        files.setBytes(
            Array(#"{"accounts":[\#(entries.joined(separator: ","))],"version":1}"#.utf8), of: folder.accounts)
    }

    @Test(
        "An older version's label made of two words is not shown, and the next change removes it from the file"
    )
    func accounts_wordLabel_isReplaced() throws {
        let (first, second) = (try account(), try account(Self.grant))
        try writeList((first, "Pill ... Scatter"), (second, "Savings ... soon"))
        let manager = manager()
        #expect(try manager.accounts().map(\.label) == ["Account 5F86", "Savings ... soon"])
        try manager.setCurrent(first.owner)
        let text = String(decoding: try #require(try files.read(folder.accounts)), as: UTF8.self)
        #expect(!text.contains("Pill") && !text.contains("Scatter") && text.contains("Account 5F86"))
    }

    @Test("A number always means the place in the list, even if an older list has it as a label")
    func accountMatching_numericLabel_doesNotShadow() throws {
        let (first, second) = (try account(), try account(Self.grant))
        try writeList((first, "2"), (second, "Savings"))
        let manager = manager()
        #expect(try manager.account(matching: "1").owner == first.owner)
        #expect(try manager.account(matching: "2").owner == second.owner)
    }

    @Test("If two accounts of an older list share a label, the label is ambiguous and numbers select them")
    func accountMatching_repeatedLabel_isAmbiguous() throws {
        let (first, second) = (try account(), try account(Self.grant))
        try writeList((first, "Savings"), (second, "Savings"))
        #expect(throws: KeyStoreFailure.ambiguousAccount("Savings")) { try manager().account(matching: "Savings") }
        #expect(try manager().account(matching: "2").owner == second.owner)
    }

    @Test("An account cannot get a label that is a number or that selects another account")
    func rename_badLabel_isRefused() throws {
        let manager = manager()
        let (first, second) = (try account(), try account(Self.grant))
        try manager.addPending(first, isFirstUse: true)
        try manager.complete(first, userID: userID, label: "Savings")
        try manager.complete(second, userID: userID)
        #expect(throws: KeyStoreFailure.labelIsNumber("1")) { try manager.rename(second.owner, to: "1") }
        #expect(throws: KeyStoreFailure.labelTaken("Savings")) { try manager.rename(second.owner, to: "Savings") }
        #expect(throws: KeyStoreFailure.labelTaken("5F86")) { try manager.checkLabel("5F86") }
        try manager.rename(first.owner, to: "Savings")
        // A hidden account does not reserve its label, and gets another one when it returns.
        try manager.hide(first.owner)
        try manager.rename(second.owner, to: "Savings")
        #expect(try manager.complete(first, userID: userID).label == "Account 5F86")
        // An account is registered even if its label has been taken meanwhile.
        #expect(try manager.complete(TestWallet.account("c"), userID: userID, label: "Savings").label != "Savings")
    }

    // MARK: Waiting

    /// Returns a passphrase without asking, and checks that the accounts are not locked meanwhile.
    private final class WatchedPassphrase: PassphraseSource {
        private let files: MemoryFileSystem
        private let folder: ProfileFolder
        let purposes = Mutex<[PassphrasePurpose]>([])

        init(files: MemoryFileSystem, folder: ProfileFolder) {
            self.files = files
            self.folder = folder
        }

        func passphrase(for purpose: PassphrasePurpose) throws(KeyStoreFailure) -> SecretBytes {
            purposes.withLock { $0.append(purpose) }
            let lock = (try? files.tryLock(folder.accountsLock)) ?? nil
            #expect(lock != nil, "the accounts are locked while somebody types")
            return SecretBytes(Array("correct horse".utf8))
        }
    }

    @Test("The accounts are not locked while the user types a passphrase, for a new or an existing vault")
    func complete_inAVault_asksForThePassphraseWithoutTheLock() throws {
        for purpose in [PassphrasePurpose.create, .unlock] {
            let source = WatchedPassphrase(files: files, folder: folder)
            let manager = AccountManager(
                folder: folder,
                options: AccountManager.Options(endpoint: .local, keyStore: .vault) { _ throws(SettingsFailure) in },
                passphrase: source, files: files, environment: world.environment)
            try manager.complete(try account(purpose == .create ? Self.words : Self.grant), userID: userID)
            #expect(source.purposes.withLock { $0 } == [purpose])
        }
    }

    @Test("Stopping a command ends its wait for the accounts lock, and nothing is changed")
    func lock_cancelled_isGivenUp() async throws {
        let temporary = try TemporaryFolder()
        let folder = ProfileFolder(path: temporary.path)
        let real = POSIXFileSystem()
        let manager = AccountManager(
            folder: folder,
            options: AccountManager.Options(endpoint: .local, keyStore: .plain) { _ throws(SettingsFailure) in },
            passphrase: NoPassphrase(), files: real, environment: world.environment)
        let held = try real.lock(folder.accountsLock)
        let waiting = Task { try manager.logout() }
        waiting.cancel()
        let failure = await #expect(throws: KeyStoreFailure.self) { try await waiting.value }
        #expect(failure == .file(.stopped(path: folder.accountsLock)))
        #expect(failure?.report.kind == .declined)
        #expect(try real.read(folder.accounts) == nil)
        withExtendedLifetime((held, temporary)) {}
    }

    // MARK: Moving

    @Test("Words move from a plain file to a vault and back, and the profile names the new key store")
    func moveKeys_plainToVaultAndBack() throws {
        let account = try account()
        let plain = manager(keyStore: .plain)
        try plain.complete(account, userID: userID)
        let recorder = Recorder()
        #expect(
            try manager(keyStore: .plain, passphrase: "correct horse", recorder: recorder).moveKeys(to: .vault) == 1)
        #expect(recorder.choice.withLock { $0 } == .vault)
        #expect(!files.paths.contains(folder.keys))
        let vault = manager(keyStore: .vault, passphrase: "correct horse")
        #expect(try vault.keyAccount(for: account.owner).ownerKey == account.ownerKey)
        #expect(try vault.moveKeys(to: .vault) == 0)
        #expect(try vault.moveKeys(to: .plain) == 1)
        #expect(!files.paths.contains(folder.vault))
        #expect(try plain.keyAccount(for: account.owner).ownerKey == account.ownerKey)
    }

    @Test("An interrupted move loses no words, and the next move finishes it")
    func moveKeys_interrupted_losesNothing() throws {
        let account = try account()
        try manager(keyStore: .plain).complete(account, userID: userID)
        let cutOff = AccountManager(
            folder: folder,
            options: AccountManager.Options(endpoint: .local, keyStore: .plain) { _ throws(SettingsFailure) in
                throw .file(.failed(operation: "write", path: "default.json", reason: "the test says so"))
            }, passphrase: GivenPassphrase(SecretBytes(Array("correct horse".utf8))), files: files,
            environment: world.environment)
        #expect(throws: KeyStoreFailure.self) { try cutOff.moveKeys(to: .vault) }
        #expect(try manager(keyStore: .plain).keyAccount(for: account.owner).ownerKey == account.ownerKey)
        // The same if the profile already names the vault and the plain file is a leftover.
        let next = manager(keyStore: .vault, passphrase: "correct horse")
        #expect(try next.moveKeys(to: .vault) == 1)
        #expect(!files.paths.contains(folder.keys))
        #expect(try next.keyAccount(for: account.owner).ownerKey == account.ownerKey)
    }

    @Test("If the node is not the user's own, words move from a plain file to a vault but not back")
    func moveKeys_remoteEndpoint_refusesPlain() throws {
        let account = try account()
        try manager(keyStore: .plain).complete(account, userID: userID)
        let remote = manager(
            endpoint: .service(.https(host: "example.org", port: 443)), keyStore: .plain, passphrase: "correct horse")
        #expect(try remote.moveKeys(to: .vault) == 1)
        let vault = manager(
            endpoint: .service(.https(host: "example.org", port: 443)), keyStore: .vault, passphrase: "correct horse")
        #expect(throws: KeyStoreFailure.plainNotAllowed(endpoint: "https://example.org:443", isOfProfile: true)) {
            try vault.moveKeys(to: .plain)
        }
        #expect(try vault.keyAccount(for: account.owner).ownerKey == account.ownerKey)
    }

    @Test("The vault's passphrase can be changed only with the present one")
    func changePassphrase_replacesIt() throws {
        let account = try account()
        try manager(keyStore: .vault, passphrase: "correct horse").complete(account, userID: userID)
        let replacement = SecretBytes(Array("battery staple".utf8))
        #expect(throws: KeyStoreFailure.wrongPassphrase) {
            try self.manager(keyStore: .vault, passphrase: "incorrect").changePassphrase { () throws(KeyStoreFailure) in
                Issue.record("a new passphrase is asked for although the present one is wrong")
                return replacement
            }
        }
        let manager = manager(keyStore: .vault, passphrase: "correct horse")
        try manager.changePassphrase { () throws(KeyStoreFailure) in replacement }
        // The same process continues with the new passphrase.
        #expect(try manager.keyAccount(for: account.owner).ownerKey == account.ownerKey)
        #expect(throws: KeyStoreFailure.wrongPassphrase) {
            try self.manager(keyStore: .vault, passphrase: "correct horse").keyAccount(for: account.owner)
        }
        #expect(
            try self.manager(keyStore: .vault, passphrase: "battery staple").keyAccount(for: account.owner).ownerKey
                == account.ownerKey)
        #expect(throws: KeyStoreFailure.noVault(.plain)) {
            try self.manager(keyStore: .plain).changePassphrase { () throws(KeyStoreFailure) in replacement }
        }
    }
}
