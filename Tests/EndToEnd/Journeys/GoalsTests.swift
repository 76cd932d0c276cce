import Testing

extension Journeys {
    @Suite("A trip is saved for: a goal, a plan, and an order that saves what comes in")
    struct GoalsTests {
        @Test("An order fills a goal from incoming money, once, and the forecast and the calendar follow")
        func savings_fromFirstGoalToCalendar_agree() async throws {
            try await CommandLineWorld.visit { world in
                let (ada, ben) = (world.person("ada"), world.person("ben"))
                try await ada.fund("100")
                try await ben.fund("50")

                let added = try await ada.ask(
                    "goals", "add", "Trip", "600 usd", "--by", "2099-03-01", "--remind", "monthly")
                #expect(added["total"] == "0.00" && added["next_action"] == "no_assets")
                let plan = try await ada.ask("goals", "plan")
                #expect(plan["plans"].items.count == 1 && plan["plans"][0]["remaining"] == "600.00")
                #expect(plan["plans"][0]["plan_state"] == "draft")

                let order = try await ada.ask("goals", "auto", "add", "Trip", "10%", "--every", "arrival")
                #expect(order["share_bps"] == 1_000)
                let owner = try await ada.ask("account", "address")["owner"].string
                _ = try await ben.ask("send", "20", owner, "--yes")

                let run = try await ada.ask("goals", "auto", "run", "--sync")
                #expect(run["runs"].items.count == 1 && run["runs"][0]["outcome"] == "saved")
                #expect(run["runs"][0]["amount"] == "2.000000")
                // A second run changes nothing.
                #expect(try await ada.ask("goals", "auto", "run", "--sync")["runs"].items.isEmpty)
                #expect(try await ada.ask("goals", "show", "Trip")["total"] == "2.00")
                #expect(try await ada.ask("goals", "auto", "log")["runs"].items.count == 1)

                // A forecast needs totals of two days. The other one comes from an export.
                try await ada.run("goals", "forecast", "Trip").exits(65)
                let export = try await ada.run("goals", "export").exits(0).output
                let today = try #require(export.firstMatch(of: /"date" : "([0-9]{4}-[0-9]{2}-[0-9]{2})"/)?.1)
                #expect(!today.isEmpty)
                let earlier = export.replacing(String(today), with: "2020-01-01")
                    .replacing("\"total\" : \"200\"", with: "\"total\" : \"0\"")
                try world.write(earlier, to: "earlier.json")
                try await ada.ask("goals", "import", world.path(of: "earlier.json"))
                let forecast = try await ada.ask("goals", "forecast", "Trip")
                #expect(forecast["confidence"] == "low" && !forecast["base"].string.isEmpty)

                // At most 100 contributions, and the deadline.
                let calendar = try await ada.ask("goals", "calendar", "Trip", "--ics", world.path(of: "trip.ics"))
                #expect(calendar["events"] == 101)
                let text = String(decoding: try world.bytes(of: "trip.ics"), as: UTF8.self)
                #expect(text.hasPrefix("BEGIN:VCALENDAR\r\n") && text.contains("DTSTART;VALUE=DATE:20990301"))
                #expect(try await ada.ask("node", "check")["balanced"] == true)
            }
        }
    }
}
