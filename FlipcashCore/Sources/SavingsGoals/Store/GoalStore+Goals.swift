public import FlipcashCore
import GRDB

extension GoalStore {
    /// Returns the goals by deadline, then name, then id; only active ones unless `includingHidden`.
    public func goals(includingHidden: Bool = false) throws(GoalStoreFailure) -> [Goal] {
        try read { database in
            let filter = includingHidden ? "" : "WHERE lifecycle = 'active'"
            return try Row.fetchAll(database, sql: "SELECT * FROM goal \(filter) ORDER BY deadline, name, id")
                .map(Goal.init)
        }
    }

    /// Returns the goal `id`; nil if it does not exist.
    public func goal(_ id: GoalID) throws(GoalStoreFailure) -> Goal? {
        try read { try Self.goal($0, id) }
    }

    /// Stores a goal: a new one, or the new fields of one that is stored.
    public func put(_ goal: Goal) throws(GoalStoreFailure) {
        try write { try $0.put("goal", key: ["id"], columns: Goal.columns, goal.values) }
    }

    /// Changes the state of a goal, and frees its allocations where the rules say so.
    ///
    /// - Returns: the goal after the change.
    @discardableResult
    public func change(_ id: GoalID, to next: Goal.Lifecycle, now: Instant) throws(GoalStoreError) -> Goal {
        try writeOrRefuse { database in
            guard var goal = try Self.goal(database, id) else { throw GoalsError.goalNotFound(id.text) }
            switch try goal.change(to: next, at: now) {
            case .kept: break
            case .removed:
                for row in try Row.fetchAll(
                    database, sql: "SELECT asset FROM allocation WHERE goal = ?", arguments: [id.text])
                {
                    try Self.apply(
                        database, [.init(goal: id, units: 0)], to: try row.asset(), date: now, created: now)
                }
            }
            if next != .active {
                try database.execute(
                    sql: "DELETE FROM plan WHERE goal = ? AND state <> 'completed'", arguments: [id.text])
            }
            try database.put("goal", key: ["id"], columns: Goal.columns, goal.values)
            return goal
        }
    }

    /// Returns what ``delete(goal:)`` would delete.
    public func cascade(deleting goal: GoalID) throws(GoalStoreError) -> Cascade {
        try writeOrRefuse { try Cascade(deleting: goal, in: try Self.tables($0)) }
    }

    /// Returns what ``delete(asset:)`` would delete.
    public func cascade(deleting asset: AssetID) throws(GoalStoreError) -> Cascade {
        try writeOrRefuse { try Cascade(deleting: asset, in: try Self.tables($0)) }
    }

    /// Deletes a goal for good, with its plans and changes and the assets that belong to it alone.
    @discardableResult
    public func delete(goal: GoalID) throws(GoalStoreError) -> Cascade {
        try writeOrRefuse { database in
            let cascade = try Cascade(deleting: goal, in: try Self.tables(database))
            try Self.carryOut(cascade, database)
            return cascade
        }
    }

    /// Deletes an asset with its transactions and allocations. Goals stay.
    @discardableResult
    public func delete(asset: AssetID) throws(GoalStoreError) -> Cascade {
        try writeOrRefuse { database in
            let cascade = try Cascade(deleting: asset, in: try Self.tables(database))
            try Self.carryOut(cascade, database)
            return cascade
        }
    }

    /// The foreign keys delete transactions, allocations, changes and plans with the rows below.
    private static func carryOut(_ cascade: Cascade, _ database: Database) throws {
        for asset in cascade.assets {
            try database.execute(sql: "DELETE FROM asset WHERE id = ?", arguments: [asset.text])
        }
        for goal in cascade.goals {
            try database.execute(sql: "DELETE FROM goal WHERE id = ?", arguments: [goal.text])
        }
    }

    private static func tables(_ database: Database) throws -> Cascade.Tables {
        Cascade.Tables(
            goals: try Row.fetchAll(database, sql: "SELECT id FROM goal").map { try $0.goal("id") },
            assets: try Row.fetchAll(database, sql: "SELECT * FROM asset ORDER BY id").map(Asset.init),
            transactions: try Row.fetchAll(database, sql: "SELECT id, asset FROM assetTransaction ORDER BY id").map {
                (try $0.value("id") { TransactionID($0) }, try $0.asset())
            },
            allocations: try Row.fetchAll(database, sql: "SELECT goal, asset FROM allocation ORDER BY goal, asset").map
            {
                Cascade.Link(goal: try $0.goal(), asset: try $0.asset())
            })
    }

    static func goal(_ database: Database, _ id: GoalID) throws -> Goal? {
        try Row.fetchOne(database, sql: "SELECT * FROM goal WHERE id = ?", arguments: [id.text]).map(Goal.init)
    }
}
