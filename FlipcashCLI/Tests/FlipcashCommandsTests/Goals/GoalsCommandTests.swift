import FlipcashTestKit
import Testing

@testable import FlipcashCommands

@Suite("flipcash goals")
struct GoalsCommandTests {
    /// The figures of the one goal in the output of a command with `--json`.
    private func field(_ name: String, _ result: PlayMoneyWorld.Result) -> String? {
        guard let start = result.output.firstRange(of: "\"\(name)\":") else { return nil }
        let rest = result.output[start.upperBound...]
        return String(rest.prefix { $0 != "," && $0 != "}" }).filter { $0 != "\"" }
    }

    @Test("A person saves: a goal, a reservation of the wallet, a deposit by hand, and the list")
    func goals_saving_isCounted() async throws {
        try await PlayMoneyWorld.visit { world in
            _ = try await world.run("balance")
            try await world.fund(quarks: 60_000_000)
            _ = try await world.run("balance")
            let added = try await world.run("goals", "add", "Trip", "1000 usd", "--by", "2099-03-01", "--json")
            #expect(added.status == .done, "\(added.errors)")
            #expect(field("target", added) == "1000.00" && field("total", added) == "0.00")

            let reserved = try await world.run("goals", "contribute", "trip", "50")
            #expect(reserved.output == "Set aside 50.000000 USDF of wallet USDF for Trip\n", "\(reserved.errors)")
            let tooMuch = try await world.run("goals", "contribute", "Trip", "10.01")
            #expect(tooMuch.status == .notPossible && tooMuch.failure?.code == "exceeds_total")

            let asset = try await world.run("goals", "asset", "add", "Trip", "usd", "--label", "jar", "--json")
            #expect(asset.status == .done, "\(asset.errors)")
            #expect(try await world.run("goals", "log", "jar", "20.61").status == .done)
            let list = try await world.run("goals", "list", "--json")
            #expect(field("total", list) == "70.61" && field("percent", list) == "7", "\(list.output)")
            #expect(try await world.run("goals", "show", "Trip").output.contains("70.61 / 1000.00 USD"))
            #expect(try await world.run("goals").output.contains("[#-------------------]   7%"))

            #expect(try await world.run("goals", "cancel", "Trip").status == .done)
            #expect(try await world.run("goals", "list", "--json").output.contains("\"goals\":[]"))
            #expect(try await world.run("goals", "asset", "list", "--json").output.contains("\"free\":\"60.000000\""))
        }
    }

    @Test("Money that is entered after its goal was cancelled is free for another goal")
    func log_ownerCancelled_isFree() async throws {
        try await PlayMoneyWorld.visit { world in
            for name in ["Trip", "Bike"] {
                let added = try await world.run("goals", "add", name, "1000 usd", "--by", "2099-03-01")
                #expect(added.status == .done, "\(added.errors)")
            }
            #expect(try await world.run("goals", "asset", "add", "Trip", "usd", "--label", "jar").status == .done)
            #expect(try await world.run("goals", "cancel", "Trip").status == .done)
            #expect(try await world.run("goals", "log", "jar", "30").status == .done)
            let allocated = try await world.run("goals", "allocate", "jar", "Bike", "30")
            #expect(allocated.output == "Bike has 30.00 USD of jar\n", "\(allocated.errors)")
        }
    }

    @Test("Errors of goals have their exit codes and say what to do")
    func goals_badInput_isExplained() async throws {
        try await PlayMoneyWorld.visit { world in
            #expect(try await world.run("goals", "list").status == .locked)
            _ = try await world.run("balance")
            let unknown = try await world.run("goals", "show", "nothing")
            #expect(unknown.status == .notFound && unknown.failure?.code == "goal_not_found")
            let late = try await world.run("goals", "add", " ", "10.001 usd", "--by", "2001-01-01")
            #expect(late.status == .badInput)
            let past = try await world.run("goals", "add", "Trip", "10 usd", "--by", "2001-01-01")
            #expect(past.status == .badInput && past.failure?.code == "deadline_not_future")
            #expect(try await world.run("goals", "add", "Trip", "10 usd").status == .usage)
            #expect(try await world.run("goals", "rate", "xyz", "usd", "--offline").status == .rateUnavailable)
        }
    }

    @Test("What is exported can be imported by another account, and a deletion asks first")
    func goals_exported_areImported() async throws {
        try await PlayMoneyWorld.visit { world in
            _ = try await world.run("balance")
            _ = try await world.run("goals", "add", "Bike", "300 eur", "--by", "2099-05-05", "--remind", "monthly")
            let exported = try await world.run("goals", "export", "--json")
            #expect(exported.output.contains("flipcash.goals_export/1"))
            try world.write(exported.output, to: "goals.json")
            let again = try await world.run("goals", "import", world.path("goals.json"))
            #expect(again.output == "Everything is here already.\n", "\(again.errors)")

            let calendar = try await world.run("goals", "calendar", "Bike")
            #expect(calendar.output.hasPrefix("BEGIN:VCALENDAR\r\n"))
            #expect(try await world.run("goals", "rm", "Bike").status == .usage)
            #expect(try await world.run("goals", "rm", "Bike", "--yes").status == .done)
            let imported = try await world.run("goals", "import", world.path("goals.json"))
            #expect(imported.output == "Imported 1 goal, 0 assets, 0 transactions\n")
        }
    }
}
