import Foundation
import Testing

extension Journeys {
    @Suite("Logs")
    struct LogsTests {
        @Test("Commands write a private log that can be read, exported and cleared")
        func logs_areKeptPrivately() async throws {
            try await CommandLineWorld.visit { world in
                let person = world.person()
                _ = try await world.run(["--version"]).exits(0)
                // Every command writes a line, so only before the first one is there nothing to export.
                let none = try await person.run("logs", "export").exits(3)
                #expect(none.errors.contains("No log files available to export."))
                let folder = try await person.ask("logs", "path")["folder"].string
                #expect(folder == world.path + "/state/flipcash/logs")
                try await person.run("balance").exits(0)
                let shown = try await person.run("logs", "show", "--label", "command-line").exits(0)
                #expect(shown.output.contains("flipcash.command-line a command ended command=balance status=0"))
                try await person.run("link", "info", "nonsense").exits(65)
                let failed = try await person.run("logs", "show", "--label", "command-line").exits(0)
                #expect(
                    failed.output.contains(
                        "a command failed code=bad_link command=link info reason=This is not a cash link. "
                            + "Copy the whole link. status=65"))
                let log = folder + "/app-0.log"
                #expect(try world.mode(of: log) == 0o600)
                #expect(try world.mode(of: folder) == 0o700)
                let file = try await person.ask("logs", "export", "all.log")["file"].string
                let exported = String(decoding: try world.bytes(of: file), as: UTF8.self)
                #expect(exported.contains("command=balance"))
                let owner = try await person.ask("account", "current")["owner"].string
                #expect(!exported.contains(owner))
                try await person.run("logs", "clear").exits(0)
                let left = try await person.run("logs", "show").exits(0)
                #expect(!left.output.contains("balance"))
            }
        }

        @Test("Printing the version or a command's help opens no log")
        func version_opensNothing() async throws {
            try await CommandLineWorld.visit { world in
                _ = try await world.run(["--version"]).exits(0)
                _ = try await world.run(["balance", "--help"]).exits(0)
                #expect(world.files(below: world.path).filter { $0.hasSuffix(".log") }.isEmpty)
            }
        }
    }
}
