import ArgumentParser
import FlipcashCore
import SharedExpenses

/// `flipcash split payments confirm ID`
struct SplitPaymentsConfirmCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "confirm", abstract: "Confirm that you received a payment by a link.",
        discussion: """
              flipcash split payments confirm 5f3a

            For a link that you collected with another account of yours: only you know that it was you. The service \
            checks that the link was collected. The debt is cleared then, and this cannot be taken back.
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
            try requireConfirmable(payment, overview)
            let isDry = call.options.isDryRun
            let name = DisplayText.sanitized(overview.name(of: payment.from))
            let text = "\(overview.money.text(payment.amount)) from \(name)"
            if !isDry {
                try call.confirmWherePossible("Did you receive \(text)? The debt is cleared then. Confirm it?")
            }
            let step = PaymentAdvance(payment: payment.id, state: .completed)
            let delivery = try await desk.submit([.advancePayment(step)], isChecked: true)
            let stored = try desk.overview().view.world.payments[payment.id] ?? payment
            let answer = SettledPayment(payment: stored, link: nil, intent: nil, isQueued: delivery.isQueued)
            call.printer.answer(answer.document(overview.money, state: isDry ? "planned" : nil)) { printer in
                printer.line("\(isDry ? "Would confirm" : "Confirmed"): \(text)", isDry ? .plain : .positive)
            }
            desk.mention(delivery)
        }
    }

    private func requireConfirmable(_ payment: SplitPayment, _ overview: SplitOverview) throws(CommandFailure) {
        guard payment.state == .submitted || payment.state == .proposed else { throw .ended(payment) }
        guard overview.isMe(payment.to), !overview.isMe(payment.from) else {
            throw CommandFailure(
                "not_payee", .refused,
                "Only \(DisplayText.sanitized(overview.name(of: payment.to))), who is paid, can confirm this payment, with: "
                    + "flipcash split payments confirm \(payment.id.text)")
        }
        guard payment.method == .cashLink else {
            throw CommandFailure(
                "not_a_link", .conflict,
                "This payment is made \(payment.method.words), and only a payment by a link can be confirmed. The payer's "
                    + "device records how other payments end, with: flipcash split sync")
        }
        guard payment.state == .submitted, payment.giftCardVault != nil else {
            throw CommandFailure(
                "link_unknown", .conflict,
                "The payer's device has not reported the link yet, so the service cannot check it. Ask "
                    + "\(DisplayText.sanitized(overview.name(of: payment.from))) to run: flipcash split sync")
        }
    }
}

extension CommandFailure {
    /// The failure for a payment that has ended.
    static func ended(_ payment: SplitPayment) -> CommandFailure {
        CommandFailure(
            "payment_ended", .conflict,
            "This payment has ended: it is \(payment.state.rawValue). See: flipcash split payments list --all")
    }
}
