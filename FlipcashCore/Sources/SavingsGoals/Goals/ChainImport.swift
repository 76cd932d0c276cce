public import FlipcashCore

/// Decides what an import from a chain writes (goals specification §4.5).
public struct ChainImport: Hashable, Sendable {
    /// A transfer as the chain reports it.
    public struct Transfer: Hashable, Sendable {
        /// The hash of the transaction, with `:index` when it contains several transfers.
        public let externalID: String
        /// The amount in units of the asset; negative for a transfer out.
        public let units: ExactInteger
        /// When the money moved.
        public let date: Instant
        /// The other side; nil when the chain does not say.
        public let counterparty: String?

        /// Creates a transfer.
        public init(externalID: String, units: ExactInteger, date: Instant, counterparty: String? = nil) {
            self.externalID = externalID
            self.units = units
            self.date = date
            self.counterparty = counterparty
        }
    }

    /// Transfers that are new.
    public private(set) var inserted: [Transfer] = []
    /// Transfers whose amount or date differs from what is stored.
    public private(set) var updated: [Transfer] = []
    /// Transfers that change nothing: known ones, and those of zero.
    public private(set) var skipped: [Transfer] = []

    /// Compares `incoming` with `existing`, by their ids.
    public init(existing: [Transfer], incoming: [Transfer]) {
        var known = Dictionary(existing.map { ($0.externalID, $0) }) { _, last in last }
        for transfer in incoming {
            guard !transfer.units.isZero else {
                skipped.append(transfer)
                continue
            }
            let held = known[transfer.externalID]
            if held == nil {
                inserted.append(transfer)
            } else if held?.units != transfer.units || held?.date != transfer.date {
                updated.append(transfer)
            } else {
                skipped.append(transfer)
            }
            known[transfer.externalID] = transfer
        }
    }

    /// The shares of a dedicated asset after an import: one step for each new deposit, at its date.
    ///
    /// Only if the whole balance before the import was the share of one goal, and the free remainder after it is
    /// exactly the sum of the new deposits; otherwise the money stays free.
    public static func steps(
        allocations: Allocations, balance: ExactInteger, deposits: [Transfer]
    ) -> [(change: Allocations.Change, date: Instant)] {
        let deposits = deposits.filter { $0.units.signum > 0 }.sorted {
            ($0.date, $0.externalID) < ($1.date, $1.externalID)
        }
        let sum = deposits.reduce(0 as ExactInteger) { $0 + $1.units }
        guard let goal = allocations.dedicatedGoal(balance: balance - sum),
            allocations.unallocated(balance: balance) == sum, sum.signum > 0
        else { return [] }
        var share = allocations.shares[goal] ?? 0
        return deposits.map { deposit in
            share += deposit.units
            return (Allocations.Change(goal: goal, units: share), deposit.date)
        }
    }
}
