import FlipcashCore
import FlipcashTestKit
import Testing

@testable import FlipcashCommands

@Suite("flipcash goals: plans, budgets and months")
struct GoalsPlanningTests {
    /// A clock at noon of 2026-01-01, so that payment days and deadlines are known.
    private let clock = TestClock(now: TestClock.start.advanced(by: .seconds(43_200)))

    /// A world with two goals in dollars that need 100.00 and 200.00 a month.
    private func visit(_ story: (PlayMoneyWorld) async throws -> Void) async throws {
        try await PlayMoneyWorld.visit(clock: clock) { world in
            _ = try await world.run("balance")
            try await world.fund(quarks: 900_000_000)
            _ = try await world.run("balance")
            for words in [["Trip", "600 usd", "2026-07-15"], ["Bike", "1200 usd", "2026-07-15"]] {
                let added = try await world.run("goals", "add", words[0], words[1], "--by", words[2])
                #expect(added.status == .done, "\(added.errors)")
            }
            try await story(world)
        }
    }

    private func amounts(_ result: PlayMoneyWorld.Result) -> [String] {
        result.output.matches(of: /"amount":"([0-9.]+)"/).map { String($0.1) }
    }

    @Test("The plan of a month follows the goals, and a person changes, skips, protects and resets it")
    func plan_changes_areKept() async throws {
        try await visit { world in
            let plan = try await world.run("goals", "plan", "--json")
            #expect(amounts(plan) == ["200.00", "100.00"], "\(plan.output)\(plan.errors)")
            #expect(plan.output.contains("\"total\":\"300.00\""))
            #expect(
                amounts(try await world.run("goals", "plan", "set", "trip", "120.50", "--json"))
                    == ["200.00", "120.50"])
            #expect(
                amounts(try await world.run("goals", "plan", "set", "Bike", "skip", "--json"))
                    == ["0.00", "120.50"])
            let huge = try await world.run("goals", "plan", "set", "Trip", "1000.01")
            #expect(huge.status == .badInput && huge.failure?.code == "custom_too_large")
            let dry = try await world.run("goals", "plan", "all", "reset", "--dry-run", "--json")
            #expect(amounts(dry) == ["200.00", "100.00"] && dry.output.contains("\"state\":\"planned\""))
            #expect(amounts(try await world.run("goals", "plan", "--json")) == ["0.00", "120.50"])
            #expect(amounts(try await world.run("goals", "plan", "all", "reset", "--json")) == ["200.00", "100.00"])
            #expect(amounts(try await world.run("goals", "plan", "all", "half", "--json")) == ["100.00", "50.00"])
            #expect(amounts(try await world.run("goals", "plan", "2026-02", "--json")) == ["200.00", "100.00"])
            #expect(try await world.run("goals", "plan", "2025-01", "--json").output.contains("\"plans\":[]"))
            #expect(try await world.run("goals", "plan").output.contains("Together 150.00 USD"))
        }
    }

    @Test("Flex changes nothing until it is applied, and never compounds")
    func flex_applied_multipliesTheRequirement() async throws {
        try await visit { world in
            let preview = try await world.run("goals", "flex", "0.5", "--json")
            #expect(amounts(preview) == ["100.00", "50.00"] && preview.output.contains("\"state\":\"planned\""))
            #expect(amounts(try await world.run("goals", "plan", "--json")) == ["200.00", "100.00"])
            for _ in 1...2 {
                #expect(
                    amounts(try await world.run("goals", "flex", "0.5", "--apply", "--json")) == ["100.00", "50.00"])
            }
            #expect(try await world.run("goals", "flex", "2.5").failure?.code == "factor_range")
            #expect(try await world.run("goals", "plan", "set", "Bike", "protect").status == .done)
            let fit = try await world.run("goals", "flex", "fit", "90", "--json")
            #expect(fit.output.contains("\"shortfall\":\"10.00\""), "\(fit.output)\(fit.errors)")
            #expect(amounts(try await world.run("goals", "flex", "fit", "130", "--json")) == ["100.00", "30.00"])
        }
    }

    @Test("A budget is shown, applied, and checked for its health")
    func budget_applied_isHealthy() async throws {
        try await visit { world in
            let shown = try await world.run("goals", "budget", "--json")
            #expect(shown.output.contains("\"minimum\":\"300.00\"") && shown.output.contains("\"leveled\":true"))
            let small = try await world.run("goals", "budget", "299", "--json")
            #expect(small.output.contains("\"feasible\":false") && small.output.contains("\"extend_months\":1"))
            #expect(try await world.run("goals", "budget", "health", "--json").output.contains("no_budget"))
            #expect(try await world.run("goals", "budget", "apply", "300").status == .done)
            #expect(try await world.run("goals", "budget", "health").output.contains("healthy"))
            // Of two goals with the same deadline, the one with the smaller id gets the whole first payment.
            let plan = amounts(try await world.run("goals", "plan", "--json"))
            #expect(plan.sorted() == ["0.00", "300.00"])
            #expect(try await world.run("goals", "edit", "Trip", "--target", "600.01").status == .done)
            #expect(try await world.run("goals", "budget", "health", "--json").output.contains("severe_risk"))
            #expect(try await world.run("goals", "budget", "apply", "400").status == .done)
            #expect(try await world.run("goals", "edit", "Trip", "--target", "599").status == .done)
            #expect(
                try await world.run("goals", "budget", "health", "--json").output.contains("needs_recalculation"))
        }
    }

    @Test("A goal without a rate blocks a budget, and names itself")
    func budget_noRate_isBlocked() async throws {
        try await visit { world in
            #expect(try await world.run("goals", "add", "Coin", "1 doge", "--by", "2026-09-01").status == .done)
            let blocked = try await world.run("goals", "budget", "apply", "300")
            #expect(blocked.status == .rateUnavailable && blocked.failure?.code == "blocked_rates")
            #expect(blocked.failure?.message.contains("Coin") == true)
        }
    }

    @Test("A month is started, counts what reaches the goals, is closed, and opened again")
    func execute_wholeMonth_countsContributions() async throws {
        try await visit { world in
            let nothing = try await world.run("goals", "execute", "finish")
            #expect(nothing.status == .conflict && nothing.failure?.code == "finish_not_executing")
            let started = try await world.run("goals", "execute", "start", "--json")
            #expect(started.output.contains("\"phase\":\"executing\""), "\(started.errors)")
            #expect(try await world.run("goals", "execute", "start").failure?.code == "start_already_executing")
            #expect(try await world.run("goals", "plan", "set", "Trip", "5").failure?.code == "plan_frozen")
            clock.advance(by: .seconds(3_600))
            #expect(try await world.run("goals", "contribute", "Trip", "25").status == .done)
            let status = try await world.run("goals", "execute", "--json")
            #expect(status.output.contains("\"contributed\":\"25.00\",\"percent\":25"), "\(status.output)")
            clock.advance(by: .seconds(3_600))
            let closed = try await world.run("goals", "execute", "finish")
            #expect(closed.output.hasPrefix("Closed 2026-01 (closed)"), "\(closed.output)\(closed.errors)")
            #expect(try await world.run("goals", "execute", "undo", "--json").output.contains("\"executing\""))
            #expect(try await world.run("goals", "config", "set", "undo-hours", "0").status == .done)
            let late = try await world.run("goals", "execute", "undo")
            #expect(late.status == .conflict && late.failure?.code == "undo_start_expired")
        }
    }

    @Test("Settings of goals have their ranges")
    func config_settings_areChecked() async throws {
        try await visit { world in
            let day = try await world.run("goals", "config", "set", "payment-day", "29")
            #expect(day.status == .badInput && day.failure?.code == "payment_day")
            #expect(try await world.run("goals", "config", "set", "payment-day", "15").status == .done)
            #expect(try await world.run("goals", "config", "get", "payment-day").output == "15\n")
            #expect(try await world.run("goals", "config", "set", "display-currency", "eur").status == .done)
            #expect(try await world.run("goals", "config").output.contains("eur"))
            #expect(try await world.run("goals", "config", "set", "undo-hours", "169").status == .badInput)
        }
    }

    @Test("The history of a goal is listed and written as a table; a first reservation is made at once")
    func history_events_areListed() async throws {
        try await visit { world in
            let added = try await world.run(
                "goals", "add", "Car", "500 usd", "--by", "2026-12-01", "--from", "usdf:100", "--json")
            #expect(added.output.contains("\"total\":\"100.00\""), "\(added.errors)")
            let tooMuch = try await world.run(
                "goals", "add", "Boat", "500 usd", "--by", "2026-12-01", "--from", "usdf:801")
            #expect(tooMuch.status == .notPossible && tooMuch.failure?.code == "exceeds_total")
            #expect(try await world.run("goals", "show", "Boat").status == .notFound)
            #expect(
                try await world.run(
                    "goals", "add", "Rest", "5000 usd", "--by", "2026-12-01", "--from", "usdf:rest"
                ).status == .done)
            #expect(try await world.run("goals", "allocate", "usdf", "Car", "40").status == .done)
            let history = try await world.run("goals", "history", "Car")
            #expect(history.output.contains("-60.000000 USDF") && history.output.contains("now 40.000000"))
            let written = try await world.run("goals", "history", "Car", "--csv", world.path("car.csv"))
            #expect(written.output.hasPrefix("Wrote 2 rows"), "\(written.errors)")
        }
    }
}
