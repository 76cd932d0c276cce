import FlipcashCore
import FlipcashWallet
import Testing

@testable import FlipcashCommands

/// Commands that need no words of an account.
@Suite struct KeylessTests {
    @Test("Addresses at another service come from that service, not from the profile's pinned node")
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
            // The profile's own service is not asked.
            try store.set(.endpoint, to: "embedded:", in: .default)
            let stored = try await world.run("account", "address")
            #expect(stored.status == .done && stored.output != address.output, "\(stored.errors)")
        }
    }

    /// Makes a link of `amount` in `world` and returns its id.
    private func madeLink(_ amount: String, _ world: PlayMoneyWorld) async throws -> String {
        let made = try await world.run("link", "create", amount, "--json").output
        return String(try #require(made.firstMatch(of: /"id":"([^"]+)"/), "\(made)").1)
    }

    /// Moves the words of `world` into the vault, where no passphrase can be typed.
    private func lock(_ world: PlayMoneyWorld) async throws {
        try world.write("correct horse\n", to: "passphrase")
        let moved = try await world.run("account", "store", "vault", "--passphrase-file", world.path("passphrase"))
        #expect(moved.status == .done, "\(moved.errors)")
    }

    @Test("The stored history and the states of its links are shown without the key store")
    func history_offline_opensNoKeyStore() async throws {
        try await PlayMoneyWorld.visit { world in
            try await world.fund(quarks: 20_000_000)
            let (waiting, cancelled) = (try await madeLink("5", world), try await madeLink("1", world))
            let back = try await world.run("link", "cancel", cancelled, "--yes")
            #expect(back.status == .done, "\(back.errors)")
            // The answer of a session with the key.
            let openEntries = [
                try await world.run("history", "show", waiting, "--json").output,
                try await world.run("history", "show", cancelled, "--json").output,
            ]
            #expect(openEntries[0].contains(#""state":"unclaimed""#), "\(openEntries[0])")
            #expect(openEntries[1].contains(#""state":"cancelled""#), "\(openEntries[1])")
            let open = try await world.run("history", "--no-sync", "--json").output
            try await lock(world)
            #expect(try await world.run("history").status == .locked)
            #expect(try await world.run("history", "show", waiting).status == .locked)

            let offline = try await world.run("history", "--offline", "--json")
            #expect(offline.status == .done && offline.output == open, "\(offline.errors)")
            for (id, entry) in zip([waiting, cancelled], openEntries) {
                for name in [id, String(id.prefix(8))] {
                    let shown = try await world.run("history", "show", name, "--offline", "--json")
                    #expect(shown.status == .done && shown.output == entry, "\(shown.errors)")
                }
            }
            let unknown = try await world.run("history", "show", PublicKey(repeating: 9).base58, "--offline")
            #expect(unknown.status == .notFound && unknown.output.isEmpty)
            #expect(unknown.failure?.message.contains("Leave out --offline") == true)
        }
    }

    @Test("Stored balances of the accounts are listed without the key store")
    func accountList_offlineBalances_opensNoKeyStore() async throws {
        try await PlayMoneyWorld.visit { world in
            try await world.fund(quarks: 20_000_000)
            #expect(try await world.balance().contains("$20.00"))
            try await lock(world)
            #expect(try await world.run("account", "list", "--balances").status == .locked)
            let offline = try await world.run("account", "list", "--balances", "--offline")
            #expect(offline.status == .done && offline.output.contains("$20.00"), "\(offline.errors)")
        }
    }
}
