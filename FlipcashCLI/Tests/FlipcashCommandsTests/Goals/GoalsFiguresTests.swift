import ArgumentParser
import FlipcashCore
import FlipcashTestKit
import SavingsGoals
import Testing

@testable import FlipcashCommands

@Suite("flipcash goals: what show, edit and finish say")
struct GoalsFiguresTests {
    /// A clock at noon of 2026-01-01.
    private let clock = TestClock(now: TestClock.start.advanced(by: .seconds(43_200)))

    /// A world whose person has 500 dollars and saves 600 until 2026-01-26.
    private func visit(_ story: (PlayMoneyWorld) async throws -> Void) async throws {
        try await PlayMoneyWorld.visit(clock: clock) { world in
            _ = try await world.run("balance")
            try await world.fund(quarks: 500_000_000)
            _ = try await world.run("balance")
            _ = try await world.run("config", "set", "goals.timezone", "UTC")
            let added = try await world.run(
                "goals", "add", "Trip", "600 usd", "--by", "2026-01-26", "--remind", "weekly", "--note", "By sea",
                "--link", "https://example.org", "--emoji", "⛵")
            #expect(added.status == .done, "\(added.errors)")
            try await story(world)
        }
    }

    @Test("A goal shows its mark, its notices, its next reminder with an amount, and what a person said about it")
    func show_newGoal_hasItsDetails() async throws {
        try await visit { world in
            let json = try await world.run("goals", "show", "Trip", "--json").output
            for field in [
                #""start":"2026-01-01","badge":"Urgent","emoji":"⛵","note":"By sea","link":"https://example.org""#,
                #""remind":"weekly""#, #""at":"2026-01-23T09:00:00.000Z""#, #""at":"2026-01-26T09:00:00.000Z""#,
                #""next_reminder":{"at":"2026-01-08T09:00:00.000Z","amount":"200.00"}"#,
                #""habits":{"streak_days":0,"days":[]}"#,
            ] {
                #expect(json.contains(field), "\(field) is not in \(json)")
            }
            let text = try await world.run("goals", "show", "Trip").output
            for words in [
                "⛵ Trip", "Just Started, Urgent", "2026-01-23 and 2026-01-26 at 09:00",
                "200.00 USD on 2026-01-08 at 09:00", "By sea",
            ] {
                #expect(text.contains(words), "\(words) is not in \(text)")
            }
            #expect(try await world.run("goals").output.contains("Just Started, Urgent"))
            let list = try await world.run("goals", "list", "--json").output
            #expect(list.contains(#""notices":[{"id":"goal-reminder-"#) && !list.contains("habits"))
            let bare = try await world.run(
                "goals", "edit", "Trip", "--remind", "never", "--note", "", "--link", "", "--emoji", "", "--json")
            for name in ["remind", "note", "link", "emoji", "next_reminder", "impact"] {
                #expect(!bare.output.contains("\"\(name)\":"), "\(bare.output)")
            }
            for words in [["--emoji", "ab"], ["--note", String(repeating: "x", count: 141)]] {
                #expect(try await world.run(["goals", "edit", "Trip"] + words).status == .badInput)
            }
        }
    }

    @Test("Habits count the days with contributions, and name the asset that has most of the goal's money")
    func show_contributions_areHabits() async throws {
        try await visit { world in
            #expect(try await world.run("goals", "contribute", "Trip", "50").status == .done)
            clock.advance(by: .seconds(86_400))
            for _ in 1...2 { #expect(try await world.run("goals", "contribute", "Trip", "30").status == .done) }
            let json = try await world.run("goals", "show", "Trip", "--json").output
            for field in [
                #""streak_days":2"#,
                #"{"date":"2026-01-01","count":1,"value":"50.00","currency":"usd","heat":"0.2"}"#,
                #"{"date":"2026-01-02","count":2,"value":"60.00","currency":"usd","heat":"0.4"}"#,
            ] {
                #expect(json.contains(field), "\(field) is not in \(json)")
            }
            #expect(!json.contains("concentrated_asset"), "one asset is not a concentration")
            #expect(try await world.run("goals", "asset", "add", "Trip", "usd", "--label", "jar").status == .done)
            #expect(try await world.run("goals", "log", "jar", "10").status == .done)
            let text = try await world.run("goals", "show", "Trip").output
            for words in ["2 days", String(repeating: ".", count: 26) + "-*", "is in one asset, wallet USDF"] {
                #expect(text.contains(words), "\(words) is not in \(text)")
            }
            #expect(try await world.run("goals", "show", "Trip", "--json").output.contains("concentrated_asset"))
            clock.advance(by: .seconds(86_400))
            #expect(try await world.run("goals", "show", "Trip", "--json").output.contains(#""streak_days":0"#))
        }
    }

    @Test("A changed target says what it does to the progress and to each day, and marks a large change")
    func edit_target_showsTheImpact() async throws {
        try await visit { world in
            #expect(try await world.run("goals", "contribute", "Trip", "100").status == .done)
            let planned = try await world.run("goals", "edit", "Trip", "--target", "1225", "--dry-run")
            #expect(
                planned.output.contains("Saved 16% before, 8% now; needs 20.00 a day before, 45.00 USD now\n"),
                "\(planned.output)\(planned.errors)")
            let large = try await world.run("goals", "edit", "Trip", "--target", "6100", "--json")
            #expect(
                large.output.contains(
                    #""impact":{"percent_before":16,"percent":1,"daily_before":"20.00","daily":"240.00","#
                        + #""significant":true}"#), "\(large.output)")
            let later = try await world.run("goals", "edit", "Trip", "--by", "2099-01-01")
            #expect(later.output.contains("a large change"), "\(later.output)")
        }
    }

    @Test("A finished goal keeps its total, and follows its assets again when it is restored")
    func finish_laterChanges_doNotCount() async throws {
        try await visit { world in
            #expect(try await world.run("goals", "asset", "add", "Trip", "usd", "--label", "jar").status == .done)
            #expect(try await world.run("goals", "log", "jar", "10").status == .done)
            #expect(try await world.run("goals", "contribute", "Trip", "110").status == .done)
            #expect(try await world.run("goals", "finish", "Trip").status == .done)
            #expect(try await world.run("goals", "log", "jar", "10", "--withdraw").status == .done)
            let kept = try await world.run("goals", "list", "--all", "--json").output
            #expect(kept.contains(#""total":"120.00""#) && kept.contains(#""status":"Finished""#), "\(kept)")
            #expect(kept.contains(#""notices":[]"#))
            #expect(try await world.run("goals", "restore", "Trip").status == .done)
            #expect(try await world.run("goals", "list", "--json").output.contains(#""total":"110.00""#))
        }
    }

    @Test("A share that is taken away from the goal of an account does not come back")
    func allocate_none_frees() async throws {
        try await visit { world in
            _ = try await world.run("goals", "asset", "add", "Trip", "usd", "--label", "jar")
            #expect(try await world.run("goals", "log", "jar", "40").status == .done)
            #expect(try await world.run("goals", "list", "--json").output.contains(#""total":"40.00""#))
            #expect(try await world.run("goals", "allocate", "jar", "Trip", "none").status == .done)
            #expect(try await world.run("goals", "list", "--json").output.contains(#""total":"0.00""#))
            #expect(try await world.run("goals", "asset", "list", "--json").output.contains(#""free":"40.00""#))
        }
    }

    @Test("The amounts above which a goal needs attention are settings")
    func config_thresholds_decideTheStatus() async throws {
        try await visit { world in
            #expect(
                try await world.run("goals", "add", "Bike", "600 usd", "--by", "2026-07-15", "--json").output.contains(
                    #""status":"on_track""#))
            for (setting, value, status) in [
                ("attention-above", "99", "attention"), ("critical-above", "99", "critical"),
                ("critical-above", "100", "attention"),
            ] {
                #expect(try await world.run("goals", "config", "set", setting, value).status == .done)
                let shown = try await world.run("goals", "show", "Bike", "--json").output
                #expect(shown.contains(#""status":"\#(status)""#), "\(setting) \(value): \(shown)")
            }
            #expect(try await world.run("goals", "config", "set", "critical-above", "0").status == .badInput)
            #expect(try await world.run("goals", "config", "get", "attention-above").output == "99\n")
        }
    }

    @Test("The first goal of a new person makes an account; a currency without a rate is mentioned")
    func add_firstUse_makesTheAccount() async throws {
        try await PlayMoneyWorld.visit { world in
            let words = ["goals", "add", "Coin", "1 doge", "--by", "2099-01-01"]
            let planned = try await world.run(words + ["--dry-run"])
            #expect(planned.status == .locked && planned.failure?.message.contains("--dry-run") == true)
            let added = try await world.run(words)
            #expect(added.status == .done && added.errors.contains("Created an account"), "\(added.errors)")
            #expect(added.errors.contains("There is no exchange rate for DOGE now."), "\(added.errors)")
            #expect(try await world.run("goals", "list", "--json").output.contains("Coin"))
            let known = try await world.run("goals", "add", "Trip", "1 usd", "--by", "2099-01-01")
            #expect(known.status == .done && !known.errors.contains("exchange rate"), "\(known.errors)")
        }
    }

    @Test("Blocks are drawn only on a terminal whose variables name UTF-8")
    func hasUTF8Terminal_variables_decide() throws {
        func isUTF8(_ variables: [String: String], isTerminal: Bool = true) throws -> Bool {
            let output = CapturedOutput(terminal: isTerminal ? TerminalSize(columns: 80, rows: 24) : nil)
            return try Invocation(
                GlobalOptions.parse([]), root: RootCommand.self, variables: variables,
                console: Console(output: output, errors: CapturedOutput(), input: PreparedInput()), runtime: .system,
                executable: ""
            ).hasUTF8Terminal
        }
        #expect(try isUTF8(["LANG": "de_DE.UTF-8"]) && isUTF8(["LANG": "C", "LC_ALL": "C.utf8"]))
        #expect(try isUTF8(["LANG": "en_US.UTF-8", "LC_ALL": ""]))
        #expect(try !isUTF8(["LANG": "en_US.UTF-8", "LC_ALL": "C"]) && !isUTF8(["LANG": "POSIX"]) && !isUTF8([:]))
        #expect(try !isUTF8(["LANG": "de_DE.UTF-8"], isTerminal: false))
        let bar = GoalProgress(total: 42, target: 100).bar(width: 10, filled: "█", empty: "░")
        #expect(bar == "[████░░░░░░]  42%")
    }

    @Test("A template gives a name, a sum and a deadline, and each can be replaced")
    func add_template_fillsTheGoal() async throws {
        try await visit { world in
            let usual = try await world.run("goals", "add", "--template", "travel", "--json").output
            for field in [#""name":"Travel""#, #""target":"8000.00""#, #""deadline":"2027-06-30""#] {
                #expect(usual.contains(field), "\(usual)")
            }
            let own = try await world.run("goals", "add", "Sea", "90 usd", "--template", "travel", "--json").output
            #expect(own.contains(#""target":"90.00""#) && own.contains(#""deadline":"2027-06-30""#), "\(own)")
        }
    }

    @Test("Lists are sorted by deadline, by progress or by name")
    func list_sort_ordersTheGoals() async throws {
        try await visit { world in
            for (name, day) in [("Zoo", "2026-01-20"), ("Ark", "2026-02-20")] {
                _ = try await world.run("goals", "add", name, "10 usd", "--by", day)
            }
            #expect(try await world.run("goals", "contribute", "Ark", "5").status == .done)
            func names(_ order: String) async throws -> [String] {
                try await world.run("goals", "list", "--sort", order, "--json").output
                    .matches(of: /"name":"([A-Za-z]+)"/).map { String($0.1) }
            }
            #expect(try await names("deadline") == ["Zoo", "Trip", "Ark"])
            #expect(try await names("name") == ["Ark", "Trip", "Zoo"])
            #expect(try await names("progress") == ["Ark", "Zoo", "Trip"])
        }
    }
}
