import ArgumentParser
import FlipcashCore
import FlipcashWallet
import SharedExpenses

/// `flipcash split simplify GROUP`
struct SplitSimplifyCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "simplify", abstract: "Show few transfers that pay everything in a group.",
        discussion: """
            The largest debtor pays the largest creditor, until nothing is owed. Currencies are never mixed. With --pay \
            your own transfers are made after one question: directly to people with an account, as cash links to others.
            """)

    @Argument(help: "Name of the group, or the beginning of its id.")
    var group: String

    @Flag(help: "Find the fewest transfers, for at most 14 people.")
    var optimal = false

    @Flag(help: "Pay your own transfers with your wallet.")
    var pay = false

    @OptionGroup(title: "Money options")
    var money: MoneyOptions

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var onlyLooks: Bool { !pay }

    var lostAnswerAdvice: String? {
        pay ? "Check what happened with: flipcash split sync, then flipcash split simplify" : nil
    }

    var dryRun: DryRunSupport { .honoured }

    mutating func validate() throws {
        if money.token != nil, !pay { throw ValidationError("--token is for --pay only.") }
    }

    func run(in call: Invocation) async throws {
        try await call.withSplit { desk in
            if pay { try call.requireConsentIsPossible() }
            try await desk.refresh()
            let overview = try desk.overview()
            let transfers = try GroupTransfers(overview.group(group), overview, isOptimal: optimal)
            guard pay, !transfers.own.isEmpty else {
                transfers.print(to: call, payments: [])
                if pay { call.printer.hint("You have nothing to pay in this group.") }
                return
            }
            if call.options.isDryRun { return transfers.print(to: call, payments: []) }
            try await desk.withWallet { settling in try await payOwn(settling) }
        }
    }

    /// Pays the viewer's transfers, one after another, after one question about all of them.
    private func payOwn(_ settling: SettlingDesk) async throws {
        let (desk, call) = (settling.desk, settling.call)
        // Recovered payments may have changed the debts.
        let overview = try desk.overview()
        let transfers = try GroupTransfers(overview.group(group), overview, isOptimal: optimal)
        guard !transfers.own.isEmpty else { return transfers.print(to: call, payments: []) }
        try await settling.exclusively {
            try requireNothingUnderWay(overview, in: transfers.group)
            try transfers.ask(call)
            try await requireUnchanged(transfers, settling)
            var done: [SettledPayment] = []
            for transfer in transfers.own {
                do {
                    done.append(try await pay(transfer, in: transfers, settling))
                } catch {
                    guard !done.isEmpty else { throw error }
                    let failure = CommandFailure(describing: error)
                    let count = "\(done.count) of \(transfers.own.count) transfers were paid"
                    throw failure.with(message: "\(count), then: \(failure.message)", details: OutputObject())
                        .withPending(transfers.document(done)).afterEffect()
                }
            }
            transfers.print(to: call, payments: done)
        }
        await settling.wallet.refresh()
    }

    private func requireNothingUnderWay(_ overview: SplitOverview, in group: SplitGroup) throws {
        guard try overview.underWay(to: nil, in: nil, group: group.id) == 0 else {
            throw CommandFailure(
                "payment_under_way", .conflict,
                "A payment of yours in this group has not arrived yet. See it with: flipcash split payments")
        }
    }

    /// Checks that the viewer's transfers are still the confirmed ones. Another command or device may have paid some.
    ///
    /// - Throws: `CommandFailure.debtChanged`; the failure for a payment that is under way.
    private func requireUnchanged(_ confirmed: GroupTransfers, _ settling: SettlingDesk) async throws {
        // Best effort: without the service, compares with the data of this device.
        try? await settling.synchronise()
        let overview = try settling.desk.overview()
        try requireNothingUnderWay(overview, in: confirmed.group)
        let fresh = try GroupTransfers(overview.group(group), overview, isOptimal: optimal)
        guard fresh.group.id == confirmed.group.id, fresh.paysTheSame(as: confirmed) else {
            throw CommandFailure.debtChanged
        }
    }

    private func pay(
        _ transfer: GroupTransfers.Transfer, in transfers: GroupTransfers, _ settling: SettlingDesk
    ) async throws -> SettledPayment {
        // Each payment changes the open items, so each payment is planned after the one before it.
        let overview = try settling.desk.overview()
        let person = transfer.payee
        let method: SplitPayment.Method = person.link == .linked ? .direct : .cashLink
        let order = try await settling.order(
            transfer.amount, to: method == .direct ? person : nil, token: money.token)
        let people = overview.identity
        let plan = try SettlementPlan(
            ledger: overview.view.ledger(of: transfers.group.id),
            pair: .init(from: people.representative(of: overview.me), to: people.representative(of: person.id)),
            ids: .init(from: overview.me, to: person.id), currency: transfer.amount.currency,
            groupID: transfers.group.id, entered: transfer.amount)
        let payment = plan.payment(id: settling.desk.newID(), method: method)
        return try await settling.pay(payment, order)
    }
}

/// The transfers that pay everything in a group.
struct GroupTransfers: Sendable {
    struct Transfer: Sendable {
        let payer: SplitOverview.Person
        let payee: SplitOverview.Person
        let amount: ExpenseAmount
    }

    let group: SplitGroup
    let all: [Transfer]
    private let money: MoneyText

    /// What the viewer pays.
    var own: [Transfer] { all.filter(\.payer.isMe) }

    /// Whether the viewer pays the same people the same amounts in the same way.
    func paysTheSame(as other: GroupTransfers) -> Bool {
        own.count == other.own.count
            && zip(own, other.own).allSatisfy { mine, theirs in
                mine.payee.id == theirs.payee.id && mine.payee.link == theirs.payee.link
                    && mine.amount == theirs.amount
            }
    }

    /// - Throws: `SplitFailure` `too_many_people` when the fewest transfers are wanted for more than 14 people.
    init(_ group: SplitGroup, _ overview: SplitOverview, isOptimal: Bool) throws {
        self.group = group
        money = overview.money
        let people = overview.people(in: group)
        var found: [Transfer] = []
        for (currency, nets) in try overview.view.ledger(of: group.id).nets().sorted(by: { $0.key < $1.key }) {
            let transfers =
                try isOptimal ? Simplification.optimalTransfers(nets) : Simplification.transfers(nets)
            for transfer in transfers {
                guard let payer = people.first(where: { $0.ids.contains(transfer.from) }),
                    let payee = people.first(where: { $0.ids.contains(transfer.to) })
                else { throw SplitFailure(.unknownMember) }
                found.append(
                    Transfer(payer: payer, payee: payee, amount: ExpenseAmount(transfer.units, currency)))
            }
        }
        all = found
    }

    private var table: Table {
        var table = Table([.text("FROM"), .text("TO"), .amount("AMOUNT"), .text("HOW")])
        for transfer in all {
            let way = transfer.payer.isMe ? (transfer.payee.link == .linked ? "your wallet" : "a cash link") : ""
            table.add([
                .init(transfer.payer.isMe ? "you" : transfer.payer.name),
                .init(transfer.payee.isMe ? "you" : transfer.payee.name), .init(money.text(transfer.amount)),
                .init(way, .secondary),
            ])
        }
        return table
    }

    /// Shows all transfers and asks once for the viewer's own.
    ///
    /// - Throws: `CommandFailure.declined`, or a usage error without a terminal.
    func ask(_ call: Invocation) throws {
        guard !call.options.assumesYes else { return }
        let count = own.count == 1 ? "your transfer" : "your \(own.count) transfers"
        let question = "Pay \(count)? Sent cash cannot be taken back."
        guard call.prompt.isPossible else { throw CommandFailure.cannotAsk(question, option: "--yes") }
        let width = call.console.errors.size?.columns
        for line in table.lines(header: true, limit: width, style: call.printer.errorStyle) { call.prompt.show(line) }
        guard try call.prompt.confirm(question) else { throw CommandFailure.declined }
    }

    func document(_ payments: [SettledPayment]) -> OutputObject {
        var document = OutputObject(schema: "split_transfers")
        document["group"] = .string(group.id.text)
        document["transfers"] = .array(
            all.map { transfer in
                .fields([
                    "from": .string(transfer.payer.id.text), "from_name": .string(transfer.payer.name),
                    "to": .string(transfer.payee.id.text), "to_name": .string(transfer.payee.name),
                    "amount": money.value(transfer.amount),
                ])
            })
        document["payments"] = .array(payments.map { .object($0.document(money)) })
        return document
    }

    func print(to call: Invocation, payments: [SettledPayment]) {
        call.printer.answer(document(payments)) { printer in
            guard payments.isEmpty else {
                for (transfer, payment) in zip(own, payments) {
                    let amount = money.text(transfer.amount)
                    printer.line("Paid \(amount) to \(transfer.payee.name).", .positive)
                    if let url = payment.link?.url { printer.line("  Send this link: \(printer.link(url))") }
                }
                return
            }
            printer.table(table)
            if all.isEmpty { printer.line("Nothing is owed in this group.") }
        }
        if all.isEmpty, !group.isArchived {
            call.printer.hint("Close it with: flipcash split close \(group.name)")
        } else if payments.isEmpty, !own.isEmpty {
            call.printer.hint("Pay your transfers with: flipcash split simplify \(group.name) --pay")
        }
    }
}
