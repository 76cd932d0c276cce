import ArgumentParser
import FlipcashCore
import FlipcashTestKit
import Foundation
import SavingsGoals
import Testing

@testable import FlipcashCommands

@Suite("flipcash goals: reminders and calendar files")
struct GoalsReminderTests {
    /// A clock at noon of 2026-01-01.
    private let clock = TestClock(now: TestClock.start.advanced(by: .seconds(43_200)))

    /// A world with a goal of 600 until 2026-02-01 and a reminder every Thursday.
    private func visit(_ story: (PlayMoneyWorld) async throws -> Void) async throws {
        try await PlayMoneyWorld.visit(clock: clock) { world in
            _ = try await world.run("balance")
            _ = try await world.run("config", "set", "goals.timezone", "UTC")
            let added = try await world.run(
                "goals", "add", "Trip", "600 usd", "--by", "2026-02-01", "--remind", "weekly")
            #expect(added.status == .done, "\(added.errors)")
            try await story(world)
        }
    }

    @Test("Each reminder is due once; a script learns it from the exit code")
    func remind_due_isListedOnce() async throws {
        try await visit { world in
            #expect(try await world.run("goals", "remind", "--dry-run").output == "Trip: time to save\n")
            #expect(try await world.run("goals", "remind").output == "Trip: time to save\n")
            #expect(try await world.run("goals", "remind", "--exit-code").status == .done)
            clock.advance(by: .seconds(7 * 86_400))
            let due = try await world.run("goals", "remind", "--due", "--exit-code", "--json")
            #expect(due.status == .reminderDue && due.failure?.code == "reminder_due")
            #expect(due.output.contains(#""id":"goal-contribution-"#), "\(due.output)")
            #expect(due.output.contains(#""text":"Trip: time to save","at":"2026-01-08T09:00:00.000Z""#))
            #expect(try await world.run("goals", "remind", "--exit-code").output == "")
            #expect(try await world.run("goals", "config", "set", "notify-days", "7").status == .done)
            clock.advance(by: .seconds(18 * 86_400))
            #expect(
                try await world.run("goals", "remind").output == """
                    Trip: time to save
                    Trip: time to save
                    Trip: 7 days until the deadline

                    """)
        }
    }

    @Test("Reminders can be listed since a day or a moment")
    func remind_since_countsFromThere() async throws {
        try await visit { world in
            clock.advance(by: .seconds(7 * 86_400))
            for (since, count) in [
                ("2026-01-01", 2), ("2026-01-02", 1), ("2026-01-08T08:59:59Z", 1), ("2026-01-08T09:00:00.000Z", 0),
            ] {
                let lines = try await world.run("goals", "remind", "--since", since).output.split(separator: "\n")
                #expect(lines.count == count, "\(since): \(lines)")
            }
            #expect(throws: (any Error).self) {
                try RootCommand.parseAsRoot(["goals", "remind", "--since", "yesterday"])
            }
        }
    }

    @Test("Reminders are handed to a program, with amounts only if a person wants that; its failure is mentioned")
    func remind_notify_runsTheProgram() async throws {
        try await visit { world in
            clock.advance(by: .seconds(7 * 86_400))
            try world.write("#!/bin/sh\ncat > '\(world.path("seen"))'\n", to: "notify.sh")
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: world.path("notify.sh"))
            _ = try await world.run("config", "set", "goals.notify_command", world.path("notify.sh"))
            func seen() throws -> String { try String(contentsOfFile: world.path("seen"), encoding: .utf8) }
            let words = ["goals", "remind", "--notify", "--since", "2026-01-02"]
            #expect(try await world.run(words).status == .done)
            let bare = try seen()
            #expect(bare.contains("Trip: time to save") && !bare.contains("150.00"), "\(bare)")
            _ = try await world.run("config", "set", "goals.notify_amounts", "true")
            #expect(try await world.run(words).status == .done)
            // 600 over the reminders of 8, 15, 22 and 29 January.
            let named = try seen()
            #expect(named.contains("150.00"), "\(named)")
            try world.write("#!/bin/sh\ncat > /dev/null\nexit 3\n", to: "failing.sh")
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: world.path("failing.sh"))
            _ = try await world.run("config", "set", "goals.notify_command", world.path("failing.sh"))
            let failed = try await world.run(words)
            #expect(failed.status == .done && failed.errors.contains("1 reminders could not be shown"))
        }
    }

    @Test("The timer's files are shown, and written with --yes; crontab and launchd are only shown")
    func setup_files_areWritten() async throws {
        let folder = try TemporaryFolder()
        func output(_ words: String...) async throws -> String {
            let command = try #require(
                try RootCommand.parseAsRoot(["goals", "remind", "setup"] + words) as? any FlipcashCommand)
            let output = CapturedOutput()
            let call = try Invocation(
                command.global, root: RootCommand.self, variables: ["HOME": folder.path],
                console: Console(output: output, errors: CapturedOutput(), input: PreparedInput()), runtime: .system,
                executable: "/opt/flipcash")
            try await command.run(in: call)
            return output.text
        }
        let files = try TimerFiles(executable: "/opt/flipcash")
        let service = folder.file(".config/systemd/user/flipcash-goals.service")
        let shown = try await output()
        #expect(shown.contains(files.systemdService) && shown.contains(TimerFiles.systemdTimer))
        #expect(!FileManager.default.fileExists(atPath: service))
        _ = try await output("--yes")
        #expect(try String(contentsOfFile: service, encoding: .utf8) == files.systemdService)
        let timer = folder.file(".config/systemd/user/flipcash-goals.timer")
        #expect(try String(contentsOfFile: timer, encoding: .utf8) == TimerFiles.systemdTimer)
        #expect(try await output("--cron") == files.cronLine + "\n")
        #expect(try await output("--launchd") == files.launchdList)
        #expect(throws: (any Error).self) {
            try RootCommand.parseAsRoot(["goals", "remind", "setup", "--cron", "--launchd"])
        }
    }

    @Test("A calendar file has each event once, and calls off what was archived, moved or deleted")
    func calendar_changes_areCalledOff() async throws {
        try await visit { world in
            func events(_ words: String...) async throws -> (all: Int, cancelled: Int) {
                let text = try await world.run(["goals", "calendar"] + words).output
                return (text.ranges(of: "BEGIN:VEVENT").count, text.ranges(of: "STATUS:CANCELLED").count)
            }
            // The deadline, and 1, 8, 15, 22 and 29 January.
            #expect(try await events() == (6, 0))
            #expect(try await world.run("goals", "edit", "Trip", "--remind", "monthly").status == .done)
            #expect(try await events("Trip") == (7, 4), "1 January and the first of February stay")
            #expect(try await world.run("goals", "add", "Bike", "5 usd", "--by", "2026-03-01").status == .done)
            #expect(try await events("Bike") == (1, 0))
            #expect(try await world.run("goals", "archive", "Trip").status == .done)
            #expect(try await world.run("goals", "rm", "Bike", "--yes").status == .done)
            #expect(try await events() == (4, 4))
            #expect(try await events() == (0, 0))
            let written = try await world.run("goals", "calendar", "--ics", world.path("goals.ics"))
            #expect(written.output.hasPrefix("Wrote 0 events to "), "\(written.errors)")
        }
    }
}
