import ArgumentParser
import FlipcashCore
import FlipcashWallet
import SavingsGoals

/// `flipcash goals list`
struct GoalsListCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the goals and how far they are.")

    /// The order of a list.
    enum Order: String, ExpressibleByArgument, CaseIterable, Sendable {
        case deadline, progress, name
    }

    @Flag(help: "Include goals that are cancelled, finished or archived.")
    var all = false

    @Option(help: "Order: deadline, progress or name.")
    var sort = Order.deadline

    @Flag(help: "Draw the bars with blocks, on a terminal that shows UTF-8.")
    var fancy = false

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var onlyLooks: Bool { true }

    func run(in call: Invocation) async throws {
        try await call.withGoals { desk in
            let views = sorted(
                try await desk.valuations(of: desk.store.goals(includingHidden: all)).map(GoalView.init))
            var document = OutputObject(schema: "goals")
            document["goals"] = .array(views.map { .object($0.object()) })
            document["as_of"] = .string(TimestampText.rfc3339(desk.now))
            document["stale"] = .boolean(views.contains { $0.valuation.total.isStale })
            call.printer.answer(list: views.map { $0.object() }, document: document) {
                $0.table(GoalView.table(views, isFancy: fancy && call.hasUTF8Terminal))
            }
            if views.isEmpty { call.printer.hint("No goals yet. Run: flipcash goals add NAME AMOUNT --by DATE") }
            call.hintAge(views.map(\.valuation))
        }
    }

    private func sorted(_ views: [GoalView]) -> [GoalView] {
        views.sorted { left, right in
            let (first, second) = (left.valuation, right.valuation)
            switch sort {
            case .deadline: break
            case .progress:
                let (a, b) = (first.total.progress.percent, second.total.progress.percent)
                if a != b { return a > b }
            case .name:
                if first.goal.name != second.goal.name { return first.goal.name < second.goal.name }
            }
            return Goal.isListedBefore(first.goal, second.goal)
        }
    }
}

extension Invocation {
    /// Whether standard output is a terminal whose variables name UTF-8.
    var hasUTF8Terminal: Bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty }?.lowercased()
        return printer.isOutputTerminal && locale.map { $0.contains("utf-8") || $0.contains("utf8") } ?? false
    }

    /// Says how old the rates of `valuations` are, if they are too old.
    func hintAge(_ valuations: [GoalValuation]) {
        guard let oldest = valuations.filter({ $0.total.isStale }).map(\.total.age).max() else { return }
        printer.hint("Some rates are up to \(oldest) s old.")
    }
}

/// `flipcash goals show`
struct GoalsShowCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a goal: its parts, what it needs, what to do next.")

    @Argument(help: ArgumentHelp("Name of the goal, or the beginning of its id.", valueName: "goal"))
    var goal: String

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var onlyLooks: Bool { true }

    func run(in call: Invocation) async throws {
        try await call.withGoals { desk in
            let valuations = try await desk.valuations(of: [desk.goal(goal)])
            for valuation in valuations {
                var view = GoalView(valuation)
                view.habits = try await desk.habits(of: valuation)
                let shown = view
                call.printer.answer(shown.object()) { shown.print(to: $0, desk: desk) }
                for asset in valuation.failing {
                    call.printer.warning(
                        "\(DisplayText.sanitized(desk.name(of: asset))) cannot be read. Run: flipcash goals asset sync")
                }
            }
            call.hintAge(valuations)
        }
    }
}

/// `flipcash goals forecast`
struct GoalsForecastCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "forecast", abstract: "Say where a goal will be at its deadline at the present pace.",
        discussion: "A forecast needs totals of two days. Listing goals keeps one total a day.")

    @Argument(help: ArgumentHelp("Name of the goal, or the beginning of its id.", valueName: "goal"))
    var goal: String

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var onlyLooks: Bool { true }

    func run(in call: Invocation) async throws {
        try await call.withGoals { desk in
            let goal = try desk.goal(goal)
            let valuations = try await desk.valuations(of: [goal])
            let forecast = try Forecast(
                points: desk.store.points(of: goal.id), target: goal.target.units, deadline: goal.deadline,
                today: desk.today)
            func text(_ units: ExactInteger) -> String { AssetAmount(units: units, goal.currency).text }
            var document = OutputObject(schema: "goal_forecast")
            document["id"] = .string(goal.id.text)
            document["base"] = .string(text(forecast.base))
            document["optimistic"] = .string(text(forecast.optimistic))
            document["pessimistic"] = .string(text(forecast.pessimistic))
            document["status"] = .string(forecast.status.rawValue)
            document["confidence"] = .string(forecast.confidence.rawValue)
            document["eta_days"] = forecast.daysToTarget.map { .integer(Int64($0)) }
            call.printer.answer(document) { printer in
                printer.facts([
                    ("At the deadline", "\(text(forecast.base)) of \(goal.target)"),
                    ("Between", "\(text(forecast.pessimistic)) and \(text(forecast.optimistic))"),
                    ("Reached", forecast.daysToTarget.map { $0 == 0 ? "now" : "in \($0) days" } ?? "not at this pace"),
                    ("Confidence", forecast.confidence.rawValue),
                ])
            }
            call.hintAge(valuations)
        }
    }
}
