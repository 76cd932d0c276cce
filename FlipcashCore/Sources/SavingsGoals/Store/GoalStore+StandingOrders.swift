public import FlipcashCore
import GRDB

extension GoalStore {
    /// Returns all standing orders.
    public func standingOrders() throws(GoalStoreFailure) -> [StandingOrder] {
        try read { try Row.fetchAll($0, sql: "SELECT * FROM standingOrder ORDER BY id").map(StandingOrder.init) }
    }

    /// Stores a standing order.
    public func put(_ order: StandingOrder) throws(GoalStoreFailure) {
        try write { try $0.put("standingOrder", key: ["id"], columns: StandingOrder.columns, order.values) }
    }

    /// Deletes a standing order with its log.
    ///
    /// - Returns: false if there is no such order.
    @discardableResult
    public func delete(standingOrder id: StandingOrderID) throws(GoalStoreFailure) -> Bool {
        try write { database in
            try database.execute(sql: "DELETE FROM standingOrder WHERE id = ?", arguments: [id.text])
            return database.changesCount > 0
        }
    }

    /// Returns the runs of an order, newest first.
    public func runs(of order: StandingOrderID, limit: Int = .max) throws(GoalStoreFailure) -> [StandingRun] {
        try read { database in
            try Row.fetchAll(
                database,
                sql: "SELECT * FROM standingRun WHERE standingOrder = ? ORDER BY date DESC, period DESC LIMIT ?",
                arguments: [order.text, limit]
            ).map(StandingRun.init)
        }
    }

    /// Carries out a planned run: raises the goal's share and writes the log, both or neither. A period that has run
    /// already is left alone, also when another process ran it meanwhile.
    ///
    /// - Parameter balance: the balance of the asset.
    /// - Returns: whether the run was new.
    @discardableResult
    public func carryOut(
        _ run: StandingRun, of order: StandingOrder, balance: ExactInteger
    ) throws(GoalStoreError) -> Bool {
        try writeOrRefuse { database in
            try database.execute(
                sql: """
                    INSERT INTO standingRun (standingOrder, period, date, outcome, units) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT DO NOTHING
                    """, arguments: StatementArguments(run.values))
            guard database.changesCount > 0 else { return false }
            guard run.outcome == .saved else { return true }
            guard let asset = try Self.asset(database, order.asset) else {
                throw GoalsError.assetNotFound(order.asset.text)
            }
            try Self.writeOwnersShare(database, of: asset, balance: balance, now: run.date)
            var allocations = try Self.allocations(database, order.asset)
            let units = (allocations.shares[order.goal] ?? 0) + run.units
            let change = try allocations.set(units, for: order.goal, balance: balance, currency: asset.currency)
            try Self.apply(
                database, [change].compactMap { $0 }, to: order.asset, date: run.date, created: run.date)
            return true
        }
    }
}
