import FlipcashCore
import SavingsGoals

/// What one goal has, is worth and needs.
struct GoalValuation: Sendable {
    /// The goal's share of one asset.
    struct Part: Sendable {
        let asset: Asset
        let promised: AssetAmount
        let funded: AssetAmount
        let value: AssetAmount?
        let rate: ResolvedRate?
    }

    let goal: Goal
    let parts: [Part]
    let total: GoalTotal
    let days: DaysLeft
    let requirement: Requirement
    let forecast: Forecast?
    let action: NextAction
}

extension GoalDesk {
    /// Values `goals` with one request for all missing rates, and stores today's totals for forecasts.
    func valuations(of goals: [Goal]) async throws -> [GoalValuation] {
        let assets = try goals.map { try store.assets(of: $0.id) }
        var pairs: Set<RatePair> = []
        for (goal, assets) in zip(goals, assets) {
            for asset in assets { pairs.insert(RatePair(asset.currency, goal.currency)) }
            pairs.insert(RatePair(goal.currency, .usd))
        }
        let answers = try await rates.rates(for: pairs)
        let settings = try store.settings()
        return try zip(goals, assets).map { goal, assets in
            try valuation(of: goal, assets, answers.rates, settings)
        }
    }

    private func valuation(
        of goal: Goal, _ assets: [Asset], _ rates: [RatePair: ResolvedRate], _ settings: GoalSettings
    ) throws -> GoalValuation {
        var parts: [GoalValuation.Part] = []
        var isOverAllocated = false
        for asset in assets {
            let balance = try balance(of: asset)
            let allocations = try store.shares(of: asset, balance: balance)
            isOverAllocated = isOverAllocated || allocations.state(balance: balance) == .overAllocated
            guard let promised = allocations.shares[goal.id] else { continue }
            let funded = allocations.funded(balance: balance)[goal.id] ?? 0
            let rate = rates[RatePair(asset.currency, goal.currency)]
            let amount = AssetAmount(units: funded, asset.currency)
            parts.append(
                .init(
                    asset: asset, promised: AssetAmount(units: promised, asset.currency), funded: amount,
                    value: rate.map { amount.converted(to: goal.currency, at: $0.value) }, rate: rate))
        }
        let total = GoalTotal(
            target: goal.target, parts: parts.map { .init(value: $0.funded.value, currency: $0.funded.currency) }
        ) { rates[RatePair($0, goal.currency)] }
        if !isDryRun, total.isComplete, !total.isStale, goal.lifecycle == .active {
            try store.put(point: .init(date: today, total: total.total.units), of: goal.id)
        }
        let days = DaysLeft(until: goal.deadline, now: now, calendar: calendar)
        let requirement = Requirement(
            total: total.total, target: goal.target,
            dates: try PaymentDates(now: now, deadline: goal.deadline, day: settings.paymentDay, calendar: calendar),
            daysLeft: days, dollars: rates[RatePair(goal.currency, .usd)]?.value)
        let forecast = try? Forecast(
            points: try store.points(of: goal.id), target: goal.target.units, deadline: goal.deadline, today: today)
        let action = NextAction(
            .init(
                hasError: false, lifecycle: goal.lifecycle, isOverAllocated: isOverAllocated, assetCount: assets.count,
                contributionCount: parts.count, valuationAgeDays: Int(total.age / 86_400),
                forecast: forecast.map { ($0.status, $0.confidence) }))
        return GoalValuation(
            goal: goal, parts: parts, total: total, days: days, requirement: requirement, forecast: forecast,
            action: action)
    }
}
