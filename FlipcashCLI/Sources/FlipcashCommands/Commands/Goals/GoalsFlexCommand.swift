public import ArgumentParser
import FlipcashCore
public import SavingsGoals

extension FlexStrategy: ExpressibleByArgument {}

/// `flipcash goals flex …`
struct GoalsFlexCommand: AsyncParsableCommand, DefaultTakesWords {
    static let configuration = CommandConfiguration(
        commandName: "flex", abstract: "Pay more or less into all goals this month.",
        discussion: """
            Each goal gets between a tenth and one and a half times what it needs. The rest moves to other goals. \
            Protected goals stay. Nothing changes without --apply.

              flipcash goals flex 0.8              pay four fifths
              flipcash goals flex fit 300 --apply  fit all goals into 300
            """,
        subcommands: [Factor.self, Fit.self], defaultSubcommand: Factor.self)

    struct Factor: FlipcashCommand {
        static let configuration = CommandConfiguration(
            commandName: "factor", abstract: "Multiply what the goals need this month.")

        @Argument(help: "The factor, 0 to 2.")
        var factor: String

        @Option(help: "How the rest is shared out: balanced, urgent, largest or risk.")
        var strategy: FlexStrategy = .balanced

        @Flag(help: "Store the new amounts.")
        var apply = false

        @OptionGroup(title: "Global options")
        var global: GlobalOptions

        var dryRun: DryRunSupport { .honoured }

        func run(in call: Invocation) async throws {
            guard let factor = ExactRational(decimal: factor) else { throw GoalsError.factorRange }
            try await FlexView.run(call, applies: apply) { goals, _ in
                let flex = try Flex(factor: factor, strategy: strategy, goals: goals)
                return FlexView.Outcome(amounts: flex.amounts, adjustments: flex.adjustments, left: flex.unplaced)
            }
        }
    }

    struct Fit: FlipcashCommand {
        static let configuration = CommandConfiguration(
            commandName: "fit", abstract: "Fit all goals into one sum, protected goals first.")

        @Argument(help: "The sum of this month, in the display currency of the goals.")
        var amount: String

        @Flag(help: "Store the new amounts.")
        var apply = false

        @OptionGroup(title: "Global options")
        var global: GlobalOptions

        var dryRun: DryRunSupport { .honoured }

        func run(in call: Invocation) async throws {
            try await FlexView.run(call, applies: apply) { goals, desk in
                let sum = try desk.amount(amount, desk.store.settings().displayCurrency)
                let fit = BudgetFit(budget: sum.units, goals: goals)
                return FlexView.Outcome(amounts: fit.amounts, left: fit.leftover, shortfall: fit.shortfall)
            }
        }
    }
}

extension Flex {
    /// The amount of each goal by its id.
    var amounts: [String: ExactInteger] { Dictionary(adjustments.map { ($0.id, $0.amount) }) { $1 } }
}

/// Changes of all plans as they are shown.
enum FlexView {
    /// What a change does.
    struct Outcome {
        /// The amount of each goal by its id, in units of the currency of sums.
        let amounts: [String: ExactInteger]
        var adjustments: [Flex.Adjustment] = []
        /// What found no room.
        let left: ExactInteger
        /// By how much protected goals exceed the sum.
        var shortfall: ExactInteger = 0
    }

    /// Computes a change of this month's drafts, shows it, and stores it if asked to.
    static func run(
        _ call: Invocation, applies: Bool, _ body: ([FlexGoal], GoalDesk) throws -> Outcome
    ) async throws {
        try await call.withGoals { desk in
            let month = try desk.planMonth()
            let lines = try await desk.planLines(of: month)
            let pinned = try await desk.pinned(lines, to: desk.store.settings().displayCurrency)
            let outcome = try body(desk.flexGoals(lines, pinned), desk)
            let isStored = applies && !call.options.isDryRun
            if isStored { try desk.store.put(plans(outcome.amounts, lines, pinned)) }
            answer(outcome, month, lines, pinned, isStored: isStored, call)
        }
    }

    /// The drafts of `lines` with new amounts. An amount that is not above zero skips the goal; protected and skipped
    /// goals stay.
    static func plans(
        _ amounts: [String: ExactInteger], _ lines: [PlanLine], _ pinned: PinnedRates
    ) -> [Plan] {
        lines.filter { $0.plan.state == .draft && $0.plan.figures.flex == .flexible }.compactMap { line in
            guard let amount = amounts[line.goal.id.text],
                let units = pinned.chosen(amount, line.goal.currency)
            else { return nil }
            var plan = line.plan
            if units.signum > 0 { plan.figures.custom = units } else { plan.figures.flex = .skipped }
            return plan
        }
    }

    private static func answer(
        _ outcome: Outcome, _ month: MonthLabel, _ lines: [PlanLine], _ pinned: PinnedRates, isStored: Bool,
        _ call: Invocation
    ) {
        func text(_ units: ExactInteger) -> String { AssetAmount(units: units, pinned.currency).text }
        let adjustments = Dictionary(outcome.adjustments.map { ($0.id, $0) }) { $1 }
        var table = Table([.text("GOAL"), .amount("NOW"), .amount("THEN"), .exact("IMPACT"), .amount("MONTHS")])
        var objects: [OutputObject] = []
        for line in lines where line.plan.state == .draft {
            let id = line.goal.id.text
            let amount = outcome.amounts[id] ?? 0
            let before = pinned.toPay(line.plan.figures.effective, line.goal.currency) ?? 0
            let adjustment = adjustments[id]
            var object = OutputObject(schema: "goal_flex")
            object["goal"] = .string(id)
            object["name"] = .string(line.goal.name)
            object["before"] = .string(text(before))
            object["amount"] = .string(text(amount))
            object["flex"] = .string(line.plan.figures.flex.rawValue)
            object["impact"] = adjustment.map { .string($0.impact.name) }
            object["risk"] = adjustment.map { .string($0.risk.name) }
            object["extra_months"] = adjustment?.extraMonths?.int.map { .integer(Int64($0)) }
            objects.append(object)
            let months = adjustment?.extraMonths.map { $0.signum > 0 ? "+\($0)" : "\($0)" } ?? ""
            table.add([
                .init(line.goal.name), .init(text(before)), .init(text(amount), .strong),
                .init(adjustment?.impact.name ?? "", .secondary), .init(months, .secondary),
            ])
        }
        var document = OutputObject(schema: "goal_flexes")
        document["month"] = .string(month.description)
        document["currency"] = .string(pinned.currency.lowercasedCode)
        document["plans"] = .array(objects.map(OutputValue.object))
        document["unplaced"] = .string(text(outcome.left))
        document["shortfall"] = .string(text(outcome.shortfall))
        document["state"] = .string(isStored ? "applied" : "planned")
        let shown = table
        call.printer.answer(list: objects, document: document) { printer in
            printer.table(shown)
            if !outcome.left.isZero { printer.line("No room for \(text(outcome.left)) \(pinned.currency.code)") }
            if !outcome.shortfall.isZero {
                printer.line("Protected goals need \(text(outcome.shortfall)) \(pinned.currency.code) more")
            }
        }
        if !isStored { call.printer.hint("Nothing changed. Store it with --apply.") }
    }
}
