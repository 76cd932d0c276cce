import ArgumentParser
import FlipcashCore
import SavingsGoals

/// A month on the command line.
struct MonthArgument: ExpressibleByArgument, Sendable, Hashable {
    let month: MonthLabel

    init?(argument: String) {
        guard let month = MonthLabel(argument) else { return nil }
        self.month = month
    }
}

/// `flipcash goals plan …`
struct GoalsPlanCommand: AsyncParsableCommand, DefaultTakesWords {
    static let configuration = CommandConfiguration(
        commandName: "plan", abstract: "What to pay into each goal this month.",
        discussion: """
            The plan follows the goals: what remains, over the months that are left. You can change the amount of a \
            goal, skip it, or protect it from changes of all goals at once (flipcash goals flex).
            """,
        subcommands: [Show.self, Set.self, All.self], defaultSubcommand: Show.self)

    struct Show: FlipcashCommand {
        static let configuration = CommandConfiguration(commandName: "show", abstract: "Show the plan of a month.")

        @Argument(help: ArgumentHelp("The month, such as 2027-01; the current one if left out.", valueName: "month"))
        var month: MonthArgument?

        @OptionGroup(title: "Global options")
        var global: GlobalOptions

        var onlyLooks: Bool { true }

        func run(in call: Invocation) async throws {
            try await call.withGoals { desk in
                let month = try month?.month ?? desk.planMonth()
                let lines = try await desk.planLines(of: month)
                let pinned = try await desk.pinned(lines, to: desk.store.settings().displayCurrency)
                PlanView(month: month, lines: lines, pinned: pinned).answer(call)
                call.hintAge(lines.compactMap(\.valuation))
                if lines.isEmpty { call.printer.hint("There is no plan of \(month).") }
            }
        }
    }

    struct Set: FlipcashCommand {
        static let configuration = CommandConfiguration(
            commandName: "set", abstract: "Change the plan of one goal for this month.")

        @Argument(help: ArgumentHelp("Name of the goal, or the beginning of its id.", valueName: "goal"))
        var goal: String

        @Argument(
            help: ArgumentHelp(
                "An amount in the goal's currency; skip, protect, flex, or reset to what is required.",
                valueName: "change"))
        var change: String

        @OptionGroup(title: "Global options")
        var global: GlobalOptions

        var dryRun: DryRunSupport { .honoured }

        func run(in call: Invocation) async throws {
            try await call.withGoals { desk in
                let goal = try desk.goal(goal)
                let month = try desk.planMonth()
                let lines = try await desk.planLines(of: month)
                guard let line = lines.first(where: { $0.goal.id == goal.id }) else {
                    throw CommandFailure.notActive(goal)
                }
                var plan = line.plan
                try PlanView.requireDraft(plan)
                switch change.lowercased() {
                case "skip": plan.figures.flex = .skipped
                case "protect": plan.figures.flex = .protected
                case "flex": plan.figures.flex = .flexible
                case "reset": (plan.figures.flex, plan.figures.custom) = (.flexible, nil)
                default:
                    plan.figures.custom = try desk.amount(change, goal.currency).units
                    if plan.figures.flex == .skipped { plan.figures.flex = .flexible }
                }
                if let problem = plan.figures.problems.first {
                    throw CommandFailure(problem.rawValue, .badInput, PlanView.sentence(problem))
                }
                try PlanView.store([plan], of: month, lines, desk, call)
            }
        }
    }

    struct All: FlipcashCommand {
        static let configuration = CommandConfiguration(
            commandName: "all", abstract: "Change the plans of all goals for this month.")

        /// A change of all plans.
        enum Change: String, ExpressibleByArgument, CaseIterable, Sendable {
            case skip, half, exact, reset
        }

        @Argument(
            help: """
                skip all that are not protected; pay half; exact: what is required; or reset all choices.
                """)
        var change: Change

        @OptionGroup(title: "Global options")
        var global: GlobalOptions

        var dryRun: DryRunSupport { .honoured }

        func run(in call: Invocation) async throws {
            try await call.withGoals { desk in
                let month = try desk.planMonth()
                let lines = try await desk.planLines(of: month)
                let drafts = lines.map(\.plan).filter { $0.state == .draft }
                let changed: [Plan]
                switch change {
                case .half:
                    let pinned = try await desk.pinned(lines, to: desk.store.settings().displayCurrency)
                    let goals = try desk.flexGoals(lines, pinned)
                    let flex = try Flex(
                        factor: ExactRational(units: 5, places: 1), strategy: .balanced, goals: goals)
                    changed = FlexView.plans(flex.amounts, lines, pinned)
                case .skip, .exact, .reset: changed = drafts.map { Self.changed($0, change) }
                }
                try PlanView.store(changed, of: month, lines, desk, call)
            }
        }

        private static func changed(_ plan: Plan, _ change: Change) -> Plan {
            var plan = plan
            switch change {
            case .skip: if plan.figures.flex != .protected { plan.figures.flex = .skipped }
            case .exact: plan.figures.custom = nil
            case .reset: (plan.figures.flex, plan.figures.custom) = (.flexible, nil)
            case .half: break
            }
            return plan
        }
    }
}

/// The plan of a month as it is shown.
struct PlanView: Sendable {
    let month: MonthLabel
    let lines: [PlanLine]
    let pinned: PinnedRates
    /// `planned` when nothing was stored.
    var state: String?

    /// Checks that a plan can still be changed.
    static func requireDraft(_ plan: Plan) throws(CommandFailure) {
        guard plan.state != .draft else { return }
        throw CommandFailure(
            "plan_frozen", .conflict,
            "The plan of \(plan.month) is \(plan.state.rawValue) and does not change. See: flipcash goals execute")
    }

    /// What is wrong with a plan, in words.
    static func sentence(_ problem: PlanFigures.Problem) -> String {
        switch problem {
        case .negativeRequired: "The required amount is negative."
        case .negativeRemaining: "What remains is negative."
        case .badMonths: "There is no month left."
        case .emptyCurrency: "The plan has no currency."
        case .negativeCustom: "The amount is negative."
        case .customTooLarge: "The amount is more than ten times what the goal needs this month."
        }
    }

    /// Stores changed plans, and shows the month.
    static func store(
        _ changed: [Plan], of month: MonthLabel, _ lines: [PlanLine], _ desk: GoalDesk, _ call: Invocation
    ) throws {
        if !call.options.isDryRun { try desk.store.put(changed) }
        let plans = Dictionary(changed.map { ($0.goal, $0) }) { $1 }
        let shown = lines.map { PlanLine(goal: $0.goal, plan: plans[$0.goal.id] ?? $0.plan, valuation: $0.valuation) }
        PlanView(
            month: month, lines: shown, pinned: PinnedRates(rates: [:], currency: .usd),
            state: call.options.isDryRun ? "planned" : nil
        ).answer(call)
    }

    /// The sum of all amounts in the currency of sums; nil when a rate is missing.
    private var total: AssetAmount? {
        var sum: ExactInteger = 0
        for line in lines {
            guard let units = pinned.toPay(line.plan.figures.effective, line.goal.currency) else { return nil }
            sum += units
        }
        return AssetAmount(units: sum, pinned.currency)
    }

    func answer(_ call: Invocation) {
        let objects = lines.map(object)
        var document = OutputObject(schema: "goal_plans")
        document["month"] = .string(month.description)
        document["plans"] = .array(objects.map(OutputValue.object))
        if !lines.isEmpty, let total {
            document["total"] = .string(total.text)
            document["currency"] = .string(total.currency.lowercasedCode)
        }
        document["state"] = state.map { .string($0) }
        call.printer.answer(list: objects, document: document) { printer in
            printer.table(table())
            if lines.count > 1, let total { printer.line("Together \(total)", .strong) }
        }
    }

    private func object(_ line: PlanLine) -> OutputObject {
        let figures = line.plan.figures
        var object = OutputObject(schema: "goal_plan")
        object["goal"] = .string(line.goal.id.text)
        object["name"] = .string(line.goal.name)
        object["month"] = .string(month.description)
        object["currency"] = .string(line.goal.currency.lowercasedCode)
        object["required"] = .string(line.text(figures.required))
        object["remaining"] = .string(line.text(figures.remaining))
        object["months"] = .integer(Int64(figures.months))
        object["amount"] = .string(line.amount.text)
        object["custom"] = figures.custom.map { .string(line.text($0)) }
        object["flex"] = .string(figures.flex.rawValue)
        object["plan_state"] = .string(line.plan.state.rawValue)
        object["complete"] = line.valuation.map { .boolean($0.total.isComplete) }
        return object
    }

    private func table() -> Table {
        var table = Table([
            .text("GOAL"), .amount("THIS MONTH"), .amount("REQUIRED"), .amount("REMAINING"), .amount("MONTHS"),
            .exact("PLAN"),
        ])
        for line in lines {
            let figures = line.plan.figures
            let words = [
                figures.flex == .flexible ? nil : figures.flex.rawValue,
                figures.custom != nil && figures.flex != .skipped ? "own amount" : nil,
                line.plan.state == .draft ? nil : line.plan.state.rawValue,
            ]
            table.add([
                .init(line.goal.name), .init(line.amount.description, .strong), .init(line.text(figures.required)),
                .init(line.text(figures.remaining)), .init(String(figures.months)),
                .init(words.compactMap { $0 }.joined(separator: ", "), .secondary),
            ])
        }
        return table
    }
}
