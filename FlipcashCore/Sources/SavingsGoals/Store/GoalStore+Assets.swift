public import FlipcashCore
import GRDB

extension GoalStore {
    /// Returns all assets, or those that `goal` owns or has a share of.
    public func assets(of goal: GoalID? = nil) throws(GoalStoreFailure) -> [Asset] {
        try read { database in
            guard let goal else {
                return try Row.fetchAll(database, sql: "SELECT * FROM asset ORDER BY id").map(Asset.init)
            }
            return try Row.fetchAll(
                database,
                sql: """
                    SELECT * FROM asset WHERE owner = :goal
                        OR id IN (SELECT asset FROM allocation WHERE goal = :goal) ORDER BY id
                    """, arguments: ["goal": goal.text]
            ).map(Asset.init)
        }
    }

    /// Returns the asset `id`; nil if it does not exist.
    public func asset(_ id: AssetID) throws(GoalStoreFailure) -> Asset? {
        try read { try Self.asset($0, id) }
    }

    /// Stores an asset: a new one, or the new fields of one that is stored.
    public func put(_ asset: Asset) throws(GoalStoreFailure) {
        try write { try $0.put("asset", key: ["id"], columns: Asset.columns, asset.values) }
    }

    /// The sum of an asset's transactions; negative when more went out than came in.
    public func bookBalance(of asset: AssetID) throws(GoalStoreFailure) -> ExactInteger {
        try read { try Self.bookBalance($0, asset) }
    }

    /// Returns the transactions of `asset`, newest first; those since a moment, or all.
    public func transactions(
        of asset: AssetID, since start: Instant? = nil
    ) throws(GoalStoreFailure) -> [AssetTransaction] {
        try read { database in
            try Row.fetchAll(
                database,
                sql: "SELECT * FROM assetTransaction WHERE asset = ? AND date >= ? ORDER BY date DESC, id DESC",
                arguments: [asset.text, start?.column ?? ""]
            ).map(AssetTransaction.init)
        }
    }

    /// Returns the transaction `id`; nil if it does not exist.
    public func transaction(_ id: TransactionID) throws(GoalStoreFailure) -> AssetTransaction? {
        try read { database in
            try Row.fetchOne(database, sql: "SELECT * FROM assetTransaction WHERE id = ?", arguments: [id.text])
                .map(AssetTransaction.init)
        }
    }

    /// Returns the shares of `asset` that are promised to goals.
    public func allocations(of asset: AssetID) throws(GoalStoreFailure) -> Allocations {
        try read { try Self.allocations($0, asset) }
    }

    /// Returns the changes of the shares of `asset`, in the order in which they take effect.
    public func allocationChanges(of asset: AssetID) throws(GoalStoreFailure) -> [AllocationChange] {
        try read { database in
            try Row.fetchAll(
                database, sql: "SELECT * FROM allocationChange WHERE asset = ? ORDER BY date, created, sequence",
                arguments: [asset.text]
            ).map(AllocationChange.init)
        }
    }

    /// Returns the shares of `asset` at `balance`, with the share that an owner has without a row: as long as no part
    /// of an asset was ever promised to a goal, all of it counts for its owner.
    public func shares(of asset: Asset, balance: ExactInteger) throws(GoalStoreFailure) -> Allocations {
        try read { try Self.shares($0, of: asset, balance: balance) }
    }

    /// Returns what `goal` got of `asset` since `start`: each raise of its share, or the deposits of an asset while it
    /// is the goal's without a share. In order of time.
    public func contributions(
        of asset: Asset, to goal: GoalID, since start: Instant
    ) throws(GoalStoreFailure) -> [(date: Instant, units: ExactInteger)] {
        try read { database in
            func entries(_ sql: String, _ arguments: StatementArguments) throws -> [(
                date: Instant, units: ExactInteger
            )] {
                try Row.fetchAll(database, sql: "SELECT units, date FROM \(sql)", arguments: arguments).map {
                    (try $0.instant("date"), try $0.units("units"))
                }
            }
            let moved = "assetTransaction WHERE asset = ? AND date >= ? ORDER BY date"
            let ownShare = try Self.shares(database, of: asset, balance: 1).shares[goal]
            if try ownShare != nil && Self.allocations(database, asset.id).shares.isEmpty {
                return try entries(moved, [asset.id.text, start.column]).filter { $0.units.signum > 0 }
            }
            let keys: StatementArguments = [asset.id.text, goal.text, start.column]
            let changes = "allocationChange WHERE asset = ? AND goal = ? AND date"
            let before = try entries("\(changes) < ? ORDER BY date DESC, created DESC, sequence DESC LIMIT 1", keys)
            let shares = try entries("\(changes) >= ? ORDER BY date, created, sequence", keys)
            guard before.isEmpty, let end = try Self.endOfOwnership(database, of: asset, by: goal) else {
                return Self.raises(of: shares, from: before.first?.units ?? 0)
            }
            // The owner's first share is what the asset had, not a contribution.
            let since = try entries(moved, [asset.id.text, start.column])
            let later = since.filter { $0.date >= end }.reduce(0 as ExactInteger) { $0 + $1.units }
            let had = try max(0, Self.bookBalance(database, asset.id) - later)
            return since.filter { $0.date < end && $0.units.signum > 0 } + Self.raises(of: shares, from: had)
        }
    }

    /// Returns by how much each of `shares` exceeds the one before it; `share` is the one before the first.
    private static func raises(
        of shares: [(date: Instant, units: ExactInteger)], from share: ExactInteger
    ) -> [(date: Instant, units: ExactInteger)] {
        zip(shares, [share] + shares.map(\.units)).compactMap { next, share in
            next.units > share ? (next.date, next.units - share) : nil
        }
    }

    /// Stores a new goal together with an asset and its share, or none of them.
    ///
    /// - Throws: `GoalsError.exceedsTotal` when other goals leave less than `units` of `balance`.
    public func add(
        _ goal: Goal, asset: Asset, share units: ExactInteger, balance: ExactInteger, now: Instant
    ) throws(GoalStoreError) {
        try writeOrRefuse { database in
            try database.put("goal", key: ["id"], columns: Goal.columns, goal.values)
            try database.put("asset", key: ["id"], columns: Asset.columns, asset.values)
            var allocations = try Self.allocations(database, asset.id)
            let change = try allocations.set(units, for: goal.id, balance: balance, currency: asset.currency)
            try Self.apply(database, [change].compactMap { $0 }, to: asset.id, date: now, created: now)
        }
    }

    /// Sets the share of `goal` in `asset` (goals specification §4.3).
    ///
    /// - Parameter balance: the asset's balance; for a manual asset, ``bookBalance(of:)``.
    /// - Returns: whether the share changed.
    @discardableResult
    public func allocate(
        _ units: ExactInteger, of asset: AssetID, to goal: GoalID, balance: ExactInteger, now: Instant
    ) throws(GoalStoreError) -> Bool {
        try writeOrRefuse { database in
            guard let stored = try Self.asset(database, asset) else { throw GoalsError.assetNotFound(asset.text) }
            guard try Self.goal(database, goal) != nil else { throw GoalsError.goalNotFound(goal.text) }
            try Self.writeOwnersShare(database, of: stored, balance: balance, now: now)
            var allocations = try Self.allocations(database, asset)
            let change = try allocations.set(units, for: goal, balance: balance, currency: stored.currency)
            try Self.apply(database, [change].compactMap { $0 }, to: asset, date: now, created: now)
            return change != nil
        }
    }

    /// Enters a transaction of an asset that keeps its own books, with the automatic rules of its shares.
    ///
    /// A transaction with an external id that is stored already changes nothing, so a repeated sync counts it once.
    ///
    /// - Parameter goal: the goal for which the money came; nil to leave it to the rules.
    /// - Returns: whether the transaction is new.
    @discardableResult
    public func log(
        _ transaction: AssetTransaction, for goal: GoalID? = nil, now: Instant
    ) throws(GoalStoreError) -> Bool {
        try writeOrRefuse { database in
            let asset = transaction.asset
            guard let stored = try Self.asset(database, asset) else { throw GoalsError.assetNotFound(asset.text) }
            if let goal, try Self.goal(database, goal) == nil { throw GoalsError.goalNotFound(goal.text) }
            if let external = transaction.externalID,
                try Row.fetchOne(
                    database, sql: "SELECT 1 FROM assetTransaction WHERE asset = ? AND externalID = ?",
                    arguments: [asset.text, external]) != nil
            {
                return false
            }
            let balance = try Self.bookBalance(database, asset)
            if goal != nil {
                try Self.writeOwnersShare(
                    database, of: stored, balance: balance, date: min(now, transaction.date), now: now)
            }
            var allocations = try Self.allocations(database, asset)
            let change = try allocations.receive(transaction.units, balance: balance, for: goal)
            try Self.insert(database, transaction)
            try Self.apply(database, [change].compactMap { $0 }, to: asset, date: transaction.date, created: now)
            return true
        }
    }

    /// Deletes a transaction. The shares stay; the asset may promise more than it has afterwards.
    ///
    /// - Returns: false if there is no such transaction.
    @discardableResult
    public func delete(transaction id: TransactionID) throws(GoalStoreFailure) -> Bool {
        try write { database in
            guard
                let row = try Row.fetchOne(
                    database, sql: "SELECT * FROM assetTransaction WHERE id = ?", arguments: [id.text])
            else { return false }
            let transaction = try AssetTransaction(row)
            try database.execute(sql: "DELETE FROM assetTransaction WHERE id = ?", arguments: [id.text])
            try Self.move(database, transaction.asset, by: -transaction.units)
            return true
        }
    }

    /// Inserts a transaction and keeps the asset's sum.
    static func insert(_ database: Database, _ transaction: AssetTransaction) throws {
        try database.put("assetTransaction", key: ["id"], columns: AssetTransaction.columns, transaction.values)
        try move(database, transaction.asset, by: transaction.units)
    }

    /// Changes the stored sum of an asset's transactions.
    static func move(_ database: Database, _ asset: AssetID, by units: ExactInteger) throws {
        let balance = try bookBalance(database, asset) + units
        try database.execute(
            sql: "UPDATE asset SET balance = ? WHERE id = ?", arguments: [balance.description, asset.text])
    }

    /// Writes changed shares, each with one row of the history.
    ///
    /// A change never counts before an earlier change of the same share, so that the history leads to today's shares.
    static func apply(
        _ database: Database, _ changes: [Allocations.Change], to asset: AssetID, date: Instant, created: Instant
    ) throws {
        for change in changes {
            if change.units.signum > 0 {
                try database.put(
                    "allocation", key: ["asset", "goal"], columns: ["asset", "goal", "units"],
                    [asset.text, change.goal.text, change.units.description])
            } else {
                try database.execute(
                    sql: "DELETE FROM allocation WHERE asset = ? AND goal = ?",
                    arguments: [asset.text, change.goal.text])
            }
            let latest = try Row.fetchOne(
                database,
                sql: "SELECT date FROM allocationChange WHERE asset = ? AND goal = ? ORDER BY date DESC LIMIT 1",
                arguments: [asset.text, change.goal.text]
            ).map { try $0.instant("date") }
            try append(
                database,
                AllocationChange(
                    asset: asset, goal: change.goal, units: change.units, date: max(date, latest ?? date),
                    created: max(created, latest ?? created)))
        }
    }

    static func append(_ database: Database, _ change: AllocationChange) throws {
        try database.execute(
            sql: """
                INSERT INTO allocationChange (asset, goal, units, date, created, month) VALUES (?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                change.asset.text, change.goal.text, change.units.description, change.date.column,
                change.created.column, MonthLabel(change.date).description,
            ])
    }

    static func asset(_ database: Database, _ id: AssetID) throws -> Asset? {
        try Row.fetchOne(database, sql: "SELECT * FROM asset WHERE id = ?", arguments: [id.text]).map(Asset.init)
    }

    static func bookBalance(_ database: Database, _ asset: AssetID) throws -> ExactInteger {
        try Row.fetchOne(database, sql: "SELECT balance FROM asset WHERE id = ?", arguments: [asset.text])
            .map { try $0.units("balance") } ?? 0
    }

    static func shares(_ database: Database, of asset: Asset, balance: ExactInteger) throws -> Allocations {
        let allocations = try allocations(database, asset.id)
        guard let owner = asset.owner, allocations.shares.isEmpty,
            try Row.fetchOne(
                database, sql: "SELECT 1 FROM allocationChange WHERE asset = ? LIMIT 1", arguments: [asset.id.text])
                == nil
        else { return allocations }
        return try Allocations([owner: max(0, balance)])
    }

    /// The date of the first change of `asset`, if that gave `goal`, its owner, a share; nil otherwise. The owner had
    /// all of the asset before.
    private static func endOfOwnership(_ database: Database, of asset: Asset, by goal: GoalID) throws -> Instant? {
        guard asset.owner == goal else { return nil }
        let first = try Row.fetchOne(
            database,
            sql: "SELECT goal, date FROM allocationChange WHERE asset = ? ORDER BY date, created, sequence LIMIT 1",
            arguments: [asset.id.text])
        guard let first, try first.goal() == goal else { return nil }
        return try first.instant("date")
    }

    /// Writes the share that an owner has without a row, before the first promise to a goal replaces it.
    static func writeOwnersShare(
        _ database: Database, of asset: Asset, balance: ExactInteger, date: Instant? = nil, now: Instant
    ) throws {
        guard let owner = asset.owner, try allocations(database, asset.id).shares.isEmpty,
            let units = try shares(database, of: asset, balance: balance).shares[owner]
        else { return }
        try apply(database, [.init(goal: owner, units: units)], to: asset.id, date: date ?? now, created: now)
    }

    static func allocations(_ database: Database, _ asset: AssetID) throws -> Allocations {
        let rows = try Row.fetchAll(
            database, sql: "SELECT goal, units FROM allocation WHERE asset = ?", arguments: [asset.text])
        return try Allocations(
            Dictionary(try rows.map { (try $0.goal(), try $0.units("units")) }) { first, _ in first })
    }
}
