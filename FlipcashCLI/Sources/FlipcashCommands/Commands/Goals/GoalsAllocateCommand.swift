import ArgumentParser
import FlipcashCore
import SavingsGoals

/// `flipcash goals allocate`
struct GoalsAllocateCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "allocate", abstract: "Promise a part of an asset to a goal.")

    @Argument(help: "Name of the asset, or the beginning of its id.")
    var asset: String

    @Argument(help: ArgumentHelp("Name of the goal, or the beginning of its id.", valueName: "goal"))
    var goal: String

    @Argument(help: "The amount in the asset's currency, rest for everything that is free, or none.")
    var amount: String

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        try await call.withGoals { desk in
            let (asset, goal) = (try desk.asset(asset), try desk.goal(goal))
            let part: GoalDesk.Part =
                switch amount.lowercased() {
                case "none": .nothing
                case "rest": .rest
                default: .exactly(amount)
                }
            let share = try await desk.refreshedIfShort(asset, call) { try $0.share(of: asset, for: goal, part) }
            let fresh = share.desk
            let isDryRun = call.options.isDryRun
            if !isDryRun {
                try fresh.store.allocate(share.units, of: asset.id, to: goal.id, balance: share.balance, now: desk.now)
            }
            let document = try AssetText.object(asset, fresh, planned: isDryRun ? share.allocations : nil)
            let (verb, units) = (isDryRun ? "would have" : "has", AssetAmount(units: share.units, asset.currency))
            call.printer.answer(document) { $0.line("\(goal.name) \(verb) \(units) of \(fresh.name(of: asset))") }
        }
    }
}

/// `flipcash goals allocations`
struct GoalsAllocationsCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "allocations", abstract: "List what assets promise to goals.")

    @Argument(help: "Name of the asset, or the beginning of its id; all if left out.")
    var asset: String?

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var onlyLooks: Bool { true }

    func run(in call: Invocation) async throws {
        try await call.withGoals { desk in
            let assets = try asset.map { [try desk.asset($0)] } ?? desk.store.assets()
            let names = Dictionary(try desk.store.goals(includingHidden: true).map { ($0.id, $0.name) }) { $1 }
            let objects = try assets.map { try AssetText.object($0, desk) }
            var document = OutputObject(schema: "goal_allocations")
            document["assets"] = .array(objects.map(OutputValue.object))
            var table = Table([.text("ASSET"), .text("GOAL"), .amount("PROMISED"), .amount("FUNDED")])
            for asset in assets {
                let allocations = try desk.shares(of: asset)
                let funded = allocations.funded(balance: try desk.balance(of: asset))
                for (goal, units) in allocations.shares.sorted(by: { $0.key < $1.key }) {
                    table.add([
                        .init(desk.name(of: asset)), .init(names[goal] ?? goal.text),
                        .init(AssetAmount(units: units, asset.currency).description),
                        .init(AssetAmount(units: funded[goal] ?? 0, asset.currency).text),
                    ])
                }
            }
            let filled = table
            call.printer.answer(list: objects, document: document) { $0.table(filled) }
        }
    }
}
