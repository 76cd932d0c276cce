import FlipcashCore
import SavingsGoals

/// A run of a standing order with what it concerns.
struct OrderRun: Sendable {
    let order: StandingOrder
    let run: StandingRun
    let goal: Goal
    let asset: Asset
}

/// Standing orders and their runs.
extension GoalDesk {
    /// The runs that are due now. If several orders use one asset, each sees the balance that the orders before it
    /// left.
    func dueRuns() async throws -> [OrderRun] {
        let orders = try store.standingOrders()
        guard !orders.isEmpty else { return [] }
        let goals = try Set(orders.map(\.goal)).sorted().compactMap { try store.goal($0) }
        let valuations = try await valuations(of: goals.filter { $0.lifecycle == .active })
        let values = Dictionary(valuations.map { ($0.goal.id, $0) }) { $1 }
        let known = Dictionary(goals.map { ($0.id, $0) }) { $1 }
        var taken: [AssetID: ExactInteger] = [:]
        var received: [GoalID: ExactInteger] = [:]
        var due: [OrderRun] = []
        for order in orders {
            guard let goal = known[order.goal], let asset = try store.asset(order.asset) else { continue }
            let facts = try await facts(
                order, goal, asset, values[goal.id], taken: taken[asset.id] ?? 0, received: received[goal.id] ?? 0)
            let done = Set(try store.runs(of: order.id).map(\.period))
            for run in StandingOrderPlan.runs(of: order, facts: facts, done: done, now: now, calendar: calendar) {
                taken[asset.id, default: 0] += run.units
                if order.asset == asset.id { received[goal.id, default: 0] += run.units }
                due.append(OrderRun(order: order, run: run, goal: goal, asset: asset))
            }
        }
        return due
    }

    private func facts(
        _ order: StandingOrder, _ goal: Goal, _ asset: Asset, _ valuation: GoalValuation?, taken: ExactInteger,
        received: ExactInteger
    ) async throws -> StandingOrderPlan.Facts {
        let balance = try balance(of: asset)
        let free = try shares(of: asset).unallocated(balance: balance)
        return .init(
            isActive: goal.lifecycle == .active, needed: try await needed(valuation, asset).map { $0 - received },
            free: free - taken, arrivals: try arrivals(in: asset, since: order.created))
    }

    /// What the goal still needs in units of `asset`, rounded up; nil without a rate.
    private func needed(_ valuation: GoalValuation?, _ asset: Asset) async throws -> ExactInteger? {
        guard let valuation else { return nil }
        let pair = RatePair(valuation.goal.currency, asset.currency)
        guard let rate = try await rates.rates(for: [pair]).rates[pair] else { return nil }
        let remaining = AssetAmount(units: valuation.requirement.remaining, valuation.goal.currency)
        return AssetAmount(remaining.value * rate.value, asset.currency, .ceiling).units
    }

    /// The money that came into an asset since `start`.
    private func arrivals(in asset: Asset, since start: Instant) throws -> [StandingOrderPlan.Arrival] {
        switch asset.source {
        case .wallet(let mint):
            try movements(mint, start).filter(\.isIncome).map { .init(id: $0.id, units: $0.units, date: $0.date) }
        case .manual, .address:
            try store.transactions(of: asset.id, since: start).filter { $0.units.signum > 0 }.map {
                .init(id: $0.externalID ?? $0.id.text, units: $0.units, date: $0.date)
            }
        }
    }

    /// The wallet's balance of `currency` as an asset, which may not be stored yet; dollars also without a balance.
    ///
    /// - Throws: `CommandFailure`, exit 5, when the wallet has no such token.
    func walletAsset(_ currency: AssetCurrency?) throws -> Asset {
        let wanted = currency ?? .usdf
        let held = holdings.values.first { $0.currency == wanted }?.mint
        guard let mint = held ?? (wanted == .usdf ? coreMint : nil) else {
            throw CommandFailure(
                "no_balance", .notPossible,
                "The wallet has no \(DisplayText.sanitized(wanted.code)). See: flipcash balance --all")
        }
        let known = try store.assets().first { $0.source == .wallet(mint) }
        return known ?? Asset(id: AssetID(random: random), currency: wanted, source: .wallet(mint))
    }
}
