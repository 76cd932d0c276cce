import FlipcashCore
import FlipcashTestKit
import Testing

@testable import FlipcashCommands

@Suite("flipcash goals auto")
struct GoalsAutoTests {
    @Test("A standing order takes its share of each arrival once, says why it did nothing, and can be deleted")
    func auto_arrivals_areSharedOnce() async throws {
        let clock = TestClock()
        try await PlayMoneyWorld.visit(clock: clock) { world in
            _ = try await world.run("balance")
            try await world.fund(quarks: 10_000_000)
            _ = try await world.run("balance")
            #expect(try await world.run("goals", "add", "Trip", "12 usd", "--by", "2026-09-01").status == .done)
            let order = try await world.run("goals", "auto", "add", "Trip", "10%", "--every", "arrival")
            #expect(order.output == "Sets aside 10% of what arrives in wallet USDF for Trip\n", "\(order.errors)")
            // Money from before the order does not count.
            #expect(try await world.run("goals", "auto", "run").output == "")

            clock.advance(by: .seconds(60))
            try await world.fund(quarks: 40_000_000)
            let planned = try await world.run("goals", "auto", "run", "--sync", "--dry-run")
            #expect(planned.output == "Trip: would set aside 4.000000 USDF\n", "\(planned.errors)")
            #expect(try await world.run("goals", "auto", "run").output == "Trip: set aside 4.000000 USDF\n")
            #expect(try await world.run("goals", "auto", "run").output == "")
            #expect(try await world.run("goals", "list", "--json").output.contains("\"total\":\"4.00\""))

            // The goal needs 8 more, so the next arrivals give what is needed and then say so.
            clock.advance(by: .seconds(60))
            try await world.fund(quarks: 200_000_000)
            clock.advance(by: .seconds(60))
            try await world.fund(quarks: 30_000_000)
            let rest = try await world.run("goals", "auto", "run", "--sync", "--json")
            #expect(rest.output.contains("\"amount\":\"8.000000\"") && rest.output.contains("goal_reached"))
            let log = try await world.run("goals", "auto", "log")
            #expect(log.output.contains("goal is reached") && log.output.contains("4.000000 USDF"), "\(log.output)")
            let listed = try await world.run("goals", "auto", "--json").output
            let id = try #require(listed.firstMatch(of: /"id":"([0-9a-f-]{36})"/)?.1)
            #expect(try await world.run("goals", "auto", "rm", String(id.prefix(8))).status == .done)
            #expect(try await world.run("goals", "auto", "--json").output.contains("\"orders\":[]"))
            #expect(try await world.run("goals", "auto", "rm", "ffffffff").status == .notFound)
        }
    }

    @Test("A weekly amount is caught up for each missed week, as far as the money goes")
    func auto_weekly_catchesUp() async throws {
        let clock = TestClock(now: TestClock.start.advanced(by: .seconds(43_200)))
        try await PlayMoneyWorld.visit(clock: clock) { world in
            _ = try await world.run("balance")
            try await world.fund(quarks: 10_000_000)
            _ = try await world.run("balance")
            #expect(try await world.run("goals", "add", "Trip", "500 usd", "--by", "2026-09-01").status == .done)
            #expect(try await world.run("goals", "auto", "add", "Trip", "4", "--every", "week").status == .done)
            #expect(try await world.run("goals", "auto", "run").output == "Trip: set aside 4.000000 USDF\n")
            clock.advance(by: .seconds(14 * 86_400))
            let missed = try await world.run("goals", "auto", "run").output
            #expect(
                missed == """
                    Trip: set aside 4.000000 USDF
                    Trip: nothing set aside, not enough free (2026-01-15)

                    """)
            for share in ["0%", "100.01%", "1.234%", "x%"] {
                #expect(
                    try await world.run("goals", "auto", "add", "Trip", share, "--every", "month").status == .badInput)
            }
        }
    }
}
