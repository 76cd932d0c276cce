import ArgumentParser
import FlipcashCore
import SavingsGoals

/// `flipcash goals asset …`
struct GoalsAssetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "asset", abstract: "Manage what holds the money of goals.",
        subcommands: [Add.self, Watch.self, Sync.self, List.self, Remove.self])

    struct Add: FlipcashCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Add an account that you keep by hand.")

        @Argument(help: ArgumentHelp("Name of the goal, or the beginning of its id.", valueName: "goal"))
        var goal: String

        @Argument(help: ArgumentHelp("Its currency, such as eur or btc.", valueName: "code"))
        var code: String

        @Option(help: "A name for it.")
        var label: String?

        @Option(help: "The price service's id of the coin, for a symbol that several coins share.")
        var coin: String?

        @OptionGroup(title: "Global options")
        var global: GlobalOptions

        var dryRun: DryRunSupport { .honoured }

        func run(in call: Invocation) async throws {
            try await call.withGoals { desk in
                let (goal, currency) = (try desk.goal(goal), try desk.currency(code))
                let asset = Asset(
                    id: AssetID(random: desk.random), currency: currency, source: .manual, owner: goal.id,
                    label: label, coinID: try await call.coinID(coin, of: currency, desk))
                let isDryRun = call.options.isDryRun
                if !isDryRun { try desk.store.put(asset) }
                let document = try AssetText.object(asset, desk, planned: isDryRun ? desk.shares(of: asset) : nil)
                let verb = isDryRun ? "Would add" : "Added"
                call.printer.answer(document) {
                    $0.line("\(verb) \(desk.name(of: asset)) (\(asset.currency.code)) to \(goal.name)")
                }
                if !isDryRun {
                    call.printer.hint("Enter a deposit with: flipcash goals log \(asset.id.text.prefix(8)) AMOUNT")
                }
            }
        }
    }

    struct List: FlipcashCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List all assets.")

        @OptionGroup(title: "Global options")
        var global: GlobalOptions

        var onlyLooks: Bool { true }

        func run(in call: Invocation) async throws {
            try await call.withGoals { desk in
                let assets = try desk.store.assets()
                let objects = try assets.map { try AssetText.object($0, desk) }
                var document = OutputObject(schema: "goal_assets")
                document["assets"] = .array(objects.map(OutputValue.object))
                var table = Table([.id("ID"), .text("NAME"), .exact("SOURCE"), .amount("BALANCE"), .amount("FREE")])
                for asset in assets {
                    let balance = try desk.balance(of: asset)
                    let free = try desk.shares(of: asset).unallocated(balance: balance)
                    table.add([
                        .init(asset.id.text), .init(desk.name(of: asset)), .init(asset.source.name, .secondary),
                        .init(AssetAmount(units: balance, asset.currency).description),
                        .init(AssetAmount(units: free, asset.currency).text),
                    ])
                }
                let filled = table
                call.printer.answer(list: objects, document: document) { $0.table(filled) }
            }
        }
    }

    struct Remove: FlipcashCommand {
        static let configuration = CommandConfiguration(
            commandName: "rm", abstract: "Delete an asset with its transactions. Goals stay.")

        @Argument(help: "Name of the asset, or the beginning of its id.")
        var asset: String

        @OptionGroup(title: "Global options")
        var global: GlobalOptions

        var dryRun: DryRunSupport { .honoured }

        func run(in call: Invocation) async throws {
            try await call.withGoals { desk in
                let asset = try desk.asset(asset)
                let plan = try desk.store.cascade(deleting: asset.id)
                if !call.options.isDryRun {
                    try call.confirm(
                        "Delete \(DisplayText.sanitized(desk.name(of: asset))) for good, with \(CascadeText.counts(plan))?"
                    )
                    try desk.store.delete(asset: asset.id)
                }
                CascadeText.answer(plan, name: desk.name(of: asset), call)
            }
        }
    }
}

/// Assets as they are shown.
enum AssetText {
    /// The JSON object of an asset.
    ///
    /// - Parameter planned: what the asset would promise, with `--dry-run`.
    static func object(_ asset: Asset, _ desk: GoalDesk, planned: Allocations? = nil) throws -> OutputObject {
        let balance = try desk.balance(of: asset)
        let allocations = try planned ?? desk.shares(of: asset)
        var object = OutputObject(schema: "goal_asset")
        object["id"] = .string(asset.id.text)
        object["source"] = .string(asset.source.name)
        object["currency"] = .string(asset.currency.lowercasedCode)
        object["label"] = asset.label.map { .string($0) }
        object["owner_goal"] = asset.owner.map { .string($0.text) }
        object["balance"] = .string(AssetAmount(units: balance, asset.currency).text)
        object["free"] = .string(AssetAmount(units: allocations.unallocated(balance: balance), asset.currency).text)
        object["state"] = .string(planned == nil ? allocations.state(balance: balance).rawValue : "planned")
        if case .address(let place) = asset.source {
            let reading = try desk.store.reading(of: asset.id) ?? ChainReading(asset: asset.id)
            object["chain"] = .string(place.chain)
            object["address"] = .string(place.address)
            object["sync"] = .string(reading.state(at: desk.now).rawValue)
            object["read_at"] = reading.read.map { .string(TimestampText.rfc3339($0)) }
        }
        object["allocations"] = .array(
            allocations.shares.sorted { $0.key < $1.key }.map { goal, units in
                .fields([
                    "goal": .string(goal.text), "amount": .string(AssetAmount(units: units, asset.currency).text),
                ])
            })
        return object
    }
}
