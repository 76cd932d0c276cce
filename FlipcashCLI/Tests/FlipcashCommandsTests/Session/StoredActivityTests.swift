import FlipcashCore
import FlipcashWallet
import Testing

@testable import FlipcashCommands

/// Stored history entries when the history cannot be updated.
@Suite struct StoredActivityTests {
    /// Makes a link in `world` that is in its stored history, and returns its id.
    private func madeLink(_ world: PlayMoneyWorld) async throws -> String {
        try await world.fund(quarks: 20_000_000)
        let made = try await world.run("link", "create", "5", "--json").output
        return String(try #require(made.firstMatch(of: /"id":"([^"]+)"/), "\(made)").1)
    }

    @Test("A stored entry is distinguished from a current one")
    func activity_historyDown_isNotCurrent() async throws {
        try await PlayMoneyWorld.visit { world in
            let id = try await madeLink(world)
            let current = try await world.withWallet { wallet in try await wallet.activity(id) }
            #expect(current.isCurrent)
            try await world.withoutHistory { wallet in
                let found = try await wallet.activity(id)
                #expect(found.activity.id.base58 == id && !found.isCurrent)
            }
            let shown = try await world.run("history", "show", id)
            #expect(shown.status == .done && !shown.errors.contains("Warning"), "\(shown.errors)")
        }
    }

    @Test("A node other than the pinned one is reported as such, and not as an unreachable history")
    func activity_otherNode_isRefused() async throws {
        try await PlayMoneyWorld.visit { world in
            let id = try await madeLink(world)
            let call = try world.call()
            let other = PublicKey(repeating: 9)
            try SettingsStore(layout: try call.layout, files: call.files).pin(
                PinnedNode(key: other, coreMint: .usdf, coreVMAuthority: other), in: .default)
            let shown = try await world.run("history", "show", id)
            #expect(shown.status == .configuration && shown.output.isEmpty, "\(shown.output)")
        }
    }

    @Test("A stopped command prints no answer")
    func activity_stopped_throws() async throws {
        try await PlayMoneyWorld.visit { world in
            let id = try await madeLink(world)
            try await world.withWallet { wallet in
                let stopped = Task {
                    while !Task.isCancelled { await Task.yield() }
                    return try await wallet.activity(id)
                }
                stopped.cancel()
                await #expect(throws: CancellationError.self) { _ = try await stopped.value }
            }
        }
    }
}
