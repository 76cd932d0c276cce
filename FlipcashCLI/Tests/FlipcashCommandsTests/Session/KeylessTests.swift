import FlipcashCore
import FlipcashWallet
import Testing

@testable import FlipcashCommands

/// What is answered without the words of an account.
@Suite struct KeylessTests {
    @Test("Addresses at another service than the profile's are asked of it, not computed for the pinned node")
    func addresses_otherEndpoint_asksItsNode() async throws {
        try await PlayMoneyWorld.visit { world in
            let address = try await world.run("account", "address")
            #expect(address.status == .done, "\(address.errors)")
            let call = try world.call()
            let store = SettingsStore(layout: try call.layout, files: call.files)
            let other = PublicKey(repeating: 9)
            try store.pin(PinnedNode(key: other, coreMint: .usdf, coreVMAuthority: other), in: .default)
            let refused = try await world.run("account", "address")
            #expect(refused.status == .configuration && refused.output.isEmpty, "\(refused.output)")
            // At the profile's own service nothing is asked.
            try store.set(.endpoint, to: "embedded:", in: .default)
            let stored = try await world.run("account", "address")
            #expect(stored.status == .done && stored.output != address.output, "\(stored.errors)")
        }
    }
}
