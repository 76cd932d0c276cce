import FlipcashCore
import SavingsGoals
import Testing

@Suite("Standing orders")
struct StandingOrderPlanTests {
    private func instant(_ text: String) throws -> Instant {
        try #require(TimestampText.instant(text + "T12:00:00.000"))
    }

    private func order(_ measure: StandingOrder.Measure, _ rhythm: StandingOrder.Rhythm, first: String = "2026-01-31")
        throws
        -> StandingOrder
    {
        StandingOrder(
            id: try #require(StandingOrderID("o")), goal: try #require(GoalID("g")), asset: try #require(AssetID("a")),
            measure: measure, rhythm: rhythm, first: try #require(CalendarDate(first)),
            created: try instant("2026-01-15"))
    }

    private func facts(
        free: ExactInteger = 1_000_000, needed: ExactInteger? = nil, _ arrivals: [(String, ExactInteger)] = []
    )
        throws -> StandingOrderPlan.Facts
    {
        .init(
            isActive: true, needed: needed, free: free,
            arrivals: try arrivals.map { .init(id: "in-\($0.0)", units: $0.1, date: try instant($0.0)) })
    }

    private func runs(
        _ order: StandingOrder, _ facts: StandingOrderPlan.Facts, done: Set<String> = [], now: String
    ) throws -> [StandingRun] {
        StandingOrderPlan.runs(of: order, facts: facts, done: done, now: try instant(now), calendar: .utc)
    }

    @Test("A monthly order runs once a month, counted from its first day, and catches up")
    func runs_monthly_areOncePerPeriod() throws {
        let order = try order(.amount(100), .monthly)
        let runs = try runs(order, facts(), now: "2026-03-30")
        #expect(runs.map(\.period) == ["2026-01-31", "2026-02-28"])
        #expect(runs.allSatisfy { $0.outcome == .saved && $0.units == 100 })
        #expect(try self.runs(order, facts(), done: Set(runs.map(\.period)), now: "2026-03-30").isEmpty)
        #expect(try self.runs(order, facts(), done: ["2026-01-31", "2026-02-28"], now: "2026-03-31").count == 1)
        #expect(try self.runs(order, facts(), now: "2026-01-30").isEmpty)
    }

    @Test("A share is taken of what came in during the period, each arrival once")
    func runs_weeklyShare_countsEachArrivalOnce() throws {
        let order = try order(.share(basisPoints: 1_000), .weekly, first: "2026-02-01")
        let facts = try facts([("2026-01-10", 5_000), ("2026-01-20", 1_000), ("2026-02-03", 555), ("2026-02-20", 1)])
        let runs = try runs(order, facts, now: "2026-02-16")
        #expect(runs.map(\.units) == [100, 55, 0])
        #expect(runs.map(\.outcome) == [.saved, .saved, .nothingCameIn])
    }

    @Test("An order for arrivals runs for each one, and not for money from before it was made")
    func runs_arrivals_areOneEach() throws {
        let order = try order(.share(basisPoints: 5_000), .arrival)
        let facts = try facts([("2026-01-10", 100), ("2026-02-03", 101), ("2026-02-02", 50)])
        #expect(try runs(order, facts, now: "2026-02-04").map(\.period) == ["in-2026-02-02", "in-2026-02-03"])
        #expect(try runs(order, facts, now: "2026-02-04").map(\.units) == [25, 50])
        #expect(try runs(order, facts, done: ["in-2026-02-02"], now: "2026-02-04").count == 1)
    }

    @Test("A run says why it did nothing, and never takes more than is free or needed")
    func runs_limits_areExplained() throws {
        let order = try order(.amount(100), .monthly)
        #expect(try runs(order, facts(free: 150), now: "2026-02-28").map(\.outcome) == [.saved, .notEnoughFree])
        let nearly = try runs(order, facts(needed: 130), now: "2026-03-31")
        #expect(nearly.map(\.units) == [100, 30, 0] && nearly.last?.outcome == .goalReached)
        var inactive = try facts()
        inactive.isActive = false
        #expect(try runs(order, inactive, now: "2026-02-01").map(\.outcome) == [.goalNotActive])
    }
}
