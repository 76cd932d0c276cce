import FlipcashCore
import SavingsGoals

/// Contributions and rates of a month that is being carried out.
extension GoalDesk {
    /// What the goals of `plans` got between the start of `record` and now, at its pinned rates. Currencies that were
    /// not pinned are counted at the present rates.
    func contributions(
        of record: ExecutionRecord, goals: [Goal]
    ) async throws -> [ExecutionRecord.Contribution] {
        let assets = try store.assets()
        let histories = try assets.map { try history(of: $0, since: record.started) }
        let events = ContributionEvents(
            assets: histories, start: record.started, end: now, goals: Set(goals.map(\.id)))
        var table = RateTable(record.rates)
        let pinned = Set(record.rates.map(\.pair))
        let missing = pairs(assets, goals).subtracting(pinned)
        if !missing.isEmpty { table.add(try await entries(for: missing)) }
        return ExecutionRecord.contributions(
            of: events, rates: table, pinned: record.started,
            assets: Dictionary(assets.map { ($0.id, $0.currency) }) { $1 },
            goals: Dictionary(goals.map { ($0.id, $0.currency) }) { $1 })
    }

    /// The rates of all assets in the currencies of `goals`, to be pinned.
    ///
    /// - Throws: `CommandFailure`, exit 7, when a rate is stale or missing.
    func ratesToPin(_ goals: [Goal]) async throws -> [RateEntry] {
        let assets = try goals.flatMap { goal in try store.assets(of: goal.id) }
        let answers = try await rates.rates(for: pairs(assets, goals))
        if let stale = answers.rates.filter({ $0.value.isStale }).keys.min() {
            throw CommandFailure(
                "stale_rates", .rateUnavailable,
                "The rate \(stale) is too old to pin. Try again when the service answers.", isRetryable: true)
        }
        return try await entries(for: Set(answers.rates.keys))
    }

    private func pairs(_ assets: [Asset], _ goals: [Goal]) -> Set<RatePair> {
        var pairs: Set<RatePair> = []
        for goal in goals {
            for asset in assets where asset.currency.peg != goal.currency.peg {
                pairs.insert(RatePair(asset.currency, goal.currency))
            }
        }
        return pairs
    }

    /// The decimals of a pinned rate.
    private static let ratePlaces = 40

    private func entries(for pairs: Set<RatePair>) async throws -> [RateEntry] {
        try await rates.rates(for: pairs).rates.sorted { $0.key < $1.key }.map { pair, rate in
            RateEntry(
                pair: pair, rate: rate.value.text(places: Self.ratePlaces),
                date: now.advanced(by: .seconds(-rate.age)))
        }
    }

    private func history(of asset: Asset, since start: Instant) throws -> ContributionEvents.AssetHistory {
        let moved: [(date: Instant, units: ExactInteger)]
        switch asset.source {
        case .manual, .address:
            moved = try store.transactions(of: asset.id, since: start).map { ($0.date, $0.units) }
        case .wallet(let mint): moved = try movements(mint, start).map { ($0.date, $0.units) }
        }
        return ContributionEvents.AssetHistory(
            asset: asset.id, balance: try balance(of: asset), transactions: moved,
            changes: try store.allocationChanges(of: asset.id), current: try store.allocations(of: asset.id),
            owner: asset.owner)
    }
}
