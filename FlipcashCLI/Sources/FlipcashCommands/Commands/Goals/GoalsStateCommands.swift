import ArgumentParser
import FlipcashCore
import SavingsGoals

/// A command that changes the state of a goal.
protocol GoalStateCommand: FlipcashCommand {
    /// The name of the goal, or the beginning of its id.
    var goal: String { get }
    /// The state after the command.
    static var state: Goal.Lifecycle { get }
    /// What the command did, for people.
    static var verb: String { get }
}

extension GoalStateCommand {
    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        try await call.withGoals { desk in
            let goal = try desk.goal(goal)
            guard goal.lifecycle.effect(ofChangeTo: Self.state) != nil else {
                throw CommandFailure(
                    "goal_state", .conflict,
                    "The goal is \(goal.lifecycle.rawValue) and cannot become \(Self.state.rawValue). "
                        + "See all goals with: flipcash goals list --all")
            }
            if !call.options.isDryRun {
                let total = Self.state == .finished ? try await desk.totalToKeep(of: goal) : nil
                try desk.store.change(goal.id, to: Self.state, total: total, now: desk.now)
            }
            var document = OutputObject(schema: "goal_change")
            document["id"] = .string(goal.id.text)
            document["lifecycle"] = .string(Self.state.rawValue)
            document["state"] = call.options.isDryRun ? .string("planned") : nil
            call.printer.answer(document) {
                $0.line((call.options.isDryRun ? "Would have: " : "") + "\(Self.verb) \(goal.name)")
            }
        }
    }
}

extension GoalDesk {
    /// Today's total of `goal`; nil if a part of it has no rate.
    fileprivate func totalToKeep(of goal: Goal) async throws -> Forecast.Point? {
        guard let total = try await valuations(of: [goal]).first?.total, total.isComplete else { return nil }
        return .init(date: today, total: total.total.units)
    }
}

/// `flipcash goals cancel`
struct GoalsCancelCommand: GoalStateCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: "Give a goal up. Its money is free again.")
    static let state = Goal.Lifecycle.cancelled
    static let verb = "Cancelled"

    @Argument(help: ArgumentHelp("Name of the goal, or the beginning of its id.", valueName: "goal"))
    var goal: String

    @OptionGroup(title: "Global options")
    var global: GlobalOptions
}

/// `flipcash goals finish`
struct GoalsFinishCommand: GoalStateCommand {
    static let configuration = CommandConfiguration(
        commandName: "finish", abstract: "Close a goal that is reached. Its money counts as spent.")
    static let state = Goal.Lifecycle.finished
    static let verb = "Finished"

    @Argument(help: ArgumentHelp("Name of the goal, or the beginning of its id.", valueName: "goal"))
    var goal: String

    @OptionGroup(title: "Global options")
    var global: GlobalOptions
}

/// `flipcash goals archive`
struct GoalsArchiveCommand: GoalStateCommand {
    static let configuration = CommandConfiguration(
        commandName: "archive", abstract: "Hide a goal. Its money is free again.")
    static let state = Goal.Lifecycle.deleted
    static let verb = "Archived"

    @Argument(help: ArgumentHelp("Name of the goal, or the beginning of its id.", valueName: "goal"))
    var goal: String

    @OptionGroup(title: "Global options")
    var global: GlobalOptions
}

/// `flipcash goals restore`
struct GoalsRestoreCommand: GoalStateCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Make a goal active again. Money that was freed stays free.")
    static let state = Goal.Lifecycle.active
    static let verb = "Restored"

    @Argument(help: ArgumentHelp("Name of the goal, or the beginning of its id.", valueName: "goal"))
    var goal: String

    @OptionGroup(title: "Global options")
    var global: GlobalOptions
}

/// `flipcash goals rm`
struct GoalsRemoveCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "rm", abstract: "Delete a goal for good, with the assets that belong to it alone.")

    @Argument(help: ArgumentHelp("Name of the goal, or the beginning of its id.", valueName: "goal"))
    var goal: String

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        try await call.withGoals { desk in
            let goal = try desk.goal(goal)
            let plan = try desk.store.cascade(deleting: goal.id)
            if !call.options.isDryRun {
                try call.confirm(
                    "Delete \(DisplayText.sanitized(goal.name)) for good, with \(CascadeText.counts(plan))?")
                try desk.store.delete(goal: goal.id)
            }
            CascadeText.answer(plan, name: goal.name, call)
        }
    }
}

/// What a deletion says.
enum CascadeText {
    /// The numbers of records that are deleted, in words.
    static func counts(_ cascade: Cascade) -> String {
        "\(CountText.of(cascade.assets.count, "asset")), "
            + "\(CountText.of(cascade.transactions.count, "transaction")), "
            + CountText.of(cascade.allocations.count, "allocation")
    }

    /// Prints what was deleted.
    static func answer(_ cascade: Cascade, name: String, _ call: Invocation) {
        var document = OutputObject(schema: "goal_deletion")
        document["goals"] = .array(cascade.goals.map { .string($0.text) })
        document["assets"] = .array(cascade.assets.map { .string($0.text) })
        document["transactions"] = .array(cascade.transactions.map { .string($0.text) })
        document["allocations"] = .array(cascade.allocations.map { .string("\($0.goal)/\($0.asset)") })
        document["state"] = call.options.isDryRun ? .string("planned") : nil
        call.printer.answer(document) {
            $0.line("\(call.options.isDryRun ? "Would delete" : "Deleted") \(name), with \(counts(cascade))")
        }
    }
}
