import FlipcashCore
import FlipcashTestKit
import SavingsGoals
import Testing

@Suite("Laws of the file of goals")
struct GoalStorePropertyTests {
    private static let rounds: UInt64 = 25

    /// A store after `count` random changes, some of which are refused.
    private func store(seed: UInt64, count: Int = 60) throws -> GoalStore {
        var generator = SeededGenerator(seed: seed)
        let random = SeededRandomSource(seed: seed)
        let store = try GoalStore.inMemory()
        let goals = try ["g", "h", "i"].map { try GoalStoreTests.goal($0, name: "Goal \($0)") }
        let assets = try ["a", "b"].map { try GoalStoreTests.asset($0, owner: goals.first) }
        for goal in goals { try store.put(goal) }
        for asset in assets { try store.put(asset) }
        for step in 0..<count {
            let now = TestClock.start.advanced(by: .seconds(Int64(step) * 100))
            let goal = try #require(goals.randomElement(using: &generator))
            let asset = try #require(assets.randomElement(using: &generator))
            let units = ExactInteger(Int.random(in: -500...900, using: &generator))
            switch Int.random(in: 0..<8, using: &generator) {
            case 0...3 where !units.isZero:
                let entry = AssetTransaction(
                    id: TransactionID(random: random), asset: asset.id, units: units,
                    date: now.advanced(by: .seconds(-Int64.random(in: 0...5_000, using: &generator))),
                    externalID: Bool.random(using: &generator) ? "x\(units)" : nil)
                _ = try? store.log(entry, for: Bool.random(using: &generator) ? goal.id : nil, now: now)
            case 4, 5:
                _ = try? store.allocate(
                    units, of: asset.id, to: goal.id, balance: store.bookBalance(of: asset.id), now: now)
            case 6: try store.put(point: .init(date: CalendarDate(dayNumber: 20_000 + step), total: units), of: goal.id)
            default: _ = try? store.change(goal.id, to: Bool.random(using: &generator) ? .cancelled : .active, now: now)
            }
        }
        return store
    }

    @Test("Replaying the change rows reproduces today's shares, and balances are the sums of transactions")
    func changes_replayed_areTodaysShares() throws {
        for seed in 0..<Self.rounds {
            let store = try store(seed: seed)
            for asset in try store.assets() {
                #expect(
                    try AllocationChange.replay(store.allocationChanges(of: asset.id))
                        == store.allocations(of: asset.id), "seed \(seed)")
                let sum = try store.transactions(of: asset.id).reduce(0 as ExactInteger) { $0 + $1.units }
                #expect(try store.bookBalance(of: asset.id) == sum, "seed \(seed)")
            }
        }
    }

    @Test("Export, import and export again are identical, and importing twice is importing once")
    func archive_roundTrips_areIdentical() throws {
        for seed in 0..<Self.rounds {
            let text = try store(seed: seed).archive().json()
            let other = try GoalStore.inMemory()
            let archive = try GoalArchive(json: text, file: "x")
            _ = try other.merge(archive, now: TestClock.start)
            #expect(try other.archive().json() == text, "seed \(seed)")
            #expect(try other.merge(archive, now: TestClock.start).isEmpty, "seed \(seed)")
            #expect(try other.archive().json() == text, "seed \(seed)")
        }
    }

    @Test("Months and settings are part of an export; settings that are not valid are refused")
    func archive_monthsAndSettings_areKept() throws {
        let store = try store(seed: 1)
        let (now, month) = (TestClock.start, MonthLabel(TestClock.start))
        let goal = try #require(try store.goals(includingHidden: true).first)
        let plan = Plan(
            goal: goal.id, month: month,
            figures: PlanFigures(required: 10, remaining: 20, months: 2, currency: .usd), computed: now)
        let rate = RateEntry(pair: RatePair(.usdf, .usd), rate: "1", date: now)
        try store.startExecution(plans: [plan], rates: [rate], undoHours: 24, now: now)
        try store.finishExecution(contributions: [], undoHours: 24, now: now.advanced(by: .seconds(5)))
        var settings = GoalSettings()
        settings.paymentDay = 15
        try store.put(settings)
        let text = try store.archive().json()
        let other = try GoalStore.inMemory()
        _ = try other.merge(GoalArchive(json: text, file: "x"), now: now)
        #expect(try other.archive().json() == text)
        #expect(try other.settings().paymentDay == 15 && other.executions() == store.executions())
        let bad = text.replacing("\"value\" : \"15\"", with: "\"value\" : \"29\"")
        #expect(throws: ImportFailure.self) { try GoalArchive(json: bad, file: "x") }
    }
}
