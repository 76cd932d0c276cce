import ArgumentParser
import FlipcashCore
import FlipcashWallet
import SharedExpenses

/// `flipcash split settle PERSON [AMOUNT]`
struct SplitSettleCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "settle", abstract: "Pay what you owe, or record that it was paid.",
        discussion: """
              flipcash split settle Ann --pay            from your wallet to Ann's
              flipcash split settle Bo --link            a link, also without an account
              flipcash split settle Ann 5 --cash         record that 5 changed hands
              flipcash split settle Ann --mark 3fa2      only mark items as settled
            Without an amount everything is paid. A payment clears the oldest items first. The debt keeps its currency, \
            whatever token pays it. An interrupted payment is never made twice: settle and sync find out how it ended.
            """)

    @Argument(help: "The person: a name, a nickname or the beginning of an id.")
    var person: String

    @Argument(help: "How much, such as 5 or \"5.50 eur\"; everything without it.")
    var amount: String?

    @Option(help: ArgumentHelp("Only the debts of a group.", valueName: "group"))
    var group: String?

    @Flag(help: "Pay from your wallet to the wallet of a linked friend.")
    var pay = false

    @Flag(help: "Make a cash link, which you hand over yourself.")
    var link = false

    @Flag(help: "Record that cash changed hands.")
    var cash = false

    @Flag(help: "Record a payment outside Flipcash, such as a bank transfer.")
    var external = false

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Only mark expenses as settled, without a payment.", valueName: "id"))
    var mark: [String] = []

    @Option(help: ArgumentHelp("A note for the payment.", valueName: "text"))
    var note: String?

    @OptionGroup(title: "Money options")
    var money: MoneyOptions

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var lostAnswerAdvice: String? { "Check what happened with: flipcash split sync, then flipcash split balances" }

    var dryRun: DryRunSupport { .honoured }

    /// How to settle; nil for marks only.
    private var method: SplitPayment.Method? {
        pay ? .direct : link ? .cashLink : cash ? .cash : external ? .external : nil
    }

    mutating func validate() throws {
        let ways = [pay, link, cash, external, !mark.isEmpty].filter { $0 }.count
        guard ways == 1 else {
            throw ValidationError(
                ways == 0
                    ? "Say how: --pay, --link, --cash, --external or --mark ID." : "Choose only one way to settle.")
        }
        if !mark.isEmpty, amount != nil { throw ValidationError("--mark takes no amount. Leave it out.") }
        if money.token != nil, !pay, !link { throw ValidationError("--token is for --pay and --link only.") }
        if let note, note.unicodeScalars.count > 256 {
            throw ValidationError("--note must have at most 256 characters.")
        }
    }

    func run(in call: Invocation) async throws {
        try await call.withSplit { desk in
            guard let method else { return try await markSettled(desk) }
            if method == .direct { try call.requireConsentIsPossible() }
            try await desk.refresh()
            let overview = try desk.overview()
            let chosen = try chosenPerson(overview)
            switch method {
            case .cash, .external: try await record(method, chosen, overview, desk)
            case .direct, .cashLink:
                if method == .cashLink, !call.options.isDryRun { call.warnIfLinksAreOpenToOthers() }
                try await desk.withWallet { settling in try await pay(method, chosen, settling) }
            }
        }
    }

    private func chosenPerson(_ overview: SplitOverview) throws -> SplitOverview.Person {
        let inGroup = try group.map { name throws(CommandFailure) in try overview.group(name) }
        let chosen = try overview.person(person, in: inGroup)
        guard !chosen.isMe else {
            throw CommandFailure.badInput(
                "You cannot settle with yourself. Name the other person.", code: "same_person")
        }
        return chosen
    }

    private func proposal(
        _ person: SplitOverview.Person, _ overview: SplitOverview, _ desk: SplitDesk
    ) throws -> SettlementProposal {
        let inGroup = try group.map { name throws(CommandFailure) in try overview.group(name) }
        let named = try desk.call.options.currency.map { code throws(SplitFailure) in try ExpenseCurrency(code) }
        return SettlementProposal(
            overview: overview, person: person, group: inGroup, locale: desk.money.locale,
            usual: try inGroup?.currency ?? ExpenseCurrency(desk.call.entryCurrency()), named: named)
    }

    /// Records a payment outside the wallet.
    private func record(
        _ method: SplitPayment.Method, _ person: SplitOverview.Person, _ overview: SplitOverview, _ desk: SplitDesk
    ) async throws {
        let terms = try await proposal(person, overview, desk).terms(amount, byWallet: false) { from, to in
            try await desk.withWallet { settling in
                try await settling.wallet.pinnedRate(from: from, to: to, at: desk.now)
            }
        }
        let view = SettlementPlanView(
            plan: terms.plan, method: method, overview: overview, entered: terms.entered)
        let payment = terms.plan.payment(id: desk.newID(), method: method, note: note ?? "")
        guard !desk.call.options.isDryRun else { return view.printDryRun(payment, desk.call) }
        try view.ask(desk.call)
        let delivery = try await desk.submit([.putPayment(payment)])
        let stored = try desk.overview().view.world.payments[payment.id] ?? payment
        view.print(
            SettledPayment(payment: stored, link: nil, intent: nil, isQueued: delivery.isQueued), to: desk.call)
        desk.mention(delivery)
    }

    /// Pays with the wallet.
    private func pay(
        _ method: SplitPayment.Method, _ person: SplitOverview.Person, _ settling: SettlingDesk
    ) async throws {
        let (desk, call) = (settling.desk, settling.call)
        // A recovered payment may have changed the debt.
        let overview = try desk.overview()
        let terms = try await proposal(person, overview, desk).terms(amount, byWallet: true) { from, to in
            try await settling.wallet.pinnedRate(from: from, to: to, at: desk.now)
        }
        let payee = try await method == .direct ? settling.payee(person) : nil
        let order = try await settling.order(terms.plan.amount, paying: payee, token: money.token)
        let view = SettlementPlanView(
            plan: terms.plan, method: method, overview: overview, cash: order.cash, entered: terms.entered)
        let payment = terms.plan.payment(id: desk.newID(), method: method, note: note ?? "")
        if let payee { mention(payee, of: person, call) }
        guard !call.options.isDryRun else { return view.printDryRun(payment, call) }
        try view.ask(call)
        let done = try await settling.exclusively {
            try await requireUnchanged(terms.plan, settling)
            return try await settling.pay(payment, order)
        }
        view.print(done, to: call)
        if done.isQueued { call.printer.note("The payment is made. Its record is not yet sent: flipcash split sync") }
        await settling.wallet.refresh()
    }

    /// Checks that the debt is still what the person confirmed. Another command or device may have paid it meanwhile.
    ///
    /// - Throws: `CommandFailure.debtChanged`.
    private func requireUnchanged(_ confirmed: SettlementPlan, _ settling: SettlingDesk) async throws {
        // Best effort: without the service, compares with the data of this device.
        try? await settling.synchronise()
        let overview = try settling.desk.overview()
        let fresh = try? await proposal(chosenPerson(overview), overview, settling.desk).terms(amount, byWallet: true) {
            _, _ in
            // A changed rate alone does not change the debt.
            guard let rate = confirmed.rate else { throw CommandFailure.debtChanged }
            return rate
        }
        guard fresh?.plan == confirmed else { throw CommandFailure.debtChanged }
    }

    /// Prints the payee's name on the service if it differs from the name that the person sees.
    private func mention(_ payee: SettlingDesk.FoundPayee, of person: SplitOverview.Person, _ call: Invocation) {
        let (name, shown) = (DisplayText.sanitized(payee.name), DisplayText.sanitized(person.name))
        guard !name.isEmpty, name != shown else { return }
        let text = "The service knows \(shown) by another name: \(name)."
        if call.prompt.isPossible, !call.options.assumesYes, !call.options.isDryRun {
            call.prompt.show(text)
        } else {
            call.printer.note(text)
        }
    }

    /// Marks the person's items as settled, without a payment.
    private func markSettled(_ desk: SplitDesk) async throws {
        try await desk.refresh()
        let overview = try desk.overview()
        let chosen = try overview.person(person)
        var (changes, names): ([SplitChange], [String]) = ([], [])
        for id in mark {
            let expense = try overview.expense(id)
            // The debtor's split is marked: the person's, or one's own if the person paid.
            let paid = expense.payers.contains { chosen.ids.contains($0.member) }
            let debtors = expense.splits.map(\.member).filter { member in
                paid ? overview.isMe(member) : chosen.ids.contains(member)
            }
            guard !debtors.isEmpty else {
                throw CommandFailure(
                    "unknown_member", .badInput,
                    "\"\(DisplayText.sanitized(expense.description))\" has no item between you and \(chosen.name). To "
                        + "see who shares it, run: flipcash split show \(expense.id.text)")
            }
            changes.append(.setSettlement(SettlementMark(expense: expense.id, members: debtors, isSettled: true)))
            names.append(expense.description)
        }
        let delivery = try await desk.submit(changes)
        let isDry = desk.call.options.isDryRun
        desk.call.printer.answer(marked(changes, delivery, isDry: isDry)) { printer in
            for name in names {
                printer.line("\(isDry ? "Would mark" : "Marked") as settled: \(DisplayText.sanitized(name))")
            }
        }
        desk.mention(delivery)
    }

    private func marked(_ changes: [SplitChange], _ delivery: SplitDelivery, isDry: Bool) -> OutputObject {
        var document = OutputObject(schema: "split_marks")
        document["expenses"] = .array(changes.compactMap(\.target).map(OutputValue.string))
        document["state"] = .string(isDry ? "planned" : "settled")
        document["queued"] = .boolean(delivery.isQueued)
        return document
    }
}

extension SettlingDesk {
    /// The account of a person who is paid directly.
    struct FoundPayee: Sendable {
        let owner: PublicKey
        /// The name that the service has for the account.
        let name: String
    }

    /// Prepares a payment of the wallet: its price now, and who is paid.
    ///
    /// - Parameter person: who is paid directly; nil for a link.
    /// - Throws: `CommandFailure` when the person cannot be paid, and the errors of `prepare`.
    func order(
        _ amount: ExpenseAmount, to person: SplitOverview.Person?, token: TokenArgument?
    ) async throws -> WalletDebtPayer.Order {
        guard let person else { return try await order(amount, paying: nil, token: token) }
        return try await order(amount, paying: payee(person), token: token)
    }

    /// Prepares a payment of the wallet to an account that was looked up; nil for a link.
    ///
    /// - Throws: the errors of `prepare`.
    func order(
        _ amount: ExpenseAmount, paying payee: FoundPayee?, token: TokenArgument?
    ) async throws -> WalletDebtPayer.Order {
        let fiat = try SettlementPlanView.fiat(amount)
        let cash = try await wallet.prepare(fiat, token: token)
        try cash.pinned.requireWhole(fiat)
        guard let payee else { return WalletDebtPayer.Order(amount: fiat, cash: cash, person: nil) }
        return WalletDebtPayer.Order(
            amount: fiat, cash: cash, person: try await wallet.person(at: payee.owner, mint: cash.token.mint))
    }

    /// Looks up the account of a person.
    ///
    /// - Throws: `CommandFailure` `no_payee` for a person who is not linked to an account; `ServiceFailure`.
    func payee(_ person: SplitOverview.Person) async throws -> FoundPayee {
        guard person.link == .linked else { throw noPayee(person) }
        do throws(ServiceFailure) {
            let payee = try await service.payee(person.id)
            guard let key = PublicKey(exactly: payee.owner) else { throw .malformed("GetPayee.owner") }
            return FoundPayee(owner: key, name: payee.displayName)
        } catch {
            guard error == .notFound else { throw error }
            throw noPayee(person)
        }
    }

    private func noPayee(_ person: SplitOverview.Person) -> CommandFailure {
        CommandFailure(
            "no_payee", .notFound,
            "\(person.name) has no account that can be paid. Make a cash link instead: flipcash split settle "
                + "\(person.name) --link")
    }
}
