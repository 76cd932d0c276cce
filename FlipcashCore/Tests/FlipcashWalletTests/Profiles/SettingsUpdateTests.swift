import FlipcashCore
import FlipcashCoreAPI
import FlipcashTestKit
import GRPCCore
import Testing

@testable import FlipcashWallet

/// Sending the user's settings to the core API (client specification §2.5).
@Suite struct SettingsUpdateTests {
    private let world = SimulatedWorld()
    private let node: ScriptedNode
    private let a: TestWallet

    init() {
        node = ScriptedNode(clock: world.clock)
        a = TestWallet("a", node: node, world: world)
    }

    private func settings(_ locale: String?, _ region: String?) -> ScriptedNode.Settings {
        ScriptedNode.Settings(locale: locale, region: region)
    }

    @Test("Locale and display currency are sent at login, at start and when the currency changes, and only then")
    func updateSettings_isToldWhenItMatters() throws {
        try world.run {
            let session = try await a.open("a", quarks: 0, node: node)
            #expect(node.read { $0.settings } == [settings("en-US", "usd")])
            await session.start()
            try await world.clock.sleep(for: .seconds(1))
            await session.stop()
            #expect(node.read { $0.settings.count } == 2)
            await session.setBalanceCurrency(.cad)
            #expect(session.rates.balanceCurrency == .cad)
            #expect(a.container.preferences.balanceCurrency == .cad)
            #expect(node.read { $0.settings.last } == settings("en-US", "cad"))
            await session.setBalanceCurrency(.cad)
            #expect(node.read { $0.settings.count } == 3)
        }
    }

    @Test("A service without settings, or one that refuses them, causes no error")
    func updateSettings_refused_isNotFatal() throws {
        try world.run {
            node.change { $0.settingsResult = nil }
            let session = try await a.open("a", quarks: 1_000_000, node: node)
            #expect(await session.updateSettings() == false)
            _ = try await session.prepareSubmission(amount: .usd("1"), mint: .usdf)
            let refusals: [Flipcash_Settings_V1_UpdateSettingsResponse.Result] = [
                .denied, .invalidLocale, .invalidRegion,
            ]
            for result in refusals {
                node.change { $0.settingsResult = result }
                #expect(await session.updateSettings() == false)
            }
            node.change { $0.settingsResult = .ok }
            #expect(await session.updateSettings())
            #expect(!SettingsUpdateError.rpc(.rejected(code: .unimplemented, reason: "unknown service")).isRetryable)
        }
    }
}
