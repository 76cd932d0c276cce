import FlipcashCore
import FlipcashTestKit
import Testing

@testable import SavingsGoals

@Suite("The months in the file of goals")
struct ExecutionStoreTests {
    private static let now = TestClock.start
    private let month = MonthLabel(Self.now)

    private func later(hours: Int64) -> Instant { Self.now.advanced(by: .seconds(hours * 3_600)) }

    private func plan(_ goal: Goal, _ required: ExactInteger, custom: ExactInteger? = nil) -> Plan {
        Plan(
            goal: goal.id, month: month,
            figures: PlanFigures(required: required, remaining: 60_000, months: 6, currency: .usd, custom: custom),
            computed: Self.now)
    }

    private func filledStore() throws -> (store: GoalStore, goal: Goal, asset: Asset) {
        let store = try GoalStore.inMemory()
        let (goal, asset) = (try GoalStoreTests.goal("g"), try GoalStoreTests.asset("a"))
        try store.put(goal)
        try store.put(asset)
        try store.log(GoalStoreTests.transaction("t", asset, 5_000_000), for: goal.id, now: Self.now)
        try store.put([plan(goal, 10_000)])
        return (store, goal, asset)
    }

    private func refusal(_ body: () throws(GoalStoreError) -> Void) -> ExecutionAction.Refusal? {
        do throws(GoalStoreError) {
            try body()
            return nil
        } catch {
            guard case .execution(.refused(let refusal)) = error else { return nil }
            return refusal
        }
    }

    @Test("A month is started, closed and opened again; its plans follow, and its end stays in the log")
    func execution_wholeCycle_movesThePlans() throws {
        let (store, goal, asset) = try filledStore()
        let rates = [RateEntry(pair: RatePair(.usdf, .usd), rate: "1", date: Self.now)]
        try store.startExecution(
            plans: Array(store.plans(of: month).values), rates: rates, undoHours: 24, now: Self.now)
        #expect(try store.plans(of: month)[goal.id]?.state == .executing)
        // The baseline is a change row of the same value; replaying still leads to today's shares.
        let changes = try store.allocationChanges(of: asset.id)
        #expect(changes.map(\.units) == [5_000_000, 5_000_000])
        #expect(try AllocationChange.replay(changes) == store.allocations(of: asset.id))
        #expect(
            refusal { () throws(GoalStoreError) in
                try store.startExecution(plans: [], rates: [], undoHours: 24, now: later(hours: 1))
            } == .startAlreadyExecuting)

        let contribution = ExecutionRecord.Contribution(
            goal: goal.id, asset: asset.id, currency: .usdf, units: 7, value: nil)
        let closed = try store.finishExecution(contributions: [contribution], undoHours: 24, now: later(hours: 2))
        #expect(closed.status == .closed && closed.rates == rates && closed.contributions == [contribution])
        #expect(try store.plans(of: month)[goal.id]?.state == .completed)
        #expect(try store.executions() == [closed])

        try store.undoExecution(undoHours: 24, now: later(hours: 3))
        #expect(try store.plans(of: month)[goal.id]?.state == .executing)
        #expect(try store.completions().map(\.undone) == [later(hours: 3)])
        try store.undoExecution(undoHours: 24, now: later(hours: 4))
        #expect(try store.plans(of: month)[goal.id]?.state == .draft)
        #expect(try store.executions().map(\.status) == [.draft])
    }

    @Test("What was closed stays, also when its goal is deleted")
    func finish_deletedGoal_keepsTheRecord() throws {
        let (store, goal, _) = try filledStore()
        try store.startExecution(plans: [plan(goal, 10_000)], rates: [], undoHours: 24, now: Self.now)
        let closed = try store.finishExecution(contributions: [], undoHours: 24, now: later(hours: 1))
        try store.delete(goal: goal.id)
        #expect(try store.executions() == [closed])
        #expect(closed.plans.map(\.goal) == [goal.id] && closed.plans.map(\.state) == [.completed])
    }

    @Test("Without undo hours nothing can be undone, and after its time neither")
    func undo_expired_isRefused() throws {
        let (store, goal, _) = try filledStore()
        try store.startExecution(plans: [plan(goal, 10_000)], rates: [], undoHours: 0, now: Self.now)
        #expect(
            refusal { () throws(GoalStoreError) in try store.undoExecution(undoHours: 0, now: Self.now) }
                == .undoStartExpired)
        #expect(
            refusal { () throws(GoalStoreError) in
                try store.undoExecution(undoHours: 24, now: later(hours: 24))
            } == .undoStartExpired)
        try store.finishExecution(contributions: [], undoHours: 0, now: later(hours: 30))
        #expect(
            refusal { () throws(GoalStoreError) in
                try store.undoExecution(undoHours: 0, now: later(hours: 31))
            } == .undoCompletionExpired)
    }

    @Test("A month with an invalid plan does not start, and nothing changes")
    func start_invalidPlan_changesNothing() throws {
        let (store, goal, asset) = try filledStore()
        let before = try store.archive()
        let tooLarge = plan(goal, 10, custom: 101)
        #expect(
            throws: GoalStoreError.execution(
                .invalidPlan(.init(goal: goal.id, problems: [.customTooLarge])))
        ) {
            try store.startExecution(plans: [tooLarge], rates: [], undoHours: 24, now: Self.now)
        }
        #expect(throws: GoalStoreError.execution(.nothingPlanned)) {
            try store.startExecution(plans: [plan(goal, 0)], rates: [], undoHours: 24, now: Self.now)
        }
        #expect(try store.archive() == before)
        #expect(try store.allocationChanges(of: asset.id).count == 1)
    }

    @Test("Contributions are valued once for each goal and asset, and those without a rate are named")
    func contributions_valued_keepWhatHasNoRate() throws {
        let (goal, asset) = (try GoalStoreTests.goal("g"), try GoalStoreTests.asset("a"))
        let doge = Asset(
            id: try #require(AssetID("d")), currency: try #require(AssetCurrency("DOGE")), source: .manual)
        let histories = [asset, doge].map { asset in
            ContributionEvents.AssetHistory(
                asset: asset.id, balance: 1_999_999, transactions: [(later(hours: 1), 1_999_999)],
                changes: [
                    AllocationChange(
                        asset: asset.id, goal: goal.id, units: 1_999_999, date: Self.now, created: Self.now)
                ], current: .none)
        }
        let events = ContributionEvents(assets: histories, start: Self.now, end: later(hours: 2), goals: [goal.id])
        let contributions = ExecutionRecord.contributions(
            of: events, rates: RateTable(), pinned: Self.now, assets: [asset.id: .usdf, doge.id: doge.currency],
            goals: [goal.id: .usd])
        #expect(contributions.map(\.value) == [199, nil])
        #expect(contributions.map(\.units) == [1_999_999, 1_999_999])
    }
}
