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
    /// - Parameter total: today's total, which a finished goal keeps; nil if it is not known.
    /// - Returns: the goal after the change.
    @discardableResult
    public func change(
        _ id: GoalID, to next: Goal.Lifecycle, total: Forecast.Point? = nil, now: Instant
    ) throws(GoalStoreError) -> Goal {
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
                try Self.endOwnersShares(database, of: id, now: now)
            }
            if next != .active {
                try database.execute(
                    sql: "DELETE FROM plan WHERE goal = ? AND state <> 'completed'", arguments: [id.text])
            }
            if let total { try Self.put(database, total, of: id, replaces: true) }
            try database.put("goal", key: ["id"], columns: Goal.columns, goal.values)
            return goal
        }
    }

    /// Ends the shares that a goal has without a row: those of its own assets of which no part was ever promised.
    private static func endOwnersShares(_ database: Database, of id: GoalID, now: Instant) throws {
        let assets = try Row.fetchAll(
            database, sql: "SELECT * FROM asset WHERE owner = ? ORDER BY id", arguments: [id.text]
        ).map(Asset.init)
        // Also of an empty asset: what comes into it later would count for the goal.
        for asset in assets where try shares(database, of: asset, balance: 1).shares[id] != nil {
            try apply(database, [.init(goal: id, units: 0)], to: asset.id, date: now, created: now)
        }
    }

    /// Returns what ``delete(goal:)`` would delete.
    public func cascade(deleting goal: GoalID) throws(GoalStoreError) -> Cascade {
        try writeOrRefuse { try Self.cascade($0, deleting: goal) }
    }

    /// Returns what ``delete(asset:)`` would delete.
    public func cascade(deleting asset: AssetID) throws(GoalStoreError) -> Cascade {
        try writeOrRefuse { try Self.cascade($0, deleting: asset) }
    }

    /// Deletes a goal for good, with its plans and changes and the assets that belong to it alone.
    @discardableResult
    public func delete(goal: GoalID) throws(GoalStoreError) -> Cascade {
        try writeOrRefuse { database in
            let cascade = try Self.cascade(database, deleting: goal)
            try Self.carryOut(cascade, database)
            return cascade
        }
    }

    /// Deletes an asset with its transactions and allocations. Goals stay.
    @discardableResult
    public func delete(asset: AssetID) throws(GoalStoreError) -> Cascade {
        try writeOrRefuse { database in
            let cascade = try Self.cascade(database, deleting: asset)
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

    private static func cascade(_ database: Database, deleting id: GoalID) throws -> Cascade {
        let assets = try Row.fetchAll(
            database, sql: "SELECT * FROM asset WHERE owner = ? ORDER BY id", arguments: [id.text]
        ).map(Asset.init)
        var tables = try tables(database, of: assets)
        if try goal(database, id) != nil { tables.goals = [id] }
        let own = Set(assets.map(\.id))
        let shares = try Row.fetchAll(
            database, sql: "SELECT asset FROM allocation WHERE goal = ? ORDER BY asset", arguments: [id.text])
        for asset in try shares.map({ try $0.asset() }) where !own.contains(asset) {
            tables.allocations.append(.init(goal: id, asset: asset))
        }
        return try Cascade(deleting: id, in: tables)
    }

    private static func cascade(_ database: Database, deleting id: AssetID) throws -> Cascade {
        try Cascade(deleting: id, in: tables(database, of: [asset(database, id)].compactMap { $0 }))
    }

    /// Reads `assets` with their transactions and allocations.
    private static func tables(_ database: Database, of assets: [Asset]) throws -> Cascade.Tables {
        var tables = Cascade.Tables(goals: [], assets: assets, transactions: [], allocations: [])
        for asset in assets {
            let transactions = try Row.fetchAll(
                database, sql: "SELECT id FROM assetTransaction WHERE asset = ? ORDER BY id",
                arguments: [asset.id.text])
            tables.transactions += try transactions.map { (try $0.value("id") { TransactionID($0) }, asset.id) }
            let allocations = try Row.fetchAll(
                database, sql: "SELECT goal FROM allocation WHERE asset = ? ORDER BY goal", arguments: [asset.id.text])
            tables.allocations += try allocations.map { .init(goal: try $0.goal(), asset: asset.id) }
        }
        return tables
    }

    static func goal(_ database: Database, _ id: GoalID) throws -> Goal? {
        try Row.fetchOne(database, sql: "SELECT * FROM goal WHERE id = ?", arguments: [id.text]).map(Goal.init)
    }
}
