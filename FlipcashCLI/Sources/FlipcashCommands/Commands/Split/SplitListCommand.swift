import ArgumentParser
import FlipcashCore
import SharedExpenses

/// `flipcash split list`
struct SplitListCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List expenses, newest first.",
        discussion: """
              flipcash split list --group Trip --open
              flipcash split list --search dinner --csv dinners.csv
            """)

    @Option(help: ArgumentHelp("Only those of a group.", valueName: "group"))
    var group: String?

    @Option(help: ArgumentHelp("Only those that a person pays or shares.", valueName: "person"))
    var person: String?

    @Option(help: ArgumentHelp("Only those from this day on.", valueName: "date"))
    var since: DayArgument?

    @Flag(help: "Only those with a part that is not settled.")
    var open = false

    @Option(help: ArgumentHelp("Only those with this text in the description, notes or category.", valueName: "text"))
    var search: String?

    @Option(help: ArgumentHelp("Write them to a file instead.", valueName: "file"))
    var csv: String?

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var onlyLooks: Bool { csv == nil }
    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        try await call.withSplit { desk in
            try await desk.refresh()
            let overview = try desk.overview()
            let views = try chosen(overview).map { ExpenseView($0, overview) }
            var document = OutputObject(schema: "split_expenses")
            document["expenses"] = .array(views.map { .object($0.object()) })
            if let csv { try write(views, to: csv, call) }
            call.printer.answer(list: views.map { $0.object() }, document: document) { printer in
                if csv == nil { printer.table(Self.table(views)) }
            }
            if views.isEmpty {
                call.printer.hint("No expenses here. Run: flipcash split add AMOUNT WHAT --with PERSON")
            }
        }
    }

    private func chosen(_ overview: SplitOverview) throws(CommandFailure) -> [Expense] {
        let group = try group.map { name throws(CommandFailure) in try overview.group(name) }
        let person = try person.map { name throws(CommandFailure) in try overview.person(name, in: group) }
        let wanted = search?.lowercased()
        return overview.expenses.filter { expense in
            let texts = [expense.description, expense.notes, expense.category]
            return (group.map { $0.id == expense.groupID } ?? true)
                && (person.map { !$0.ids.isDisjoint(with: expense.namedMembers) } ?? true)
                && (since.map { SplitTime($0.start) <= expense.date } ?? true) && (!open || !expense.isSettled)
                && (wanted.map { word in texts.contains { $0.lowercased().contains(word) } } ?? true)
        }
    }

    private static func table(_ views: [ExpenseView]) -> Table {
        var table = Table([
            .exact("DATE"), .text("EXPENSE"), .amount("AMOUNT"), .text("PAID BY"), .amount("YOUR SHARE"),
            .exact("STATE"), .id("ID"),
        ])
        for view in views {
            table.add([
                .init(view.day, .secondary), .init(view.expense.description),
                .init(view.text(view.expense.total.units)),
                .init(view.payerNames), .init(view.ownShare.map(view.text) ?? ""), .init(view.state, .secondary),
                .init(view.expense.id.text, .secondary),
            ])
        }
        return table
    }

    private func write(_ views: [ExpenseView], to path: String, _ call: Invocation) throws {
        func quoted(_ text: String) -> String {
            text.contains { $0 == "," || $0 == "\"" || $0.isNewline }
                ? "\"\(text.replacing("\"", with: "\"\""))\"" : text
        }
        var lines = ["id,date,description,category,currency,total,paid_by,your_share,state"]
        for view in views {
            let expense = view.expense
            let share = view.ownShare.map { ExpenseAmount($0, expense.total.currency).decimalText } ?? ""
            let cells = [
                expense.id.text, TimeText.rfc3339(expense.date.instant), expense.description, expense.category,
                expense.total.currency.code, expense.total.decimalText, view.payerNames, share, view.state,
            ]
            lines.append(cells.map(quoted).joined(separator: ","))
        }
        if !call.options.isDryRun {
            try OutputFile.write(Array((lines.joined(separator: "\r\n") + "\r\n").utf8), to: path)
        }
        let verb = call.options.isDryRun ? "Would write" : "Wrote"
        let count = CountText.of(views.count, "expense")
        call.printer.note("\(verb) \(count) to \(DisplayText.sanitized(path))")
    }
}

/// `flipcash split show`
struct SplitShowCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show an expense: who paid, who bears what.",
        discussion: "  flipcash split show 5f3a")

    @Argument(help: ArgumentHelp("The beginning of its id.", valueName: "id"))
    var id: String

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var onlyLooks: Bool { true }

    func run(in call: Invocation) async throws {
        try await call.withSplit { desk in
            try await desk.refresh()
            let overview = try desk.overview()
            let view = ExpenseView(try overview.expense(id), overview)
            call.printer.answer(view.object()) { view.print(to: $0) }
        }
    }
}

/// `flipcash split rm`
struct SplitRemoveCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "rm", abstract: "Delete an expense. Its owner and its payer can.",
        discussion: "  flipcash split rm 5f3a")

    @Argument(help: ArgumentHelp("The beginning of its id.", valueName: "id"))
    var id: String

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        try await call.withSplit { desk in
            let overview = try desk.overview()
            let view = ExpenseView(try overview.expense(id), overview)
            let change = SplitChange.deleteExpense(view.expense.id)
            try await desk.rehearse([change])
            if !call.options.isDryRun { try call.confirm("Delete \(view.summary)?") }
            let delivery = try await desk.submit([change], isChecked: true)
            desk.answerDeletion("split_expense", view.expense.id.text, view.expense.description, delivery)
        }
    }
}

extension SplitDesk {
    /// Prints that something was deleted.
    func answerDeletion(_ schema: String, _ id: String, _ name: String, _ delivery: SplitDelivery) {
        let isDryRun = call.options.isDryRun
        var document = OutputObject(schema: schema)
        document["id"] = .string(id)
        document["state"] = .string(isDryRun ? "planned" : "deleted")
        document["queued"] = .boolean(delivery.isQueued)
        call.printer.answer(document) {
            $0.line("\(isDryRun ? "Would delete" : "Deleted") \(DisplayText.sanitized(name))")
        }
        mention(delivery)
    }
}
