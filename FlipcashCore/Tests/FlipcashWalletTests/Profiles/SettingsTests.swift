import FlipcashCore
import FlipcashTestKit
import Testing

@testable import FlipcashWallet

@Suite struct SettingsTests {
    private let files = MemoryFileSystem()
    private let layout = FolderLayout(root: "/t")
    private var store: SettingsStore { SettingsStore(layout: layout, files: files) }

    private static let key = "GXDtJM9pbJQ5p33J5vQLFnnkFwvKLYfAZ57gh4QmPhJK"

    @Test("Without settings, a profile uses the user's own node")
    func settings_withoutFiles_areBuiltIn() throws {
        let settings = try store.settings(for: .default)
        #expect(settings.endpoint == .local)
        #expect(settings.coreEndpoint == .local)
        #expect(settings.keyStore == .auto)
        #expect(settings.pinnedNode == nil)
    }

    @Test("The public service and the test profile are built in")
    func settings_builtInProfiles_areKnown() throws {
        let flipcash = try store.settings(for: .flipcash)
        #expect(flipcash.endpoint.description == "https://ocp-v2.api.flipcash-infra.net:443")
        #expect(flipcash.coreEndpoint.description == "https://fc-v2.api.flipcash-infra.net:443")
        #expect(flipcash.pinnedNode?.coreMint == .usdf)
        let test = try store.settings(for: .test)
        #expect(test.endpoint == .embedded && test.allowsInsecureKeys)
    }

    @Test("A profile's value takes precedence over the one for all profiles")
    func settings_profileOverridesConfig() throws {
        files.setBytes(Array(#"{"currency":"cad","locale":"fr_CA","profile":"work"}"#.utf8), of: layout.configFile)
        files.setBytes(Array(#"{"currency":"eur"}"#.utf8), of: layout.profileFile(.default))
        let settings = try store.settings(for: .default)
        #expect(settings.currency == .eur)
        #expect(settings.text(.locale) == "fr_CA")
        #expect(try store.preferredProfile() == ProfileName("work"))
    }

    @Test("Setting and unsetting keep unknown members")
    func set_keepsUnknownKeys() throws {
        files.setBytes(Array(#"{"future":{"a":[1,2.5,null]},"currency":"eur"}"#.utf8), of: layout.profileFile(.default))
        try store.set(.userAgent, to: "X/Linux/1", in: .default)
        try store.unset(.currency, in: .default)
        let settings = try store.settings(for: .default)
        #expect(settings.userAgent == "X/Linux/1")
        #expect(settings.currency == nil)
        let text = String(decoding: try #require(try files.read(layout.profileFile(.default))), as: UTF8.self)
        #expect(text.contains("future") && text.contains("2.5") && text.contains("null"))
    }

    @Test(
        "Values of the wrong form are refused with the key and the expected form",
        arguments: [
            (SettingsKey.endpoint, "ftp://x"), (.nodeKey, "abc"), (.currency, "zzz"), (.keyStore, "usb"),
            (.insecureKeys, "yes"), (.profile, "../x"),
        ])
    func set_badValue_isRefused(key: SettingsKey, text: String) throws {
        let failure = #expect(throws: SettingsFailure.self) { try store.set(key, to: text, in: .default) }
        #expect(failure?.report.kind == .badInput)
        #expect(failure?.report.message.contains("\"\(text)\" cannot be the setting \"\(key.rawValue)\"") == true)
    }

    @Test("A file that is not a JSON object is refused with its name")
    func settings_brokenFile_isRefused() throws {
        files.setBytes(Array("{".utf8), of: layout.configFile)
        #expect(throws: SettingsFailure.notAnObject(path: layout.configFile)) { try store.settings(for: .default) }
    }

    @Test("A known key with a wrong value in a file is refused, not ignored")
    func settings_badValueInFile_isRefused() throws {
        files.setBytes(Array(#"{"endpoint":5}"#.utf8), of: layout.profileFile(.default))
        #expect(throws: SettingsFailure.self) { try store.settings(for: .default) }
    }

    @Test("The first node is pinned, and unpinning removes all of its settings")
    func pin_thenUnset_forgets() throws {
        let key = try PublicKey(base58: Self.key)
        let node = PinnedNode(key: key, coreMint: .usdf, coreVMAuthority: key)
        try store.pin(node, in: .default)
        #expect(try store.settings(for: .default).pinnedNode == node)
        try store.unsetNode(in: .default)
        #expect(try store.settings(for: .default).pinnedNode == nil)
    }

    @Test("Programs that change settings at the same time keep each other's changes, and the pinned node")
    func set_concurrently_keepsEveryChange() async throws {
        let folder = try TemporaryFolder()
        let layout = FolderLayout(root: folder.path)
        let node = PinnedNode(
            key: try PublicKey(base58: Self.key), coreMint: .usdf, coreVMAuthority: try PublicKey(base58: Self.key))
        for _ in 0..<20 {
            let store = SettingsStore(layout: layout, files: POSIXFileSystem())
            await withTaskGroup(of: Void.self) { group in
                group.addTask { #expect(throws: Never.self) { try store.pin(node, in: .default) } }
                for (key, value) in [(SettingsKey.currency, "cad"), (.keyStore, "plain"), (.locale, "fr_CA")] {
                    group.addTask { #expect(throws: Never.self) { try store.set(key, to: value, in: .default) } }
                }
            }
            let settings = try store.settings(for: .default)
            #expect(settings.pinnedNode == node)
            #expect(settings.currency == .cad && settings.keyStore == .plain && settings.text(.locale) == "fr_CA")
            try POSIXFileSystem().remove(layout.profileFile(.default))
        }
        withExtendedLifetime(folder) {}
    }

    @Test("Two programs that change different preferences keep each other's changes")
    func preferences_twoPrograms_keepBoth() {
        let path = "/t/preferences.json"
        let first = Preferences(path: path, files: files)
        let second = Preferences(path: path, files: files)
        first.balanceCurrency = .cad
        second.wasLoggedIn = true
        let third = Preferences(path: path, files: files)
        #expect(third.balanceCurrency == .cad && third.wasLoggedIn)
    }

    @Test("A preference that another program changed is set again; an equal one is not written again")
    func preferences_changedMeanwhile_isSetAgain() {
        let path = "/t/preferences.json"
        let first = Preferences(path: path, files: files)
        first.balanceCurrency = .cad
        Preferences(path: path, files: files).balanceCurrency = .eur
        // The first program still has its own value in memory.
        first.balanceCurrency = .cad
        #expect(Preferences(path: path, files: files).balanceCurrency == .cad)
        let writes = files.log.count
        Preferences(path: path, files: files).balanceCurrency = .cad
        #expect(files.log.count == writes)
    }

    @Test("A program that waits for the preferences keeps changes that another one writes meanwhile")
    func preferences_changedWhileWaiting_keepsBoth() {
        let path = "/t/preferences.json"
        let first = Preferences(path: path, files: files)
        files.beforeNextLock { [files] in Preferences(path: path, files: files).wasLoggedIn = true }
        first.balanceCurrency = .cad
        let stored = Preferences(path: path, files: files)
        #expect(stored.balanceCurrency == .cad && stored.wasLoggedIn)
    }

    @Test("A node other than the pinned one is refused with advice")
    func verify_otherAuthority_isRefused() throws {
        let key = try PublicKey(base58: Self.key)
        let node = PinnedNode(key: key, coreMint: .usdf, coreVMAuthority: key)
        try node.verify(coreMint: .usdf, coreVMAuthority: key)
        let failure = #expect(throws: PinFailure.self) { try node.verify(coreMint: .usdf, coreVMAuthority: .usdc) }
        #expect(failure?.report.kind == .configuration)
        #expect(failure?.report.advice == .forgetNode)
    }

    @Test(
        "Endpoints are parsed and formatted consistently",
        arguments: [
            ("local:", "local:"), ("embedded:", "embedded:"), ("https://a.example", "https://a.example:443"),
            ("https://a.example:1/", "https://a.example:1"), ("http://127.0.0.1:8086", "http://127.0.0.1:8086"),
            ("http://[::1]:8086", "http://[::1]:8086"), ("unix:/run/x.sock", "unix:/run/x.sock"),
            ("unix:///run/x.sock", "unix:/run/x.sock"),
        ])
    func endpoint_parses(text: String, expected: String) {
        #expect(EndpointSetting(text: text)?.description == expected)
    }

    @Test(
        "Text that is not a service address is not an endpoint",
        arguments: [
            "", "local", "http://a.example", "https://", "https://a:0", "https://a:70000", "https://a:+1",
            "https://a/b", "https://u@a:1", "unix:relative", "ftp://a:1", "https://a:1:2",
        ])
    func endpoint_nonsense_isNil(text: String) {
        #expect(EndpointSetting(text: text) == nil)
    }

    @Test("Folders follow absolute XDG variables, else the home folder")
    func folderLayout_followsXDG() throws {
        let plain = try FolderLayout(environment: ProcessEnvironment(["HOME": "/home/a"]))
        #expect(plain.config == "/home/a/.config/flipcash" && plain.data == "/home/a/.local/share/flipcash")
        #expect(plain.runtime == plain.data)
        let moved = try FolderLayout(
            environment: ProcessEnvironment([
                "HOME": "/home/a", "XDG_DATA_HOME": "/d", "XDG_CONFIG_HOME": "relative", "XDG_RUNTIME_DIR": "/run/u",
            ]))
        #expect(moved.data == "/d/flipcash" && moved.config == "/home/a/.config/flipcash")
        #expect(moved.nodeSocket == "/run/u/flipcash/node.sock")
        #expect(throws: SettingsFailure.self) { try FolderLayout(environment: ProcessEnvironment([:])) }
    }
}
