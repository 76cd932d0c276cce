import FlipcashCore
import FlipcashTestKit
import Testing

@testable import FlipcashWallet

@Suite("Environments of a profile")
struct EnvironmentTests {
    private func withStore(_ name: String?, _ body: (SettingsStore, FolderLayout) throws -> Void) throws {
        let root = try TemporaryFolder()
        var variables = ["HOME": root.path]
        variables["FLIPCASH_ENVIRONMENT"] = name
        let layout = try FolderLayout(environment: ProcessEnvironment(variables))
        try body(SettingsStore(layout: layout, files: POSIXFileSystem()), layout)
    }

    private func node(_ byte: UInt8) throws -> PinnedNode {
        let key = try PublicKey([UInt8](repeating: byte, count: 32))
        return PinnedNode(key: key, coreMint: key, coreVMAuthority: key)
    }

    @Test("The setting chooses the endpoints, and the variable takes precedence")
    func settings_environment_choosesEndpoints() throws {
        try withStore(nil) { store, _ in
            try store.set(.endpoint, to: "https://pay.example:443", in: .default)
            try store.set(.coreEndpoint, to: "https://core.example:443", in: .default)
            try store.set(.environment, to: " Production ", in: .default)
            let production = try store.settings(for: .default)
            #expect(production.environment == .production)
            #expect(production.endpoint == EndpointSetting(text: "https://pay.example:443"))
            try store.set(.environment, to: "development", in: .default)
            let development = try store.settings(for: .default)
            #expect(development.endpoint == .local && development.coreEndpoint == .local)
            try store.set(.developmentEndpoint, to: "https://test.example:443", in: .default)
            #expect(try store.settings(for: .default).coreEndpoint == EndpointSetting(text: "https://test.example:443"))
            try store.set(.environment, to: "$(PAYBACK_ENV)", in: .default)
            let expected: ServiceEnvironment = ServiceEnvironment.isDebugBuild ? .development : .production
            #expect(try store.settings(for: .default).environment == expected)
        }
        try withStore("production") { store, _ in
            try store.set(.environment, to: "development", in: .default)
            #expect(try store.settings(for: .default).environment == .production)
        }
    }

    @Test("Pins and folders of the two never mix")
    func pin_environments_areApart() throws {
        let (first, second) = (try node(1), try node(2))
        try withStore(nil) { store, layout in
            try store.set(.environment, to: "production", in: .default)
            #expect(try store.pin(first, in: .default) == first)
            let production = try store.settings(for: .default)
            try store.set(.environment, to: "development", in: .default)
            #expect(try store.settings(for: .default).pinnedNode == nil)
            #expect(try store.pin(second, in: .default) == second)
            #expect(try store.pin(first, in: .default) == second)
            let development = try store.settings(for: .default)
            #expect(layout.profile(production) != layout.profile(development))
            try store.unsetNode(in: .default)
            #expect(try store.settings(for: .default).pinnedNode == nil)
            try store.set(.environment, to: "production", in: .default)
            #expect(try store.settings(for: .default).pinnedNode == first)
        }
    }
}
