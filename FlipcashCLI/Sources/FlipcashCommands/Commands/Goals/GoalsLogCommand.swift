import ArgumentParser
import FlipcashCore
import SavingsGoals

/// `flipcash goals log …`
struct GoalsLogCommand: AsyncParsableCommand, DefaultTakesWords {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: "Enter, list and delete transactions of accounts that you keep by hand.",
        subcommands: [Add.self, List.self, Remove.self], defaultSubcommand: Add.self)

    struct Add: FlipcashCommand {
        static let configuration = CommandConfiguration(commandName: "add", abstract: "Enter a transaction.")

        @Argument(help: "Name of the asset, or the beginning of its id.")
        var asset: String

        @Argument(help: "The amount, a plain decimal above zero.")
        var amount: String

        @Flag(help: "Money went out.")
        var withdraw = false

        @Option(help: ArgumentHelp("The day; now if left out.", valueName: "date"))
        var date: CalendarDateArgument?

        @Option(help: "A few words.")
        var note: String?

        @OptionGroup(title: "Global options")
        var global: GlobalOptions

        var dryRun: DryRunSupport { .honoured }

        func run(in call: Invocation) async throws {
            try await call.withGoals { desk in
                let asset = try desk.asset(asset)
                guard asset.source == .manual else {
                    throw CommandFailure.badInput(
                        "The balance of this asset follows its source, so nothing can be entered. Choose another "
                            + "one of: flipcash goals asset list")
                }
                let amount = try desk.amount(amount, asset.currency)
                let when = date.map { desk.calendar.startOfDay($0.date) } ?? desk.now
                guard when <= desk.now.advanced(by: AssetTransaction.futureMax) else {
                    throw CommandFailure(
                        "date_in_future", .badInput, "The date is more than a day in the future. Use an earlier one.")
                }
                let transaction = AssetTransaction(
                    id: TransactionID(random: desk.random), asset: asset.id,
                    units: withdraw ? -amount.units : amount.units, date: when, comment: note)
                // The first deposit of an account that was made under an active goal is for that goal.
                let owner = try asset.owner.flatMap { try desk.store.goal($0) }
                let isFirst = try desk.store.allocations(of: asset.id).shares.isEmpty && !desk.hasBalance(asset)
                let goal = isFirst && !withdraw && owner?.lifecycle == .active ? owner?.id : nil
                let isDryRun = call.options.isDryRun
                if !isDryRun { try desk.store.log(transaction, for: goal, now: desk.now) }
                var document = TransactionText.object(transaction, asset)
                document["state"] = isDryRun ? .string("planned") : nil
                let verb = isDryRun ? "Would enter" : "Entered"
                call.printer.answer(document) {
                    $0.line("\(verb) \(withdraw ? "-" : "")\(amount) in \(desk.name(of: asset))")
                }
            }
        }
    }

    struct List: FlipcashCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the transactions of an asset.")

        @Argument(help: "Name of the asset, or the beginning of its id.")
        var asset: String

        @OptionGroup(title: "Global options")
        var global: GlobalOptions

        var onlyLooks: Bool { true }

        func run(in call: Invocation) async throws {
            try await call.withGoals { desk in
                let asset = try desk.asset(asset)
                let transactions = try desk.store.transactions(of: asset.id)
                let objects = transactions.map { TransactionText.object($0, asset) }
                var document = OutputObject(schema: "goal_transactions")
                document["transactions"] = .array(objects.map(OutputValue.object))
                call.printer.answer(list: objects, document: document) { printer in
                    var table = Table([.exact("DATE"), .amount("AMOUNT"), .text("NOTE"), .id("ID")])
                    for transaction in transactions {
                        table.add([
                            .init(desk.calendar.date(of: transaction.date).description),
                            .init(AssetAmount(units: transaction.units, asset.currency).description),
                            .init(transaction.comment ?? ""), .init(transaction.id.text, .secondary),
                        ])
                    }
                    printer.table(table)
                }
            }
        }
    }

    struct Remove: FlipcashCommand {
        static let configuration = CommandConfiguration(commandName: "rm", abstract: "Delete a transaction.")

        @Argument(help: "The id of the transaction.")
        var id: String

        @OptionGroup(title: "Global options")
        var global: GlobalOptions

        func run(in call: Invocation) async throws {
            try await call.withGoals { desk in
                guard let id = TransactionID(id), let transaction = try desk.store.transaction(id),
                    let asset = try desk.store.asset(transaction.asset)
                else {
                    throw CommandFailure(
                        "transaction_not_found", .notFound,
                        "There is no transaction with this id. List them with: flipcash goals log list ASSET")
                }
                try call.confirmWherePossible(
                    "Delete the transaction of \(AssetAmount(units: transaction.units, asset.currency))?")
                try desk.store.delete(transaction: id)
                call.printer.answer(TransactionText.object(transaction, asset)) { $0.line("Deleted the transaction") }
            }
        }
    }
}

extension GoalDesk {
    /// Whether anything is in `asset`; true as well when that cannot be read.
    func hasBalance(_ asset: Asset) -> Bool { (try? balance(of: asset).isZero) != true }
}

/// Transactions as they are shown.
enum TransactionText {
    /// The JSON object of a transaction.
    static func object(_ transaction: AssetTransaction, _ asset: Asset) -> OutputObject {
        var object = OutputObject(schema: "goal_transaction")
        object["id"] = .string(transaction.id.text)
        object["asset"] = .string(asset.id.text)
        object["currency"] = .string(asset.currency.lowercasedCode)
        object["amount"] = .string(AssetAmount(units: transaction.units, asset.currency).text)
        object["date"] = .string(TimestampText.rfc3339(transaction.date))
        object["note"] = transaction.comment.map { .string($0) }
        return object
    }
}
