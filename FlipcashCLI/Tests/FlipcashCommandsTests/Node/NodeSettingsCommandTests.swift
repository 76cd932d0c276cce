import FlipcashCore
import FlipcashNodeTestKit
import FlipcashTestKit
import Foundation
import Testing

@testable import FlipcashCommands
@testable import FlipcashNode

@Suite("flipcash node settings and flipcash node clock")
struct NodeSettingsCommandTests {
    private func settings(_ world: PlayMoneyWorld, _ folder: String) async throws -> [String: Any] {
        let result = try await world.run("node", "settings", "--data", world.path(folder), "--json")
        #expect(result.status == .done, "\(result.failure?.message ?? "")")
        let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
        #expect(object?["schema"] as? String == "flipcash.node_settings/1")
        #expect(object?["file"] as? String == world.path(folder) + "/node.json")
        return try #require(object?["settings"] as? [String: Any])
    }

    @Test("Settings are printed before there is a node, with those of the file")
    func settings_noNode_fileAndDefaults() async throws {
        try await PlayMoneyWorld.visit { world in
            #expect(try await settings(world, "none")["listen"] as? [String] == ["127.0.0.1:8086"])
            try FileManager.default.createDirectory(atPath: world.path("new"), withIntermediateDirectories: false)
            try world.write(#"{"listen": ["0.0.0.0:443"], "keepalive_interval": 7}"#, to: "new/node.json")
            let values = try await settings(world, "new")
            #expect(values["listen"] as? [String] == ["0.0.0.0:443"] && values["keepalive_interval"] as? Int == 7)
            #expect(values["faucet"] as? Bool == false && values["registrations_per_hour"] as? Int == 100)
        }
    }

    @Test("A running node prints what it uses, and a stopped one what it would use")
    func settings_runningAndStopped_inUse() async throws {
        try await PlayMoneyWorld.visit { world in
            #expect(await world.perform(AdminRequest(.backup, path: world.path("b"))).ok)
            _ = try await world.run("node", "restore", world.path("b"), "--data", world.path("rest"))
            let values = try await settings(world, "rest")
            #expect(values["faucet"] as? Bool == true && values["registrations_per_hour"] == nil)
            try world.write(#"{"faucet": false}"#, to: "rest/node.json")
            #expect(try await settings(world, "rest")["faucet"] as? Bool == false)
            let entries = try #require(await world.perform(AdminRequest(.settings)).settings)
            #expect(entries.contains(SettingEntry(name: "faucet", value: .flag(true))))
        }
    }

    @Test("What is printed for people is a settings file")
    func settings_human_isFile() async throws {
        try await PlayMoneyWorld.visit { world in
            let output = try await world.run("node", "settings", "--data", world.path("none")).output
            let parsed = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
            #expect(parsed?["rates"] as? String == "fixed")
            try FileManager.default.createDirectory(atPath: world.path("new"), withIntermediateDirectories: false)
            try world.write(output, to: "new/node.json")
            #expect(try await world.run("node", "settings", "--data", world.path("new")).output == output)
        }
    }

    @Test("A mistake in the file is reported with its line, by every command that needs it")
    func settings_mistake_exits78() async throws {
        try await PlayMoneyWorld.visit { world in
            try FileManager.default.createDirectory(atPath: world.path("new"), withIntermediateDirectories: false)
            try world.write("{\n  \"facet\": true\n}", to: "new/node.json")
            for command in ["settings", "run"] {
                let result = try await world.run("node", command, "--data", world.path("new"))
                #expect(result.status == .configuration)
                let message = result.failure?.message ?? ""
                #expect(message.contains("line 2, column 3"), "\(message)")
                #expect(message.contains(#"the nearest is "faucet""#), "\(message)")
            }
        }
    }

    @Test("A node whose clock was ahead says by how much, and goes back when its operator accepts it")
    func clock_ahead_accepted() async throws {
        let clock = TestClock()
        try await PlayMoneyWorld.visit(clock: clock) { world in
            #expect(await world.perform(AdminRequest(.backup, path: world.path("b"))).ok)
            let folder = NodeFolder(world.path("rest"))
            _ = try await world.run("node", "restore", world.path("b"), "--data", folder.path)
            func run(_ words: String...) async throws -> String {
                try await world.run(["node", "clock", "--data", folder.path] + words).output
            }
            #expect(try await run() == "The node's time is that of this machine's clock.\n")
            try await withNode(.embedded(folder), environment: .test(clock: clock)) { node in
                _ = try node.context.store.write { try $0.noteTime(clock.now().advanced(by: .seconds(7200))) }
            }
            #expect(try await run().contains("is 7200 s ahead"))
            #expect(try await run("--accept", "--dry-run").contains("Would set it back"))
            #expect(try await run("--accept", "--json").contains(#""accepted":true"#))
            #expect(try await run() == "The node's time is that of this machine's clock.\n")
        }
    }
}
