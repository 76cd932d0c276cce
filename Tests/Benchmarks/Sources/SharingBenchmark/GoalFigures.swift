import FlipcashCore
import FlipcashTestKit
import SavingsGoals

/// What a goal is worth, after many transactions.
struct GoalFigures {
    private let folder: TemporaryFolder
    private let store: GoalStore
    private let goal: Goal

    init(transactions: Int) throws {
        folder = try TemporaryFolder()
        store = try GoalStore(path: folder.file("goals.sqlite"))
        let now = TestClock.start
        guard let id = GoalID("g"), let deadline = CalendarDate("2027-03-01"), let start = CalendarDate("2026-01-01")
        else { preconditionFailure("the ids and dates are valid") }
        goal = Goal(
            id: id, name: "Trip", target: AssetAmount(units: 100_000_000, .usd), deadline: deadline, start: start,
            created: now)
        try store.put(goal)
        for number in 0..<10 {
            guard let asset = AssetID("a\(number)") else { preconditionFailure("the id is valid") }
            try store.put(Asset(id: asset, currency: .usdf, source: .manual, owner: goal.id))
            for entry in 0..<transactions / 10 {
                guard let id = TransactionID("t\(number)-\(entry)") else { preconditionFailure("the id is valid") }
                try store.log(
                    AssetTransaction(id: id, asset: asset, units: 10_000, date: now, externalID: nil), for: goal.id,
                    now: now)
            }
        }
    }

    func value() throws {
        var parts: [GoalTotal.Part] = []
        for asset in try store.assets(of: goal.id) {
            let balance = try store.bookBalance(of: asset.id)
            let funded = try store.shares(of: asset, balance: balance).funded(balance: balance)[goal.id] ?? 0
            precondition(funded.signum > 0)
            parts.append(.init(value: AssetAmount(units: funded, asset.currency).value, currency: asset.currency))
        }
        let total = GoalTotal(target: goal.target, parts: parts) {
            RateTable().rate(from: $0, to: .usd, now: TestClock.start)
        }
        precondition(total.isComplete && total.total.units.signum > 0)
    }

    static func measure() async throws {
        let task = "goals: value 10,000 transactions of ten assets"
        let (all, tenth) = (try GoalFigures(transactions: 10_000), try GoalFigures(transactions: 1000))
        try await Figure.time(task, calls: 50) { try all.value() }
        try await Figure.time(task, by: Figure.By.tenth, reach: .flat, calls: 50) { try tenth.value() }
    }
}
