public import FlipcashCore
import GRDB

extension GoalStore {
    /// Returns the last readings of a watched address; nil if it was never read.
    public func reading(of asset: AssetID) throws(GoalStoreFailure) -> ChainReading? {
        try read { try Self.reading($0, asset) }
    }

    /// Stores the last readings of a watched address.
    public func put(_ reading: ChainReading) throws(GoalStoreFailure) { try write { try Self.put($0, reading) } }

    /// Stores a reading with its transfers: new ones, and those whose amount or date changed. All or nothing.
    ///
    /// A transfer of a contribution that is pending counts for its goal. Deposits raise the share of a dedicated asset
    /// (``ChainImport/steps(allocations:balance:deposits:)``).
    @discardableResult
    public func importTransfers(
        _ transfers: [ChainImport.Transfer], _ reading: ChainReading, now: Instant, random: any RandomSource
    ) throws(GoalStoreError) -> ChainImport {
        try writeOrRefuse { database in
            let asset = reading.asset
            guard let stored = try Self.asset(database, asset) else { throw GoalsError.assetNotFound(asset.text) }
            let held = try Row.fetchAll(
                database, sql: "SELECT * FROM assetTransaction WHERE asset = ? AND externalID IS NOT NULL",
                arguments: [asset.text]
            ).map(AssetTransaction.init)
            let known = Dictionary(held.map { ($0.externalID ?? "", $0) }) { first, _ in first }
            let existing = held.compactMap { transaction in
                transaction.externalID.map {
                    ChainImport.Transfer(externalID: $0, units: transaction.units, date: transaction.date)
                }
            }
            let plan = ChainImport(existing: existing, incoming: transfers)
            let before = try Self.balance(before: plan.inserted, reading, database)
            try Self.put(database, reading)
            for transfer in plan.updated {
                guard let old = known[transfer.externalID] else { continue }
                try Self.move(database, asset, by: -old.units)
                try Self.insert(database, AssetTransaction(transfer, id: old.id, asset: asset, comment: old.comment))
            }
            var deposits: [ChainImport.Transfer] = []
            for transfer in plan.inserted {
                let transaction = AssetTransaction(transfer, id: TransactionID(random: random), asset: asset)
                try Self.insert(database, transaction)
                let isCounted = try Self.count(
                    pending: transfer.externalID, in: stored, balance: before, database, now: now)
                if !isCounted { deposits.append(transfer) }
            }
            let balance = try reading.units ?? Self.bookBalance(database, asset)
            let steps = ChainImport.steps(
                allocations: try Self.allocations(database, asset), balance: balance, deposits: deposits)
            for step in steps {
                try Self.apply(database, [step.change], to: asset, date: step.date, created: now)
            }
            return plan
        }
    }

    /// The balance of a watched address before the pending payments among `transfers`: the last reading, or without one
    /// the new reading without those payments.
    private static func balance(
        before transfers: [ChainImport.Transfer], _ reading: ChainReading, _ database: Database
    ) throws -> ExactInteger {
        if let units = try Self.reading(database, reading.asset)?.units { return units }
        guard let units = reading.units else { return try bookBalance(database, reading.asset) }
        return try transfers.reduce(units) { left, transfer in
            try pending(database, transfer.externalID) == nil ? left : left - transfer.units
        }
    }

    /// Raises the share of the goal of a pending contribution whose payment has arrived.
    ///
    /// - Parameter before: the balance of `asset` before the payment.
    /// - Returns: whether `payment` was pending.
    private static func count(
        pending payment: String, in asset: Asset, balance before: ExactInteger, _ database: Database, now: Instant
    ) throws -> Bool {
        guard let pending = try pending(database, payment), pending.kind == .payment else { return false }
        try writeOwnersShare(database, of: asset, balance: before, now: now)
        var allocations = try allocations(database, pending.asset)
        let change = try allocations.receive(pending.units, balance: 0, for: pending.goal)
        try apply(database, [change].compactMap { $0 }, to: pending.asset, date: now, created: now)
        try database.execute(sql: "DELETE FROM pendingContribution WHERE payment = ?", arguments: [payment])
        return true
    }

    static func reading(_ database: Database, _ asset: AssetID) throws -> ChainReading? {
        try Row.fetchOne(database, sql: "SELECT * FROM chainReading WHERE asset = ?", arguments: [asset.text]).map {
            row in
            ChainReading(
                asset: asset, units: try row.optional("units") { ExactInteger($0) },
                read: try row.optional("read") { TimestampText.instant($0) },
                listed: try row.optional("listed") { TimestampText.instant($0) },
                asked: try row.optional("asked") { TimestampText.instant($0) },
                failure: try row.optionalText("failure"))
        }
    }

    static func put(_ database: Database, _ reading: ChainReading) throws {
        try database.put(
            "chainReading", key: ["asset"], columns: ["asset", "units", "read", "listed", "asked", "failure"],
            [
                reading.asset.text, reading.units?.description, reading.read?.column, reading.listed?.column,
                reading.asked?.column, reading.failure,
            ])
    }
}

extension AssetTransaction {
    /// The transaction of a transfer on a chain.
    fileprivate init(
        _ transfer: ChainImport.Transfer, id: TransactionID, asset: AssetID, comment: String? = nil
    ) {
        self.init(
            id: id, asset: asset, units: transfer.units, date: transfer.date, source: .onChain,
            externalID: transfer.externalID, counterparty: transfer.counterparty, comment: comment)
    }
}
