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

    func run(in call: Invocation) async throws {
        try await call.withGoals { desk in
            let (asset, goal) = (try desk.asset(asset), try desk.goal(goal))
            let balance = try desk.balance(of: asset)
            let allocations = try desk.store.allocations(of: asset.id)
            let units: ExactInteger =
                switch amount.lowercased() {
                case "none": 0
                case "rest": (allocations.shares[goal.id] ?? 0) + allocations.unallocated(balance: balance)
                default: try desk.amount(amount, asset.currency).units
                }
            try desk.store.allocate(units, of: asset.id, to: goal.id, balance: balance, now: desk.now)
            let document = try AssetText.object(asset, desk)
            call.printer.answer(document) {
                $0.line("\(goal.name) has \(AssetAmount(units: units, asset.currency)) of \(desk.name(of: asset))")
            }
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
                let allocations = try desk.store.allocations(of: asset.id)
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

/// `flipcash goals contribute`
struct GoalsContributeCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "contribute", abstract: "Set money aside for a goal.",
        discussion: """
            Of the wallet, a part of the balance is reserved; no money moves, and it can still be spent. In an account
            that you keep by hand, a deposit is entered.
            """)

    @Argument(help: ArgumentHelp("Name of the goal, or the beginning of its id.", valueName: "goal"))
    var goal: String

    @Argument(help: "The amount, in the currency of the asset.")
    var amount: String

    @Option(help: "The asset; the wallet's dollars if left out.")
    var asset: String?

    @Option(help: "A token of the wallet, by its symbol or mint.")
    var token: String?

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var dryRun: DryRunSupport { .honoured }

    mutating func validate() throws {
        if asset != nil, token != nil { throw ValidationError("--asset and --token cannot be combined. Use only one.") }
    }

    func run(in call: Invocation) async throws {
        try await call.withGoals { desk in
            let goal = try desk.goal(goal)
            guard goal.lifecycle == .active else {
                throw CommandFailure(
                    "goal_state", .conflict, "The goal is \(goal.lifecycle.rawValue). Restore it first.")
            }
            let asset = try chosenAsset(desk, for: goal)
            let amount = try desk.amount(amount, asset.currency)
            let isDryRun = call.options.isDryRun
            if asset.source == .manual {
                let deposit = AssetTransaction(
                    id: TransactionID(random: desk.random), asset: asset.id, units: amount.units, date: desk.now)
                if !isDryRun { try desk.store.log(deposit, for: goal.id, now: desk.now) }
            } else {
                let balance = try desk.balance(of: asset)
                var allocations = try desk.store.allocations(of: asset.id)
                let units = (allocations.shares[goal.id] ?? 0) + amount.units
                _ = try allocations.set(units, for: goal.id, balance: balance, currency: asset.currency)
                if !isDryRun {
                    if try desk.store.asset(asset.id) == nil { try desk.store.put(asset) }
                    try desk.store.allocate(units, of: asset.id, to: goal.id, balance: balance, now: desk.now)
                }
            }
            var document = OutputObject(schema: "goal_contribution")
            document["goal"] = .string(goal.id.text)
            document["asset"] = .string(asset.id.text)
            document["amount"] = .string(amount.text)
            document["currency"] = .string(asset.currency.lowercasedCode)
            document["kind"] = .string(asset.source == .manual ? "deposit" : "reservation")
            document["state"] = isDryRun ? .string("planned") : nil
            let verb = isDryRun ? "Would set aside" : "Set aside"
            call.printer.answer(document) { $0.line("\(verb) \(amount) of \(desk.name(of: asset)) for \(goal.name)") }
        }
    }

    /// The asset of this contribution: the named one, or the wallet's balance, which becomes an asset when it is used
    /// first.
    private func chosenAsset(_ desk: GoalDesk, for goal: Goal) throws -> Asset {
        if let asset { return try desk.asset(asset) }
        let wanted = try token.map { try desk.currency($0) } ?? .usdf
        guard let holding = desk.holdings.values.first(where: { $0.currency == wanted }) else {
            throw CommandFailure(
                "no_balance", .notPossible,
                "The wallet has no \(token.map(DisplayText.sanitized) ?? "dollars"). See: flipcash balance --all")
        }
        let known = try desk.store.assets().first { $0.source == .wallet(holding.mint) }
        return known
            ?? Asset(id: AssetID(random: desk.random), currency: holding.currency, source: .wallet(holding.mint))
    }
}
