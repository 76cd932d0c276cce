import CodeCurves
import FlipcashCore
import FlipcashTestKit
import Testing

@testable import FlipcashWallet

/// Erasing an account removes its words from every key store of the profile.
@Suite struct AccountErasureTests {
    private let files = MemoryFileSystem()
    private let items = MemorySecretItems()
    private let world = SimulatedWorld()
    private let folder = FolderLayout(root: "/t").profile(.default)
    private let account = TestWallet.account("mine")
    private let other = TestWallet.account("other")
    private let userID = UserID(Array(0..<16)) ?? UserID([1])!

    private func manager(
        _ keyStore: KeyStoreChoice, endpoint: EndpointSetting = .local, passphrase: String? = "correct horse"
    ) -> AccountManager {
        let source: any PassphraseSource =
            if let passphrase { GivenPassphrase(SecretBytes(Array(passphrase.utf8))) } else { NoPassphrase() }
        return AccountManager(
            folder: folder,
            options: AccountManager.Options(
                endpoint: endpoint, keyStore: keyStore, systemStores: items.systemKeyStores
            ) { _ throws(SettingsFailure) in },
            passphrase: source, files: files, environment: world.environment)
    }

    /// Returns whether any key store still has the words of `owner`.
    private func areStored(_ owner: PublicKey) throws -> Bool {
        let backends = try [KeyStoreChoice.plain, .vault, .secretService].map { try manager($0).backend($0) }
        return try backends.contains { try $0.load().entry(owner) != nil }
    }

    @Test(
        "Erasing removes the words from every key store that has them",
        arguments: [KeyStoreChoice.plain, .vault, .secretService])
    func remove_copiesInSeveralStores_removesAll(inUse: KeyStoreChoice) throws {
        for choice in [KeyStoreChoice.plain, .vault, .secretService] {
            try manager(choice).complete(account, userID: userID)
            try manager(choice).complete(other, userID: userID)
        }
        try manager(inUse).remove(account.owner)
        #expect(try !areStored(account.owner))
        #expect(try manager(inUse).accounts().map(\.owner) == [other.owner])
        for choice in [KeyStoreChoice.plain, .vault, .secretService] {
            #expect(try manager(choice).keyAccount(for: other.owner).ownerKey == other.ownerKey)
        }
    }

    @Test("A profile that names an empty vault asks for no passphrase, and a leftover plain file is removed")
    func remove_vaultNeverMade_removesThePlainFile() throws {
        try manager(.plain).complete(account, userID: userID)
        try manager(.vault, passphrase: nil).remove(account.owner)
        #expect(try !areStored(account.owner))
        #expect(!files.paths.contains(folder.keys) && !files.paths.contains(folder.vault))
        #expect(try manager(.vault).accounts().isEmpty)
    }

    @Test("Words are removed from a plain file even if the node is not the user's own")
    func remove_remoteEndpoint_removesThePlainFile() throws {
        try manager(.plain).complete(account, userID: userID)
        try manager(.vault).complete(account, userID: userID)
        let remote = manager(.vault, endpoint: .service(.https(host: "example.org", port: 443)))
        try remote.remove(account.owner)
        #expect(try !areStored(account.owner))
        #expect(!files.paths.contains(folder.keys))
    }

    @Test("If a leftover vault cannot be opened, the error names it and nothing is removed")
    func remove_leftoverVaultStaysClosed_failsAndNamesIt() throws {
        try manager(.vault).complete(account, userID: userID)
        try manager(.plain).complete(account, userID: userID)
        let attempts: [(String?, KeyStoreFailure)] = [(nil, .passphraseMissing), ("incorrect", .wrongPassphrase)]
        for (passphrase, cause) in attempts {
            let failure = #expect(throws: KeyStoreFailure.self) {
                try manager(.plain, passphrase: passphrase).remove(account.owner)
            }
            #expect(failure == .leftover(folder.vault, cause))
            #expect(failure?.report.message.hasPrefix(folder.vault) == true)
            #expect(failure?.report.code == cause.report.code && failure?.report.kind == .locked)
            #expect(failure?.report.advice == cause.report.advice)
        }
        #expect(try manager(.plain).keyAccount(for: account.owner).ownerKey == account.ownerKey)
        #expect(try manager(.plain).accounts().count == 1)
    }

    @Test("If others can read a plain file, the error names the file")
    func remove_openLeftoverFile_failsAndNamesIt() throws {
        try manager(.plain).complete(account, userID: userID)
        try manager(.vault).complete(account, userID: userID)
        files.setMode(0o644, of: folder.keys)
        #expect(throws: KeyStoreFailure.leftover(folder.keys, .file(.readableByOthers(folder.keys)))) {
            try manager(.vault).remove(account.owner)
        }
        #expect(try manager(.vault).keyAccount(for: account.owner).ownerKey == account.ownerKey)
    }

    @Test("The error names a locked system store that has a copy; a missing store is skipped")
    func remove_systemStoreNotInUse_isNamedWhenLocked() throws {
        try manager(.vault).complete(account, userID: userID)
        items.problem = .locked(reason: "its collection is locked")
        let failure = #expect(throws: KeyStoreFailure.self) { try manager(.vault).remove(account.owner) }
        #expect(failure?.report.message.contains("secret-service") == true)
        #expect(try manager(.vault).accounts().count == 1)
        items.problem = .missing(reason: "this session has no message bus")
        try manager(.vault).remove(account.owner)
        #expect(try manager(.vault).accounts().isEmpty)
    }

    @Test("Nothing is erased if the profile names a store that is missing")
    func remove_namedStoreMissing_isRefused() throws {
        try manager(.plain).complete(account, userID: userID)
        #expect(throws: KeyStoreFailure.systemStore(.keychain, .missing(reason: "this program cannot use it here"))) {
            try manager(.keychain).remove(account.owner)
        }
        #expect(try areStored(account.owner))
    }

    @Test("Erasing after an interrupted move to the vault removes the words from both stores")
    func remove_afterInterruptedMove_removesBothCopies() throws {
        try manager(.plain).complete(account, userID: userID)
        // The words are copied, but the old file has not been removed.
        let left = try #require(try files.read(folder.keys))
        try manager(.plain).moveKeys(to: .vault)
        try files.replace(folder.keys, with: left)
        try manager(.vault).remove(account.owner)
        #expect(try !areStored(account.owner))
        #expect(!files.paths.contains(folder.keys))
    }
}
