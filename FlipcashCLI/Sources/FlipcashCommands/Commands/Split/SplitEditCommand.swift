import ArgumentParser
import FlipcashCore
import SharedExpenses

/// `flipcash split edit`
struct SplitEditCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change an expense that you added.",
        discussion: """
              flipcash split edit 5f3a --amount 32.50
              flipcash split edit 5f3a --description "Dinner at Leo's" --category food
              flipcash split edit 5f3a --shares me=2

            Amounts can change while no part is settled.
            """)

    @Argument(help: ArgumentHelp("The beginning of its id.", valueName: "id"))
    var id: String

    @Option(help: "A new amount.")
    var amount: String?

    @Option(help: "A new description.")
    var description: String?

    @OptionGroup var options: ExpenseOptions

    @Flag(help: "Replace a kept rate by the current one.")
    var newRate = false

    @Flag(help: "Stop repeating it.")
    var noRepeat = false

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        guard options.group == nil else {
            throw CommandFailure.usage(
                "An expense cannot move to another group. Leave --group out, or add the expense there and delete this "
                    + "one.")
        }
        try await call.withSplit { desk in
            let overview = try desk.overview()
            let stored = try overview.expense(id)
            var expense = stored
            if let description { expense.description = description.trimmingBlanks() }
            if let date = options.date { expense.date = SplitTime(date.start) }
            if let notes = options.notes { expense.notes = notes }
            if let category = options.category { expense.category = category }
            if amount != nil || options.changesMoney { try changeMoney(of: &expense, desk, overview) }
            if let rate = newRate ? "wallet" : options.rate {
                let base = stored.rate?.base ?? stored.groupID.flatMap { overview.view.world.groups[$0]?.currency }
                expense.rate = try await desk.pinnedRate(rate, of: expense.total.currency, base: base)
            }
            if let every = options.every { expense.recurrence = desk.series(every, expense.date, options.until) }
            if noRepeat, var series = expense.recurrence {
                series.until = series.day(of: series.index) ?? series.first
                expense.recurrence = series
            }
            guard expense != stored else { throw CommandFailure.usage("Say what to change, such as --amount 12.50.") }
            let put = ExpensePut(expense, baseVersion: stored.version, keepsNotes: options.notes == nil)
            let planned = try await desk.rehearse([.putExpense(put)])
            let delivery = try await desk.submit([.putExpense(put)], isChecked: true)
            let isDryRun = call.options.isDryRun
            let after = isDryRun ? planned : try desk.overview()
            let view = ExpenseView(after.view.world.expenses[expense.id] ?? expense, after)
            call.printer.answer(view.object(isPlanned: isDryRun)) { printer in
                printer.line("\(isDryRun ? "Would change it to" : "Changed to") \(view.summary)")
                view.printShares(to: printer)
            }
            desk.mention(delivery)
        }
    }

    /// Calculates total, payers and shares anew. What the options leave out stays.
    private func changeMoney(of expense: inout Expense, _ desk: SplitDesk, _ overview: SplitOverview) throws {
        let stored = expense
        let isRefund = stored.isRefund || options.refund
        let typed = try amount.map { text throws(CommandFailure) in
            try ExpenseAmount(typed: text, usual: stored.total.currency, locale: desk.money.locale)
        }
        var draft = ExpenseDraft(
            desk: desk, overview: overview, options: options, currency: typed?.currency ?? stored.total.currency,
            group: stored.groupID.flatMap { overview.view.world.groups[$0] })
        draft.isRefund = isRefund
        let total = (typed?.units ?? abs(stored.total.units)) * (isRefund ? -1 : 1)
        let hasMode = options.namesMode
        let kept =
            stored.input
            ?? SplitInput(
                mode: .exact,
                values: Dictionary(stored.splits.map { ($0.member, String($0.units)) }) { first, _ in first })
        let input = hasMode ? try draft.input() : kept
        let keepsPeople = options.with.isEmpty && !hasMode
        let participants = keepsPeople ? stored.involved : try draft.participants(input)
        if !options.paidBy.isEmpty {
            expense.payers = try draft.payers(total, among: participants)
        } else if stored.payers.count == 1 {
            expense.payers[0].units = total
        } else if total != stored.total.units {
            throw CommandFailure.usage("Several people paid. Say how much each with --paid-by Ann=20 me=10.")
        }
        expense.isRefund = isRefund
        expense.total = ExpenseAmount(total, draft.currency)
        expense.input = input
        expense.splits = try draft.splits(total, input, among: participants, of: stored)
        expense.involved = participants
        if expense.rate?.currency != expense.total.currency { expense.rate = nil }
    }
}
