public import FlipcashCore
import GRDB

extension GoalStore {
    /// Returns the contributions whose outcome is not known yet, oldest first.
    public func pendingContributions() throws(GoalStoreFailure) -> [PendingContribution] {
        try read { database in
            try Row.fetchAll(database, sql: "SELECT * FROM pendingContribution ORDER BY date, payment")
                .map(PendingContribution.init)
        }
    }

    /// Stores a contribution before its payment is submitted.
    public func put(_ pending: PendingContribution) throws(GoalStoreFailure) {
        try write { database in
            try database.put(
                "pendingContribution", key: ["payment"], columns: PendingContribution.columns, pending.values)
        }
    }

    /// Deletes the pending record of a contribution that was not paid.
    public func drop(pending payment: String) throws(GoalStoreFailure) {
        try write { database in
            try database.execute(sql: "DELETE FROM pendingContribution WHERE payment = ?", arguments: [payment])
        }
    }

    /// Counts a contribution that was paid, and deletes the pending record, both in one transaction.
    ///
    /// A payment becomes a transaction with the payment's id and raises the goal's share. A purchase raises the goal's
    /// share in the wallet's balance, by at most what is free. A payment that is counted already changes nothing.
    ///
    /// - Parameters:
    ///   - arrived: the units that arrived, for a purchase; nil for the ordered ones.
    ///   - balance: the balance of the wallet's asset after a purchase.
    /// - Returns: the units that were counted; nil when the contribution is not pending.
    @discardableResult
    public func settle(
        pending payment: String, arrived: ExactInteger? = nil, balance: ExactInteger = 0, now: Instant,
        random: any RandomSource
    ) throws(GoalStoreError) -> ExactInteger? {
        try writeOrRefuse { database in
            guard let pending = try Self.pending(database, payment) else { return nil }
            if let asset = try Self.asset(database, pending.asset), pending.kind == .payment {
                let before = try Self.reading(database, asset.id)?.units ?? Self.bookBalance(database, asset.id)
                try Self.writeOwnersShare(database, of: asset, balance: before, now: now)
            }
            var allocations = try Self.allocations(database, pending.asset)
            let change: Allocations.Change?
            let counted: ExactInteger
            switch pending.kind {
            case .payment:
                counted = pending.units
                change = try allocations.receive(counted, balance: 0, for: pending.goal)
                let transaction = AssetTransaction(
                    id: TransactionID(random: random), asset: pending.asset, units: counted, date: pending.date,
                    source: .onChain, externalID: payment)
                if try Self.transaction(database, pending.asset, external: payment) == nil {
                    try Self.insert(database, transaction)
                    try Self.raiseReading(database, of: pending)
                }
            case .purchase:
                counted = min(arrived ?? pending.units, allocations.unallocated(balance: balance))
                change = counted.signum > 0 ? try allocations.receive(counted, balance: 0, for: pending.goal) : nil
            }
            try Self.apply(database, [change].compactMap { $0 }, to: pending.asset, date: now, created: now)
            try database.execute(sql: "DELETE FROM pendingContribution WHERE payment = ?", arguments: [payment])
            return counted
        }
    }

    static func pending(_ database: Database, _ payment: String) throws -> PendingContribution? {
        try Row.fetchOne(database, sql: "SELECT * FROM pendingContribution WHERE payment = ?", arguments: [payment])
            .map(PendingContribution.init)
    }

    static func transaction(
        _ database: Database, _ asset: AssetID, external: String
    ) throws -> AssetTransaction? {
        try Row.fetchOne(
            database, sql: "SELECT * FROM assetTransaction WHERE asset = ? AND externalID = ?",
            arguments: [asset.text, external]
        ).map(AssetTransaction.init)
    }

    /// The last reading of the receiving account was made before the payment, so the payment is added to it.
    private static func raiseReading(_ database: Database, of pending: PendingContribution) throws {
        guard let reading = try reading(database, pending.asset), let units = reading.units,
            let read = reading.read, read < pending.date
        else { return }
        try database.execute(
            sql: "UPDATE chainReading SET units = ? WHERE asset = ?",
            arguments: [(units + pending.units).description, pending.asset.text])
    }
}

extension PendingContribution {
    init(_ row: Row) throws {
        self.init(
            payment: try row.text("payment"), kind: try row.value("kind") { Kind(rawValue: $0) }, goal: try row.goal(),
            asset: try row.asset(), units: try row.units("units"), date: try row.instant("date"))
    }

    static let columns = ["payment", "kind", "goal", "asset", "units", "date"]

    var values: [String?] {
        [payment, kind.rawValue, goal.text, asset.text, units.description, date.column]
    }
}
