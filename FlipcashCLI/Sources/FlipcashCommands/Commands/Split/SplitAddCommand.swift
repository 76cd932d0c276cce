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

    @Flag(help: "Add it even if it looks like an expense that exists.")
    var allowDuplicate = false

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        try await call.withSplit { desk in
            let overview = try desk.overview()
            let expense = try entered(desk, overview)
            let planned = try await desk.rehearse([.putExpense(ExpensePut(expense))])
            try confirm(ExpenseView(expense, planned), call, desk.now)
            let delivery = try await desk.submit([.putExpense(ExpensePut(expense))], isChecked: true)
            let after = call.options.isDryRun ? planned : try desk.overview()
            let view = ExpenseView(after.view.world.expenses[expense.id] ?? expense, after)
            call.printer.answer(view.object(isPlanned: call.options.isDryRun)) { printer in
                printer.line("\(call.options.isDryRun ? "Would add" : "Added") \(view.summary)")
                view.printShares(to: printer)
            }
            desk.mention(delivery)
        }
    }

    /// The expense that the arguments describe.
    private func entered(_ desk: SplitDesk, _ overview: SplitOverview) throws -> Expense {
        let group = try options.group.map { name throws(CommandFailure) in try overview.group(name) }
        let usual = try usualCurrency(of: group, desk)
        let typed = try amount.map { text throws(CommandFailure) in
            try ExpenseAmount(typed: text, usual: usual, locale: desk.money.locale)
        }
        let draft = ExpenseDraft(
            desk: desk, overview: overview, options: options, currency: typed?.currency ?? usual, group: group)
        let input = try draft.input()
        let participants = try draft.participants(input)
        let total = (typed?.units ?? 0) * (options.refund ? -1 : 1)
        let canSplit = typed != nil && !participants.isEmpty
        let splits = canSplit ? try draft.splits(total, input, among: participants) : []
        let missing = SaveGuard.missing(
            description: description ?? "", total: typed?.units, participantCount: participants.count,
            // Shares follow from the amount: they are not missing as well.
            splitCount: canSplit ? splits.count : 1)
        if let message = SaveGuard.message(missing) {
            var details = OutputObject()
            details["missing"] = .array(missing.map { .string($0.rawValue) })
            throw CommandFailure("incomplete", .badInput, message + ".", details: details)
        }
        return Expense(
            id: desk.newID(), context: group.map { $0.isDirect ? .direct : .group } ?? .adHoc, groupID: group?.id,
            description: (description ?? "").trimmingBlanks(),
            date: options.date.map { SplitTime($0.start) } ?? desk.now,
            total: ExpenseAmount(total, draft.currency), payers: try draft.payers(total, among: participants),
            splits: splits, involved: participants, notes: options.notes ?? "", input: input,
            isRefund: options.refund, category: options.category ?? "", owner: desk.account)
    }

    /// The currency of an amount without a code: that of the call, of the group, or of the account.
    private func usualCurrency(of group: SplitGroup?, _ desk: SplitDesk) throws -> ExpenseCurrency {
        if desk.call.options.currency == nil, let group { return group.currency }
        return ExpenseCurrency(try desk.call.entryCurrency())
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
