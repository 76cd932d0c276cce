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
    /// The notices of the deadline that are still to come.
    let notices: [DeadlineNotice]
    /// The watched addresses that cannot be read, although they were asked.
    let failing: [Asset]
    /// The next reminder to contribute, with the amount that it suggests.
    let reminder: Reminder?

    /// A reminder to contribute.
    struct Reminder: Sendable {
        let date: Instant
        let amount: AssetAmount
    }

    /// A mark for an active goal; nil if it has none, or if it says the same as the status.
    var badge: GoalProgress.Badge? {
        guard goal.lifecycle == .active, let badge = total.progress.badge(days: days.signed),
            badge.rawValue != total.progress.status(days: days.signed).rawValue
        else { return nil }
        return badge
    }
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
        let failing = try assets.filter(cannotBeRead)
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
        let total = try total(of: goal, parts, rates)
        if !isDryRun, total.isComplete, !total.isStale, goal.lifecycle == .active {
            try store.put(point: .init(date: today, total: total.total.units), of: goal.id)
        }
        let days = DaysLeft(until: goal.deadline, now: now, calendar: calendar)
        let requirement = Requirement(
            total: total.total, target: goal.target,
            dates: try PaymentDates(now: now, deadline: goal.deadline, day: settings.paymentDay, calendar: calendar),
            daysLeft: days, dollars: rates[RatePair(goal.currency, .usd)]?.value, thresholds: settings.thresholds)
        let forecast = try? Forecast(
            points: try store.points(of: goal.id), target: goal.target.units, deadline: goal.deadline, today: today)
        let action = NextAction(
            .init(
                hasError: !failing.isEmpty, lifecycle: goal.lifecycle, isOverAllocated: isOverAllocated,
                assetCount: assets.count,
                contributionCount: parts.count, valuationAgeDays: Int(total.age / 86_400),
                forecast: forecast.map { ($0.status, $0.confidence) }))
        return GoalValuation(
            goal: goal, parts: parts, total: total, days: days, requirement: requirement, forecast: forecast,
            action: action, notices: notices(of: goal, leadDays: settings.noticeDays), failing: failing,
            reminder: reminder(of: goal, remaining: requirement.remaining))
    }

    /// Whether the source of a watched address fails in a way that waiting does not mend, or has failed for a day.
    private func cannotBeRead(_ asset: Asset) throws -> Bool {
        guard asset.isWatched, let reading = try store.reading(of: asset.id), reading.failure != nil else {
            return false
        }
        return reading.state(at: now) == .needsAttention
    }

    /// What `parts` are worth. A finished goal keeps the total of the day on which it was finished.
    private func total(
        of goal: Goal, _ parts: [GoalValuation.Part], _ rates: [RatePair: ResolvedRate]
    ) throws -> GoalTotal {
        if goal.lifecycle == .finished, let last = try store.points(of: goal.id).last {
            return GoalTotal(frozen: AssetAmount(units: last.total, goal.currency), target: goal.target)
        }
        return GoalTotal(
            target: goal.target, parts: parts.map { .init(value: $0.funded.value, currency: $0.funded.currency) }
        ) { rates[RatePair($0, goal.currency)] }
    }

    private func notices(of goal: Goal, leadDays: Int) -> [DeadlineNotice] {
        guard goal.lifecycle == .active else { return [] }
        return DeadlineNotice.upcoming(
            goal: goal.id, deadline: goal.deadline, time: goal.reminder?.time ?? .nine, now: now, calendar: calendar,
            leadDays: leadDays)
    }

    private func reminder(of goal: Goal, remaining: ExactInteger) -> GoalValuation.Reminder? {
        guard goal.lifecycle == .active, let schedule = ReminderSchedule(goal, calendar: calendar),
            let date = schedule.future(now: now).first
        else { return nil }
        let amount = schedule.suggestion(remaining: remaining, now: now)
        return .init(date: date, amount: AssetAmount(units: amount, goal.currency))
    }
}
