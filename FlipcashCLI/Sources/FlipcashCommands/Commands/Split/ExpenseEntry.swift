import FlipcashCore
import SharedExpenses

/// The values that were typed for a new expense, and the expense made from them.
struct ExpenseEntry {
    var amount: String?
    var description: String?
    var options: ExpenseOptions
    /// The expense from which missing values are copied.
    let model: Expense?
    let desk: SplitDesk
    let overview: SplitOverview
    /// The group of the expense.
    let group: SplitGroup?

    init(
        amount: String?, description: String?, options: ExpenseOptions, model: Expense?, desk: SplitDesk,
        overview: SplitOverview
    ) throws(CommandFailure) {
        (self.amount, self.description, self.options, self.model) = (amount, description, options, model)
        (self.desk, self.overview) = (desk, overview)
        if let name = options.group {
            group = try overview.group(name)
        } else {
            group = options.with.isEmpty ? model?.groupID.flatMap { overview.view.world.groups[$0] } : nil
        }
    }

    /// The currency of an amount without a code: that of the call, of the model, of the group, or of the account.
    private func usualCurrency() throws -> ExpenseCurrency {
        if desk.call.options.currency == nil, let known = model?.total.currency ?? group?.currency { return known }
        return ExpenseCurrency(try desk.call.entryCurrency())
    }

    /// The typed amount, or that of the model; nil without either.
    private func typedAmount() throws -> ExpenseAmount? {
        let usual = try usualCurrency()
        if let amount { return try ExpenseAmount(typed: amount, usual: usual, locale: desk.money.locale) }
        return model?.total.magnitude
    }

    /// The entry after a person has answered what is missing. A wrong answer is asked again and keeps the others; the
    /// end of the input cancels.
    func asked() throws -> ExpenseEntry {
        guard desk.call.prompt.isPossible else { return self }
        var entry = self
        let prompt = desk.call.prompt
        if entry.description == nil, model == nil {
            entry.description = try prompt.line("What was it for?", option: "WHAT")
        }
        while try entry.typedAmount() == nil {
            let answer = try prompt.line("How much?", option: "AMOUNT")
            do {
                _ = try ExpenseAmount(typed: answer, usual: usualCurrency(), locale: desk.money.locale)
                entry.amount = answer
            } catch {
                prompt.show(CommandFailure(describing: error).message)
            }
        }
        while entry.group == nil, model == nil, entry.options.with.isEmpty, !entry.options.namesMode {
            var people: [String] = []
            while true {
                let answer = try prompt.line("With whom? A name, or done:", option: "--with").trimmingBlanks()
                if answer.lowercased() == "done" { break }
                do throws(CommandFailure) {
                    _ = try overview.person(answer)
                    people.append(answer)
                } catch {
                    prompt.show(error.message)
                }
            }
            guard !people.isEmpty else { break }
            entry.options.with = people
        }
        return entry
    }

    /// The expense.
    ///
    /// - Throws: `CommandFailure`, exit 65, that names everything that is missing.
    func expense() throws -> Expense {
        let typed = try typedAmount()
        let text = (description ?? model?.description ?? "").trimmingBlanks()
        var draft = ExpenseDraft(
            desk: desk, overview: overview, options: options, currency: try typed?.currency ?? usualCurrency(),
            group: group)
        draft.isRefund = options.refund || model?.isRefund ?? false
        let keepsSplit = !options.namesMode && options.with.isEmpty && options.group == nil
        let input = keepsSplit ? try model?.input ?? draft.input() : try draft.input()
        let participants = keepsSplit ? try model?.involved ?? draft.participants(input) : try draft.participants(input)
        let total = (typed?.units ?? 0) * (draft.isRefund ? -1 : 1)
        let canSplit = typed != nil && !participants.isEmpty
        let splits = canSplit ? try draft.splits(total, input, among: participants) : []
        // Shares are computed from the amount and the people, so they are not reported as missing, too.
        let missing = SaveGuard.missing(
            description: text, total: typed?.units, participantCount: participants.count,
            splitCount: canSplit ? splits.count : 1)
        if let message = SaveGuard.message(missing) {
            var details = OutputObject()
            details["missing"] = .array(missing.map { .string($0.rawValue) })
            throw CommandFailure(
                "incomplete", .badInput, message + ". A whole one: flipcash split add 30 Dinner --with Ann",
                details: details)
        }
        return Expense(
            id: desk.newID(), context: group.map { $0.isDirect ? .direct : .group } ?? .adHoc, groupID: group?.id,
            description: text, date: options.date.map { SplitTime($0.start) } ?? desk.now,
            total: ExpenseAmount(total, draft.currency), payers: try payers(draft, total, among: participants),
            splits: splits, involved: participants, notes: options.notes ?? model?.notes ?? "", input: input,
            isRefund: draft.isRefund, category: options.category ?? model?.category ?? "", owner: desk.account)
    }

    private func payers(
        _ draft: ExpenseDraft, _ total: Int64, among participants: [MemberID]
    ) throws(CommandFailure) -> [Expense.Payer] {
        guard options.paidBy.isEmpty, options.with.isEmpty, options.group == nil, let model else {
            return try draft.payers(total, among: participants)
        }
        if model.total.units == total { return model.payers }
        guard model.payers.count == 1 else {
            throw .usage("Several people paid. Say how much each with --paid-by Ann=20 me=10.")
        }
        return [Expense.Payer(model.payers[0].member, total)]
    }
}

extension SplitDesk {
    /// The last new expense that the service refused, and the operation that it was refused in.
    ///
    /// - Throws: `CommandFailure`, exit 3 when it does not exist.
    func lastDraft() throws -> (expense: Expense, operation: EntityID) {
        for refused in try store.refusals().reversed() {
            if case .putExpense(let put) = refused.operation.change, put.baseVersion == 0 {
                return (put.expense, refused.operation.id)
            }
        }
        throw CommandFailure(
            "draft_not_found", .notFound, "No expense was refused. List what waits with: flipcash split outbox")
    }
}
