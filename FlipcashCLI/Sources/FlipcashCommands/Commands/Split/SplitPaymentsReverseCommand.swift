import ArgumentParser
import FlipcashCore
import SharedExpenses

/// `flipcash split payments reverse ID`
struct SplitPaymentsReverseCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "reverse", abstract: "Take back the record of a payment that was not made.",
        discussion: """
              flipcash split payments reverse 5f3a

            For cash and for payments outside Flipcash, which were recorded by mistake. A record is never deleted: the \
            same amount is recorded the other way, and the debt is open again.
            """)

    @Argument(help: ArgumentHelp("The beginning of its id.", valueName: "id"))
    var id: String

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        try await call.withSplit { desk in
            try await desk.refresh()
            let overview = try desk.overview()
            let payment = try overview.payment(id)
            try requireReversible(payment, overview)
            let isPayer = overview.isMe(payment.from)
            let name = DisplayText.sanitized(overview.name(of: isPayer ? payment.to : payment.from))
            let amount = overview.money.text(payment.amount)
            let text = "\(amount) \(isPayer ? "to" : "from") \(name), \(payment.method.words)"
            let isDry = call.options.isDryRun
            let effect =
                payment.reverses == nil ? "The debt is open again" : "The payment that it took back counts again"
            if !isDry { try call.confirmWherePossible("Take back the record of \(text)? \(effect) then.") }
            // The same id on every device: if both people take one record back at once, the service keeps one reversal.
            let reversal = SplitPayment(
                id: EntityID("reversal", in: payment.id), from: payment.to, to: payment.from, amount: payment.amount,
                groupID: payment.groupID, method: payment.method, state: .completed, reverses: payment.id,
                rate: payment.rate)
            let delivery = try await desk.submit([.putPayment(reversal)])
            let stored = try desk.overview().view.world.payments[reversal.id] ?? reversal
            let answer = SettledPayment(payment: stored, link: nil, intent: nil, isQueued: delivery.isQueued)
            call.printer.answer(answer.document(overview.money, state: isDry ? "planned" : nil)) { printer in
                printer.line(
                    "\(isDry ? "Would take" : "Took") back the record of \(text)", isDry ? .plain : .positive)
            }
            if !isDry { call.printer.hint("\(effect). See: flipcash split balances") }
            desk.mention(delivery)
        }
    }

    private func requireReversible(_ payment: SplitPayment, _ overview: SplitOverview) throws(CommandFailure) {
        switch payment.method {
        case .cash, .external: break
        case .direct, .cashLink:
            throw CommandFailure(
                "not_recorded", .conflict,
                "This payment is made \(payment.method.words). Its money has moved, and can only be sent back: "
                    + "flipcash send")
        }
        guard payment.state == .completed else {
            throw CommandFailure(
                "payment_state", .conflict,
                "This payment is \(payment.state.rawValue), so there is nothing to take back. "
                    + "See: flipcash split payments list --all")
        }
        let isReversed = overview.view.world.payments.values.contains { other in
            other.reverses == payment.id && other.state == .completed
        }
        guard !isReversed else {
            throw CommandFailure(
                "payment_reversed", .conflict,
                "The record of this payment was taken back already. See: flipcash split payments list --all")
        }
    }
}
