public import FlipcashCore
import GRDB

extension GoalStore {
    /// Reads all records that an export contains.
    public func archive() throws(GoalStoreFailure) -> GoalArchive {
        try read { database in
            func rows(_ sql: String) throws -> [Row] { try Row.fetchAll(database, sql: "SELECT * FROM \(sql)") }
            var archive = GoalArchive()
            archive.goals = try rows("goal ORDER BY id").map(Goal.init)
            archive.assets = try rows("asset ORDER BY id").map(Asset.init)
            archive.transactions = try rows("assetTransaction ORDER BY id").map(AssetTransaction.init)
            archive.shares = try rows("allocation ORDER BY asset, goal").map {
                .init(asset: try $0.asset(), goal: try $0.goal(), units: try $0.units("units"))
            }
            archive.changes = try rows("allocationChange ORDER BY date, created, sequence").map(AllocationChange.init)
            archive.plans = try rows("plan ORDER BY month, goal").map(Plan.init)
            archive.points = try rows("point ORDER BY goal, date").map {
                .init(goal: try $0.goal(), point: .init(date: try $0.date("date"), total: try $0.units("total")))
            }
            archive.orders = try rows("standingOrder ORDER BY id").map(StandingOrder.init)
            archive.runs = try rows("standingRun ORDER BY standingOrder, period").map(StandingRun.init)
            archive.executions = try Self.executions(database)
            archive.completions = try Self.completions(database)
            for row in try rows("setting WHERE key <> 'lastReminded'") {
                archive.settings[try row.text("key")] = try row.text("value")
            }
            return archive
        }
    }

    /// Merges `archive` in one transaction. Importing the same archive twice changes nothing the second time.
    ///
    /// - Parameter isDryRun: whether to only return what would be written.
    public func merge(
        _ archive: GoalArchive, now: Instant, isDryRun: Bool = false
    ) throws(GoalStoreFailure) -> GoalImportPlan {
        let plan = GoalImportPlan(merging: archive, into: try self.archive(), now: now)
        guard !isDryRun else { return plan }
        try write { database in
            for goal in plan.goals { try database.put("goal", key: ["id"], columns: Goal.columns, goal.values) }
            for asset in plan.assets { try database.put("asset", key: ["id"], columns: Asset.columns, asset.values) }
            for transaction in plan.transactions { try Self.insert(database, transaction) }
            for share in plan.shares {
                try database.put(
                    "allocation", key: ["asset", "goal"], columns: ["asset", "goal", "units"],
                    [share.asset.text, share.goal.text, share.units.description])
            }
            for change in plan.changes { try Self.append(database, change) }
            for entry in plan.plans {
                try database.put("plan", key: ["goal", "month"], columns: Plan.columns, entry.values)
            }
            for entry in plan.points {
                try database.put(
                    "point", key: ["goal", "date"], columns: ["goal", "date", "total"],
                    [entry.goal.text, entry.point.date.description, entry.point.total.description])
            }
            for order in plan.orders {
                try database.put("standingOrder", key: ["id"], columns: StandingOrder.columns, order.values)
            }
            try Self.writeMonths(plan, database)
            for run in plan.runs {
                try database.put(
                    "standingRun", key: ["standingOrder", "period"], columns: StandingRun.columns, run.values)
            }
        }
        return plan
    }

    /// Writes what an import adds to the months and the settings.
    private static func writeMonths(_ plan: GoalImportPlan, _ database: Database) throws {
        for record in plan.executions { try put(database, record) }
        for event in plan.completions {
            try database.execute(
                sql: "INSERT INTO completionEvent (month, date, undone) VALUES (?, ?, ?)",
                arguments: [event.month, event.date.column, event.undone?.column])
        }
        for (key, value) in plan.settings {
            try database.put("setting", key: ["key"], columns: ["key", "value"], [key, value])
        }
    }
}
