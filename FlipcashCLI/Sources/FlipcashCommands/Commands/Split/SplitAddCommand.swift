import ArgumentParser
import FlipcashCore
import FlipcashWallet
import SharedExpenses

/// `flipcash split add`
struct SplitAddCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add an expense that people share.",
        discussion: """
              flipcash split add 30 Dinner --with Ann Bob
              flipcash split add "48.60 eur" Groceries --group Flat --paid-by Ann
              flipcash split add 100 Hotel --group Trip --percent me=60 Ann=40
              flipcash split add 25 Pizza --with Ann --item Margherita=10:Ann Calzone=12:me

            Without the service the expense is saved on this device and sent later.
            """)

    @Argument(help: "What it cost, such as 30 or \"48.60 eur\".")
    var amount: String?

    @Argument(help: "What it was for.")
    var description: String?

    @OptionGroup var options: ExpenseOptions

    @Option(help: ArgumentHelp("Copy from another expense what the options leave out.", valueName: "id"))
    var like: String?

    @Flag(help: "Copy from the last expense that the service refused, and replace it.")
    var fromDraft = false

    @Flag(help: "Add it even if it looks like an expense that exists.")
    var allowDuplicate = false

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var dryRun: DryRunSupport { .honoured }

    mutating func validate() throws {
        guard like == nil || !fromDraft else { throw ValidationError("Use only one of --like and --from-draft.") }
    }

    func run(in call: Invocation) async throws {
        try await call.withSplit { desk in
            let overview = try desk.overview()
            let refused = fromDraft ? try desk.lastDraft() : nil
            let model = try refused?.expense ?? like.map { id throws(CommandFailure) in try overview.expense(id) }
            let entry = try ExpenseEntry(
                amount: amount, description: description, options: options, model: model, desk: desk,
                overview: overview
            ).asked()
            var expense = try entry.expense()
            if let rate = options.rate {
                let base = entry.group.map(\.currency)
                expense.rate = try await desk.pinnedRate(rate, of: expense.total.currency, base: base)
            }
            expense.recurrence = options.every.flatMap { desk.series($0, expense.date, options.until) }
            let change = SplitChange.putExpense(ExpensePut(expense))
            let planned = try await desk.rehearse([change])
            try confirm(ExpenseView(expense, planned), call, desk.now)
            let delivery = try await desk.submit([change], isChecked: true)
            if let refused, !call.options.isDryRun {
                try desk.store.resolve(refused.operation, .takeTheirs, newID: desk.newID(), at: desk.now)
            }
            let after = call.options.isDryRun ? planned : try desk.overview()
            let view = ExpenseView(after.view.world.expenses[expense.id] ?? expense, after)
            call.printer.answer(view.object(isPlanned: call.options.isDryRun)) { printer in
                printer.line("\(call.options.isDryRun ? "Would add" : "Added") \(view.summary)")
                view.printShares(to: printer)
            }
            desk.mention(delivery)
        }
    }

    /// Asks once: about a duplicate, and whether to add the expense at all.
    private func confirm(_ view: ExpenseView, _ call: Invocation, _ now: SplitTime) throws {
        guard !call.options.isDryRun else { return }
        let original = allowDuplicate ? nil : view.duplicate
        let asks = try call.settings().value(.splitConfirmAdd)?.boolean ?? true
        guard let original else {
            if asks { try call.confirmWherePossible("Add \(view.summary)?") }
            return
        }
        let minutes = abs(now.seconds - original.date.seconds) / 60
        let warning = "This looks like \"\(DisplayText.sanitized(original.description))\" of \(minutes) minutes ago."
        guard call.options.assumesYes || call.prompt.isPossible else {
            throw CommandFailure(
                "duplicate", .conflict, "\(warning) Nothing was added. Add it anyway with --allow-duplicate.")
        }
        try call.confirm("\(warning) Add \(view.summary) anyway?")
    }
}
