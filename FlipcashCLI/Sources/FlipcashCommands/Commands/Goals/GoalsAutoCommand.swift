import ArgumentParser
import FlipcashCore
import FlipcashWallet
import SavingsGoals

/// `flipcash goals auto …`
struct GoalsAutoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "auto", abstract: "Standing orders: save for goals automatically.",
        discussion: """
            An order sets aside an amount, or a share of what comes in, every week, every month, or whenever money \
            arrives. "flipcash goals remind setup" makes the timer that runs the orders.

              flipcash goals auto add Trip 10% --every arrival
              flipcash goals auto add Trip 50 --every month --first 2027-01-01
              flipcash goals auto log                 what they did, or why not
            """,
        subcommands: [List.self, Add.self, Remove.self, Run.self, Log.self], defaultSubcommand: List.self)

    /// How often an order runs, as a person says it.
    enum Every: String, ExpressibleByArgument, CaseIterable, Sendable {
        case week, month, arrival

        var rhythm: StandingOrder.Rhythm {
            switch self {
            case .week: .weekly
            case .month: .monthly
            case .arrival: .arrival
            }
        }

        init(_ rhythm: StandingOrder.Rhythm) {
            switch rhythm {
            case .weekly: self = .week
            case .monthly: self = .month
            case .arrival: self = .arrival
            }
        }
    }

    struct Add: FlipcashCommand {
        static let configuration = CommandConfiguration(commandName: "add", abstract: "Make a standing order.")

        @Argument(help: ArgumentHelp("Name of the goal, or the beginning of its id.", valueName: "goal"))
        var goal: String

        @Argument(help: "An amount in the asset's currency, or a share of what comes in, such as 10%.")
        var amount: String

        @Option(help: "When it runs: week, month or arrival.")
        var every: Every

        @Option(help: ArgumentHelp("The first day; today if left out.", valueName: "date"))
        var first: CalendarDateArgument?

        @Option(help: "The asset; the wallet's dollars if left out.")
        var asset: String?

        @Option(help: "A token of the wallet, by its symbol or mint.")
        var token: String?

        @OptionGroup(title: "Global options")
        var global: GlobalOptions

        var dryRun: DryRunSupport { .honoured }

        mutating func validate() throws {
            if asset != nil, token != nil {
                throw ValidationError("--asset and --token cannot be combined. Use only one.")
            }
        }

        func run(in call: Invocation) async throws {
            try await call.withGoals { desk in
                let goal = try desk.goal(goal)
                guard goal.lifecycle == .active else { throw CommandFailure.notActive(goal) }
                let asset =
                    try asset.map { try desk.asset($0) } ?? desk.walletAsset(token.map { try desk.currency($0) })
                let order = StandingOrder(
                    id: StandingOrderID(random: desk.random), goal: goal.id, asset: asset.id,
                    measure: try measure(desk, asset.currency), rhythm: every.rhythm,
                    first: first?.date ?? desk.today, created: desk.now)
                if !call.options.isDryRun {
                    if try desk.store.asset(asset.id) == nil { try desk.store.put(asset) }
                    try desk.store.put(order)
                }
                var document = OrderText.object(order, goal, asset)
                document["state"] = call.options.isDryRun ? .string("planned") : nil
                let verb = call.options.isDryRun ? "Would set aside" : "Sets aside"
                call.printer.answer(document) {
                    $0.line("\(verb) \(OrderText.sentence(order, asset, desk)) for \(goal.name)")
                }
                call.printer.hint("Run due orders with: flipcash goals auto run")
            }
        }

        private func measure(
            _ desk: GoalDesk, _ currency: AssetCurrency
        ) throws(CommandFailure) -> StandingOrder.Measure {
            guard amount.hasSuffix("%") else { return .amount(try desk.amount(amount, currency).units) }
            guard let share = ExactRational(decimal: String(amount.dropLast())), share.signum > 0,
                let points = share.units(places: 2, .floor).uint64, points <= 10_000,
                ExactRational(units: ExactInteger(points), places: 2) == share
            else {
                throw .badInput(
                    "A share must be from 0.01% to 100%, with at most two decimals. Use one such as 10%.",
                    code: "bad_share")
            }
            return .share(basisPoints: points)
        }
    }

    struct List: FlipcashCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List the standing orders.")

        @OptionGroup(title: "Global options")
        var global: GlobalOptions

        var onlyLooks: Bool { true }

        func run(in call: Invocation) async throws {
            try await call.withGoals { desk in
                let rows = try OrderText.rows(desk)
                let objects = rows.map { OrderText.object($0.order, $0.goal, $0.asset) }
                var document = OutputObject(schema: "goal_orders")
                document["orders"] = .array(objects.map(OutputValue.object))
                var table = Table([.id("ID"), .text("GOAL"), .text("SETS ASIDE"), .exact("LAST RUN")])
                for row in rows {
                    let last = try desk.store.runs(of: row.order.id, limit: 1).first
                    table.add([
                        .init(row.order.id.text), .init(row.goal.name),
                        .init(OrderText.sentence(row.order, row.asset, desk)),
                        .init(
                            last.map { "\(desk.calendar.date(of: $0.date)) \(OrderText.reason($0.outcome))" }
                                ?? "never",
                            .secondary),
                    ])
                }
                let shown = table
                call.printer.answer(list: objects, document: document) { $0.table(shown) }
                if rows.isEmpty {
                    call.printer.hint("No standing orders. Run: flipcash goals auto add GOAL 10% --every arrival")
                }
            }
        }
    }

    struct Remove: FlipcashCommand {
        static let configuration = CommandConfiguration(
            commandName: "rm", abstract: "Delete a standing order with its log. What it set aside stays.")

        @Argument(help: "The id of the order, or its beginning.")
        var id: String

        @OptionGroup(title: "Global options")
        var global: GlobalOptions

        var dryRun: DryRunSupport { .honoured }

        func run(in call: Invocation) async throws {
            try await call.withGoals { desk in
                let row = try OrderText.row(id, desk)
                if !call.options.isDryRun { try desk.store.delete(standingOrder: row.order.id) }
                var document = OrderText.object(row.order, row.goal, row.asset)
                document["state"] = .string(call.options.isDryRun ? "planned" : "deleted")
                call.printer.answer(document) {
                    $0.line(
                        (call.options.isDryRun ? "Would delete" : "Deleted")
                            + " the order for \(row.goal.name)")
                }
            }
        }
    }

    struct Run: FlipcashCommand {
        static let configuration = CommandConfiguration(
            commandName: "run", abstract: "Run the standing orders that are due.",
            discussion: """
                Each order runs once for each week, month or arrival, however often this is called. It uses the stored \
                balance and history; --sync updates them first, which needs the account's words.
                """)

        @Flag(help: "Fetch the balance and the history first.")
        var sync = false

        @OptionGroup(title: "Global options")
        var global: GlobalOptions

        var dryRun: DryRunSupport { .honoured }

        func run(in call: Invocation) async throws {
            if sync, !call.options.isOffline {
                try await call.withWallet { wallet in
                    _ = try await wallet.balance(all: true, token: nil)
                    _ = try await wallet.history(syncs: true)
                }
            }
            try await call.withGoals { desk in
                var done: [OrderRun] = []
                for due in try await desk.dueRuns() {
                    if call.options.isDryRun {
                        done.append(due)
                    } else if try desk.store.carryOut(
                        due.run, of: due.order, balance: try desk.balance(of: due.asset))
                    {
                        done.append(due)
                    }
                }
                let objects = done.map { OrderText.object($0) }
                var document = OutputObject(schema: "goal_order_runs")
                document["runs"] = .array(objects.map(OutputValue.object))
                document["state"] = call.options.isDryRun ? .string("planned") : nil
                call.printer.answer(list: objects, document: document) { printer in
                    for entry in done { printer.line(OrderText.sentence(entry, isPlanned: call.options.isDryRun)) }
                }
                if done.isEmpty { call.printer.hint("No order is due.") }
            }
        }
    }

    struct Log: FlipcashCommand {
        static let configuration = CommandConfiguration(
            commandName: "log", abstract: "Show what standing orders did, and why they did not.")

        @Argument(help: "The id of an order, or its beginning; all if left out.")
        var id: String?

        @Option(help: "The largest number of entries for each order.")
        var limit = 50

        @OptionGroup(title: "Global options")
        var global: GlobalOptions

        var onlyLooks: Bool { true }

        mutating func validate() throws {
            guard limit > 0 else { throw ValidationError("--limit must be above zero.") }
        }

        func run(in call: Invocation) async throws {
            try await call.withGoals { desk in
                let rows = try id.map { [try OrderText.row($0, desk)] } ?? OrderText.rows(desk)
                let entries = try rows.flatMap { row in
                    try desk.store.runs(of: row.order.id, limit: limit).map {
                        OrderRun(order: row.order, run: $0, goal: row.goal, asset: row.asset)
                    }
                }.sorted { ($1.run.date, $1.run.period) < ($0.run.date, $0.run.period) }
                let objects = entries.map { OrderText.object($0) }
                var document = OutputObject(schema: "goal_order_runs")
                document["runs"] = .array(objects.map(OutputValue.object))
                call.printer.answer(list: objects, document: document) { printer in
                    var table = Table([
                        .exact("DATE"), .text("GOAL"), .amount("SET ASIDE"), .exact("RESULT"), .id("PERIOD"),
                    ])
                    for entry in entries {
                        table.add([
                            .init(desk.calendar.date(of: entry.run.date).description), .init(entry.goal.name),
                            .init(AssetAmount(units: entry.run.units, entry.asset.currency).description, .strong),
                            .init(OrderText.reason(entry.run.outcome)), .init(entry.run.period, .secondary),
                        ])
                    }
                    printer.table(table)
                }
                if entries.isEmpty { call.printer.hint("No order has run yet.") }
            }
        }
    }
}
