import ArgumentParser
import FlipcashCore
import SharedExpenses

/// `flipcash split import`
struct SplitImportCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import expenses: an export of PayBack or of flipcash, or a table of Splitwise, Tricount or Spliit.",
        discussion: """
              flipcash split import PayBack_Export.csv --currency eur
              flipcash split import splitwise.csv --group Trip --me "Ann Lee"
              flipcash split import tricount.csv --group Trip --map columns.json
              flipcash split import split.json

            A second import of the same file changes nothing. With --map a JSON file names the columns: date, \
            description, cost, currency, category and people.
            """)

    @Argument(help: "The file.")
    var file: String

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Who a person of the file is: new, or the id of a friend.", valueName: "id=new|id"))
    var resolve: [String] = []

    @Option(help: ArgumentHelp("A JSON file that names the columns of a table.", valueName: "file"))
    var map: String?

    @Option(help: ArgumentHelp("The group for a table; made if it does not exist.", valueName: "group"))
    var group: String?

    @Option(help: ArgumentHelp("Your own column in a table.", valueName: "name"))
    var me: String?

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        try await call.withSplit { desk in
            let text = try InputText.read(file)
            // What is here already is not imported again.
            try await desk.refresh()
            var plan: SplitImportPlan
            if text.drop(while: \.isWhitespace).first == "{" {
                plan = try SplitImportPlan(json: text, desk: desk)
            } else if text.hasPrefix("===PAYBACK") || text.hasPrefix("\u{FEFF}===PAYBACK") {
                plan = try SplitImportPlan(
                    payBack: text, resolutions: resolutions(), currency: currency(call), desk: desk)
            } else {
                plan = try SplitImportPlan(
                    table: text, columns: columns(), group: group, me: me, currency: currency(call), desk: desk)
            }
            plan.removeKnown(try desk.overview())
            try plan.checkSize()
            let delivery = try await desk.submitImport(plan.changes)
            answer(plan, delivery, call)
            desk.mention(delivery)
        }
    }

    private func currency(_ call: Invocation) throws -> ExpenseCurrency {
        if let code = call.options.currency {
            do throws(SplitFailure) { return try ExpenseCurrency(code) } catch { throw CommandFailure(split: error) }
        }
        return ExpenseCurrency(try call.entryCurrency())
    }

    private func resolutions() throws(CommandFailure) -> [MemberID: ImportMapping.Resolution] {
        var found: [MemberID: ImportMapping.Resolution] = [:]
        for text in resolve {
            let parts = text.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { throw .usage("--resolve needs ID=new or ID=ID.") }
            let isNew = parts[1].lowercased() == "new"
            found[MemberID(String(parts[0]))] = isNew ? .new : .existing(MemberID(String(parts[1])))
        }
        return found
    }

    private func columns() throws -> GroupTable.Columns {
        guard let map else { return GroupTable.Columns() }
        return try ColumnMap.columns(InputText.read(map), file: map)
    }

    private func answer(_ plan: SplitImportPlan, _ delivery: SplitDelivery, _ call: Invocation) {
        let isDryRun = call.options.isDryRun
        var document = OutputObject(schema: "split_import")
        document["friends"] = .integer(Int64(plan.count(of: "put_friend")))
        document["groups"] = .integer(Int64(plan.count(of: "put_group")))
        document["expenses"] = .integer(Int64(plan.count(of: "put_expense")))
        document["payments"] = .integer(Int64(plan.count(of: "put_payment")))
        document["known"] = .integer(Int64(plan.knownCount))
        document["problems"] = .array(plan.problems.map { .string($0) })
        document["queued"] = .boolean(delivery.isQueued)
        document["state"] = isDryRun ? .string("planned") : nil
        call.printer.answer(document) { printer in
            guard !plan.changes.isEmpty else { return printer.line("Everything is here already.") }
            let verb = isDryRun ? "Would import" : "Imported"
            printer.line(
                "\(verb) \(CountText.of(plan.count(of: "put_friend"), "friend")), "
                    + "\(CountText.of(plan.count(of: "put_group"), "group")), "
                    + "\(CountText.of(plan.count(of: "put_expense"), "expense")), "
                    + CountText.of(plan.count(of: "put_payment"), "payment"))
        }
        for problem in plan.problems { call.printer.warning("Not imported: \(problem)") }
    }
}

extension SplitDesk {
    /// Saves the changes of an import and sends them. Friends come first, then groups, then expenses.
    func submitImport(_ changes: [SplitChange]) async throws -> SplitDelivery {
        guard !changes.isEmpty else { return .sent }
        return try await submit(changes)
    }
}
