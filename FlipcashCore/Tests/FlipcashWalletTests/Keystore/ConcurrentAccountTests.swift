import CodeCurves
import FlipcashCore
import FlipcashTestKit
import Synchronization
import Testing

@testable import FlipcashWallet

/// Two programs that use the accounts of one profile at the same time.
@Suite struct ConcurrentAccountTests {
    private let files = MemoryFileSystem()
    private let world = SimulatedWorld()
    private let folder = FolderLayout(root: "/t").profile(.default)
    private let profile = SharedProfile(.plain)
    private let userID = UserID(Array(0..<16)) ?? UserID([1])!

    /// Creates another program's manager of the same profile.
    private func manager() -> AccountManager {
        AccountManager(
            folder: folder,
            options: AccountManager.Options(
                endpoint: .local, readChoice: { [profile] () throws(SettingsFailure) in profile.keyStore }
            ) { [profile] choice throws(SettingsFailure) in
                profile.keyStore = choice
            },
            passphrase: GivenPassphrase(SecretBytes(Array("correct horse".utf8))), files: files,
            environment: world.environment)
    }

    @Test("A program writes words to the key store that another program has moved them to")
    func complete_afterAnotherMovedTheWords_writesToTheNewStore() throws {
        let (first, second) = (TestWallet.account("first"), TestWallet.account("second"))
        let (running, other) = (manager(), manager())
        try running.complete(first, userID: userID)
        try other.moveKeys(to: .vault)
        try running.complete(second, userID: userID)
        #expect(!files.paths.contains(folder.keys))
        for account in [first, second] {
            #expect(try manager().keyAccount(for: account.owner).ownerKey == account.ownerKey)
            #expect(try running.keyAccount(for: account.owner).ownerKey == account.ownerKey)
        }
    }

    @Test("A program that waited for the accounts lock during a move writes to the new store")
    func complete_whileAnotherMovesTheWords_writesToTheNewStore() throws {
        let (first, second) = (TestWallet.account("first"), TestWallet.account("second"))
        let (running, other) = (manager(), manager())
        try running.complete(first, userID: userID)
        files.beforeNextLock { #expect(throws: Never.self) { try other.moveKeys(to: .vault) } }
        try running.complete(second, userID: userID)
        #expect(!files.paths.contains(folder.keys))
        #expect(try manager().keyAccount(for: second.owner).ownerKey == second.ownerKey)
    }

    @Test("A program that reads words during a move looks again for their key store")
    func keyAccount_whileAnotherMovesTheWords_findsThem() throws {
        let account = TestWallet.account("first")
        try manager().complete(account, userID: userID)
        // A program reads the setting twice before it opens the key store.
        for count in 1...2 {
            try manager().moveKeys(to: .plain)
            let other = manager()
            profile.afterReads(count) { #expect(throws: Never.self) { try other.moveKeys(to: .vault) } }
            #expect(try manager().keyAccount(for: account.owner).ownerKey == account.ownerKey)
            #expect(profile.keyStore == .vault)
        }
    }

    @Test("If the words have left the vault meanwhile, no passphrase is changed and no empty vault is created")
    func changePassphrase_wordsMovedMeanwhile_isRefused() throws {
        profile.keyStore = .vault
        let account = TestWallet.account("first")
        let (running, other) = (manager(), manager())
        try running.complete(account, userID: userID)
        #expect(throws: KeyStoreFailure.noVault(.plain)) {
            try running.changePassphrase { () throws(KeyStoreFailure) in
                try other.moveKeys(to: .plain)
                return SecretBytes(Array("battery staple".utf8))
            }
        }
        #expect(!files.paths.contains(folder.vault))
        #expect(try manager().keyAccount(for: account.owner).ownerKey == account.ownerKey)
    }

    @Test("If two programs give the same label to two accounts, the second is refused")
    func rename_sameLabelAtOnce_secondIsRefused() throws {
        let (first, second) = (TestWallet.account("first"), TestWallet.account("second"))
        let (running, other) = (manager(), manager())
        try running.complete(first, userID: userID)
        try running.complete(second, userID: userID)
        files.beforeNextLock { #expect(throws: Never.self) { try other.rename(first.owner, to: "Savings") } }
        #expect(throws: KeyStoreFailure.labelTaken("Savings")) { try running.rename(second.owner, to: "Savings") }
        #expect(try manager().account(matching: "Savings").owner == first.owner)
    }
}

/// The settings of a profile that several programs read and change.
private final class SharedProfile: Sendable {
    private struct State {
        var keyStore: KeyStoreChoice
        var readsLeft = 0
        var action: (@Sendable () -> Void)?
    }

    private let state: Mutex<State>

    init(_ keyStore: KeyStoreChoice) { state = Mutex(State(keyStore: keyStore)) }

    var keyStore: KeyStoreChoice {
        get {
            let (keyStore, action) = state.withLock { state -> (KeyStoreChoice, (@Sendable () -> Void)?) in
                state.readsLeft -= 1
                guard state.readsLeft == 0 else { return (state.keyStore, nil) }
                defer { state.action = nil }
                return (state.keyStore, state.action)
            }
            action?()
            return keyStore
        }
        set { state.withLock { $0.keyStore = newValue } }
    }

    /// Runs `action` after the setting was read `count` times, before the reader continues.
    func afterReads(_ count: Int, _ action: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.readsLeft = count
            state.action = action
        }
    }
}
