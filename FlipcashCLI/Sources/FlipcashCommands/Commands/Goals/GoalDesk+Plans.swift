import FlipcashCore
import SavingsGoals

/// The plan of one goal for a month.
struct PlanLine: Sendable {
    let goal: Goal
    let plan: Plan
    /// The goal's figures; nil for a month of the past.
    let valuation: GoalValuation?

    /// What is to be paid this month.
    var amount: AssetAmount { AssetAmount(units: plan.figures.effective, goal.currency) }

    func text(_ units: ExactInteger) -> String { AssetAmount(units: units, goal.currency).text }
}

/// Rates that are used for a whole command.
struct PinnedRates: Sendable {
    let rates: [RatePair: ResolvedRate]
    /// The currency of sums.
    let currency: AssetCurrency

    /// The rate from `from` to the currency of sums.
    func rate(_ from: AssetCurrency) -> ResolvedRate? { rates[RatePair(from, currency)] }

    /// Whether any of them is stale.
    var isStale: Bool { rates.values.contains { $0.isStale } }

    /// An amount that is still to be paid, in units of the currency of sums.
    func toPay(_ units: ExactInteger, _ from: AssetCurrency) -> ExactInteger? {
        rate(from).map { AssetAmount(AssetAmount(units: units, from).value * $0.value, currency, .ceiling).units }
    }

    /// An amount that was chosen in the currency of sums, in units of `to`.
    func chosen(_ units: ExactInteger, _ to: AssetCurrency) -> ExactInteger? {
        guard let rate = rate(to), let value = AssetAmount(units: units, currency).value.divided(by: rate.value) else {
            return nil
        }
        return AssetAmount(value, to, .halfAwayFromZero).units
    }
}

extension GoalDesk {
    /// Where the months stand.
    func cycle() throws -> ExecutionCycle {
        ExecutionCycle(
            records: try store.executions().map(\.cycleRecord), undoHours: try store.settings().undoHours, now: now)
    }

    /// The month that is being planned or carried out.
    func planMonth() throws -> MonthLabel { try cycle().month ?? MonthLabel(now) }

    /// The plans of `month`, in the order of the goals. Drafts follow the goals' figures and are stored.
    func planLines(of month: MonthLabel) async throws -> [PlanLine] {
        let current = MonthLabel(now)
        if !isDryRun { try store.rollDrafts(into: current) }
        var plans = try store.plans(of: month)
        let valuations = try await valuations(of: store.goals())
        var lines: [PlanLine] = []
        var drafts: [Plan] = []
        for valuation in valuations {
            let (goal, requirement) = (valuation.goal, valuation.requirement)
            var plan = plans.removeValue(forKey: goal.id)
            if month >= current, plan?.state ?? .draft == .draft {
                var draft =
                    plan
                    ?? Plan(
                        goal: goal.id, month: month,
                        figures: PlanFigures(
                            required: requirement.required, remaining: requirement.remaining,
                            months: requirement.months, currency: goal.currency), computed: now)
                draft.recompute(requirement, currency: goal.currency, at: now)
                drafts.append(draft)
                plan = draft
            }
            if let plan { lines.append(PlanLine(goal: goal, plan: plan, valuation: valuation)) }
        }
        if !isDryRun, !drafts.isEmpty { try store.put(drafts) }
        // Goals that are no longer active keep the plans of their past months.
        for plan in plans.values.sorted(by: { $0.goal < $1.goal }) {
            guard let goal = try store.goal(plan.goal) else { continue }
            lines.append(PlanLine(goal: goal, plan: plan, valuation: nil))
        }
        return lines
    }

    /// One set of rates from the currencies of `lines` to `currency`.
    func pinned(_ lines: [PlanLine], to currency: AssetCurrency) async throws -> PinnedRates {
        let pairs = Set(lines.map { RatePair($0.goal.currency, currency) })
        return PinnedRates(rates: try await rates.rates(for: pairs).rates, currency: currency)
    }

    /// The goals of `lines` that are still drafts, in the currency of sums.
    ///
    /// - Throws: `CommandFailure`, exit 7, with the names of goals without a rate.
    func flexGoals(_ lines: [PlanLine], _ pinned: PinnedRates) throws(CommandFailure) -> [FlexGoal] {
        try requireRates(lines, pinned)
        return lines.filter { $0.plan.state == .draft }.compactMap { line in
            let figures = line.plan.figures
            guard let required = pinned.toPay(figures.required, line.goal.currency),
                let remaining = pinned.toPay(figures.remaining, line.goal.currency)
            else { return nil }
            return FlexGoal(
                id: line.goal.id.text, required: required, months: figures.months, remaining: remaining,
                flex: figures.flex, progress: line.valuation?.total.progress.percent ?? 0,
                custom: figures.custom.flatMap { pinned.toPay($0, line.goal.currency) })
        }
    }

    /// Checks that all goals can be counted together.
    ///
    /// - Throws: `CommandFailure`, exit 7, with the names of goals without a rate, sorted.
    func requireRates(_ lines: [PlanLine], _ pinned: PinnedRates) throws(CommandFailure) {
        let names = lines.filter { pinned.rate($0.goal.currency) == nil }.map(\.goal.name).sorted()
        guard !names.isEmpty else { return }
        var details = OutputObject()
        details["goals"] = .array(names.map { .string($0) })
        throw CommandFailure(
            "blocked_rates", .rateUnavailable,
            "There is no rate to \(pinned.currency.code) for: \(names.joined(separator: ", ")). Try again later.",
            details: details)
    }

    /// Refuses to commit to figures from stale rates (goals specification §5).
    ///
    /// - Throws: `CommandFailure`, exit 7.
    func requireFresh(_ pinned: PinnedRates, _ lines: [PlanLine]) throws(CommandFailure) {
        let isOld = pinned.isStale || lines.contains { $0.valuation?.total.isStale == true }
        guard isOld else { return }
        throw CommandFailure(
            "stale_rates", .rateUnavailable,
            "The exchange rates are too old to commit to. Try again when the service answers.", isRetryable: true)
    }
}
