import CodeCurves
import FlipcashCore
import Synchronization
import Testing

@testable import FlipcashWallet

@Suite struct AccountManagerTests {
    private let files = MemoryFileSystem()
    private let world = TestWorld()
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

    @Test("A pending account is neither listed nor usable, and its words are found again")
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

    @Test("Completion makes an account listed, current and usable, with the label of its words")
    func complete_afterPending_makesItUsable() throws {
        let manager = manager()
        let account = try account()
        try manager.addPending(account, isFirstUse: true)
        try manager.complete(account, userID: userID)
        let listed = try #require(try manager.accounts().first)
        #expect(listed.label == "Pill ... Scatter")
        #expect(listed.owner.base58 == "5F86TNSTre3CYwZd1wELsGQGhqG2HkN3d8zxhbyBSnzm")
        #expect(listed.isCurrent && listed.number == 1 && listed.userID == userID)
        #expect(try manager.keyAccount(for: account.owner).ownerKey == account.ownerKey)
        #expect(try manager.pendingAccount() == nil)
        #expect(try manager.hasEverHadAccount())
    }

    @Test("Listing needs no passphrase, though the words do")
    func accounts_inAClosedVault_areListed() throws {
        let open = manager(endpoint: .service(.https(host: "example.org", port: 443)), passphrase: "secret")
        let account = try account()
        try open.complete(account, userID: userID)
        let closed = manager(endpoint: .service(.https(host: "example.org", port: 443)))
        #expect(try closed.accounts().count == 1)
        #expect(throws: KeyStoreFailure.passphraseMissing) { try closed.keyAccount(for: account.owner) }
    }

    @Test("The list tells no secret")
    func accountsFile_holdsNoWords() throws {
        let manager = manager()
        try manager.addPending(try account(), isFirstUse: true)
        try manager.complete(try account(), userID: userID)
        let text = String(decoding: try #require(try files.read(folder.accounts)), as: UTF8.self)
        #expect(!text.contains("tomorrow"))
    }

    @Test("A first use on one's own node takes a plain file, anything else a vault, and the choice is recorded")
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

    @Test("Plain keys are refused for a node that is not one's own")
    func plain_withARemoteEndpoint_isRefused() throws {
        let manager = manager(endpoint: .service(.https(host: "example.org", port: 443)), keyStore: .plain)
        let failure = #expect(throws: KeyStoreFailure.self) {
            try manager.addPending(try account(), isFirstUse: false)
        }
        #expect(failure == .plainNotAllowed(endpoint: "https://example.org:443"))
        #expect(failure?.report.kind == .configuration)
    }

    @Test("A secret file that others can read is refused with the command that mends it")
    func load_worldReadableKeys_isRefused() throws {
        let manager = manager()
        let account = try account()
        try manager.addPending(account, isFirstUse: true)
        try manager.complete(account, userID: userID)
        files.setMode(0o644, of: folder.keys)
        let failure = #expect(throws: KeyStoreFailure.self) { try manager.keyAccount(for: account.owner) }
        #expect(failure?.report.kind == .configuration)
        #expect(failure?.report.message.contains("chmod 600 '\(folder.keys)'") == true)
    }

    @Test("Accounts are found by number, label and the beginning of their owner")
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

    @Test("Removing an account forgets its words")
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

    @Test("Wrong words name the place of the mistake and never the words")
    func keyAccount_wrongWords_namesThePosition() throws {
        let failure = #expect(throws: KeyStoreFailure.self) {
            try account("pill tomorow foster begin walnut borrow virtual kick shift mutual shoe scatter")
        }
        #expect(failure?.report.kind == .badInput)
        #expect(failure?.report.message.contains("word 2") == true)
        #expect(failure?.report.message.contains("tomorow") == false)
    }
}
