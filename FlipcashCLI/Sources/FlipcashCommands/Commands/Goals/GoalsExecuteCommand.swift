import ArgumentParser
import FlipcashCore
import SavingsGoals

/// `flipcash goals execute …`
struct GoalsExecuteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "execute", abstract: "Carry out the plan of a month, and close it.",
        discussion: """
            Start freezes the plan and the rates. What reaches the goals from then on counts as paid. Finish closes the \
            month. Each step can be undone for some hours (flipcash goals config set undo-hours).
            """,
        subcommands: [Overview.self, Start.self, Finish.self, Undo.self], defaultSubcommand: Overview.self)

    struct Overview: FlipcashCommand {
        static let configuration = CommandConfiguration(
            commandName: "status", abstract: "Show what is planned and paid.")

        @OptionGroup(title: "Global options")
        var global: GlobalOptions

        var onlyLooks: Bool { true }

        func run(in call: Invocation) async throws {
            try await call.withGoals { try await ExecutionView($0).answer(call, verb: nil) }
        }
    }

    struct Start: FlipcashCommand {
        static let configuration = CommandConfiguration(
            commandName: "start", abstract: "Freeze the plan of this month.")

        @OptionGroup(title: "Global options")
        var global: GlobalOptions

        var dryRun: DryRunSupport { .honoured }

        func run(in call: Invocation) async throws {
            try await call.withGoals { desk in
                let cycle = try desk.cycle()
                if let refusal = ExecutionAction.start.refusal(in: cycle.phase, canUndo: cycle.canUndo) {
                    throw ExecutionFailure.refused(refusal)
                }
                let lines = try await desk.planLines(of: cycle.month ?? MonthLabel(desk.now))
                let rates = try await desk.ratesToPin(lines.map(\.goal))
                if !call.options.isDryRun {
                    try desk.store.startExecution(
                        plans: lines.map(\.plan), rates: rates, undoHours: try desk.store.settings().undoHours,
                        now: desk.now)
                }
                try await ExecutionView(desk).answer(
                    call, verb: call.options.isDryRun ? "Would start" : "Started")
            }
        }
    }

    struct Finish: FlipcashCommand {
        static let configuration = CommandConfiguration(commandName: "finish", abstract: "Close the month.")

        @OptionGroup(title: "Global options")
        var global: GlobalOptions

        var dryRun: DryRunSupport { .honoured }

        func run(in call: Invocation) async throws {
            try await call.withGoals { desk in
                let view = try await ExecutionView(desk)
                let cycle = view.cycle
                if let refusal = ExecutionAction.finish.refusal(in: cycle.phase, canUndo: cycle.canUndo) {
                    throw ExecutionFailure.refused(refusal)
                }
                if !call.options.isDryRun {
                    try desk.store.finishExecution(
                        contributions: view.contributions, undoHours: try desk.store.settings().undoHours,
                        now: desk.now)
                }
                try await ExecutionView(desk).answer(call, verb: call.options.isDryRun ? "Would close" : "Closed")
            }
        }
    }

    struct Undo: FlipcashCommand {
        static let configuration = CommandConfiguration(
            commandName: "undo", abstract: "Take the last step back.")

        @OptionGroup(title: "Global options")
        var global: GlobalOptions

        func run(in call: Invocation) async throws {
            try await call.withGoals { desk in
                try desk.store.undoExecution(undoHours: try desk.store.settings().undoHours, now: desk.now)
                try await ExecutionView(desk).answer(call, verb: "Undone:")
            }
        }
    }
}

/// A month that is carried out, as it is shown.
struct ExecutionView: Sendable {
    let cycle: ExecutionCycle
    let record: ExecutionRecord?
    let goals: [GoalID: Goal]
    let plans: [Plan]
    let contributions: [ExecutionRecord.Contribution]
    private let undoEnd: Instant?

    init(_ desk: GoalDesk) async throws {
        cycle = try desk.cycle()
        let month = cycle.month?.description
        record = try desk.store.executions().last { $0.month == month && $0.status != .draft }
        let all = try desk.store.goals(includingHidden: true)
        goals = Dictionary(all.map { ($0.id, $0) }) { $1 }
        let hours = try desk.store.settings().undoHours
        undoEnd = cycle.canUndo ? record?.changed.advanced(by: .seconds(Int64(hours) * 3_600)) : nil
        guard let record else {
            plans = try await desk.planLines(of: cycle.month ?? MonthLabel(desk.now)).map(\.plan)
            contributions = []
            return
        }
        if record.status == .closed {
            (plans, contributions) = (record.plans, record.contributions)
        } else {
            let running = try desk.store.plans(of: MonthLabel(record.month) ?? MonthLabel(desk.now)).values
                .filter { $0.state == .executing }.sorted { $0.goal < $1.goal }
            plans = running
            let tracked = Set(running.map(\.goal))
            contributions = try await desk.contributions(of: record, goals: all.filter { tracked.contains($0.id) })
        }
    }

    /// What a goal got, in units of its currency.
    private func paid(_ goal: GoalID) -> ExactInteger {
        contributions.filter { $0.goal == goal }.reduce(0) { $0 + ($1.value ?? 0) }
    }

    func answer(_ call: Invocation, verb: String?) {
        var table = Table([.text("GOAL"), .amount("PLANNED"), .amount("PAID"), .amount("DONE")])
        var objects: [OutputValue] = []
        for plan in plans {
            guard let goal = goals[plan.goal] else { continue }
            let (planned, paid) = (plan.figures.effective, paid(plan.goal))
            let percent = (paid * 100).divided(by: planned, .floor)?.int
            let missing = contributions.filter { $0.goal == plan.goal && $0.value == nil }.map(\.currency.code)
            objects.append(
                .fields([
                    "goal": .string(plan.goal.text), "name": .string(goal.name),
                    "currency": .string(goal.currency.lowercasedCode),
                    "planned": .string(AssetAmount(units: planned, goal.currency).text),
                    "contributed": .string(AssetAmount(units: paid, goal.currency).text),
                    "percent": percent.map { .integer(Int64($0)) },
                    "missing": .array(missing.map { .string($0) }),
                ]))
            table.add([
                .init(goal.name), .init(AssetAmount(units: planned, goal.currency).description),
                .init(AssetAmount(units: paid, goal.currency).text, .strong),
                .init(percent.map { "\($0)%" } ?? "", .secondary),
            ])
        }
        var document = OutputObject(schema: "goal_execution")
        document["phase"] = .string(cycle.phase.rawValue)
        document["month"] = cycle.month.map { .string($0.description) }
        document["conflict"] = cycle.conflict.map { .string($0.rawValue) }
        document["can_undo"] = .boolean(cycle.canUndo)
        document["undo_until"] = undoEnd.map { .string(TimestampText.rfc3339($0)) }
        document["started"] = record.map { .string(TimestampText.rfc3339($0.started)) }
        document["goals"] = .array(objects)
        let shown = table
        let phase = cycle.conflict.map { "conflict: \($0.rawValue.replacing("_", with: " "))" } ?? cycle.phase.rawValue
        call.printer.answer(document) { printer in
            printer.line("\(verb.map { "\($0) " } ?? "")\(cycle.month?.description ?? "") (\(phase))")
            printer.table(shown)
        }
        if let undoEnd { call.printer.hint("Can be undone until \(TimestampText.rfc3339(undoEnd)).") }
    }
}
