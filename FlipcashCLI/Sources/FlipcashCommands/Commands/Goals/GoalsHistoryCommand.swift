import ArgumentParser
import FlipcashCore
import SavingsGoals

/// `flipcash goals history`
struct GoalsHistoryCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "Show what happened to the money of a goal.")

    @Argument(help: ArgumentHelp("Name of the goal, or the beginning of its id.", valueName: "goal"))
    var goal: String

    @Option(help: ArgumentHelp("Write all rows to this file as comma-separated values.", valueName: "file"))
    var csv: String?

    @Option(help: "The largest number of rows that are shown.")
    var limit = 50

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var dryRun: DryRunSupport { .honoured }

    mutating func validate() throws {
        guard limit > 0 else { throw ValidationError("--limit must be above zero.") }
    }

    /// One row.
    private struct Row {
        let date: Instant
        let kind: String
        let asset: String
        let amount: AssetAmount
        let note: String
    }

    func run(in call: Invocation) async throws {
        try await call.withGoals { desk in
            let goal = try desk.goal(goal)
            let rows = try rows(of: goal, desk)
            if let csv {
                let lines = rows.map { row in
                    [
                        TimestampText.rfc3339(row.date), row.kind, row.asset, row.amount.text,
                        row.amount.currency.code, row.note,
                    ]
                }
                let text = CSVText.table([["date", "kind", "asset", "amount", "currency", "note"]] + lines)
                if !call.options.isDryRun { try OutputFile.write(Array(text.utf8), to: csv) }
            }
            let objects = rows.prefix(limit).map(object)
            var document = OutputObject(schema: "goal_history")
            document["goal"] = .string(goal.id.text)
            document["events"] = .array(objects.map(OutputValue.object))
            document["path"] = csv.map { .string($0) }
            document["state"] = call.options.isDryRun && csv != nil ? .string("planned") : nil
            call.printer.answer(list: objects, document: document) { printer in
                if let csv {
                    let verb = call.options.isDryRun ? "Would write" : "Wrote"
                    printer.line("\(verb) \(CountText.of(rows.count, "row")) to \(DisplayText.sanitized(csv))")
                    return
                }
                var table = Table([.exact("DATE"), .exact("WHAT"), .text("ASSET"), .amount("AMOUNT"), .text("NOTE")])
                for row in rows.prefix(limit) {
                    table.add([
                        .init(desk.calendar.date(of: row.date).description),
                        .init(row.kind.replacing("_", with: " ")), .init(row.asset),
                        .init(row.amount.description, .strong), .init(row.note, .secondary),
                    ])
                }
                printer.table(table)
            }
            if rows.isEmpty { call.printer.hint("Nothing happened yet. Run: flipcash goals contribute") }
        }
    }

    private func object(_ row: Row) -> OutputObject {
        var object = OutputObject(schema: "goal_event")
        object["date"] = .string(TimestampText.rfc3339(row.date))
        object["kind"] = .string(row.kind)
        object["asset"] = .string(row.asset)
        object["amount"] = .string(row.amount.text)
        object["currency"] = .string(row.amount.currency.lowercasedCode)
        object["note"] = row.note.isEmpty ? nil : .string(row.note)
        return object
    }

    /// The changes of the goal's shares, and the transactions of its own assets, newest first.
    private func rows(of goal: Goal, _ desk: GoalDesk) throws -> [Row] {
        var rows: [Row] = []
        for asset in try desk.store.assets() {
            let name = desk.name(of: asset)
            var share: ExactInteger = 0
            let changes = try desk.store.allocationChanges(of: asset.id).filter { $0.goal == goal.id }
            for change in changes where change.units != share {
                let difference = change.units - share
                share = change.units
                rows.append(
                    Row(
                        date: change.date, kind: difference.signum > 0 ? "set_aside" : "freed", asset: name,
                        amount: AssetAmount(units: difference, asset.currency),
                        note: "now \(AssetAmount(units: change.units, asset.currency).text)"))
            }
            guard !changes.isEmpty || asset.owner == goal.id else { continue }
            for transaction in try desk.store.transactions(of: asset.id) {
                rows.append(
                    Row(
                        date: transaction.date, kind: transaction.units.signum > 0 ? "deposit" : "withdrawal",
                        asset: name, amount: AssetAmount(units: transaction.units, asset.currency),
                        note: transaction.comment ?? transaction.externalID ?? ""))
            }
        }
        return rows.enumerated().sorted { ($1.element.date, $1.offset) < ($0.element.date, $0.offset) }.map(\.element)
    }
}
