import ArgumentParser
import FlipcashCore
import SavingsGoals

/// `flipcash goals budget …`
struct GoalsBudgetCommand: AsyncParsableCommand, DefaultTakesWords {
    static let configuration = CommandConfiguration(
        commandName: "budget", abstract: "One monthly sum for all goals, the nearest deadline first.",
        discussion: """
            Without an amount, uses the stored budget, or the smallest one that keeps every goal in time.

              flipcash goals budget 400         what 400 a month would do
              flipcash goals budget apply 400   plan this month accordingly
            """,
        subcommands: [Show.self, Apply.self, Health.self], defaultSubcommand: Show.self)

    struct Show: FlipcashCommand {
        static let configuration = CommandConfiguration(commandName: "show", abstract: "Show what a budget would do.")

        @Argument(help: "The sum of each month; --currency names its currency.")
        var amount: String?

        @OptionGroup(title: "Global options")
        var global: GlobalOptions

        var onlyLooks: Bool { true }

        func run(in call: Invocation) async throws {
            try await call.withGoals { desk in
                try await BudgetPlan(desk, amount: amount, call).answer(call, state: nil)
            }
        }
    }

    struct Apply: FlipcashCommand {
        static let configuration = CommandConfiguration(
            commandName: "apply", abstract: "Store a budget, and plan this month with its first payment.")

        @Argument(help: "The sum of each month; --currency names its currency.")
        var amount: String?

        @OptionGroup(title: "Global options")
        var global: GlobalOptions

        var dryRun: DryRunSupport { .honoured }

        func run(in call: Invocation) async throws {
            try await call.withGoals { desk in
                let budget = try await BudgetPlan(desk, amount: amount, call)
                try desk.requireFresh(budget.pinned, budget.lines)
                let plans = try budget.firstPayment()
                if !call.options.isDryRun {
                    var settings = try desk.store.settings()
                    settings.budget = budget.amount
                    settings.appliedMonth = budget.month
                    settings.appliedSignature = BudgetPlan.signature(budget.lines, plans)
                    try desk.store.put(plans, settings)
                }
                budget.answer(call, state: call.options.isDryRun ? "planned" : "applied")
            }
        }
    }

    struct Health: FlipcashCommand {
        static let configuration = CommandConfiguration(
            commandName: "health", abstract: "Check whether the stored budget is still enough.")

        @OptionGroup(title: "Global options")
        var global: GlobalOptions

        var onlyLooks: Bool { true }

        func run(in call: Invocation) async throws {
            try await call.withGoals { desk in
                let settings = try desk.store.settings()
                let month = try desk.planMonth()
                let lines = try await desk.planLines(of: month)
                let currency = settings.budget?.currency ?? settings.displayCurrency
                let pinned = try await desk.pinned(lines, to: currency)
                try desk.requireRates(lines, pinned)
                let budget = BudgetPlan.budget(lines, pinned)
                let late = settings.budget.flatMap { try? budget.schedule($0.units) }?.infeasible.count ?? 0
                let minimum = AssetAmount(units: budget.minimum.amount, currency)
                let health = BudgetHealth(
                    .init(
                        budget: settings.budget?.units, minimum: minimum.units, areRatesStale: pinned.isStale,
                        riskyGoalCount: late, goalCount: budget.goals.count,
                        appliedMonth: settings.appliedMonth?.description, currentMonth: month.description,
                        appliedSignature: settings.appliedSignature, signature: BudgetPlan.signature(lines, [])))
                var document = OutputObject(schema: "goal_budget_health")
                document["health"] = .string(health.rawValue)
                document["currency"] = .string(currency.lowercasedCode)
                document["budget"] = settings.budget.map { .string($0.text) }
                document["minimum"] = .string(minimum.text)
                document["late"] = .integer(Int64(late))
                document["month"] = .string(month.description)
                call.printer.answer(document) { printer in
                    printer.line(Self.sentence(health))
                    printer.facts([
                        ("Budget", settings.budget?.description ?? "none"), ("Smallest", minimum.description),
                    ])
                }
            }
        }

        private static func sentence(_ health: BudgetHealth) -> String {
            switch health {
            case .noBudget: "There is no budget. Set one with: flipcash goals budget apply AMOUNT"
            case .staleRates: "The exchange rates are too old to tell."
            case .severeRisk: "The budget is much too small: several goals will be late."
            case .atRisk: "The budget is too small: a goal will be late."
            case .notApplied: "The budget is not applied this month. Run: flipcash goals budget apply"
            case .needsRecalculation: "The goals have changed since. Run: flipcash goals budget apply"
            case .healthy: "The budget is healthy: no goal will be late."
            }
        }
    }
}

/// A budget over all goals, with its schedule.
struct BudgetPlan: Sendable {
    let amount: AssetAmount
    let month: MonthLabel
    let lines: [PlanLine]
    let pinned: PinnedRates
    let schedule: BudgetSchedule
    let binding: String?

    /// Computes a budget of `text`, of the stored sum, or of the smallest sum.
    init(_ desk: GoalDesk, amount text: String?, _ call: Invocation) async throws {
        let settings = try desk.store.settings()
        let named = try call.options.currency.map { try desk.currency($0) }
        let currency = named ?? (text == nil ? settings.budget?.currency : nil) ?? settings.displayCurrency
        month = try desk.planMonth()
        lines = try await desk.planLines(of: month)
        pinned = try await desk.pinned(lines, to: currency)
        try desk.requireRates(lines, pinned)
        let budget = Self.budget(lines, pinned)
        let minimum = AssetAmount(units: budget.minimum.amount, currency)
        if let text {
            amount = try desk.amount(text, currency)
        } else if let stored = settings.budget, stored.currency == currency {
            amount = stored
        } else {
            amount = minimum
        }
        guard !budget.goals.isEmpty else {
            throw CommandFailure("no_goals", .notFound, "No goal needs money. Add one with: flipcash goals add")
        }
        schedule = try budget.schedule(amount.units)
        binding = budget.minimum.binding
    }

    /// The goals of `lines` in the currency of sums.
    static func budget(_ lines: [PlanLine], _ pinned: PinnedRates) -> Budget {
        Budget(
            goals: lines.compactMap { line in
                guard let remaining = pinned.toPay(line.plan.figures.remaining, line.goal.currency) else { return nil }
                return BudgetGoal(
                    id: line.goal.id.text, remaining: remaining, months: line.plan.figures.months,
                    deadline: line.goal.deadline)
            })
    }

    /// The signature of the goals, with the plans of `changed` in place of the present ones.
    static func signature(_ lines: [PlanLine], _ changed: [Plan]) -> String {
        let plans = Dictionary(changed.map { ($0.goal, $0) }) { $1 }
        return PlanSignature.goals(
            lines.filter { $0.goal.lifecycle == .active }.map { line in
                PlanSignature.GoalRow(
                    id: line.goal.id.text, target: line.goal.target, deadline: line.goal.deadline,
                    isSkipped: (plans[line.goal.id] ?? line.plan).figures.flex == .skipped)
            })
    }

    /// This month's drafts with the parts of the first payment. A goal without a part is skipped.
    func firstPayment() throws(CommandFailure) -> [Plan] {
        let parts = Dictionary((schedule.payments.first ?? []).map { ($0.goal, $0.amount) }) { $1 }
        var plans: [Plan] = []
        for line in lines {
            var plan = line.plan
            try PlanView.requireDraft(plan)
            let units = parts[line.goal.id.text].flatMap { pinned.chosen($0, line.goal.currency) } ?? 0
            plan.figures.custom = units
            if units.signum <= 0 {
                plan.figures.flex = .skipped
            } else if plan.figures.flex == .skipped {
                plan.figures.flex = .flexible
            }
            plans.append(plan)
        }
        return plans
    }

    func answer(_ call: Invocation, state: String?) {
        let (goals, table) = paymentSpans()
        defer { call.hintAge(lines.compactMap(\.valuation)) }
        call.printer.answer(document(goals, state: state)) { printer in
            let verb = state == "applied" ? "Applied" : "With"
            printer.line("\(verb) \(amount) a month; \(text(schedule.minimum)) is the least that is in time")
            printer.table(table)
            if let suggestion = schedule.suggestion {
                let names = Dictionary(lines.map { ($0.goal.id.text, $0.goal.name) }) { $1 }
                let name = DisplayText.sanitized(names[suggestion.goal] ?? suggestion.goal)
                printer.line(
                    "\(name) will be late. Move its deadline by \(suggestion.extendMonths) months, lower its target by "
                        + "\(text(suggestion.reduceBy)), or pay \(text(suggestion.budget)) a month.")
            }
        }
    }

    private func text(_ units: ExactInteger) -> String { AssetAmount(units: units, amount.currency).text }

    /// When each goal is paid, for programs and for people.
    private func paymentSpans() -> (objects: [OutputValue], table: Table) {
        let timeline = schedule.timeline
        let first = Dictionary((schedule.payments.first ?? []).map { ($0.goal, $0.amount) }) { $1 }
        var table = Table([
            .text("GOAL"), .amount("THIS MONTH"), .exact("DEADLINE"), .amount("PAYMENTS"), .exact("IN TIME"),
        ])
        var goals: [OutputValue] = []
        for line in lines {
            let id = line.goal.id.text
            guard let span = timeline[id] else { continue }
            goals.append(
                .fields([
                    "goal": .string(id), "name": .string(line.goal.name),
                    "first_payment": .string(text(first[id] ?? 0)), "first": .integer(Int64(span.first)),
                    "last": .integer(Int64(span.last)), "late": .boolean(span.isLate),
                ]))
            table.add([
                .init(line.goal.name), .init(text(first[id] ?? 0), .strong), .init(line.goal.deadline.description),
                .init(span.first == span.last ? "\(span.first)" : "\(span.first) to \(span.last)"),
                .init(span.isLate ? "late" : "yes", span.isLate ? .warning : .positive),
            ])
        }
        return (goals, table)
    }

    private func document(_ goals: [OutputValue], state: String?) -> OutputObject {
        var document = OutputObject(schema: "goal_budget")
        document["budget"] = .string(amount.text)
        document["currency"] = .string(amount.currency.lowercasedCode)
        document["minimum"] = .string(text(schedule.minimum))
        document["binding"] = binding.map { .string($0) }
        document["leveled"] = .boolean(schedule.isLeveled)
        document["feasible"] = .boolean(schedule.isFeasible)
        document["month"] = .string(month.description)
        document["payments"] = .integer(Int64(schedule.payments.count))
        document["goals"] = .array(goals)
        document["suggestion"] = schedule.suggestion.map { suggestion in
            .fields([
                "goal": .string(suggestion.goal),
                "extend_months": suggestion.extendMonths.int.map { .integer(Int64($0)) },
                "reduce_by": .string(text(suggestion.reduceBy)), "budget": .string(text(suggestion.budget)),
            ])
        }
        document["state"] = state.map { .string($0) }
        return document
    }
}
