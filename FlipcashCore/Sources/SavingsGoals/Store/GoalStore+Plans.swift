import FlipcashCore
import GRDB

extension GoalStore {
    /// Returns the plans of `month`, by goal.
    public func plans(of month: MonthLabel) throws(GoalStoreFailure) -> [GoalID: Plan] {
        try read { database in
            let rows = try Row.fetchAll(
                database, sql: "SELECT * FROM plan WHERE month = ?", arguments: [month.description])
            return Dictionary(try rows.map(Plan.init).map { ($0.goal, $0) }) { first, _ in first }
        }
    }

    /// Stores plans in one transaction.
    public func put(_ plans: [Plan]) throws(GoalStoreFailure) {
        try write { database in
            for plan in plans { try Self.put(database, plan) }
        }
    }

    /// Stores plans and settings in one transaction, as when a budget is applied.
    public func put(_ plans: [Plan], _ settings: GoalSettings) throws(GoalStoreFailure) {
        try write { database in
            for plan in plans { try Self.put(database, plan) }
            try Self.put(database, settings)
        }
    }

    /// Moves the drafts of months before `month` into it.
    public func rollDrafts(into month: MonthLabel) throws(GoalStoreFailure) {
        try write { database in
            let old = try Row.fetchAll(
                database, sql: "SELECT * FROM plan WHERE state = 'draft' AND month < ? ORDER BY month",
                arguments: [month.description]
            ).map(Plan.init)
            for plan in old {
                let existing = try Row.fetchOne(
                    database, sql: "SELECT * FROM plan WHERE goal = ? AND month = ?",
                    arguments: [plan.goal.text, month.description]
                ).map(Plan.init)
                let rolled = plan.rolled(to: month, existing: existing)
                try Self.put(database, rolled)
                try database.execute(
                    sql: "DELETE FROM plan WHERE goal = ? AND month = ?",
                    arguments: [plan.goal.text, plan.month.description])
            }
        }
    }

    /// Stores the total of a goal on a day. The first of a day stays, unless `replaces`.
    public func put(
        point: Forecast.Point, of goal: GoalID, replaces: Bool = false
    ) throws(GoalStoreFailure) {
        try write { try Self.put($0, point, of: goal, replaces: replaces) }
    }

    static func put(
        _ database: Database, _ point: Forecast.Point, of goal: GoalID, replaces: Bool
    ) throws {
        let conflict = replaces ? "DO UPDATE SET total = excluded.total" : "DO NOTHING"
        try database.execute(
            sql: "INSERT INTO point (goal, date, total) VALUES (?, ?, ?) ON CONFLICT \(conflict)",
            arguments: [goal.text, point.date.description, point.total.description])
    }

    /// Returns the first total of a goal and the last seven, oldest first. A forecast uses no others.
    public func points(of goal: GoalID) throws(GoalStoreFailure) -> [Forecast.Point] {
        try read { database in
            func points(_ order: String) throws -> [Forecast.Point] {
                try Row.fetchAll(
                    database, sql: "SELECT * FROM point WHERE goal = ? ORDER BY date \(order)", arguments: [goal.text]
                ).map { Forecast.Point(date: try $0.date("date"), total: try $0.units("total")) }
            }
            let (first, last) = (try points("LIMIT 1"), try points("DESC LIMIT 7").reversed())
            return first.filter { $0.date != last.first?.date } + last
        }
    }
}
